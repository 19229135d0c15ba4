use chrono::{DateTime, Datelike, Duration, NaiveDate, NaiveDateTime, NaiveTime, Timelike, Utc};

/// The number that some bytes of a text write.
fn number(text: &[u8]) -> Option<u32> {
    let digit = |n: u32, b: &u8| b.is_ascii_digit().then(|| n * 10 + u32::from(b - b'0'));
    text.iter().try_fold(0, digit)
}

/// YYYY-MM-DD
fn date(text: &[u8]) -> Option<NaiveDate> {
    let [year @ .., b'-', m1, m2, b'-', d1, d2] = text else {
        return None;
    };
    let year = i32::try_from(number(year.first_chunk::<4>().filter(|y| *y == year)?)?).ok()?;
    NaiveDate::from_ymd_opt(year, number(&[*m1, *m2])?, number(&[*d1, *d2])?)
}

/// HH:MM, HH:MM:SS, or that with up to nine digits of a fraction
fn time(text: &[u8]) -> Option<NaiveTime> {
    let (hour, rest) = text.split_at_checked(2)?;
    let [b':', m1, m2, rest @ ..] = rest else {
        return None;
    };
    let (second, nanos) = match rest {
        [] => (0, 0),
        [b':', s1, s2] => (number(&[*s1, *s2])?, 0),
        [b':', s1, s2, b'.', digits @ ..] if matches!(digits.len(), 1..=9) => {
            let scale = 10_u32.pow(9 - digits.len() as u32);
            (number(&[*s1, *s2])?, number(digits)? * scale)
        }
        _ => return None,
    };
    NaiveTime::from_hms_nano_opt(number(hour)?, number(&[*m1, *m2])?, second, nanos)
}

/// A date and a time with a blank or a T between them.
fn timestamp(text: &[u8]) -> Option<NaiveDateTime> {
    let (day, rest) = text.split_at_checked(10)?;
    let [b' ' | b'T', rest @ ..] = rest else {
        return None;
    };
    Some(date(day)?.and_time(time(rest)?))
}

/// The same with Z or an offset. SQLite's own date functions say UTC without one.
fn instant(text: &[u8]) -> Option<DateTime<Utc>> {
    let (local, east) = match text {
        [local @ .., b'Z'] => (local, 0),
        [local @ .., sign @ (b'+' | b'-'), h1, h2, b':', m1, m2] if local.len() > 10 => {
            let minutes = number(&[*h1, *h2])? * 60 + number(&[*m1, *m2])?;
            let minutes = i64::from(minutes);
            (local, if *sign == b'-' { -minutes } else { minutes })
        }
        local => (local, 0),
    };
    let utc = timestamp(local)?.checked_sub_signed(Duration::minutes(east))?;
    Some(utc.and_utc())
}

fn read<T>(value: ValueRef, expected: &str, by: fn(&[u8]) -> Option<T>) -> Result<T, Misfit> {
    let read = match value {
        ValueRef::Text(text) => by(text),
        _ => None,
    };
    read.ok_or_else(|| Misfit::of(expected, value))
}

/// The text of a day. Others could not read a year that does not have four digits.
fn date_text(day: NaiveDate) -> Result<String, Cause> {
    match day.year() {
        0..=9999 => Ok(day.to_string()),
        year => Err(format!("the year {year} does not have four digits").into()),
    }
}

/// The text of a time of day, with six digits of a fraction, nine where those do not hold it, or none.
fn time_text(time: NaiveTime) -> Result<String, Cause> {
    let (hour, minute, second) = (time.hour(), time.minute(), time.second());
    let whole = format!("{hour:02}:{minute:02}:{second:02}");
    match time.nanosecond() {
        0 => Ok(whole),
        1_000_000_000.. => Err("a leap second is no time of SQLite".into()),
        nanos if nanos % 1000 == 0 => Ok(format!("{whole}.{:06}", nanos / 1000)),
        nanos => Ok(format!("{whole}.{nanos:09}")),
    }
}

fn timestamp_text(at: NaiveDateTime) -> Result<String, Cause> {
    Ok(format!(
        "{} {}",
        date_text(at.date())?,
        time_text(at.time())?
    ))
}

impl Decode for NaiveDate {
    fn decode(value: ValueRef) -> Result<Self, Misfit> {
        read(value, "a date as TEXT YYYY-MM-DD", date)
    }
}

impl Encode for NaiveDate {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        Ok(date_text(*self)?.into())
    }
}

impl Decode for NaiveTime {
    fn decode(value: ValueRef) -> Result<Self, Misfit> {
        read(value, "a time as TEXT HH:MM:SS", time)
    }
}

impl Encode for NaiveTime {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        Ok(time_text(*self)?.into())
    }
}

impl Decode for NaiveDateTime {
    fn decode(value: ValueRef) -> Result<Self, Misfit> {
        let expected = "a timestamp as TEXT YYYY-MM-DD HH:MM:SS";
        read(value, expected, timestamp)
    }
}

impl Encode for NaiveDateTime {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        Ok(timestamp_text(*self)?.into())
    }
}

impl Decode for DateTime<Utc> {
    fn decode(value: ValueRef) -> Result<Self, Misfit> {
        let expected = "a timestamp as TEXT YYYY-MM-DD HH:MM:SS+00:00";
        read(value, expected, instant)
    }
}

impl Encode for DateTime<Utc> {
    fn encode(&self) -> Result<ToSqlOutput<'_>, Cause> {
        Ok((timestamp_text(self.naive_utc())? + "+00:00").into())
    }
}
