//! What SQLite takes in its own way, by rusqlite: a list is JSON, a document and a status are text.

/// A stream is an iterator already.
pub use std::convert::identity as iterate;

use rusqlite::Connection;

use crate::load::{Field, Line, read_by_fields};
use crate::{Answer, Outcome};

#[path = "../gen/sqlite"]
mod generated {
    pub mod music;
    pub mod sqg;
}
pub use generated::music::*;
pub use generated::music::{AlbumsInsert as NewAlbum, AlbumsRow as AddedAlbum};
pub use generated::sqg::Result;

impl<T> Answer for Result<T> {
    type Value = T;

    fn done(self) -> Self {
        self
    }
}

pub fn open(file: &str) -> rusqlite::Result<Connection> {
    Connection::open(file)
}

pub fn ids<const N: usize>(list: [i64; N]) -> String {
    format!("{list:?}")
}

/// Ids go on behind the largest one.
pub fn loaded(_: &Music) -> Outcome {
    Ok(())
}

read_by_fields! {
    TracksRow {
        id, album_id, position, title, genre_id, media_type_id, composer, duration_ms, bytes,
        price_cents, explicit,
    }
}
