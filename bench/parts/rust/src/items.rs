//! What all ways have: the rows, and what they search by.

use rusqlite::{Connection, params_from_iter};

use crate::generated::parts::{ItemRow, Parts};

pub type Failure = Box<dyn std::error::Error>;

/// The value of each column to search by, None for none.
pub type Filter = Vec<Option<i64>>;

/// A way to search: runs so many calls, and returns what the last one finds.
pub type Run<'a> = Box<dyn FnMut(&Filter, u32) -> Result<Vec<ItemRow>, Failure> + 'a>;

pub const BEGIN: &str = "SELECT id, name FROM item WHERE true";
pub const END: &str = " ORDER BY id LIMIT 10";

/// After how many rows the values of a column come again; the steps of columns are prime to it.
const PERIOD: i64 = 20_011;
pub const STEPS: [i64; 12] = [1, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
pub const COLUMNS: [&str; 12] = [
    "c01", "c02", "c03", "c04", "c05", "c06", "c07", "c08", "c09", "c10", "c11", "c12",
];

/// The value of a row's column.
pub fn value(row: i64, step: i64) -> i64 {
    row * step % PERIOD
}

/// The statements that make the table, and the one that inserts a row by its number and its columns' values.
pub fn script() -> (String, String) {
    let marks: String = (0..STEPS.len()).map(|i| format!(", ?{}", i + 2)).collect();
    let insert = format!("INSERT INTO item VALUES (?1, 'item ' || ?1{marks})");
    (Parts::migrations().collect(), insert)
}

/// What `insert` binds for a row.
pub fn row(id: i64) -> impl Iterator<Item = i64> {
    std::iter::once(id).chain(STEPS.map(|step| value(id, step)))
}

/// A database in memory with the items.
pub fn filled(rows: i64) -> Result<Connection, Failure> {
    let db = Connection::open_in_memory()?;
    let (schema, insert) = script();
    db.execute_batch(&schema)?;
    let unit = db.unchecked_transaction()?;
    let mut statement = db.prepare(&insert)?;
    for id in 1..=rows {
        statement.execute(params_from_iter(row(id)))?;
    }
    drop(statement);
    unit.commit()?;
    Ok(db)
}
