//! Fills the tables from tab-separated files through the generated bulk inserts.

use std::fs;
use std::path::Path;

use chrono::{NaiveDate, NaiveDateTime};
use rust_decimal::Decimal;

use crate::engine::*;
use crate::{Outcome, at};

pub fn load(shop: &Music, data: &Path) -> Outcome {
    println!("== loaded");
    fill::<ArtistsRow>(data, "artists", |rows| done(shop.bulk_insert_artists(rows)))?;
    fill::<GenresRow>(data, "genres", |rows| done(shop.bulk_insert_genres(rows)))?;
    fill::<MediaTypesRow>(data, "media_types", |rows| {
        done(shop.bulk_insert_media_types(rows))
    })?;
    fill::<AlbumsRow>(data, "albums", |rows| done(shop.bulk_insert_albums(rows)))?;
    fill::<TracksRow>(data, "tracks", |rows| done(shop.bulk_insert_tracks(rows)))?;
    fill::<EmployeesRow>(data, "employees", |rows| {
        done(shop.bulk_insert_employees(rows))
    })?;
    fill::<CustomersRow>(data, "customers", |rows| {
        done(shop.bulk_insert_customers(rows))
    })?;
    fill::<InvoicesRow>(data, "invoices", |rows| {
        done(shop.bulk_insert_invoices(rows))
    })?;
    fill::<InvoiceLinesRow>(data, "invoice_lines", |rows| {
        done(shop.bulk_insert_invoice_lines(rows))
    })?;
    fill::<PromotionsRow>(data, "promotions", |rows| {
        done(shop.bulk_insert_promotions(rows))
    })?;
    fill::<PlaylistsRow>(data, "playlists", |rows| {
        done(shop.bulk_insert_playlists(rows))
    })?;
    fill::<PlaylistTracksRow>(data, "playlist_tracks", |rows| {
        done(shop.bulk_insert_playlist_tracks(rows))
    })?;
    fill::<ReviewsRow>(data, "reviews", |rows| done(shop.bulk_insert_reviews(rows)))?;
    fill::<PlaysRow>(data, "plays", |rows| done(shop.bulk_insert_plays(rows)))?;
    loaded(shop)
}

fn fill<Row: Line>(
    data: &Path,
    table: &str,
    insert: impl FnOnce(Vec<Row>) -> Result<u64>,
) -> Outcome {
    let text = fs::read_to_string(data.join(format!("{table}.tsv")))?;
    let rows = text.lines().map(|line| Row::read(line.split('\t')));
    let count = insert(rows.collect::<Outcome<_>>()?)?;
    println!("{table} | {count}");
    Ok(())
}

/// A value of a file.
pub trait Field: Sized {
    fn read(text: &str) -> Outcome<Self>;
}

/// Types that read their own text.
macro_rules! read_as_written {
    ($($type:ty),*) => {$(
        impl Field for $type {
            fn read(text: &str) -> Outcome<Self> {
                Ok(text.parse()?)
            }
        }
    )*};
}

read_as_written!(i64, f64, String, NaiveDate, Decimal);

impl Field for bool {
    fn read(text: &str) -> Outcome<Self> {
        Ok(text == "1")
    }
}

impl Field for NaiveDateTime {
    fn read(text: &str) -> Outcome<Self> {
        Ok(at(text)?)
    }
}

impl<T: Field> Field for Option<T> {
    fn read(text: &str) -> Outcome<Self> {
        Ok(match text {
            r"\N" => None,
            text => Some(T::read(text)?),
        })
    }
}

/// A row of a file.
pub trait Line: Sized {
    fn read<'a>(fields: impl Iterator<Item = &'a str>) -> Outcome<Self>;
}

/// Reads rows whose fields stand in a line in this order.
macro_rules! read_by_fields {
    ($($row:ident { $($field:ident),* $(,)? })*) => {$(
        impl Line for $row {
            fn read<'a>(mut fields: impl Iterator<Item = &'a str>) -> Outcome<Self> {
                let mut next = || fields.next().ok_or("a line ends too early");
                Ok(Self { $($field: Field::read(next()?)?),* })
            }
        }
    )*};
}

pub(crate) use read_by_fields;

read_by_fields! {
    ArtistsRow { id, name, country, formed_year }
    GenresRow { id, name }
    MediaTypesRow { id, name, lossless }
    AlbumsRow { id, artist_id, title, released, label }
    EmployeesRow { id, manager_id, first_name, last_name, job, hired, email }
    CustomersRow {
        id, first_name, last_name, email, company, country, city, support_rep_id, newsletter,
        created_at,
    }
    InvoicesRow { id, customer_id, status, issued_at, paid_at, country, total }
    InvoiceLinesRow { id, invoice_id, track_id, quantity, unit_price_cents }
    PromotionsRow { code, percent, valid_from, valid_to, rules }
    PlaylistsRow { id, name, owner_id, public, created_at }
    PlaylistTracksRow { playlist_id, position, track_id }
    ReviewsRow { id, album_id, customer_id, rating, body, written_at }
    PlaysRow { customer_id, track_id, played_at, seconds }
}
