use rust_decimal::Decimal;

const NOT_DECIMAL: &str = "a Decimal has no such value: it holds 28 digits";

/// The server sends groups of four digits. The first counts ten thousands to the power of weight.
impl Decode for Decimal {
    fn accepts(ty: &Type) -> bool {
        *base(ty) == Type::NUMERIC
    }

    fn decode(_: &Type, raw: &[u8]) -> Result<Self, Cause> {
        let mut input = Input(raw);
        let (groups, weight) = (input.i16()?, input.i16()?);
        let (sign, scale) = (input.i16()?, input.i16()?);
        if sign & !0x4000 != 0 {
            return Err(NOT_DECIMAL.into()); // NaN and the infinities
        }
        let mut digits: i128 = 0;
        let mut left = i32::from(scale) + 4 * i32::from(weight) + 4; // digits to come
        for _ in 0..groups {
            let group = i128::from(input.i16()?);
            left -= 4;
            let (times, value) = if left >= 0 {
                (10_000, group)
            } else {
                let cut = 10_i128.pow(left.unsigned_abs().min(4));
                (10_000 / cut, group / cut)
            };
            let more = digits.checked_mul(times).ok_or(NOT_DECIMAL)?;
            digits = more.checked_add(value).ok_or(NOT_DECIMAL)?;
        }
        if digits != 0 && left > 0 {
            let zeros = 10_i128
                .checked_pow(left.unsigned_abs())
                .ok_or(NOT_DECIMAL)?;
            digits = digits.checked_mul(zeros).ok_or(NOT_DECIMAL)?;
        }
        if sign != 0 {
            digits = -digits;
        }
        let scale = u32::try_from(scale)?;
        Self::try_from_i128_with_scale(digits, scale).map_err(|_| NOT_DECIMAL.into())
    }
}

impl Encode for Decimal {
    fn fits(ty: &Type) -> bool {
        <Self as Decode>::accepts(ty)
    }

    fn encode(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Cause> {
        let scale = self.scale();
        let mut digits = self.mantissa().unsigned_abs() * [1, 1000, 100, 10][scale as usize % 4];
        let mut groups = [0_u16; 9];
        let mut first = groups.len();
        let mut weight = -1 - i16::try_from(scale.div_ceil(4))?;
        while digits > 0 {
            first -= 1;
            weight += 1;
            groups[first] = (digits % 10_000) as u16;
            digits /= 10_000;
        }
        let groups = &groups[first..];
        out.put_i16(i16::try_from(groups.len())?);
        out.put_i16(if groups.is_empty() { 0 } else { weight });
        out.put_u16(if self.is_sign_negative() && !groups.is_empty() {
            0x4000
        } else {
            0
        });
        out.put_u16(u16::try_from(scale)?);
        groups.iter().for_each(|group| out.put_u16(*group));
        Ok(IsNull::No)
    }
}
