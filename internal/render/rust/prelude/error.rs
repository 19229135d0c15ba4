use std::error::Error as StdError;
use std::fmt;

/// What an error comes from.
pub type Cause = Box<dyn StdError + Send + Sync>;

/// What went wrong, and in which statement, row or column.
#[derive(Debug)]
pub struct Error {
    place: String,
    cause: Cause,
}

/// What a statement returns.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    fn new(place: impl Into<String>, cause: impl Into<Cause>) -> Self {
        Self {
            place: place.into(),
            cause: cause.into(),
        }
    }

    /// What a function of the program said of a column's value.
    pub fn column(name: &str, cause: impl Into<Cause>) -> Self {
        Self::new(format!("column {name}"), cause)
    }

    fn within(self, place: &str) -> Self {
        let inner = match self.place.as_str() {
            "" => String::new(),
            inner => format!(": {inner}"),
        };
        Self::new(format!("{place}{inner}"), self.cause)
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        Some(&*self.cause)
    }
}
