use rust_decimal::Decimal;

impl Decode for Decimal {
    /// A number, or the text of one.
    fn decode(value: ValueRef) -> Result<Self, Misfit> {
        let expected = "a decimal number of up to 28 digits";
        let digits = match value {
            ValueRef::Integer(number) => return Ok(number.into()),
            ValueRef::Real(number) => &number.to_string(),
            other => text(other, expected)?,
        };
        let read = if digits.contains(['e', 'E']) {
            Self::from_scientific(digits)
        } else {
            Self::from_str_exact(digits)
        };
        read.map_err(|_| Misfit::of(expected, value))
    }
}

impl Encode for Decimal {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        Ok(self.to_string().into())
    }
}
