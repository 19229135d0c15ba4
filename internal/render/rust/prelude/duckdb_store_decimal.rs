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
        i64::try_from(stored)?.store(to)
    }
}
