//! What PostgreSQL and DuckDB take in their own way: a list is an array, a status an enum.

use crate::engine::{InvoiceStatus, Music, TracksRow};
use crate::load::{Field, Line, read_by_fields};
use crate::report::Show;
use crate::{Answer, Outcome};

pub fn ids<const N: usize>(list: [i64; N]) -> [i64; N] {
    list
}

/// The engine's own ids go on behind those that were loaded.
pub fn loaded(shop: &Music) -> Outcome {
    shop.continue_ids().done()?;
    Ok(())
}

impl Field for InvoiceStatus {
    fn read(text: &str) -> Outcome<Self> {
        Ok(text.parse()?)
    }
}

impl Show for InvoiceStatus {
    fn show(&self) -> String {
        self.to_string()
    }
}

/// A track has one composer, or none.
impl Field for Vec<Option<String>> {
    fn read(text: &str) -> Outcome<Self> {
        let composer = Option::<String>::read(text)?;
        Ok(composer.into_iter().map(Some).collect())
    }
}

read_by_fields! {
    TracksRow {
        id, album_id, position, title, genre_id, media_type_id, composers, duration_ms, bytes,
        price_cents, explicit,
    }
}
