//! Fills the tables from tab-separated files through the generated bulk inserts.

use std::fs;
use std::path::Path;

use chrono::{NaiveDate, NaiveDateTime};
use rust_decimal::Decimal;

use crate::engine::*;
use crate::{Answer, Outcome, at};

pub fn load(shop: &Music, data: &Path) -> Outcome {
    println!("== loaded");
    fill::<ArtistsRow, _>(data, "artists", |rows| shop.bulk_insert_artists(rows))?;
    fill::<GenresRow, _>(data, "genres", |rows| shop.bulk_insert_genres(rows))?;
    fill::<MediaTypesRow, _>(data, "media_types", |rows| {
        shop.bulk_insert_media_types(rows)
    })?;
    fill::<NewAlbum, _>(data, "albums", |rows| shop.bulk_insert_albums(rows))?;
    fill::<TracksRow, _>(data, "tracks", |rows| shop.bulk_insert_tracks(rows))?;
    fill::<EmployeesRow, _>(data, "employees", |rows| shop.bulk_insert_employees(rows))?;
    fill::<CustomersRow, _>(data, "customers", |rows| shop.bulk_insert_customers(rows))?;
    fill::<InvoicesRow, _>(data, "invoices", |rows| shop.bulk_insert_invoices(rows))?;
    fill::<InvoiceLinesRow, _>(data, "invoice_lines", |rows| {
        shop.bulk_insert_invoice_lines(rows)
    })?;
    fill::<PromotionsRow, _>(data, "promotions", |rows| shop.bulk_insert_promotions(rows))?;
    fill::<PlaylistsRow, _>(data, "playlists", |rows| shop.bulk_insert_playlists(rows))?;
    fill::<PlaylistTracksRow, _>(data, "playlist_tracks", |rows| {
        shop.bulk_insert_playlist_tracks(rows)
    })?;
    fill::<ReviewsRow, _>(data, "reviews", |rows| shop.bulk_insert_reviews(rows))?;
    fill::<PlaysRow, _>(data, "plays", |rows| shop.bulk_insert_plays(rows))?;
    loaded(shop)
}

fn fill<Row: Line, Count: Answer<Value = u64>>(
    data: &Path,
    table: &str,
    insert: impl FnOnce(Vec<Row>) -> Count,
) -> Outcome {
    let text = fs::read_to_string(data.join(format!("{table}.tsv")))?;
    let rows = text.lines().map(|line| Row::read(line.split('\t')));
    let count = insert(rows.collect::<Outcome<_>>()?).done()?;
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
    NewAlbum { id, artist_id, title, released, label }
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
