//! What plays a step of a contract: values from text, and results in a form that can be compared.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Debug;

use futures_util::{Stream, StreamExt};
use serde_json::Value;

pub type Cause = Box<dyn std::error::Error + Send + Sync>;
pub type Outcome = Result<(), Cause>;

/// A step while it is played.
pub struct Step<'a> {
    pub step: &'a Value,
    pub variant: &'a str,
    next: Cell<usize>,
}

/// A value that is read from the contract's text.
pub trait FromText: Sized {
    fn parse(value: &Value) -> Result<Self, Cause>;

    /// What a row is: all of its values, or the only one.
    fn of(values: &[Value]) -> Result<Self, Cause> {
        Self::parse(&values[0])
    }

    /// What NULL is of it, if it can be.
    fn null() -> Option<Self> {
        None
    }
}

/// What a value is compared by: its text tells apart what is different.
fn shown(value: &impl Debug) -> String {
    format!("{value:?}")
}

/// A row, or an object in one.
macro_rules! row {
    ($name:ident $(, $field:ident: $type:ty)*) => {
        impl FromText for $name {
            fn parse(value: &serde_json::Value) -> Result<Self, Cause> {
                Self::of(list(value)?)
            }

            #[allow(unused_mut, unused_variables)]
            fn of(values: &[serde_json::Value]) -> Result<Self, Cause> {
                let mut i = 0..;
                Ok(Self {
                    $($field: <$type as FromText>::parse(&values[i.next().unwrap_or(0)])?),*
                })
            }
        }
    };
}

/// A composite type, of whose values the contract has the database's text.
macro_rules! composite {
    ($name:ident, $($field:ident: $type:ty),+) => {
        impl FromText for $name {
            fn parse(value: &serde_json::Value) -> Result<Self, Cause> {
                let mut parts = parts(value)?.into_iter();
                Ok(Self {
                    $($field: <$type as FromText>::parse(&parts.next().unwrap_or_default())?),+
                })
            }
        }
    };
}

macro_rules! label {
    ($name:ident) => {
        impl FromText for $name {
            fn parse(value: &serde_json::Value) -> Result<Self, Cause> {
                Ok(str_of(value)?.parse()?)
            }
        }
    };
}

macro_rules! choice {
    ($name:ident) => {
        impl FromText for $name {
            fn parse(value: &serde_json::Value) -> Result<Self, Cause> {
                match value.is_object() {
                    true => Ok(Self::default()),
                    false => Ok(str_of(value)?.parse()?),
                }
            }
        }
    };
}

pub fn str_of(value: &Value) -> Result<&str, Cause> {
    value
        .as_str()
        .ok_or_else(|| format!("{value} is not a text").into())
}

/// The plain values of a composite one: (1,2) or {'x': 1, 'y': 2}.
pub fn parts(value: &Value) -> Result<Vec<Value>, Cause> {
    let inner = str_of(value)?.trim_matches(['(', ')', '{', '}']);
    let plain = |part: &str| Value::from(part.rsplit(": ").next());
    Ok(inner.split(',').map(plain).collect())
}

macro_rules! parsed {
    ($($type:ty),+) => {
        $(impl FromText for $type {
            fn parse(value: &Value) -> Result<Self, Cause> {
                Ok(str_of(value)?.parse().map_err(|e| format!("{e}"))?)
            }
        })+
    };
}

parsed!(
    bool, i8, i16, i32, i64, i128, u16, u32, u64, u128, f32, f64, String
);
parsed!(
    chrono::NaiveDate,
    chrono::NaiveTime,
    uuid::Uuid,
    rust_decimal::Decimal
);

impl FromText for Vec<u8> {
    fn parse(value: &Value) -> Result<Self, Cause> {
        let digits = str_of(value)?;
        (0..digits.len() / 2)
            .map(|i| Ok(u8::from_str_radix(&digits[2 * i..2 * i + 2], 16)?))
            .collect()
    }
}

/// The keys of an hstore, each with its value behind it.
impl FromText for BTreeMap<String, Option<String>> {
    fn parse(value: &Value) -> Result<Self, Cause> {
        let entry = |pair: &[Value]| Ok((String::parse(&pair[0])?, Option::parse(&pair[1])?));
        list(value)?.chunks(2).map(entry).collect()
    }
}

impl<T: FromText> FromText for Vec<T> {
    fn parse(value: &Value) -> Result<Self, Cause> {
        let values = value
            .as_array()
            .ok_or_else(|| format!("{value} is not a list"))?;
        values.iter().map(T::parse).collect()
    }
}

impl<T: FromText> FromText for Option<T> {
    fn parse(value: &Value) -> Result<Self, Cause> {
        match value {
            Value::Null => Ok(T::null()),
            Value::Object(_) => Ok(None), // not given
            value => T::parse(value).map(Some),
        }
    }

    fn null() -> Option<Self> {
        Some(None)
    }
}

impl FromText for chrono::NaiveDateTime {
    fn parse(value: &Value) -> Result<Self, Cause> {
        Ok(Self::parse_from_str(str_of(value)?, "%Y-%m-%d %H:%M:%S%.f")
            .map_err(|e| e.to_string())?)
    }
}

impl FromText for chrono::DateTime<chrono::Utc> {
    fn parse(value: &Value) -> Result<Self, Cause> {
        let local = str_of(value)?
            .trim_end_matches(":00")
            .strip_suffix("+00")
            .ok_or("another zone than UTC")?;
        Ok(chrono::NaiveDateTime::parse(&Value::from(local))?.and_utc())
    }
}

impl<'a> Step<'a> {
    pub fn new(step: &'a Value, variant: &'a str) -> Self {
        Self {
            step,
            variant,
            next: Cell::new(0),
        }
    }

    /// The method by the letters and digits of its name.
    pub fn key(&self) -> String {
        let named = |kind: &str, before: &str, after: &str| {
            self.step[kind]
                .as_str()
                .map(|name| format!("{before}{name}{after}"))
        };
        // A name that starts with a digit has an x in front.
        let name = named("call", "", self.variant)
            .or_else(|| named("batch", "", "batch"))
            .or_else(|| named("bulk", "", "bulk"))
            .or_else(|| named("append", "bulkinsert", ""));
        name.unwrap_or_default()
            .chars()
            .filter(|c| c.is_alphanumeric() || ('\u{300}'..='\u{36f}').contains(c))
            .flat_map(char::to_lowercase)
            .collect()
    }

    pub fn arg<T: FromText>(&self) -> Result<T, Cause> {
        let i = self.next.replace(self.next.get() + 1);
        T::parse(&self.step["args"][i])
    }

    pub fn args<T: FromText>(&self) -> Result<T, Cause> {
        T::of(self.step["args"].as_array().ok_or("no args")?)
    }

    pub fn values<T: FromText>(&self) -> Result<Vec<T>, Cause> {
        let values = list(&self.step["values"])?;
        let Some(times) = self.step["times"].as_u64() else {
            return values.iter().map(|row| T::of(list(row)?)).collect();
        };
        let mut rows = Vec::new();
        for time in 0..times {
            for row in values {
                let row: Vec<_> = list(row)?.iter().map(|v| numbered(v, time)).collect();
                rows.push(T::of(&row)?);
            }
        }
        Ok(rows)
    }

    pub fn rows<T: FromText + Debug, E: Into<Cause>>(&self, found: Result<Vec<T>, E>) -> Outcome {
        let found = found.map_err(Into::into)?.iter().map(shown).collect();
        same(&found, &wanted::<T>(&self.step["rows"])?)
    }

    pub async fn streamed<T: FromText + Debug, E: Into<Cause>>(
        &self,
        rows: Result<impl Stream<Item = Result<T, E>>, E>,
    ) -> Outcome {
        let mut rows = std::pin::pin!(rows.map_err(Into::into)?);
        let mut found = Vec::new();
        while let Some(row) = rows.next().await {
            found.push(row.map_err(Into::into)?);
        }
        self.rows(Ok::<_, Cause>(found))
    }

    pub fn iterated<T: FromText + Debug, E: Into<Cause>>(
        &self,
        rows: Result<impl Iterator<Item = Result<T, E>>, E>,
    ) -> Outcome {
        self.rows(rows.and_then(Iterator::collect))
    }

    /// What a query found for each of several rows of parameters: lists of rows, or one or none for each.
    pub fn found<T: FromText + Debug, E: Into<Cause>>(
        &self,
        found: Result<Vec<impl IntoIterator<Item = T>>, E>,
    ) -> Outcome {
        let found = found.map_err(Into::into)?.into_iter();
        let found: Vec<Vec<_>> = found
            .map(|rows| rows.into_iter().map(|row| shown(&row)).collect())
            .collect();
        let rows = list(&self.step["found"])?.iter();
        let wanted: Result<Vec<_>, Cause> = rows.map(wanted::<T>).collect();
        same(&found, &wanted?)
    }

    pub fn walk(&self) -> Walk<'_> {
        Walk {
            step: self.step,
            number: 0,
            back: false,
        }
    }

    pub fn row<T: FromText + Debug, E: Into<Cause>>(&self, found: Result<Option<T>, E>) -> Outcome {
        let found = found.map_err(Into::into)?.map(|row| shown(&row));
        let wanted = match &self.step["row"] {
            Value::Null => None,
            row => Some(shown(&T::of(list(row)?)?)),
        };
        same(&found, &wanted)
    }

    pub fn sure<T: FromText + Debug, E: Into<Cause>>(&self, found: Result<T, E>) -> Outcome {
        self.row(found.map(Some))
    }

    pub fn count<E: Into<Cause>>(&self, found: Result<u64, E>) -> Outcome {
        same(
            &Some(found.map_err(Into::into)?),
            &Some(self.step["count"].as_u64().unwrap_or(0)),
        )
    }

    pub fn done<E: Into<Cause>>(&self, found: Result<(), E>) -> Outcome {
        self.count(found.map(|()| 0))
    }
}

/// The pages of a step, from the first to the last, and back.
pub struct Walk<'a> {
    step: &'a Value,
    number: usize,
    back: bool,
}

/// The rows of a page, and the cursors of the pages after and before it.
type Turned<T> = (Vec<T>, Option<String>, Option<String>);

/// The cursors to ask for next: after one, or before one.
type Asked = (Option<String>, Option<String>);

impl Walk<'_> {
    /// What to ask for next, if there is more.
    pub fn turn<T: FromText + Debug, E: Into<Cause>>(
        &mut self,
        page: Result<Turned<T>, E>,
    ) -> Result<Option<Asked>, Cause> {
        let (rows, next, previous) = page.map_err(Into::into)?;
        let pages = list(&self.step["pages"])?;
        let page = pages.get(self.number).ok_or("more pages")?;
        same(&rows.iter().map(shown).collect(), &wanted::<T>(page)?)?;
        same(&next.is_none(), &(self.number + 1 == pages.len()))?;
        same(&previous.is_none(), &(self.number == 0))?;
        self.back = self.back || next.is_none();
        if !self.back {
            self.number += 1;
            return Ok(Some((next, None)));
        }
        if previous.is_some() {
            self.number -= 1;
            return Ok(Some((None, previous)));
        }
        Ok(None)
    }
}

/// Whether an error says what is wrong, and of which row.
fn is_wanted(step: &Value, error: &str, wanted: &str) -> bool {
    let row = step["failed"].as_u64().map(|n| format!("row {n}: "));
    error.contains(wanted) && row.is_none_or(|row| error.contains(&row))
}

/// What a step expects of errors.
pub fn expect(step: &Value, outcome: Outcome) -> Outcome {
    match (step["error"].as_str(), outcome) {
        (None, Ok(())) => Ok(()),
        (None, Err(e)) if step["or"].as_str().is_some_and(|or| is_wanted(step, &e.to_string(), or)) => Ok(()),
        (Some(wanted), Err(e)) if is_wanted(step, &e.to_string(), wanted) => Ok(()),
        (Some(wanted), Ok(())) => Err(format!("{step}: no error with {wanted:?} in it").into()),
        (_, Err(e)) => Err(format!("{step}: {e}").into()),
    }
}

/// What rows are compared by.
fn wanted<T: FromText + Debug>(rows: &Value) -> Result<Vec<String>, Cause> {
    let row = |row| Ok(shown(&T::of(list(row)?)?));
    list(rows)?.iter().map(row).collect()
}

pub fn list(value: &Value) -> Result<&Vec<Value>, Cause> {
    static NONE: Vec<Value> = Vec::new();
    if value.is_null() {
        return Ok(&NONE);
    }
    value
        .as_array()
        .ok_or_else(|| format!("{value} is not a list").into())
}

fn same<T: PartialEq + Debug>(found: &T, wanted: &T) -> Outcome {
    match found == wanted {
        true => Ok(()),
        false => Err(format!("{found:?} instead of {wanted:?}").into()),
    }
}

/// A value with a number in place of `#`.
fn numbered(value: &Value, number: u64) -> Value {
    match value.as_str() {
        Some(text) => Value::from(text.replace('#', &number.to_string())),
        None => value.clone(),
    }
}
