use std::fmt;

pub use rusqlite::Row;
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{CachedStatement, Connection};

impl Error {
    /// The driver's error, if it is one.
    pub fn driver(&self) -> Option<&rusqlite::Error> {
        self.0.cause.downcast_ref()
    }

    /// The code of SQLite's error, if it is one.
    pub fn code(&self) -> Option<rusqlite::ErrorCode> {
        self.driver()?.sqlite_error_code()
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

/// A connection, which keeps statements prepared.
pub struct Database<'c> {
    connection: &'c Connection,
}

/// What reads a row.
type Reader<T> = fn(&Row) -> Result<T>;

/// A statement that the driver has prepared.
type Prepared<'c> = rusqlite::Statement<'c>;

/// The arguments of a statement.
pub type Args<'a> = &'a [&'a dyn Encode];

impl<'c> Database<'c> {
    pub fn new(connection: &'c Connection) -> Self {
        Self { connection }
    }

    /// A statement that the connection keeps prepared.
    #[inline]
    fn prepare(&self, sql: &str) -> Result<CachedStatement<'c>, rusqlite::Error> {
        self.connection.prepare_cached(sql)
    }

    /// The same with its parameters, made where the caller keeps it: it is large, and moving it takes time.
    #[inline(always)]
    fn bound(&self, statement: &Statement, args: Args) -> Result<CachedStatement<'c>> {
        let prepared = self.prepare(statement.sql);
        let mut prepared = prepared.map_err(|e| Error::new(statement.name, e))?;
        bind(&mut prepared, args).map_err(|e| e.within(statement.name))?;
        Ok(prepared)
    }

    /// Every row that a query finds.
    pub fn all<T>(&self, statement: &Statement, args: Args, by: Reader<T>) -> Result<Vec<T>> {
        let mut prepared = self.bound(statement, args)?;
        let found = found(&mut prepared, |row, number| read_nth(number, row, by));
        found.map_err(|e| e.within(statement.name))
    }

    /// The first row that a query finds. A statement that changes rows runs to its end.
    pub fn one<T>(&self, statement: &Statement, args: Args, by: Reader<T>) -> Result<Option<T>> {
        let failed = |e| Error::new(statement.name, e);
        let mut prepared = self.bound(statement, args)?;
        let reads = prepared.readonly();
        let mut rows = prepared.raw_query();
        let Some(row) = rows.next().map_err(failed)? else {
            return Ok(None);
        };
        let first = read_row(statement.name, row, by).map(Some);
        if !reads {
            finish(rows).map_err(failed)?;
        }
        first
    }

    /// The first row that a query finds, which has to find one.
    pub fn only<T>(&self, statement: &Statement, args: Args, by: Reader<T>) -> Result<T> {
        required(statement.name, self.one(statement, args, by)?)
    }

    /// The rows that a query finds, while they come.
    pub fn stream<T>(
        &self,
        statement: &Statement,
        args: Args,
        by: Reader<T>,
    ) -> Result<Rows<'c, T>> {
        Ok(Rows {
            name: statement.name.to_owned(),
            statement: self.bound(statement, args)?,
            by,
            count: 0,
            done: false,
        })
    }

    /// Runs a statement, and returns the number of changed rows.
    pub fn execute(&self, statement: &Statement, args: Args) -> Result<u64> {
        let changed = self.bound(statement, args)?.raw_execute();
        Ok(changed.map_err(|e| Error::new(statement.name, e))? as u64)
    }

    /// Runs a statement that changes no rows, whatever it returns.
    pub fn run(&self, statement: &Statement, args: Args) -> Result<()> {
        let mut prepared = self.bound(statement, args)?;
        let mut rows = prepared.raw_query();
        let mut next = || rows.next().map(|row| row.is_some());
        while next().map_err(|e| Error::new(statement.name, e))? {}
        Ok(())
    }

    /// Begins a unit that takes effect as a whole or not at all: a savepoint, even outside of a transaction.
    fn begin(&self) -> Result<Unit<'c>, rusqlite::Error> {
        self.connection.execute_batch("SAVEPOINT sqg")?;
        Ok(Unit {
            connection: self.connection,
            open: true,
        })
    }
}

/// Work that is undone unless it is ended.
struct Unit<'c> {
    connection: &'c Connection,
    open: bool,
}

impl Unit<'_> {
    fn end(mut self) -> Result<(), rusqlite::Error> {
        self.connection.execute_batch("RELEASE sqg")?;
        self.open = false;
        Ok(())
    }
}

impl Drop for Unit<'_> {
    fn drop(&mut self) {
        if self.open {
            // Some errors make SQLite roll back the whole transaction, and the savepoint is gone then.
            let _ = self
                .connection
                .execute_batch("ROLLBACK TO sqg; RELEASE sqg");
        }
    }
}

#[inline]
fn bind(statement: &mut Prepared, args: Args) -> Result<()> {
    for (i, arg) in args.iter().enumerate() {
        put(statement, i + 1, *arg).map_err(|e| Error::new(format!("parameter {}", i + 1), e))?;
    }
    Ok(())
}

fn put(statement: &mut Prepared, at: usize, value: &dyn Encode) -> Result<(), Cause> {
    Ok(statement.raw_bind_parameter(at, value.encode()?)?)
}

/// Runs a statement to its end, apart from where a row is read, which would be moved otherwise.
#[cold]
fn finish(mut rows: rusqlite::Rows) -> Result<(), rusqlite::Error> {
    while rows.next()?.is_some() {}
    Ok(())
}

/// Every row that a statement finds, whose parameters are bound, read by its number.
fn found<T>(
    prepared: &mut Prepared,
    mut read: impl FnMut(&Row, usize) -> Result<T>,
) -> Result<Vec<T>> {
    let mut rows = prepared.raw_query();
    let mut found = Vec::new();
    while let Some(row) = rows.next().map_err(|e| Error::new("", e))? {
        found.push(read(row, found.len() + 1)?);
    }
    Ok(found)
}

/// The only value of a row.
pub fn first<T: Decode>(row: &Row) -> Result<T> {
    get(row, 0)
}

/// A column of a row.
#[inline]
pub fn get<T: Decode>(row: &Row, column: usize) -> Result<T> {
    let failed = |e| Error::new(format!("column {}", column + 1), e);
    T::decode(row.get_ref(column).map_err(failed)?).map_err(|e| misread(row, column, e))
}

/// The error of a column whose value cannot be read.
#[cold]
fn misread(row: &Row, column: usize, cause: impl Into<Cause>) -> Error {
    Error::column(row.as_ref().column_name(column).unwrap_or("?"), cause)
}

/// The rows of a query, read one at a time.
pub struct Rows<'c, T> {
    name: String,
    statement: CachedStatement<'c>,
    by: Reader<T>,
    count: usize,
    done: bool,
}

impl<T> Iterator for Rows<'_, T> {
    type Item = Result<T>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let mut rows = self.statement.raw_query();
        let next = match rows.next() {
            Ok(None) => None,
            Ok(Some(row)) => {
                self.count += 1;
                let read = read_nth(self.count, row, self.by);
                Some(read.map_err(|e| e.within(&self.name)))
            }
            Err(e) => Some(Err(Error::new(&self.name, e))),
        };
        match next {
            Some(Ok(_)) => std::mem::forget(rows), // the statement stays where it is
            _ => self.done = true,
        }
        next
    }
}

impl<T> Drop for Rows<'_, T> {
    fn drop(&mut self) {
        drop(self.statement.raw_query()); // which resets the statement
    }
}

/// Quotes a text for SQL.
pub fn literal(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
