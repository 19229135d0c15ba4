/// A list is JSON, whose values the statement reads.
impl<T: Encode> Encode for [T] {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        let mut text = String::from("[");
        for value in self {
            if text.len() > 1 {
                text.push(',');
            }
            match value.encode()? {
                ToSqlOutput::Borrowed(value) => listed(&mut text, value)?,
                ToSqlOutput::Owned(ref value) => listed(&mut text, value.into())?,
                _ => return Err("a value of a list is of no type of SQLite".into()),
            }
        }
        text.push(']');
        Ok(text.into())
    }
}

impl<T: Encode> Encode for Vec<T> {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        <[T] as Encode>::encode(self)
    }
}

fn listed(text: &mut String, value: ValueRef) -> Result<(), Cause> {
    match value {
        ValueRef::Null => text.push_str("null"),
        ValueRef::Integer(number) => text.push_str(&number.to_string()),
        // JSON has no infinity, but for what is too large.
        ValueRef::Real(f64::INFINITY) => text.push_str("9e999"),
        ValueRef::Real(f64::NEG_INFINITY) => text.push_str("-9e999"),
        ValueRef::Real(number) => text.push_str(&format!("{number:e}")),
        ValueRef::Text(bytes) => quote(std::str::from_utf8(bytes)?, text),
        ValueRef::Blob(bytes) => {
            text.push('"');
            bytes
                .iter()
                .for_each(|byte| text.push_str(&format!("{byte:02x}")));
            text.push('"');
        }
    }
    Ok(())
}
