"""The shop's rows as the seed files have them, and the report's form of values."""

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent.parent / "data"
Row = dict[str, Any]
out: list[str] = []


def show(v: Any) -> str:
    """The report's form of a value: booleans as stored, numbers with up to six decimals, documents as compact JSON."""
    if v is None:
        return "NULL"
    if isinstance(v, bool):
        return str(int(v))
    if isinstance(v, (Fraction, float)):
        text = f"{float(v):.6f}".rstrip("0").rstrip(".")
        return text
    if isinstance(v, (dict, list)):
        return json.dumps(v, ensure_ascii=False, separators=(",", ":"))
    return str(v)


def section(title: str) -> None:
    out.append(f"== {title}")


def rows(title: str, found: Iterable[Iterable[Any]]) -> None:
    section(title)
    out.extend(" | ".join(show(v) for v in row) for row in found)


def below(found: Iterable[Iterable[Any]]) -> None:
    """The list of the row before."""
    out.extend("  " + " | ".join(show(v) for v in row) for row in found)


def one(title: str, row: Iterable[Any] | None) -> None:
    rows(title, [] if row is None else [row])
    if row is None:
        out.append("(none)")


def values(title: str, found: Iterable[Any]) -> None:
    rows(title, ([v] for v in found))


def affected(title: str, count: int) -> None:
    section(title)
    out.append(f"affected {count}")


def table(name: str, columns: str) -> list[Row]:
    """A table's rows; a column's letter says its type: i integer, b boolean, m a number that is no integer, else text."""
    names = columns.split()
    convert: dict[str, Callable[[str], Any]] = {"i": int, "b": lambda s: s == "1", "m": Fraction, "t": str}
    found = []
    for line in (DATA / f"{name}.tsv").read_text(encoding="utf-8").split("\n")[:-1]:
        row = {}
        for column, text in zip(names, line.split("\t"), strict=True):
            key, _, kind = column.partition(":")
            row[key] = None if text == "\\N" else convert[kind or "t"](text)
        found.append(row)
    return found


artists = table("artists", "id:i name country formed_year:i")
genres = table("genres", "id:i name")
media_types = table("media_types", "id:i name lossless:i")
albums = table("albums", "id:i artist_id:i title released label")
tracks = table(
    "tracks",
    "id:i album_id:i position:i title genre_id:i media_type_id:i composer duration_ms:i bytes:i "
    "price_cents:i explicit:b",
)
employees = table("employees", "id:i manager_id:i first_name last_name job hired email")
customers = table(
    "customers", "id:i first_name last_name email company country city support_rep_id:i newsletter:b created_at"
)
invoices = table("invoices", "id:i customer_id:i status issued_at paid_at country total:m")
invoice_lines = table("invoice_lines", "id:i invoice_id:i track_id:i quantity:i unit_price_cents:i")
promotions = table("promotions", "code percent:i valid_from valid_to rules")
playlists = table("playlists", "id:i name owner_id:i public:b created_at")
playlist_tracks = table("playlist_tracks", "playlist_id:i position:i track_id:i")
reviews = table("reviews", "id:i album_id:i customer_id:i rating:i body written_at")
plays = table("plays", "customer_id:i track_id:i played_at seconds:m")
daily_sales: dict[tuple[str, str], list[int]] = {}

LOADED = {
    "artists": artists,
    "genres": genres,
    "media_types": media_types,
    "albums": albums,
    "tracks": tracks,
    "employees": employees,
    "customers": customers,
    "invoices": invoices,
    "invoice_lines": invoice_lines,
    "promotions": promotions,
    "playlists": playlists,
    "playlist_tracks": playlist_tracks,
    "reviews": reviews,
    "plays": plays,
}


def by_id(found: list[Row]) -> dict[int, Row]:
    return {r["id"]: r for r in found}


def cells(row: Row, names: str) -> list[Any]:
    return [row[n] for n in names.split()]


def group(found: Iterable[Row], key: str) -> dict[Any, list[Row]]:
    groups = defaultdict(list)
    for r in found:
        groups[r[key]].append(r)
    return groups


def like(pattern: str, text: str | None) -> bool:
    if text is None:
        return False
    regex = "".join({"%": ".*", "_": "."}.get(c, re.escape(c)) for c in pattern)
    return re.fullmatch(regex, text, re.IGNORECASE | re.DOTALL) is not None


def review_count(album: Row) -> int:
    return sum(r["album_id"] == album["id"] for r in reviews)


def nulls_last(v: Any) -> tuple[bool, Any]:
    return (v is None, v or "")


def mean(numbers: list[Any]) -> Fraction:
    return Fraction(sum(numbers)) / len(numbers)


def seconds_of(stamp: str) -> datetime:
    return datetime.fromisoformat(stamp)


ARTIST, GENRE, MEDIA = by_id(artists), by_id(genres), by_id(media_types)
ALBUM, TRACK = by_id(albums), by_id(tracks)
EMPLOYEE, CUSTOMER = by_id(employees), by_id(customers)
ALBUM_COLUMNS = "id artist_id title released label"
CUSTOMER_COLUMNS = "id first_name last_name email company country city support_rep_id newsletter created_at"
PLAYLIST_COLUMNS = "id name owner_id public created_at"


def genre_name(track: Row) -> str | None:
    return None if track["genre_id"] is None else GENRE[track["genre_id"]]["name"]


def artist_of(track: Row) -> Row:
    return ARTIST[ALBUM[track["album_id"]]["artist_id"]]


def track_details(t: Row) -> list[Any]:
    album = ALBUM[t["album_id"]]
    return [
        t["id"],
        t["title"],
        t["duration_ms"],
        t["price_cents"],
        album["id"],
        album["title"],
        artist_of(t)["name"],
        genre_name(t),
    ]
