//! Plays contracts with the code of rust/sqlite/rusqlite.

use rusqlite::types::Value as Any;
use serde_json::Value;

use crate::Case;
use crate::player::*;
use crate::sqlite_units as units;

pub type Db = rusqlite::Connection;

pub fn play(case: &Case) -> Outcome {
    let unit = case.unit();
    let db = Db::open_in_memory()?;
    for sql in units::migrations(&unit) {
        db.execute_batch(sql)?;
    }
    for sql in case.test_data()? {
        db.execute_batch(&sql)?;
    }
    for (step, variant) in case.steps() {
        let outcome = units::call(&unit, &db, &mut Step::new(step, variant));
        expect(step, outcome)?;
    }
    Ok(())
}

impl FromText for Any {
    fn parse(value: &Value) -> Result<Self, Cause> {
        let text = str_of(value)?;
        let number = text.parse().map(Self::Integer);
        Ok(number.unwrap_or_else(|_| Self::Text(text.to_owned())))
    }
}
