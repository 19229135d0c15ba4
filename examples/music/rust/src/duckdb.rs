//! What DuckDB takes in its own way.

/// What the generated code gives is there already.
pub use std::convert::identity as done;
/// A stream is an iterator.
pub use std::convert::identity as iterate;

use ::duckdb::Connection;

#[path = "../gen/duckdb"]
mod generated {
    pub mod music;
    pub mod sqg;
}
pub use crate::typed::{ids, loaded};
pub use generated::music::*;
pub use generated::sqg::Result;

pub fn open(file: &str) -> ::duckdb::Result<Connection> {
    Connection::open(file)
}
