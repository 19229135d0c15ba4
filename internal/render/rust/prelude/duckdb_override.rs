impl<V: Encode> Encode for Encoded<V> {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        match &self.0 {
            Ok(value) => value.encode(),
            Err(cause) => Err(cause.as_str().into()),
        }
    }

    fn json(&self, to: &mut String) -> Result<(), Cause> {
        match &self.0 {
            Ok(value) => value.json(to),
            Err(cause) => Err(cause.as_str().into()),
        }
    }

    fn holds_others() -> bool {
        V::holds_others()
    }
}
