/// A JSON document. A column of the type JSON stores one that is a number as that number.
pub struct Json(pub String);

impl Decode for Json {
    fn decode(value: ValueRef) -> Result<Self, Misfit> {
        match value {
            ValueRef::Integer(number) => Ok(Self(number.to_string())),
            ValueRef::Real(number) if number.is_finite() => Ok(Self(format!("{number:?}"))),
            other => text(other, "JSON as TEXT").map(|text| Self(text.to_owned())),
        }
    }
}
