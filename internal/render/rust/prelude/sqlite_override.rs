impl<V: Encode> Encode for Encoded<V> {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        match &self.0 {
            Ok(value) => value.encode(),
            Err(cause) => Err(cause.as_str().into()),
        }
    }
}
