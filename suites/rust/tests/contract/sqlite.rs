//! Plays contracts with the code of rust/sqlite/rusqlite.

use rusqlite::types::Value as Any;
use serde_json::Value;

use crate::Case;
use crate::player::*;
use crate::sqlite_units as units;

pub type Db = rusqlite::Connection;

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
    for sql in units::migrations(&case.unit()) {
        db.execute_batch(sql)?;
    }
    for sql in case.test_data()? {
        db.execute_batch(&sql)?;
    }
    Ok(db)
}

impl FromText for Any {
    fn parse(value: &Value) -> Result<Self, Cause> {
        let text = str_of(value)?;
        let number = text.parse().map(Self::Integer);
        Ok(number.unwrap_or_else(|_| Self::Text(text.to_owned())))
    }
}
