//! Plays contracts with the code of rust/duckdb.

use serde_json::Value;
use sqg_suite::duckdb::sqg::{Blob, Interval, Map, TimeTz};

use crate::Case;
use crate::duckdb_units as units;
use crate::player::*;

pub type Db = duckdb::Connection;

pub fn play(case: &Case) -> Outcome {
    let (unit, db) = (case.unit(), open(case)?);
    for (step, variant) in case.steps() {
        let outcome = units::call(&unit, &db, &mut Step::new(step, variant));
        case.expect(step, variant, outcome)?;
    }
    Ok(())
}

/// A new database for a case.
pub fn open(case: &Case) -> Result<Db, Cause> {
    let db = Db::open_in_memory()?;
    for sql in case.contract["settings"].as_array().into_iter().flatten() {
        db.execute_batch(sql.as_str().unwrap_or(""))?;
    }
    for sql in units::migrations(&case.unit()) {
        db.execute_batch(sql)?;
    }
    for sql in case.test_data()? {
        db.execute_batch(&sql)?;
    }
    Ok(db)
}

impl FromText for Blob {
    fn parse(value: &Value) -> Result<Self, Cause> {
        Vec::<u8>::parse(value).map(Self)
    }
}

/// Of these the contract has no values.
impl<K, V> FromText for Map<K, V> {
    fn parse(_: &Value) -> Result<Self, Cause> {
        Err("a map".into())
    }
}

impl FromText for Interval {
    fn parse(value: &Value) -> Result<Self, Cause> {
        let (months, days) = match str_of(value)? {
            "1 month" => (1, 0),
            "1 day" => (0, 1),
            "2 days" => (0, 2),
            other => return Err(format!("the interval {other}").into()),
        };
        Ok(Self {
            months,
            days,
            micros: 0,
        })
    }
}

impl FromText for TimeTz {
    fn parse(_: &Value) -> Result<Self, Cause> {
        Err("a time with an offset".into())
    }
}
