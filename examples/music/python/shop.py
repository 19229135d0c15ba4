"""The music shop's program: fills a fresh database through generated code, runs every statement, prints a report.

It is the same for every engine: main.py opens the databases, and Engine holds what engines take in their own way.
"""

import dataclasses
import datetime as dt
import itertools
import json
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from pathlib import Path
from types import ModuleType
from typing import Any


@dataclasses.dataclass(frozen=True)
class Engine:
    """The generated module, whose row types are loaded, and how the engine takes some of their values."""

    types: ModuleType
    flag: Callable[[int], object]  # media_types.lossless
    composers: Callable[[str | None], object]
    status: Callable[[str], object]
    document: Callable[[str], object]
    ids: Callable[[list[int]], object]
    loaded: Callable[[Any], object]  # called with the shop when its tables are full
    counts_batches: bool = True  # whether a batch says how many rows it affected


# --- the report ------------------------------------------------------------------------------------------------------


def show(value: object) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, (float, Decimal)):
        return f"{value:.6f}".rstrip("0").rstrip(".")
    if isinstance(value, dt.datetime):
        return value.isoformat(sep=" ")
    if isinstance(value, list) and value and dataclasses.is_dataclass(value[0]):
        return "".join("\n  " + line(row) for row in value)
    if isinstance(value, (dict, list)):
        return json.dumps(value, ensure_ascii=False)
    return str(value)


def cells(row: object) -> list[object]:
    if dataclasses.is_dataclass(row):
        return [getattr(row, field.name) for field in dataclasses.fields(row)]
    return [row]


def line(row: object) -> str:
    """The row's cells. A list of rows stands below, in lines of its own."""
    return " | ".join(show(cell) for cell in cells(row)).replace(" | \n", "\n")


def rows(title: str, found: Iterable[object]) -> None:
    print(f"== {title}")
    for row in found:
        print(line(row))


def one(title: str, row: object) -> None:
    rows(title, [] if row is None else [row])
    if row is None:
        print("(none)")


def affected(title: str, count: int, counted: bool = True) -> None:
    print(f"== {title}\naffected {count}" if counted else f"== {title}\nnot supported: the driver does not count")


# --- loading ---------------------------------------------------------------------------------------------------------


class Line:
    """The fields of a line of a tab-separated file, read one after the other."""

    def __init__(self, text: str) -> None:
        self.fields = iter(text.split("\t"))

    def text(self) -> str:
        return next(self.fields)

    def text_or_none(self) -> str | None:
        text = next(self.fields)
        return None if text == "\\N" else text

    def number(self) -> int:
        return int(next(self.fields))

    def number_or_none(self) -> int | None:
        text = self.text_or_none()
        return None if text is None else int(text)

    def flag(self) -> bool:
        return next(self.fields) == "1"

    def date(self) -> dt.date:
        return dt.date.fromisoformat(next(self.fields))

    def date_or_none(self) -> dt.date | None:
        text = self.text_or_none()
        return None if text is None else dt.date.fromisoformat(text)

    def stamp(self) -> dt.datetime:
        return dt.datetime.fromisoformat(next(self.fields))

    def stamp_or_none(self) -> dt.datetime | None:
        text = self.text_or_none()
        return None if text is None else dt.datetime.fromisoformat(text)


def load(music: Any, engine: Engine, data: Path) -> None:
    def lines(table: str) -> Iterator[Line]:
        with open(data / f"{table}.tsv", encoding="utf-8", newline="\n") as file:
            for text in file:
                yield Line(text.removesuffix("\n"))

    types = engine.types
    print("== loaded")
    with music.create_artists_appender() as artists:
        artists.append_many(
            types.ArtistsRow(n.number(), n.text(), n.text_or_none(), n.number_or_none()) for n in lines("artists")
        )
    print(f"artists | {artists.rows}")
    with music.create_genres_appender() as genres:
        genres.append_many(types.GenresRow(n.number(), n.text()) for n in lines("genres"))
    print(f"genres | {genres.rows}")
    with music.create_media_types_appender() as media_types:
        media_types.append_many(
            types.MediaTypesRow(n.number(), n.text(), engine.flag(n.number())) for n in lines("media_types")
        )
    print(f"media_types | {media_types.rows}")
    # Where a trigger counts an album's reviews, rows to insert have no such column.
    new_album = getattr(types, "AlbumsInsert", None) or types.AlbumsRow
    with music.create_albums_appender() as albums:
        for n in lines("albums"):
            albums.append(new_album(n.number(), n.number(), n.text(), n.date_or_none(), n.text_or_none()))
    print(f"albums | {albums.rows}")
    with music.create_tracks_appender() as tracks:
        tracks.append_many(
            types.TracksRow(
                n.number(),
                n.number(),
                n.number(),
                n.text(),
                n.number_or_none(),
                n.number(),
                engine.composers(n.text_or_none()),
                n.number(),
                n.number(),
                n.number(),
                n.flag(),
            )
            for n in lines("tracks")
        )
    print(f"tracks | {tracks.rows}")
    with music.create_employees_appender() as employees:
        employees.append_many(
            types.EmployeesRow(n.number(), n.number_or_none(), n.text(), n.text(), n.text(), n.date(), n.text())
            for n in lines("employees")
        )
    print(f"employees | {employees.rows}")
    with music.create_customers_appender() as customers:
        customers.append_many(
            types.CustomersRow(
                n.number(),
                n.text(),
                n.text(),
                n.text(),
                n.text_or_none(),
                n.text(),
                n.text_or_none(),
                n.number_or_none(),
                n.flag(),
                n.stamp(),
            )
            for n in lines("customers")
        )
    print(f"customers | {customers.rows}")
    with music.create_invoices_appender() as invoices:
        invoices.append_many(
            types.InvoicesRow(
                n.number(),
                n.number(),
                engine.status(n.text()),
                n.stamp(),
                n.stamp_or_none(),
                n.text(),
                Decimal(n.text()),
            )
            for n in lines("invoices")
        )
    print(f"invoices | {invoices.rows}")
    with music.create_invoice_lines_appender() as invoice_lines:
        invoice_lines.append_many(
            types.InvoiceLinesRow(n.number(), n.number(), n.number(), n.number(), n.number())
            for n in lines("invoice_lines")
        )
    print(f"invoice_lines | {invoice_lines.rows}")
    with music.create_promotions_appender() as promotions:
        promotions.append_many(
            types.PromotionsRow(n.text(), n.number(), n.date(), n.date_or_none(), engine.document(n.text()))
            for n in lines("promotions")
        )
    print(f"promotions | {promotions.rows}")
    with music.create_playlists_appender() as playlists:
        playlists.append_many(
            types.PlaylistsRow(n.number(), n.text(), n.number_or_none(), n.flag(), n.stamp())
            for n in lines("playlists")
        )
    print(f"playlists | {playlists.rows}")
    with music.create_playlist_tracks_appender() as playlist_tracks:
        playlist_tracks.append_many(
            types.PlaylistTracksRow(n.number(), n.number(), n.number()) for n in lines("playlist_tracks")
        )
    print(f"playlist_tracks | {playlist_tracks.rows}")
    with music.create_reviews_appender() as reviews:
        reviews.append_many(
            types.ReviewsRow(n.number(), n.number(), n.number(), n.number(), n.text_or_none(), n.stamp())
            for n in lines("reviews")
        )
    print(f"reviews | {reviews.rows}")
    with music.create_plays_appender() as plays:
        plays.append_many(types.PlaysRow(n.number(), n.number(), n.stamp(), float(n.text())) for n in lines("plays"))
    print(f"plays | {plays.rows}")


# --- the statements --------------------------------------------------------------------------------------------------


def catalogue(music: Any, engine: Engine) -> None:
    rows("list_genres", music.list_genres())
    one("get_artist 1", music.get_artist(1))
    one("get_artist 999", music.get_artist(999))
    rows("artists_of_country JP", music.artists_of_country("JP"))
    rows("artists_without_albums", music.artists_without_albums())
    rows("albums_of_artist 50", music.albums_of_artist(50))
    one("album_details 1", music.album_details(1))
    one("album_details 7", music.album_details(7))
    rows("tracks_of_album 2", music.tracks_of_album(2))
    rows(
        "search_tracks without filters",
        music.search_tracks(
            pattern=None, genre_id=None, max_price_cents=None, explicit=None, page_size=5, page_start=0
        ),
    )
    rows(
        "search_tracks with all filters",
        music.search_tracks(
            pattern="%River", genre_id=3, max_price_cents=99, explicit=False, page_size=4, page_start=2
        ),
    )
    rows(
        "search_tracks explicit wild",
        music.search_tracks(
            pattern="wild%", genre_id=None, max_price_cents=None, explicit=True, page_size=10, page_start=0
        ),
    )
    page = music.tracks_after("", 0, 4)
    rows("tracks_after start", page)
    rows("tracks_after last", music.tracks_after(page[-1].title, page[-1].id, 4))
    rows("longest_tracks 3", music.longest_tracks(3))
    rows("shortest_tracks 3", music.shortest_tracks(3))
    one("count_tracks_without_genre", music.count_tracks_without_genre())
    rows("composers_like Composer 1%", music.composers_like("Composer 1%"))
    rows("free_tracks_from_view", music.free_tracks_from_view("The Velvet Lanterns"))
    rows("genre_statistics 200", music.genre_statistics(200))
    rows("price_bands", music.price_bands())
    rows("albums_per_decade", music.albums_per_decade())
    rows("albums_of_year 1999", music.albums_of_year("1999"))
    rows("repeated_titles 15", music.repeated_titles(15))
    rows("top_tracks_per_genre 2", music.top_tracks_per_genre(2))
    rows("album_timeline 3", music.album_timeline(3))
    rows("track_neighbours 3", music.track_neighbours(3))
    rows("ranked_artists 3", music.ranked_artists(3))
    one("artist_document 5", music.artist_document(5))
    rows("find_anything Wild S", music.find_anything("Wild S"))
    rows("tracks_by_ids", music.tracks_by_ids(engine.ids([3, 1, 2160])))


def people(music: Any) -> None:
    one("find_customer anna.1@mail.example", music.find_customer("anna.1@mail.example"))
    one("find_customer nobody@mail.example", music.find_customer("nobody@mail.example"))
    rows("customers_of_country FR", music.customers_of_country("FR"))
    rows("newsletter_emails SE", music.newsletter_emails("SE"))
    rows("customers_per_country 15", music.customers_per_country(15))
    rows("best_customers 5", music.best_customers(5))
    rows("customers_without_sales", music.customers_without_sales())
    rows("inactive_customers 2024-08-01", music.inactive_customers(dt.datetime(2024, 8, 1)))
    rows("staff_tree", music.staff_tree())
    rows("managers_of 9", music.managers_of(9))
    rows("team_sizes", music.team_sizes())


def sales(music: Any) -> None:
    rows("invoices_of_customer 8", music.invoices_of_customer(8, 3, 1))
    one("invoice_with_lines 42", music.invoice_with_lines(42))
    rows("overdue_invoices 2024-10-01", music.overdue_invoices(dt.date(2024, 10, 1), 60))
    rows("wrong_totals", music.wrong_totals())
    rows("revenue_by_month 2023", music.revenue_by_month("2023"))
    rows("revenue_by_country", music.revenue_by_country())
    rows("running_revenue 8", music.running_revenue(8))
    rows("moving_average 2023", music.moving_average("2023"))
    rows("customer_quartiles", music.customer_quartiles())
    rows("sales_by_employee", music.sales_by_employee())
    rows("also_bought 14", music.also_bought(14, 5))
    rows("sales_calendar 2023-01-01", music.sales_calendar(dt.date(2023, 1, 1), dt.date(2023, 1, 7)))
    rows("promotions_on 2024-07-01", music.promotions_on(dt.date(2024, 7, 1)))
    rows("invoice_status_counts", music.invoice_status_counts())


def listening(music: Any) -> None:
    rows("playlists_of_owner NULL", music.playlists_of_owner(None))
    rows("playlists_of_owner 22", music.playlists_of_owner(22))
    rows("empty_playlists", music.empty_playlists())
    rows("playlist_contents 2", music.playlist_contents(2))
    one("playlist_document 2", music.playlist_document(2))
    rows("top_rated_albums 3", music.top_rated_albums(3, 5))
    rows("reviews_of_album 8 NULL", music.reviews_of_album(8, None))
    rows("reviews_of_album 8 3", music.reviews_of_album(8, 3))
    one("albums_without_reviews", music.albums_without_reviews())
    rows("wrong_review_counts", music.wrong_review_counts())
    rows("listening_hours", music.listening_hours())
    rows("most_played 2024-03-10", music.most_played(dt.datetime(2024, 3, 10), 5))
    rows("first_plays 5", music.first_plays(5))
    one("buyers_and_reviewers", music.buyers_and_reviewers())
    rows("listeners_only", music.listeners_only())
    rows("played_all_of 1 1", music.played_all_of(1, 1))
    count, seconds, first, last = 0, 0.0, "", ""
    for play in music.plays_of_customer_iter(24):
        count += 1
        seconds += play.seconds
        first, last = first or show(play.played_at), show(play.played_at)
    print(f"== plays_of_customer 24, streamed\n{count} | {show(seconds)} | {first} | {last}")
    stream = music.plays_of_customer_iter(24)
    rows("plays_of_customer 24, first two of a stream", itertools.islice(stream, 2))
    stream.close()


def changes(music: Any, engine: Engine) -> None:
    affected("raise_prices 3 10", music.raise_prices(3, 10))
    rows("price_bands", music.price_bands())
    one("add_album First", music.add_album(artist_id=64, title="First", released=dt.date(2025, 1, 1), label=None))
    one("add_album Second", music.add_album(artist_id=64, title="Second", released=None, label="Étoile"))
    created = dt.datetime(2025, 2, 3, 4, 5, 6)
    one(
        "add_customer",
        music.add_customer(
            first_name="Zoë",
            last_name="Quinn",
            email="zoe@mail.example",
            company=None,
            country="IE",
            city=None,
            support_rep_id=None,
            newsletter=True,
            created_at=created,
        ),
    )
    affected(
        "update_customer 2",
        music.update_customer(
            id=2, first_name="Benjamin", last_name="O'Baker", company='New "Co"', city=None, newsletter=True
        ),
    )
    affected(
        "update_customer 9999",
        music.update_customer(id=9999, first_name="No", last_name="One", company=None, city=None, newsletter=False),
    )
    one("find_customer ben.2@mail.example", music.find_customer("ben.2@mail.example"))
    affected("reassign_customers 4 5", music.reassign_customers(4, 5))
    rows("sales_by_employee", music.sales_by_employee())
    change_sales(music, engine)
    one("append_to_playlist 29 5", music.append_to_playlist(29, 5))
    one("append_to_playlist 29 6", music.append_to_playlist(29, 6))
    one("rename_playlist 29", music.rename_playlist(29, "Évening 🎶"))
    one("rename_playlist 999", music.rename_playlist(999, "x"))
    rows("remove_from_playlist 29 5", music.remove_from_playlist(29, 5))
    one(
        "upsert_review new",
        music.upsert_review(album_id=180, customer_id=1, rating=5, body=None, written_at=dt.datetime(2025, 1, 1)),
    )
    one(
        "upsert_review changed",
        music.upsert_review(
            album_id=180, customer_id=1, rating=2, body="on second thought…", written_at=dt.datetime(2025, 1, 2)
        ),
    )
    rows("wrong_review_counts", music.wrong_review_counts())
    rows("reviews_of_album 180 NULL", music.reviews_of_album(180, None))
    rows("delete_reviews_below 3 8, sorted", sorted(music.delete_reviews_below(3, 8)))
    rows("wrong_review_counts", music.wrong_review_counts())
    affected("delete_plays_before 2024-03-05", music.delete_plays_before(dt.datetime(2024, 3, 5)))


def change_sales(music: Any, engine: Engine) -> None:
    one("daily_totals", music.daily_totals())
    affected("summarise_days 2023", music.summarise_days(dt.date(2023, 1, 1), dt.date(2023, 12, 31)))
    one("daily_totals", music.daily_totals())
    first, second = dt.date(2025, 1, 1), dt.date(2025, 1, 2)
    sales = [(first, "DE", 100), (first, "DE", 250), (second, "FR", 0)]
    affected("add_to_day, a batch of 3", music.add_to_day_batch(sales), engine.counts_batches)
    one("day_of_country 2025-01-01 DE", music.day_of_country(first, "DE"))
    one("day_of_country 2025-01-01 XX", music.day_of_country(first, "XX"))
    paid_at = dt.datetime(2025, 1, 1, 10)
    ids = [6, 22, 30, 1, 99999]
    paid = music.pay_invoice_batch((id, paid_at) for id in ids)
    affected("pay_invoice, a batch of 5 with one paid and one unknown", paid, engine.counts_batches)
    rows("invoice_status_counts", music.invoice_status_counts())


def run(music: Any, engine: Engine, data: Path) -> None:
    load(music, engine, data)
    engine.loaded(music)
    catalogue(music, engine)
    people(music)
    sales(music)
    listening(music)
    changes(music, engine)


def migrated_again(applied: list[str]) -> None:
    print("== apply_migrations again\n" + (", ".join(applied) or "nothing to do"))
