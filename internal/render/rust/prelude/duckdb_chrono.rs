use chrono::{DateTime, Datelike, Duration, NaiveDate, NaiveDateTime, NaiveTime, Timelike, Utc};
use duckdb::types::Value as Owned;

const BEYOND: &str = "it is beyond what the type holds";
const LEAP: &str = "a leap second is no time of DuckDB";

fn bound(text: String) -> Result<ToSqlOutput<'static>, Cause> {
    Ok(ToSqlOutput::Owned(Owned::Text(text)))
}

/// The text of a day, and of the time behind it.
fn moment_text(day: NaiveDate, time: &str) -> String {
    let (year, era) = match day.year() {
        year @ 1.. => (year, ""),
        year => (1 - year, " (BC)"),
    };
    format!("{year:04}-{:02}-{:02}{era}{time}", day.month(), day.day())
}

/// The text of a time of day, with six digits of a fraction, or nine where those do not hold it.
fn time_text(time: NaiveTime) -> Result<String, Cause> {
    let (hour, minute, second) = (time.hour(), time.minute(), time.second());
    let whole = format!("{hour:02}:{minute:02}:{second:02}");
    match time.nanosecond() {
        1_000_000_000.. => Err(LEAP.into()),
        nanos if nanos % 1000 == 0 => Ok(format!("{whole}.{:06}", nanos / 1000)),
        nanos => Ok(format!("{whole}.{nanos:09}")),
    }
}

impl Decode for NaiveDate {
    fn decode(array: &dyn Array, row: usize) -> Result<Self, Cause> {
        let days = typed::<duckdb::arrow::array::Date32Array>(array, row)?.value(row);
        let day = DateTime::UNIX_EPOCH.date_naive();
        let day = day.checked_add_signed(Duration::days(days.into()));
        day.ok_or_else(|| BEYOND.into())
    }
}

impl Encode for NaiveDate {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        bound(moment_text(*self, ""))
    }
}

impl Decode for NaiveTime {
    fn decode(array: &dyn Array, row: usize) -> Result<Self, Cause> {
        use duckdb::arrow::array as arrays;
        let nanos = match array.data_type() {
            arrow::DataType::Time64(arrow::TimeUnit::Nanosecond) => {
                typed::<arrays::Time64NanosecondArray>(array, row)?.value(row)
            }
            _ => typed::<arrays::Time64MicrosecondArray>(array, row)?.value(row) * 1000,
        };
        let seconds = u32::try_from(nanos / 1_000_000_000)?;
        let nanos = u32::try_from(nanos % 1_000_000_000)?;
        let time = Self::from_num_seconds_from_midnight_opt(seconds, nanos);
        time.ok_or_else(|| BEYOND.into())
    }
}

impl Encode for NaiveTime {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        bound(time_text(*self)?)
    }
}

/// A moment of any precision. What is infinite is beyond all of them.
fn moment(array: &dyn Array, row: usize) -> Result<DateTime<Utc>, Cause> {
    use duckdb::arrow::array as arrays;
    let moment = match array.data_type() {
        arrow::DataType::Timestamp(arrow::TimeUnit::Second, _) => {
            let seconds = typed::<arrays::TimestampSecondArray>(array, row)?.value(row);
            DateTime::from_timestamp_secs(seconds)
        }
        arrow::DataType::Timestamp(arrow::TimeUnit::Millisecond, _) => {
            let millis = typed::<arrays::TimestampMillisecondArray>(array, row)?.value(row);
            DateTime::from_timestamp_millis(millis)
        }
        arrow::DataType::Timestamp(arrow::TimeUnit::Nanosecond, _) => {
            let nanos = typed::<arrays::TimestampNanosecondArray>(array, row)?.value(row);
            (nanos.unsigned_abs() < i64::MAX.unsigned_abs())
                .then(|| DateTime::from_timestamp_nanos(nanos))
        }
        _ => {
            let micros = typed::<arrays::TimestampMicrosecondArray>(array, row)?.value(row);
            DateTime::from_timestamp_micros(micros)
        }
    };
    moment.ok_or_else(|| BEYOND.into())
}

impl Decode for NaiveDateTime {
    fn decode(array: &dyn Array, row: usize) -> Result<Self, Cause> {
        moment(array, row).map(|moment| moment.naive_utc())
    }
}

impl Encode for NaiveDateTime {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        let time = format!(" {}", time_text(self.time())?);
        bound(moment_text(self.date(), &time))
    }
}

impl Decode for DateTime<Utc> {
    fn decode(array: &dyn Array, row: usize) -> Result<Self, Cause> {
        moment(array, row)
    }
}

impl Encode for DateTime<Utc> {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        let local = self.naive_utc();
        let time = format!(" {}+00", time_text(local.time())?);
        bound(moment_text(local.date(), &time))
    }
}

/// A time of day with its offset from UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeTz {
    pub time: NaiveTime,
    /// Seconds east of UTC.
    pub offset: i32,
}

impl Decode for TimeTz {
    /// Reads its text, since a time of Arrow's has no offset: hours, and minutes and seconds where there are some.
    fn decode(array: &dyn Array, row: usize) -> Result<Self, Cause> {
        let text = text(array, row)?;
        let at = text.rfind(['+', '-']).ok_or("the offset is missing")?;
        let (time, offset) = text.split_at(at);
        let mut east = 0;
        for (part, seconds) in offset[1..].split(':').zip([3600, 60, 1]) {
            east += part.parse::<i32>()? * seconds;
        }
        Ok(Self {
            time: time.parse().map_err(|_| BEYOND)?,
            offset: if offset.starts_with('-') { -east } else { east },
        })
    }
}

impl Encode for TimeTz {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        let sign = if self.offset < 0 { '-' } else { '+' };
        let east = self.offset.unsigned_abs();
        let (hours, minutes, seconds) = (east / 3600, east / 60 % 60, east % 60);
        let time = time_text(self.time)?;
        bound(format!("{time}{sign}{hours:02}:{minutes:02}:{seconds:02}"))
    }
}

impl Store for NaiveDate {
    fn store(&self, to: &mut Column) -> Result<(), Cause> {
        let days = self.signed_duration_since(DateTime::UNIX_EPOCH.date_naive());
        i32::store(&days.num_days().try_into()?, to)
    }
}

impl Store for DateTime<Utc> {
    #[inline]
    fn store(&self, to: &mut Column) -> Result<(), Cause> {
        if self.timestamp_subsec_nanos() >= 1_000_000_000 {
            return Err(LEAP.into());
        }
        i64::store(&self.timestamp_micros(), to)
    }
}

impl Store for NaiveDateTime {
    #[inline]
    fn store(&self, to: &mut Column) -> Result<(), Cause> {
        <DateTime<Utc> as Store>::store(&self.and_utc(), to)
    }
}
