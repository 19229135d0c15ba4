use uuid::Uuid;

impl Decode for Uuid {
    /// A UUID as its text or its bytes.
    fn decode(value: ValueRef) -> Result<Self, Misfit> {
        let read = match value {
            ValueRef::Blob(bytes) => Self::from_slice(bytes).ok(),
            ValueRef::Text(text) => Self::try_parse_ascii(text).ok(),
            _ => None,
        };
        read.ok_or_else(|| Misfit::of("a UUID as TEXT or a BLOB of 16 bytes", value))
    }
}

impl Encode for Uuid {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        Ok(self.hyphenated().to_string().into())
    }
}
