use rust_decimal::Decimal;

impl Decode for Decimal {
    fn decode(array: &dyn Array, row: usize) -> Result<Self, Cause> {
        let array = typed::<duckdb::arrow::array::Decimal128Array>(array, row)?;
        let scale = u32::try_from(array.scale())?;
        let number = Self::try_from_i128_with_scale(array.value(row), scale);
        number.map_err(|_| "a Decimal has no such value".into())
    }
}

impl Encode for Decimal {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        Ok(ToSqlOutput::Owned(Owned::Text(self.to_string())))
    }
}
