use std::collections::BTreeMap;

/// pgvector's lists of numbers, in 32 or in 16 bits.
fn is_vector(ty: &Type) -> bool {
    matches!(base(ty).name(), "vector" | "halfvec")
}

static REAL: Type = Type::FLOAT4;

fn vector_of<T: Decode>(ty: &Type, raw: &[u8]) -> Result<Vec<T>, Cause> {
    let mut input = Input(raw);
    let n = usize::from(u16::from_be_bytes(input.array()?));
    input.bytes(2)?;
    let width = if is_half(ty) { 2 } else { 4 };
    let mut numbers = Vec::with_capacity(n);
    for number in input.bytes(width * n)?.chunks_exact(width) {
        numbers.push(match *number {
            [a, b] => T::decode(&REAL, &unhalved(u16::from_be_bytes([a, b])).to_be_bytes())?,
            _ => T::decode(&REAL, number)?,
        });
    }
    Ok(numbers)
}

fn put_vector(numbers: &[impl Encode], ty: &Type, out: &mut BytesMut) -> Result<(), Cause> {
    out.put_u16(u16::try_from(numbers.len())?);
    out.put_u16(0);
    out.reserve(4 * numbers.len());
    let half = is_half(ty);
    for number in numbers {
        let at = out.len();
        if let IsNull::Yes = number.encode(&REAL, out)? {
            return Err("a vector has no NULL".into());
        }
        if half {
            let number = f32::from_be_bytes(out[at..].try_into()?);
            out.truncate(at);
            out.put_u16(halved(number));
        }
    }
    Ok(())
}

fn is_half(ty: &Type) -> bool {
    base(ty).name() == "halfvec"
}

/// A number in 16 bits, rounded to the nearest, of two the even one. What is too large for them is infinite, which the
/// server refuses.
fn halved(x: f32) -> u16 {
    let (bits, size) = (x.to_bits(), x.abs());
    let sign = (bits >> 16 & 0x8000) as u16;
    if size.is_nan() {
        return sign | 0x7e00;
    }
    if size >= 65520.0 {
        return sign | 0x7c00;
    }
    if size < 1.0 / 16384.0 {
        // in units of the smallest number
        return sign | (size * 16_777_216.0).round_ties_even() as u16;
    }
    let rest = (bits & 0x7fff_ffff) - (112 << 23);
    sign | ((rest + 0xfff + (rest >> 13 & 1)) >> 13) as u16
}

fn unhalved(half: u16) -> f32 {
    let (sign, exponent, rest) = (half & 0x8000, half >> 10 & 0x1f, half & 0x3ff);
    let size = match exponent {
        0 => f32::from(rest) / 16_777_216.0,
        0x1f => f32::from_bits(0x7f80_0000 | u32::from(rest) << 13),
        _ => f32::from_bits((u32::from(exponent) + 112) << 23 | u32::from(rest) << 13),
    };
    if sign == 0 { size } else { -size }
}

/// An hstore.
impl Decode for BTreeMap<String, Option<String>> {
    fn accepts(ty: &Type) -> bool {
        base(ty).name() == "hstore"
    }

    fn decode(_: &Type, raw: &[u8]) -> Result<Self, Cause> {
        let mut input = Input(raw);
        let text = |raw: &[u8]| String::decode(&Type::TEXT, raw);
        let n = input.i32()?;
        (0..n)
            .map(|_| {
                let key = text(input.value()?.ok_or("a key that is NULL")?)?;
                Ok((key, input.value()?.map(text).transpose()?))
            })
            .collect()
    }
}

impl Encode for BTreeMap<String, Option<String>> {
    fn fits(ty: &Type) -> bool {
        <Self as Decode>::accepts(ty)
    }

    fn encode(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Cause> {
        out.put_i32(i32::try_from(self.len())?);
        for (key, value) in self {
            put_bytes(key.as_bytes(), out)?;
            Argument::put(value, &Type::TEXT, out)?;
        }
        Ok(IsNull::No)
    }
}
