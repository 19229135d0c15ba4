/// A string of bits. The first is the highest bit of the first byte.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bits {
    pub len: usize,
    pub bytes: Vec<u8>,
}

impl Decode for Bits {
    fn accepts(ty: &Type) -> bool {
        matches!(*base(ty), Type::BIT | Type::VARBIT)
    }

    fn decode(_: &Type, raw: &[u8]) -> Result<Self, Cause> {
        let mut input = Input(raw);
        Ok(Self {
            len: usize::try_from(input.i32()?)?,
            bytes: input.0.to_vec(),
        })
    }
}

impl Encode for Bits {
    fn fits(ty: &Type) -> bool {
        <Self as Decode>::accepts(ty)
    }

    fn encode(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Cause> {
        if self.len.div_ceil(8) != self.bytes.len() {
            return Err(format!("{} bits are not {} bytes", self.len, self.bytes.len()).into());
        }
        out.put_i32(i32::try_from(self.len)?);
        out.put_slice(&self.bytes);
        Ok(IsNull::No)
    }
}
