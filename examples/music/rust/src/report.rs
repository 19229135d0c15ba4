//! The report: the same text in every language. Four of its functions take what a generated method returns.

use chrono::{NaiveDate, NaiveDateTime};
use rust_decimal::Decimal;

use crate::engine::*;
use crate::{Answer, Outcome, Streamed};

/// How the report shows a value, or a row.
pub trait Show {
    fn show(&self) -> String;
}

pub fn section<T: Show>(title: &str, rows: &[T]) {
    println!("== {title}");
    for row in rows {
        println!("{}", row.show());
    }
}

pub fn rows<T: Show>(title: &str, found: impl Answer<Value = Vec<T>>) -> Outcome {
    section(title, &found.done()?);
    Ok(())
}

pub fn one<T: Show>(title: &str, found: impl Answer<Value = Option<T>>) -> Outcome {
    match found.done()? {
        Some(row) => section(title, &[row]),
        None => println!("== {title}\n(none)"),
    }
    Ok(())
}

/// Shows a row that is always there.
pub fn sure<T: Show>(title: &str, found: impl Answer<Value = T>) -> Outcome {
    section(title, &[found.done()?]);
    Ok(())
}

pub fn affected(title: &str, count: impl Answer<Value = u64>) -> Outcome {
    println!("== {title}\naffected {}", count.done()?);
    Ok(())
}

/// Types whose own text is the report's.
macro_rules! shown_as_written {
    ($($type:ty),*) => {$(
        impl Show for $type {
            fn show(&self) -> String {
                self.to_string()
            }
        }
    )*};
}

shown_as_written!(i32, i64, String, NaiveDate, NaiveDateTime);

impl Show for bool {
    fn show(&self) -> String {
        i32::from(*self).show()
    }
}

/// Up to six decimals.
impl Show for f64 {
    fn show(&self) -> String {
        let text = format!("{self:.6}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

impl Show for Decimal {
    fn show(&self) -> String {
        self.round_dp(6).normalize().to_string()
    }
}

impl<T: Show> Show for Option<T> {
    fn show(&self) -> String {
        self.as_ref().map_or("NULL".to_owned(), T::show)
    }
}

/// A list of rows stands below its row, in lines of its own.
impl<T: Show> Show for Vec<T> {
    fn show(&self) -> String {
        self.iter()
            .map(|row| format!("\n  {}", row.show()))
            .collect()
    }
}

/// Shows rows as their fields in this order. A field that is missing here does not compile.
macro_rules! shown_by_fields {
    ($($row:ident { $($field:ident),* $(,)? })*) => {$(
        impl Show for $row {
            fn show(&self) -> String {
                let $row { $($field),* } = self;
                [$($field.show()),*].join(" | ").replace(" | \n", "\n")
            }
        }
    )*};
}

shown_by_fields! {
    Streamed { count, seconds, first, last }
    GenresRow { id, name }
    ArtistsRow { id, name, country, formed_year }
    ArtistsWithoutAlbumsRow { id, name }
    AlbumsOfArtistRow { id, title, released, tracks, duration_ms }
    AlbumDetailsRow { id, artist_id, title, released, label, review_count, artist, country }
    TracksOfAlbumRow { position, title, genre, media_type, duration_ms, price_cents, explicit }
    SearchTracksRow { id, title, price_cents, explicit, composer }
    TracksAfterRow { id, title }
    TrackLength { id, title, duration_ms }
    FreeTracksFromViewRow { id, title, duration_ms, price_cents, album_id, album, artist, genre }
    GenreStatisticsRow { name, tracks, average_ms, cheapest, dearest, albums }
    PriceBandsRow { band, tracks, explicit, credited }
    AlbumsPerDecadeRow { decade, albums }
    AlbumsOfYearRow { id, title, released, label, shown_label }
    RepeatedTitlesRow { title, times }
    TopTracksPerGenreRow { id, name, tracks }
    TopTracksPerGenreTracksRow { place, id, title, units }
    AlbumTimelineRow { position, title, starts_ms, ends_ms }
    TrackNeighboursRow { title, before, after }
    RankedArtistsRow { place, step, name, albums }
    FindAnythingRow { kind, id, title }
    TracksByIdsRow { id, title, bytes }
    AddedAlbum { id, artist_id, title, released, label, review_count }
    CustomersRow {
        id, first_name, last_name, email, company, country, city, support_rep_id, newsletter,
        created_at,
    }
    CustomersOfCountryRow { id, first_name, last_name, city, rep_first_name, rep_last_name }
    CustomersPerCountryRow { country, customers, subscribed, companies, newest }
    BestCustomersRow { name, invoices, total, last_invoice }
    CustomersWithoutSalesRow { customer_id, name, invoices, total, last_invoice }
    InactiveCustomersRow { id, email, created_at }
    StaffTreeRow { id, name, job, depth, path }
    ManagersOfRow { level, id, name }
    TeamSizesRow { first_name, job, reports, first_hired }
    InvoicesOfCustomerRow { id, status, issued_at, paid_at, total }
    InvoiceWithLinesRow { id, issued_at, email, lines }
    InvoiceWithLinesLinesRow { id, quantity, unit_price_cents, title, album, artist }
    OverdueInvoicesRow { id, customer_id, issued_at, total, age_days }
    RevenueByMonthRow { month, invoices, revenue }
    RevenueByCountryRow { country, revenue, percent }
    RunningRevenueRow { issued_at, total, running }
    MovingAverageRow { month, revenue, smoothed }
    CustomerQuartilesRow { quartile, customers, least, most }
    SalesByEmployeeRow { id, first_name, customers, invoices, revenue }
    AlsoBoughtRow { track_id, title, customers }
    SalesCalendarRow { day, invoices, revenue }
    PromotionsOnRow { code, percent, valid_to, rules, min_total, countries }
    DailyTotalsRow { rows, invoices, revenue_cents, first_day, last_day }
    DailySalesRow { day, country, invoices, revenue_cents }
    InvoiceStatusCountsRow { status, invoices, with_payment, total }
    PlaylistsOfOwnerRow { id, name, public, created_at, tracks, duration_ms }
    PlaylistsRow { id, name, owner_id, public, created_at }
    PlaylistContentsRow {
        position, id, title, duration_ms, price_cents, album_id, album, artist, genre,
    }
    RenamePlaylistRow { id, name, owner_id, public }
    TopRatedAlbumsRow { id, title, review_count, rating }
    ReviewsOfAlbumRow { rating, body, written_at, first_name }
    UpsertReviewRow { id, rating, body, written_at }
    ListeningHoursRow { hour, plays, seconds }
    MostPlayedRow { id, title, artist, genre, plays, listeners }
    PlaysRow { customer_id, track_id, played_at, seconds }
}
