use std::error::Error as StdError;
use std::fmt;

/// The cause of an error.
pub type Cause = Box<dyn StdError + Send + Sync>;

/// An error, with its statement, row or column. It is small, because every result has room for one.
#[derive(Debug)]
pub struct Error(Box<Failure>);

#[derive(Debug)]
struct Failure {
    place: String,
    cause: Cause,
}

/// The result of a statement.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    #[cold]
    fn new(place: impl Into<String>, cause: impl Into<Cause>) -> Self {
        Self(Box::new(Failure {
            place: place.into(),
            cause: cause.into(),
        }))
    }

    /// The error of the program's own function for a column's value.
    #[cold]
    pub fn column(name: &str, cause: impl Into<Cause>) -> Self {
        Self::new(format!("column {name}"), cause)
    }

    /// Whether no row matched a statement that requires one.
    pub fn is_no_row(&self) -> bool {
        self.0.cause.is::<NoRow>()
    }

    fn within(mut self, place: &str) -> Self {
        self.enclose(place);
        self
    }

    #[cold]
    fn enclose(&mut self, place: &str) {
        self.0.place = match self.0.place.as_str() {
            "" => place.to_owned(),
            inner => format!("{place}: {inner}"),
        };
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        Some(&*self.0.cause)
    }
}

#[derive(Debug)]
struct NoRow;

impl fmt::Display for NoRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no row")
    }
}

impl StdError for NoRow {}

/// The row of a query that requires one.
fn required<T>(name: &str, row: Option<T>) -> Result<T> {
    row.ok_or_else(|| Error::new(name, NoRow))
}

/// Reads a row of a statement. What is read stays where it is, as there is a lot of it.
fn read_row<T>(name: &str, row: &Row, by: Reader<T>) -> Result<T> {
    let mut read = by(row);
    if let Err(error) = &mut read {
        error.enclose(name);
    }
    read
}

/// Reads one of many rows. An error has the row's number.
fn read_nth<T>(number: usize, row: &Row, by: Reader<T>) -> Result<T> {
    let mut read = by(row);
    if let Err(error) = &mut read {
        error.enclose(&format!("row {number}"));
    }
    read
}
