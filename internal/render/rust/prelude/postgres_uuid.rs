use uuid::Uuid;

impl Decode for Uuid {
    fn accepts(ty: &Type) -> bool {
        is!(ty, UUID)
    }

    fn decode(_: &Type, raw: &[u8]) -> Result<Self, Cause> {
        Ok(Self::from_bytes(raw.try_into()?))
    }
}

impl Encode for Uuid {
    fn fits(ty: &Type) -> bool {
        <Self as Decode>::accepts(ty)
    }

    fn encode(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Cause> {
        out.put_slice(self.as_bytes());
        Ok(IsNull::No)
    }

    #[inline]
    fn put(&self, _: &Type, out: &mut BytesMut) -> Result<(), Cause> {
        put_few(*self.as_bytes(), out)
    }
}
