"""Writes the shop's rows as tab-separated files, one per table, for the programs to load through generated code.

The rows come from the TESTDATA blocks of sql/testdata.sql, run on a scratch database. NULL is written as \\N.
"""

import re
import sqlite3
from pathlib import Path

HERE = Path(__file__).parent
TABLES = {  # in an order that foreign keys allow, with the columns that the appenders take
    "artists": "id, name, country, formed_year",
    "genres": "id, name",
    "media_types": "id, name, lossless",
    "albums": "id, artist_id, title, released, label",
    "tracks": "id, album_id, position, title, genre_id, media_type_id, composer, duration_ms, bytes, price_cents, explicit",
    "employees": "id, manager_id, first_name, last_name, job, hired, email",
    "customers": "id, first_name, last_name, email, company, country, city, support_rep_id, newsletter, created_at",
    "invoices": "id, customer_id, status, issued_at, paid_at, country, total",
    "invoice_lines": "id, invoice_id, track_id, quantity, unit_price_cents",
    "promotions": "code, percent, valid_from, valid_to, rules",
    "playlists": "id, name, owner_id, public, created_at",
    "playlist_tracks": "playlist_id, position, track_id",
    "reviews": "id, album_id, customer_id, rating, body, written_at",
    "plays": "customer_id, track_id, played_at, seconds",
}


def scripts(file: str, keyword: str) -> list[str]:
    """The texts of a file's blocks of one kind."""
    parts = re.split(r"(?m)^-- (MIGRATE|TESTDATA|TABLE)\b.*\n", (HERE / "sql" / file).read_text(encoding="utf-8"))
    return [text for kind, text in zip(parts[1::2], parts[2::2]) if kind == keyword]


def database() -> sqlite3.Connection:
    db = sqlite3.connect(":memory:")
    db.execute("PRAGMA foreign_keys = ON")
    for script in scripts("schema.sql", "MIGRATE") + scripts("testdata.sql", "TESTDATA"):
        db.executescript(script)
    return db


def main() -> None:
    out = HERE / "data"
    out.mkdir(exist_ok=True)
    db = database()
    for table, columns in TABLES.items():
        rows = db.execute(f"SELECT {columns} FROM {table} ORDER BY rowid").fetchall()
        lines = ("\t".join("\\N" if v is None else str(v) for v in row) for row in rows)
        (out / f"{table}.tsv").write_text("".join(line + "\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
