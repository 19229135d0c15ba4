//! What DuckDB takes in its own way.

/// A stream is an iterator already.
pub use std::convert::identity as iterate;

use ::duckdb::Connection;

use crate::Answer;

#[path = "../gen/duckdb"]
mod generated {
    pub mod music;
    pub mod sqg;
}
pub use crate::typed::{ids, loaded};
pub use generated::music::*;
/// Reviews are counted by a view: the table has no column for them.
pub use generated::music::{AddAlbumRow as AddedAlbum, AlbumsRow as NewAlbum};
pub use generated::sqg::Result;

impl<T> Answer for Result<T> {
    type Value = T;

    fn done(self) -> Self {
        self
    }
}

pub fn open(file: &str) -> ::duckdb::Result<Connection> {
    Connection::open(file)
}
