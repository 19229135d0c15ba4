use duckdb::types::Value as Owned;
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

impl Store for Decimal {
    /// Stores as many digits behind the point as the column has, rounded half away from zero.
    fn store(&self, to: &mut Column) -> Result<(), Cause> {
        let Kind::Decimal(digits, scale) = to.kind else {
            return Err("the column has no decimals".into());
        };
        let more = i32::from(scale) - i32::try_from(self.scale())?;
        let unit = 10_i128.pow(more.unsigned_abs());
        let number = match more {
            0.. => self.mantissa().checked_mul(unit),
            _ => Some((self.mantissa() + self.mantissa().signum() * unit / 2) / unit),
        };
        let stored = number.filter(|n| n.unsigned_abs() < 10_u128.pow(digits.into()));
        let Some(stored) = stored else {
            return Err(format!("{self} is no DECIMAL({digits},{scale})").into());
        };
        i64::store(&stored.try_into()?, to)
    }
}
