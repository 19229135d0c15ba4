//! Types of an application, which the config asks for.

use std::convert::Infallible;

use chrono::{Datelike, NaiveDate};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use uuid::Uuid;

use crate::own::duckdb::sqg::Blob;

/// A JSON document, of which nothing but its text is looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Document(pub String);

impl Document {
    pub fn read(text: String) -> Result<Self, Infallible> {
        Ok(Self(text))
    }

    pub fn write(&self) -> Result<&str, String> {
        match self.0.as_str() {
            "" => Err("an empty document".into()),
            text => Ok(text),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum State {
    Draft,
    Published,
}

impl State {
    pub fn of(label: String) -> Result<Self, String> {
        match label.as_str() {
            "draft" => Ok(Self::Draft),
            "published" => Ok(Self::Published),
            _ => Err(format!("{label} is no state")),
        }
    }

    pub fn label(&self) -> Result<&'static str, Infallible> {
        Ok(match self {
            Self::Draft => "draft",
            Self::Published => "published",
        })
    }
}

/// An amount of money.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cents(pub i64);

impl Cents {
    pub fn of(amount: Decimal) -> Result<Self, &'static str> {
        let cents = amount * Decimal::ONE_HUNDRED;
        cents.to_i64().map(Self).ok_or("too much money")
    }

    pub fn decimal(&self) -> Result<Decimal, Infallible> {
        Ok(Decimal::new(self.0, 2))
    }
}

/// A number that is stored as such.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level(pub i32);

impl Level {
    pub fn of(number: i32) -> Result<Self, Infallible> {
        Ok(Self(number))
    }

    pub fn number(&self) -> Result<i32, &'static str> {
        match self.0 {
            i32::MIN => Err("too low a level"),
            number => Ok(number),
        }
    }
}

/// Bytes, each of which is stored inverted.
#[derive(Clone, Debug, PartialEq)]
pub struct Packed(pub Vec<u8>);

impl Packed {
    pub fn of(stored: Blob) -> Result<Self, Infallible> {
        Ok(Self(stored.0.into_iter().map(|b| !b).collect()))
    }

    pub fn bytes(&self) -> Result<Blob, Infallible> {
        Ok(Blob(self.0.iter().map(|b| !b).collect()))
    }
}

/// A key, a number that is stored as a UUID.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key(pub i64);

impl Key {
    pub fn of(uuid: Uuid) -> Result<Self, std::num::TryFromIntError> {
        uuid.as_u128().try_into().map(Self)
    }

    pub fn uuid(&self) -> Result<Uuid, String> {
        let number = u128::try_from(self.0).map_err(|_| format!("{} is no key", self.0))?;
        Ok(Uuid::from_u128(number))
    }
}

/// A day by its number, from the first of January 1970 on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Day(pub i32);

impl Day {
    const FIRST: i32 = 719_163;

    pub fn of(date: NaiveDate) -> Result<Self, Infallible> {
        Ok(Self(date.num_days_from_ce() - Self::FIRST))
    }

    pub fn date(&self) -> Result<NaiveDate, &'static str> {
        NaiveDate::from_num_days_from_ce_opt(self.0 + Self::FIRST).ok_or("no day")
    }
}
