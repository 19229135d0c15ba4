use rust_decimal::Decimal;

const NOT_DECIMAL: &str = "a Decimal has no such value: it holds 28 digits";

/// The server sends groups of four digits. The first counts ten thousands to the power of weight.
impl Decode for Decimal {
    fn accepts(ty: &Type) -> bool {
        is!(ty, NUMERIC)
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
        Numeric::of(*self).put(out);
        Ok(IsNull::No)
    }

    #[inline]
    fn put(&self, _: &Type, out: &mut BytesMut) -> Result<(), Cause> {
        let numeric = Numeric::of(*self);
        out.put_u32(8 + 2 * numeric.count as u32);
        numeric.put(out);
        Ok(())
    }
}

/// A decimal as the server has it.
struct Numeric {
    /// Groups of four digits, the last first.
    groups: [u16; 8],
    count: usize,
    weight: u16,
    sign: u16,
    scale: u16,
}

impl Numeric {
    #[inline]
    fn of(value: Decimal) -> Self {
        let scale = value.scale() as u16;
        let unit = [1, 1000, 100, 10][usize::from(scale % 4)];
        let mut digits = value.mantissa().unsigned_abs() * unit;
        let (mut groups, mut count) = ([0; 8], 0);
        while digits > u64::MAX.into() {
            groups[count] = (digits % 10_000) as u16;
            digits /= 10_000;
            count += 1;
        }
        let mut digits = digits as u64; // which is faster to divide
        while digits > 0 {
            groups[count] = (digits % 10_000) as u16;
            digits /= 10_000;
            count += 1;
        }
        let (weight, sign) = match count {
            0 => (0, 0),
            _ => (
                (count as u16).wrapping_sub(1 + scale.div_ceil(4)),
                u16::from(value.is_sign_negative()) << 14,
            ),
        };
        Self {
            groups,
            count,
            weight,
            sign,
            scale,
        }
    }

    #[inline]
    fn put(&self, out: &mut BytesMut) {
        let head = [self.count as u16, self.weight, self.sign, self.scale];
        out.put_slice(head.map(u16::to_be_bytes).as_flattened());
        for group in self.groups[..self.count].iter().rev() {
            out.put_u16(*group);
        }
    }
}
