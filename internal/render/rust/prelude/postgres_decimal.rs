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
        let (bytes, first) = numeric(*self);
        out.put_slice(&bytes[first..]);
        Ok(IsNull::No)
    }

    fn put(&self, _: &Type, out: &mut BytesMut) -> Result<(), Cause> {
        let (bytes, first) = numeric(*self);
        put_bytes(&bytes[first..], out)
    }
}

/// A decimal as a numeric: bytes, and where it begins in them. Groups of four digits are found from the last to the
/// first.
fn numeric(value: Decimal) -> ([u8; 26], usize) {
    let mut bytes = [0; 26];
    let mut first = bytes.len();
    let mut put = |part: u16| {
        first -= 2;
        bytes[first..first + 2].copy_from_slice(&part.to_be_bytes());
    };
    let scale = value.scale() as u16;
    let mut digits = value.mantissa().unsigned_abs() * [1, 1000, 100, 10][usize::from(scale) % 4];
    let mut groups = 0;
    while digits > u64::MAX.into() {
        put((digits % 10_000) as u16);
        digits /= 10_000;
        groups += 1;
    }
    let mut digits = digits as u64; // which is faster to divide
    while digits > 0 {
        put((digits % 10_000) as u16);
        digits /= 10_000;
        groups += 1;
    }
    let is_negative = value.is_sign_negative() && groups > 0;
    let weight = if groups == 0 {
        0
    } else {
        groups - 1 - scale.div_ceil(4) as i16
    };
    put(scale);
    put(if is_negative { 0x4000 } else { 0 });
    put(weight as u16);
    put(groups as u16);
    (bytes, first)
}
