//! Values of every type of DuckDB: each is read, bound again, found, and inserted in bulk, and what DuckDB says of it
//! stays the same.

use serde_json::Value;

use crate::duckdb::Db;
use crate::duckdb_units as units;
use crate::player::*;

const TYPES: &str = "../../corpus/types/duckdb.json";

/// A value that is sent through a column, and what DuckDB says of it.
pub struct Sent<'a> {
    pub table: &'a str,
    column: String,
    sql_type: &'a str,
    value: &'a str,
    text: &'a str,
    /// Why Rust cannot hold it.
    unsupported: Option<&'a str>,
    /// Gives all other columns values that Rust holds.
    usual: &'a str,
}

/// What DuckDB says of the values of a row, by column.
pub type Storage = Vec<(&'static str, Option<String>)>;

/// The row of a table, with the methods that get it in and out.
pub trait Family: Sized {
    fn store(db: &Db, id: i32) -> Outcome;
    fn get(db: &Db, id: i32) -> Result<Self, Cause>;
    fn insert(&self, db: &Db, id: i32) -> Outcome;
    fn append(&self, db: &Db, id: i32) -> Outcome;
    fn find(&self, db: &Db) -> Result<Vec<i32>, Cause>;
    fn storage(db: &Db, id: i32) -> Result<Storage, Cause>;
}

/// A text, or none.
pub trait Said {
    fn said(self) -> Option<String>;
}

impl Said for String {
    fn said(self) -> Option<String> {
        Some(self)
    }
}

impl Said for Option<String> {
    fn said(self) -> Option<String> {
        self
    }
}

macro_rules! family {
    ($row:ident: $store:ident, $get:ident, $find:ident, $append:ident, $storage:ident, $insert:ident,
        $sent:ident { $($value:ident),+ },
        $sought:ident { $($key:ident),+ },
        $said:ident { $($column:ident),+ },
    ) => {
        impl crate::duckdb_types::Family for $row {
            fn store(db: &Db, id: i32) -> Outcome {
                Types::new(db).$store(id)?;
                Ok(())
            }

            fn get(db: &Db, id: i32) -> Result<Self, Cause> {
                Ok(Types::new(db).$get(id)?.ok_or("no row")?)
            }

            fn insert(&self, db: &Db, id: i32) -> Outcome {
                let row = Self { id, ..self.clone() };
                Types::new(db).$insert(&$sent { $($value: row.$value),+ })?;
                Ok(())
            }

            fn append(&self, db: &Db, id: i32) -> Outcome {
                let row = Self { id, ..self.clone() };
                Types::new(db).$append([row])?;
                Ok(())
            }

            fn find(&self, db: &Db) -> Result<Vec<i32>, Cause> {
                let row = self.clone();
                Ok(Types::new(db).$find(&$sought { $($key: row.$key),+ })?)
            }

            fn storage(db: &Db, id: i32) -> Result<crate::duckdb_types::Storage, Cause> {
                use crate::duckdb_types::Said;
                let row: $said = Types::new(db).$storage(id)?.ok_or("no row")?;
                Ok(vec![$((stringify!($column), row.$column.said())),+])
            }
        }
    };
}

/// Plays each value of a type, in the column that has no NULL and in its twin.
pub fn play(only: &str) -> Result<Vec<(String, Outcome)>, Cause> {
    let corpus: Value = serde_json::from_str(&std::fs::read_to_string(TYPES)?)?;
    let db = Db::open_in_memory()?;
    for script in units::migrations("types") {
        db.execute_batch(script)?;
    }
    let columns = corpus["types"].as_array().ok_or("no types")?;
    let mut played = Vec::new();
    for column in columns {
        let (table, name) = (str_of(&column["table"])?, str_of(&column["column"])?);
        let title = format!("types/duckdb/{table}.{name}");
        if title.contains(only) && !only.starts_with('-') {
            played.push((title, play_column(&db, column, &usual(columns, table)?)));
        }
    }
    Ok(played)
}

/// The statement that gives each column of a table the first value that Rust holds.
fn usual(columns: &[Value], table: &str) -> Result<String, Cause> {
    let mut set = Vec::new();
    for column in columns.iter().filter(|column| column["table"] == table) {
        let held = |value: &&Value| value["unsupported"]["rust"].is_null();
        let values = column["values"].as_array().ok_or("no values")?;
        let value = &values.iter().find(held).ok_or("no value")?["value"];
        let text = str_of(value)?.replace('\'', "''");
        let (name, sql_type) = (str_of(&column["column"])?, str_of(&column["type"])?);
        set.push(format!("{name} = CAST('{text}' AS {sql_type})"));
    }
    Ok(format!("UPDATE {table} SET {}", set.join(", ")))
}

fn play_column(db: &Db, column: &Value, usual: &str) -> Outcome {
    let name = str_of(&column["column"])?;
    for value in column["values"].as_array().ok_or("no values")? {
        for column_name in [name.to_owned(), format!("{name}_null")] {
            let text = str_of(&value["value"])?;
            let sent = Sent {
                table: str_of(&column["table"])?,
                column: column_name,
                sql_type: str_of(&column["type"])?,
                value: text,
                text: value["text"].as_str().unwrap_or(text),
                unsupported: value["unsupported"]["rust"].as_str(),
                usual,
            };
            let outcome = units::types::round_trip(db, &sent);
            outcome.map_err(|e| format!("{} = {text:?}: {e}", sent.column))?;
        }
    }
    Ok(())
}

impl Sent<'_> {
    pub fn round_trip<F: Family>(&self, db: &Db) -> Outcome {
        db.execute(&format!("DELETE FROM {}", self.table), [])?;
        F::store(db, 1)?;
        let (table, column, sql_type) = (self.table, &self.column, self.sql_type);
        zone(db, "UTC")?;
        db.execute_batch(self.usual)?;
        db.execute(
            &format!("UPDATE {table} SET {column} = CAST($1 AS {sql_type})"),
            [self.value],
        )?;
        let stored = storage::<F>(db, 1)?;
        let said = stored.iter().find(|(name, _)| name == column);
        if said.and_then(|(_, text)| text.as_deref()) != Some(self.text) {
            return Err(format!("stored as {said:?}").into());
        }
        let row = match (F::get(db, 1), self.unsupported) {
            (Ok(_), Some(why)) => return Err(format!("it is read, although {why}").into()),
            (Err(e), Some(_)) if e.to_string().contains(&format!("column {column}: ")) => {
                return Ok(());
            }
            (row, _) => row?,
        };
        row.insert(db, 2)?;
        row.append(db, 3)?;
        for (id, how) in [(2, "bound"), (3, "in bulk")] {
            let again = storage::<F>(db, id)?;
            if let Some((again, was)) = again.iter().zip(&stored).find(|(a, b)| a != b) {
                return Err(format!("{how}, {again:?} instead of {was:?}").into());
            }
        }
        match row.find(db)?[..] {
            [1, 2, 3] => Ok(()),
            ref found => Err(format!("found in {found:?}").into()),
        }
    }
}

/// What DuckDB says of a row, whose times it says in UTC; all else is done in another zone.
fn storage<F: Family>(db: &Db, id: i32) -> Result<Storage, Cause> {
    zone(db, "UTC")?;
    let found = F::storage(db, id);
    zone(db, "Asia/Kolkata")?;
    found
}

fn zone(db: &Db, name: &str) -> Outcome {
    Ok(db.execute_batch(&format!("SET TimeZone = '{name}'"))?)
}
