use std::fmt;

use duckdb::Connection;
pub use duckdb::arrow::array::Array;
use duckdb::arrow::array::{ArrayRef, AsArray, StructArray};
use duckdb::arrow::datatypes as arrow;
pub use duckdb::types::ToSqlOutput;

impl Error {
    /// The driver's error, if it is one.
    pub fn driver(&self) -> Option<&duckdb::Error> {
        self.0.cause.downcast_ref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.place, self.0.cause)
    }
}

/// A statement of the SQL file.
pub struct Statement<'a> {
    pub name: &'a str,
    pub sql: &'a str,
}

impl<'a> Statement<'a> {
    /// A statement whose text was made for one call.
    pub fn once(name: &'a str, sql: &'a str) -> Self {
        Self { name, sql }
    }
}

/// A connection.
pub struct Database<'c> {
    connection: &'c Connection,
}

/// What reads a row.
type Reader<T> = fn(&Row) -> Result<T>;

/// A statement that the driver has prepared.
type Prepared<'c> = duckdb::Statement<'c>;

/// The arguments of a statement.
pub type Args<'a> = &'a [&'a dyn Encode];

impl<'c> Database<'c> {
    pub fn new(connection: &'c Connection) -> Self {
        Self { connection }
    }

    /// A statement that is prepared for one call: DuckDB puts settings into it as they are then.
    fn prepare(&self, sql: &str) -> Result<Prepared<'c>, duckdb::Error> {
        self.connection.prepare(sql)
    }

    fn bound(&self, statement: &Statement, args: Args) -> Result<Prepared<'c>> {
        let prepared = self.prepare(statement.sql);
        let mut prepared = prepared.map_err(|e| Error::new(statement.name, e))?;
        bind(&mut prepared, args).map_err(|e| e.within(statement.name))?;
        Ok(prepared)
    }

    fn run_prepared(&self, statement: &Statement, args: Args) -> Result<(Prepared<'c>, u64)> {
        let mut prepared = self.bound(statement, args)?;
        let changed = prepared.raw_execute();
        let changed = changed.map_err(|e| Error::new(statement.name, e))? as u64;
        Ok((prepared, changed))
    }

    /// Every row that a query finds.
    pub fn all<T>(&self, statement: &Statement, args: Args, by: Reader<T>) -> Result<Vec<T>> {
        let mut prepared = self.bound(statement, args)?;
        let found = found(&mut prepared, |row, number| read_nth(number, row, by));
        found.map_err(|e| e.within(statement.name))
    }

    /// The first row that a query finds.
    pub fn one<T>(&self, statement: &Statement, args: Args, by: Reader<T>) -> Result<Option<T>> {
        let (prepared, _) = self.run_prepared(statement, args)?;
        let Some(batch) = next(&prepared, statement.name)? else {
            return Ok(None);
        };
        let row = Row {
            batch: &batch,
            index: 0,
        };
        read_row(statement.name, &row, by).map(Some)
    }

    /// The first row that a query finds, which has to find one.
    pub fn only<T>(&self, statement: &Statement, args: Args, by: Reader<T>) -> Result<T> {
        required(statement.name, self.one(statement, args, by)?)
    }

    /// The rows that a query finds, made from what DuckDB holds of them one at a time.
    pub fn stream<T>(
        &self,
        statement: &Statement,
        args: Args,
        by: Reader<T>,
    ) -> Result<Rows<'c, T>> {
        let (prepared, _) = self.run_prepared(statement, args)?;
        Ok(Rows {
            name: statement.name.to_owned(),
            statement: prepared,
            batch: None,
            index: 0,
            count: 0,
            by,
        })
    }

    /// Runs a statement, and returns the number of changed rows.
    pub fn execute(&self, statement: &Statement, args: Args) -> Result<u64> {
        self.run_prepared(statement, args)
            .map(|(_, changed)| changed)
    }

    /// Runs a statement that changes no rows, whatever it returns.
    pub fn run(&self, statement: &Statement, args: Args) -> Result<()> {
        self.execute(statement, args).map(drop)
    }

    /// Whether a transaction is open: then two statements are of the same one. To begin another would abort it.
    fn in_transaction(&self) -> Result<bool, duckdb::Error> {
        let number = || {
            let sql = "SELECT current_transaction_id()";
            self.connection
                .query_row(sql, [], |row| row.get::<_, u64>(0))
        };
        Ok(number()? == number()?)
    }

    /// Begins what is done as a whole or not at all. DuckDB has no savepoints: within the caller's transaction it is
    /// part of that.
    fn begin(&self) -> Result<Unit<'c>, duckdb::Error> {
        let own = !self.in_transaction()?;
        if own {
            self.connection.execute_batch("BEGIN TRANSACTION")?;
        }
        Ok(Unit {
            connection: self.connection,
            open: own,
        })
    }
}

/// Work that is undone unless it is ended.
struct Unit<'c> {
    connection: &'c Connection,
    open: bool,
}

impl Unit<'_> {
    fn end(mut self) -> Result<(), duckdb::Error> {
        if std::mem::take(&mut self.open) {
            self.connection.execute_batch("COMMIT")?;
        }
        Ok(())
    }
}

impl Drop for Unit<'_> {
    fn drop(&mut self) {
        if self.open {
            let _ = self.connection.execute_batch("ROLLBACK");
        }
    }
}

fn bind(statement: &mut Prepared, args: Args) -> Result<()> {
    for (i, arg) in args.iter().enumerate() {
        put(statement, i + 1, *arg).map_err(|e| Error::new(format!("parameter {}", i + 1), e))?;
    }
    Ok(())
}

fn put(statement: &mut Prepared, at: usize, value: &dyn Encode) -> Result<(), Cause> {
    Ok(statement.raw_bind_parameter(at, value.encode()?)?)
}

/// Every row that a statement finds, whose parameters are bound, read by its number.
fn found<T>(
    prepared: &mut Prepared,
    mut read: impl FnMut(&Row, usize) -> Result<T>,
) -> Result<Vec<T>> {
    let mut found = Vec::new();
    each_row(prepared, |row| {
        found.push(read(row, found.len() + 1)?);
        Ok(())
    })?;
    Ok(found)
}

/// Runs a statement whose parameters are bound, and reads each row that it finds.
#[inline]
fn each_row(prepared: &mut Prepared, mut read: impl FnMut(&Row) -> Result<()>) -> Result<()> {
    prepared.raw_execute().map_err(|e| Error::new("", e))?;
    while let Some(batch) = next(prepared, "")? {
        for index in 0..batch.len() {
            let row = Row {
                batch: &batch,
                index,
            };
            read(&row)?;
        }
    }
    Ok(())
}

/// The next rows of a result, of which there are some.
fn next(statement: &Prepared, name: &str) -> Result<Option<StructArray>> {
    loop {
        let batch = statement.step().map_err(|e| Error::new(name, e))?;
        if batch.as_ref().is_none_or(|batch| !batch.is_empty()) {
            return Ok(batch);
        }
    }
}

/// A row of a result.
pub struct Row<'a> {
    batch: &'a StructArray,
    index: usize,
}

/// The only value of a row.
pub fn first<T: Decode>(row: &Row) -> Result<T> {
    get(row, 0)
}

/// A column of a row.
#[inline]
pub fn get<T: Decode>(row: &Row, column: usize) -> Result<T> {
    T::decode(row.batch.column(column), row.index).map_err(|e| misread(row, column, e))
}

/// The error of a column whose value cannot be read.
#[cold]
fn misread(row: &Row, column: usize, cause: impl Into<Cause>) -> Error {
    Error::column(row.batch.column_names()[column], cause)
}

/// The rows of a query, read one at a time.
pub struct Rows<'c, T> {
    name: String,
    statement: Prepared<'c>,
    batch: Option<StructArray>,
    index: usize,
    count: usize,
    by: Reader<T>,
}

impl<T> Rows<'_, T> {
    fn read(&mut self) -> Result<Option<T>> {
        if self
            .batch
            .as_ref()
            .is_none_or(|batch| batch.len() == self.index)
        {
            self.batch = next(&self.statement, &self.name)?;
            self.index = 0;
        }
        let Some(batch) = &self.batch else {
            return Ok(None);
        };
        let row = Row {
            batch,
            index: self.index,
        };
        self.index += 1;
        self.count += 1;
        let read = read_nth(self.count, &row, self.by);
        read.map(Some).map_err(|e| e.within(&self.name))
    }
}

impl<T> Iterator for Rows<'_, T> {
    type Item = Result<T>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

/// Quotes a text for SQL.
pub fn literal(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
