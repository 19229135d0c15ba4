//! The music shop in Rust: fills a fresh database through generated code, runs every statement, prints a report.
//!
//!     cargo run -- DATA_DIR DATABASE                                               SQLite: a file to make
//!     cargo run --no-default-features --features postgres -- DATA_DIR DATABASE     PostgreSQL: the URL of an empty database
//!     cargo run --no-default-features --features duckdb -- DATA_DIR DATABASE       DuckDB: a file to make
//!
//! A feature chooses sqlite.rs, postgres.rs or duckdb.rs, which opens the database and says what the engine takes in its
//! own way. All else is the same for every driver.

use std::error::Error;
use std::path::Path;

use chrono::{NaiveDate, NaiveDateTime};

#[cfg_attr(feature = "duckdb", path = "duckdb.rs")]
#[cfg_attr(feature = "postgres", path = "postgres.rs")]
#[cfg_attr(not(any(feature = "duckdb", feature = "postgres")), path = "sqlite.rs")]
mod engine;
mod load;
mod report;
#[cfg(any(feature = "duckdb", feature = "postgres"))]
mod typed;

use engine::{
    AddAlbumParams, AddCustomerParams, AddToDayParams, Music, PayInvoiceParams, SearchTracksParams,
    UpdateCustomerParams, UpsertReviewParams, ids, iterate,
};
use report::{affected, one, rows, section, sure};

type Outcome<T = ()> = Result<T, Box<dyn Error + Send + Sync>>;

/// What a generated method answers with: a result, or a future of one.
trait Answer {
    type Value;

    /// The result. A program for PostgreSQL alone would say `.await`, one for another engine nothing.
    fn done(self) -> engine::Result<Self::Value>;
}

fn main() -> Outcome {
    let [_, data, database] = std::env::args()
        .collect::<Vec<_>>()
        .try_into()
        .map_err(|_| "usage: music DATA_DIR DATABASE")?;
    let connection = engine::open(&database)?;
    Music::apply_migrations(&connection, None).done()?;
    let shop = Music::new(&connection);
    load::load(&shop, Path::new(&data))?;
    catalogue(&shop)?;
    people(&shop)?;
    sales(&shop)?;
    listening(&shop)?;
    changes(&shop)?;
    let applied = Music::apply_migrations(&connection, None).done()?;
    section("apply_migrations again", &applied);
    if applied.is_empty() {
        println!("nothing to do");
    }
    Ok(())
}

fn catalogue(shop: &Music) -> Outcome {
    rows("list_genres", shop.list_genres())?;
    one("get_artist 1", shop.get_artist(1))?;
    one("get_artist 999", shop.get_artist(999))?;
    rows("artists_of_country JP", shop.artists_of_country("JP"))?;
    rows("artists_without_albums", shop.artists_without_albums())?;
    rows("albums_of_artist 50", shop.albums_of_artist(50))?;
    one("album_details 1", shop.album_details(1))?;
    one("album_details 7", shop.album_details(7))?;
    rows("tracks_of_album 2", shop.tracks_of_album(2))?;
    let all = SearchTracksParams {
        pattern: None,
        genre_id: None,
        max_price_cents: None,
        explicit: None,
        page_size: 5,
        page_start: 0,
    };
    rows("search_tracks without filters", shop.search_tracks(&all))?;
    let filtered = SearchTracksParams {
        pattern: Some("%River".to_owned()),
        genre_id: Some(3),
        max_price_cents: Some(99),
        explicit: Some(false),
        page_size: 4,
        page_start: 2,
    };
    rows(
        "search_tracks with all filters",
        shop.search_tracks(&filtered),
    )?;
    let wild = SearchTracksParams {
        pattern: Some("wild%".to_owned()),
        explicit: Some(true),
        page_size: 10,
        ..all
    };
    rows("search_tracks explicit wild", shop.search_tracks(&wild))?;
    let page = shop.tracks_after("", 0, 4).done()?;
    section("tracks_after start", &page);
    let last = page.last().ok_or("an empty page")?;
    rows(
        "tracks_after last",
        shop.tracks_after(&last.title, last.id, 4),
    )?;
    rows("longest_tracks 3", shop.longest_tracks(3))?;
    rows("shortest_tracks 3", shop.shortest_tracks(3))?;
    sure(
        "count_tracks_without_genre",
        shop.count_tracks_without_genre(),
    )?;
    rows(
        "composers_like Composer 1%",
        shop.composers_like("Composer 1%"),
    )?;
    rows(
        "free_tracks_from_view",
        shop.free_tracks_from_view("The Velvet Lanterns"),
    )?;
    rows("genre_statistics 200", shop.genre_statistics(200))?;
    rows("price_bands", shop.price_bands())?;
    rows("albums_per_decade", shop.albums_per_decade())?;
    rows("albums_of_year 1999", shop.albums_of_year("1999"))?;
    rows("repeated_titles 15", shop.repeated_titles(15))?;
    rows("top_tracks_per_genre 2", shop.top_tracks_per_genre(2))?;
    rows("album_timeline 3", shop.album_timeline(3))?;
    rows("track_neighbours 3", shop.track_neighbours(3))?;
    rows("ranked_artists 3", shop.ranked_artists(3))?;
    one("artist_document 5", shop.artist_document(5))?;
    rows("find_anything Wild S", shop.find_anything("Wild S"))?;
    rows("tracks_by_ids", shop.tracks_by_ids(&ids([3, 1, 2160])))?;
    Ok(())
}

fn people(shop: &Music) -> Outcome {
    one(
        "find_customer anna.1@mail.example",
        shop.find_customer("anna.1@mail.example"),
    )?;
    one(
        "find_customer nobody@mail.example",
        shop.find_customer("nobody@mail.example"),
    )?;
    rows("customers_of_country FR", shop.customers_of_country("FR"))?;
    rows("newsletter_emails SE", shop.newsletter_emails("SE"))?;
    rows("customers_per_country 15", shop.customers_per_country(15))?;
    rows("best_customers 5", shop.best_customers(5))?;
    rows("customers_without_sales", shop.customers_without_sales())?;
    let since = at("2024-08-01 00:00:00")?;
    rows(
        "inactive_customers 2024-08-01",
        shop.inactive_customers(since),
    )?;
    rows("staff_tree", shop.staff_tree())?;
    rows("managers_of 9", shop.managers_of(9))?;
    rows("team_sizes", shop.team_sizes())?;
    Ok(())
}

fn sales(shop: &Music) -> Outcome {
    rows("invoices_of_customer 8", shop.invoices_of_customer(8, 3, 1))?;
    one("invoice_with_lines 42", shop.invoice_with_lines(42))?;
    // A number of days is a fraction in SQLite's arithmetic, and an integer elsewhere.
    let (today, days) = (day("2024-10-01")?, 60_u8.into());
    rows(
        "overdue_invoices 2024-10-01",
        shop.overdue_invoices(today, days),
    )?;
    rows("wrong_totals", shop.wrong_totals())?;
    rows("revenue_by_month 2023", shop.revenue_by_month("2023"))?;
    rows("revenue_by_country", shop.revenue_by_country())?;
    rows("running_revenue 8", shop.running_revenue(8))?;
    rows("moving_average 2023", shop.moving_average("2023"))?;
    rows("customer_quartiles", shop.customer_quartiles())?;
    rows("sales_by_employee", shop.sales_by_employee())?;
    rows("also_bought 14", shop.also_bought(14, 5))?;
    let (first, last) = (day("2023-01-01")?, day("2023-01-07")?);
    rows(
        "sales_calendar 2023-01-01",
        shop.sales_calendar(first, last),
    )?;
    rows(
        "promotions_on 2024-07-01",
        shop.promotions_on(day("2024-07-01")?),
    )?;
    rows("invoice_status_counts", shop.invoice_status_counts())?;
    Ok(())
}

fn listening(shop: &Music) -> Outcome {
    rows("playlists_of_owner NULL", shop.playlists_of_owner(None))?;
    rows("playlists_of_owner 22", shop.playlists_of_owner(Some(22)))?;
    rows("empty_playlists", shop.empty_playlists())?;
    rows("playlist_contents 2", shop.playlist_contents(2))?;
    one("playlist_document 2", shop.playlist_document(2))?;
    rows("top_rated_albums 3", shop.top_rated_albums(3, 5))?;
    rows("reviews_of_album 8 NULL", shop.reviews_of_album(8, None))?;
    rows("reviews_of_album 8 3", shop.reviews_of_album(8, Some(3)))?;
    sure("albums_without_reviews", shop.albums_without_reviews())?;
    rows("wrong_review_counts", shop.wrong_review_counts())?;
    rows("listening_hours", shop.listening_hours())?;
    rows(
        "most_played 2024-03-10",
        shop.most_played(at("2024-03-10 00:00:00")?, 5),
    )?;
    rows("first_plays 5", shop.first_plays(5))?;
    sure("buyers_and_reviewers", shop.buyers_and_reviewers())?;
    rows("listeners_only", shop.listeners_only())?;
    rows("played_all_of 1 1", shop.played_all_of(1, 1))?;
    streamed(shop)
}

/// Reads a stream to its end, and leaves one after two rows.
fn streamed(shop: &Music) -> Outcome {
    let mut all = Streamed::default();
    for play in iterate(shop.plays_of_customer_stream(24).done()?) {
        let play = play?;
        all.count += 1;
        all.seconds += play.seconds;
        all.first.get_or_insert(play.played_at);
        all.last = Some(play.played_at);
    }
    section("plays_of_customer 24, streamed", &[all]);
    let plays = iterate(shop.plays_of_customer_stream(24).done()?);
    let some: Vec<_> = plays.take(2).collect::<Result<_, _>>()?;
    section("plays_of_customer 24, first two of a stream", &some);
    Ok(())
}

#[derive(Default)]
struct Streamed {
    count: i64,
    seconds: f64,
    first: Option<NaiveDateTime>,
    last: Option<NaiveDateTime>,
}

fn album(title: &str, released: Option<NaiveDate>, label: Option<&str>) -> AddAlbumParams {
    AddAlbumParams {
        artist_id: 64,
        title: title.to_owned(),
        released,
        label: label.map(str::to_owned),
    }
}

fn changes(shop: &Music) -> Outcome {
    affected("raise_prices 3 10", shop.raise_prices(3, 10))?;
    rows("price_bands", shop.price_bands())?;
    let released = Some(day("2025-01-01")?);
    sure(
        "add_album First",
        shop.add_album(&album("First", released, None)),
    )?;
    sure(
        "add_album Second",
        shop.add_album(&album("Second", None, Some("Étoile"))),
    )?;
    let zoe = AddCustomerParams {
        first_name: "Zoë".to_owned(),
        last_name: "Quinn".to_owned(),
        email: "zoe@mail.example".to_owned(),
        company: None,
        country: "IE".to_owned(),
        city: None,
        support_rep_id: None,
        newsletter: true,
        created_at: at("2025-02-03 04:05:06")?,
    };
    sure("add_customer", shop.add_customer(&zoe))?;
    let ben = UpdateCustomerParams {
        id: 2,
        first_name: "Benjamin".to_owned(),
        last_name: "O'Baker".to_owned(),
        company: Some(r#"New "Co""#.to_owned()),
        city: None,
        newsletter: true,
    };
    affected("update_customer 2", shop.update_customer(&ben))?;
    let nobody = UpdateCustomerParams {
        id: 9999,
        first_name: "No".to_owned(),
        last_name: "One".to_owned(),
        company: None,
        city: None,
        newsletter: false,
    };
    affected("update_customer 9999", shop.update_customer(&nobody))?;
    one(
        "find_customer ben.2@mail.example",
        shop.find_customer("ben.2@mail.example"),
    )?;
    affected(
        "reassign_customers 4 5",
        shop.reassign_customers(4, Some(5)),
    )?;
    rows("sales_by_employee", shop.sales_by_employee())?;
    change_sales(shop)?;
    sure("append_to_playlist 29 5", shop.append_to_playlist(29, 5))?;
    sure("append_to_playlist 29 6", shop.append_to_playlist(29, 6))?;
    one("rename_playlist 29", shop.rename_playlist(29, "Évening 🎶"))?;
    one("rename_playlist 999", shop.rename_playlist(999, "x"))?;
    rows(
        "remove_from_playlist 29 5",
        shop.remove_from_playlist(29, 5),
    )?;
    change_reviews(shop)?;
    let before = at("2024-03-05 00:00:00")?;
    affected(
        "delete_plays_before 2024-03-05",
        shop.delete_plays_before(before),
    )?;
    Ok(())
}

fn change_sales(shop: &Music) -> Outcome {
    sure("daily_totals", shop.daily_totals())?;
    let (first, last) = (day("2023-01-01")?, day("2023-12-31")?);
    affected("summarise_days 2023", shop.summarise_days(first, last))?;
    sure("daily_totals", shop.daily_totals())?;
    let (first, second) = (day("2025-01-01")?, day("2025-01-02")?);
    let sold = [(first, "DE", 100), (first, "DE", 250), (second, "FR", 0)];
    let sold = sold.map(|(day, country, revenue_cents)| AddToDayParams {
        day,
        country: country.to_owned(),
        revenue_cents,
    });
    affected("add_to_day, a batch of 3", shop.add_to_day_batch(sold))?;
    one(
        "day_of_country 2025-01-01 DE",
        shop.day_of_country(first, "DE"),
    )?;
    one(
        "day_of_country 2025-01-01 XX",
        shop.day_of_country(first, "XX"),
    )?;
    let paid_at = Some(at("2025-01-01 10:00:00")?);
    let paid = [6, 22, 30, 1, 99999].map(|id| PayInvoiceParams { id, paid_at });
    affected(
        "pay_invoice, a batch of 5 with one paid and one unknown",
        shop.pay_invoice_batch(paid),
    )?;
    rows("invoice_status_counts", shop.invoice_status_counts())?;
    Ok(())
}

fn change_reviews(shop: &Music) -> Outcome {
    let review = UpsertReviewParams {
        album_id: 180,
        customer_id: 1,
        rating: 5,
        body: None,
        written_at: at("2025-01-01 00:00:00")?,
    };
    sure("upsert_review new", shop.upsert_review(&review))?;
    let review = UpsertReviewParams {
        rating: 2,
        body: Some("on second thought…".to_owned()),
        written_at: at("2025-01-02 00:00:00")?,
        ..review
    };
    sure("upsert_review changed", shop.upsert_review(&review))?;
    rows("wrong_review_counts", shop.wrong_review_counts())?;
    rows(
        "reviews_of_album 180 NULL",
        shop.reviews_of_album(180, None),
    )?;
    let mut gone = shop.delete_reviews_below(3, 8).done()?;
    gone.sort_unstable();
    section("delete_reviews_below 3 8, sorted", &gone);
    rows("wrong_review_counts", shop.wrong_review_counts())?;
    Ok(())
}

fn day(text: &str) -> chrono::ParseResult<NaiveDate> {
    text.parse()
}

fn at(text: &str) -> chrono::ParseResult<NaiveDateTime> {
    NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M:%S")
}
