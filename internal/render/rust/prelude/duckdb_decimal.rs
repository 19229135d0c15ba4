use rust_decimal::Decimal;

impl Decode for Decimal {
    /// Reads a value, if need be without the zeros at its end: a column may have more digits than the type.
    fn decode(array: &dyn Array, row: usize) -> Result<Self, Cause> {
        let array = typed::<duckdb::arrow::array::Decimal128Array>(array, row)?;
        let (mut number, mut scale) = (array.value(row), u32::try_from(array.scale())?);
        loop {
            match Self::try_from_i128_with_scale(number, scale) {
                Ok(decimal) => return Ok(decimal),
                Err(_) if scale > 0 && number % 10 == 0 => {
                    (number, scale) = (number / 10, scale - 1);
                }
                Err(_) => return Err("a Decimal has no such value".into()),
            }
        }
    }
}

impl Encode for Decimal {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        Ok(ToSqlOutput::Owned(Owned::Text(self.to_string())))
    }
}
