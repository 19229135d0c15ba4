use duckdb::types::Value as Owned;

/// Months, days and microseconds, which are not converted into each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Interval {
    pub months: i32,
    pub days: i32,
    pub micros: i64,
}

impl Decode for Interval {
    fn decode(array: &dyn Array, row: usize) -> Result<Self, Cause> {
        let array = typed::<duckdb::arrow::array::IntervalMonthDayNanoArray>(array, row)?;
        let found = array.value(row);
        // DuckDB makes nanoseconds of its microseconds, without a word where 64 bits do not hold them.
        if found.nanoseconds % 1000 != 0 {
            return Err("it is 2,562,048 hours or more, which Arrow does not hold".into());
        }
        Ok(Self {
            months: found.months,
            days: found.days,
            micros: found.nanoseconds / 1000,
        })
    }
}

impl Encode for Interval {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        let (months, days, micros) = (self.months, self.days, self.micros);
        let text = format!("{months} months {days} days {micros} microseconds");
        Ok(ToSqlOutput::Owned(Owned::Text(text)))
    }
}
