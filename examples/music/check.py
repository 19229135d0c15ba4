"""Compares a program's report with expected.txt, and the databases that programs leave behind with each other.

    python3 check.py report NAME REPORT      NAME is a generator, such as typescript/sqlite/turso
    python3 check.py dump DATABASE FILE      writes what a database of PostgreSQL (a URL) or DuckDB (a file) holds
    python3 check.py databases FILE FILE…    databases of SQLite, or dumps

PostgreSQL keeps a document (jsonb) as a value and not as a text, and DuckDB makes documents without blanks, so there documents
are compared as values.

GAPS lists what a driver or its engine cannot do, and why; such a section must say "not supported", and nothing else may. A
gap that starts to work is a failure, too, so that the list stays true.
"""

import difflib
import json
import sqlite3
import sys
from pathlib import Path

WINDOWS = "Turso 0.7 has neither this window function nor custom frames"
RECURSIVE = "Turso 0.7 has no recursive CTEs"
COUNTS = "asyncpg does not tell how many rows a batch affected"
GAPS = {
    "typescript/sqlite/turso": {
        "track_neighbours 3": WINDOWS,
        "ranked_artists 3": WINDOWS,
        "moving_average 2023": WINDOWS,
        "customer_quartiles": WINDOWS,
        "staff_tree": RECURSIVE,
        "managers_of 9": RECURSIVE,
        "sales_calendar 2023-01-01": RECURSIVE,
    },
    "python/postgres/asyncpg": {
        "add_to_day, a batch of 3": COUNTS,
        "pay_invoice, a batch of 5 with one paid and one unknown": COUNTS,
    },
}


def sections(text: str) -> list[tuple[str, list[str]]]:
    """The report's sections: title and lines."""
    parts = text.split("\n== ") if text.startswith("== ") else [text]
    return [
        (lines[0].removeprefix("== "), lines[1:]) for lines in (part.removesuffix("\n").split("\n") for part in parts)
    ]


def report(name: str, file: str) -> int:
    expected = sections((Path(__file__).parent / "expected.txt").read_text(encoding="utf-8"))
    found = sections(Path(file).read_text(encoding="utf-8"))
    if "/sqlite" not in name:
        expected = [(title, [with_documents(line) for line in lines]) for title, lines in expected]
        found = [(title, [with_documents(line) for line in lines]) for title, lines in found]
    if [title for title, _ in found] != [title for title, _ in expected]:
        print(f"{name}: other sections")
        show_difference([t for t, _ in expected], [t for t, _ in found], "expected.txt", name)
        print(f"{name}: 0 passed, {len(expected)} failed")
        return 1
    gaps, passed, failed = dict(GAPS.get(name, {})), 0, 0
    for (title, want), (_, got) in zip(expected, found, strict=True):
        if got and got[0].startswith("not supported") and title in gaps:
            del gaps[title]
        elif want == got:
            passed += 1
        else:
            failed += 1
            print(f"{name}: {title}")
            show_difference(want, got, "expected.txt", name)
    for title, why in gaps.items():
        failed += 1
        print(f"{name}: {title} works now: remove the gap ({why})")
    known = len(GAPS.get(name, {})) - len(gaps)
    print(
        f"{name}: {passed} passed, {failed} failed" + (f" ({known} statements are beyond it)" if known else "")
    )
    return 1 if failed else 0


def with_documents(line: str) -> str:
    """The line with its JSON documents in one form, whatever the order of their keys and the blanks in them."""
    cells = line.split(" | ")
    return " | ".join(json.dumps(json.loads(c), sort_keys=True) if c.startswith("{") else c for c in cells)


def show_difference(want: list[str], got: list[str], left: str, right: str) -> None:
    print("\n".join(difflib.unified_diff(want, got, left, right, lineterm="", n=0)))


def dump(database: str, file: str) -> int:
    """Every row of every table as the engine writes it in JSON; not when migrations were applied."""
    if database.endswith(".duckdb"):
        import duckdb as driver

        tables = "SELECT table_name FROM duckdb_tables() ORDER BY table_name"
        row = "to_json(t)::VARCHAR FROM (SELECT COLUMNS(c -> c <> 'applied_at') FROM {})"
    else:
        import psycopg as driver

        tables = "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename COLLATE \"C\""
        row = "(to_jsonb(t) - 'applied_at')::text FROM {}"

    lines = []
    with driver.connect(database) as db:
        for (table,) in db.execute(tables).fetchall():
            found = db.execute("SELECT " + row.format(table) + " AS t").fetchall()
            lines += sorted(f"{table}: {text}" for (text,) in found)
    Path(file).write_text("\n".join(lines), encoding="utf-8")
    return 0


def contents(file: str) -> list[str]:
    """Every row of every table, values as SQLite quotes them: storage class and all; not when migrations were applied."""
    if not file.endswith(".db"):
        return Path(file).read_text(encoding="utf-8").split("\n")
    db = sqlite3.connect(file)
    tables = [
        t for (t,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") if t[:2] != "__"
    ]
    lines = []
    for table in tables:
        columns = [
            c
            for (c,) in db.execute("SELECT name FROM pragma_table_info(?) ORDER BY name", (table,))
            if c != "applied_at"
        ]
        values = " || ' ' || ".join(f'quote("{c}")' for c in columns)
        lines += sorted(f"{table}: {line}" for (line,) in db.execute(f"SELECT {values} FROM {table}"))
    db.close()
    return lines


def databases(files: list[str]) -> int:
    """Whatever language and driver wrote them, the bytes stored must be the same."""
    first, failed = contents(files[0]), 0
    for file in files[1:]:
        found = contents(file)
        if found != first:
            failed += 1
            show_difference(first[:], found, files[0], file)
    print(f"databases: {len(files) - failed} passed, {failed} failed ({len(first)} rows each)")
    return 1 if failed else 0


def main() -> int:
    command, *args = sys.argv[1:]
    return {"report": report, "dump": dump}[command](*args) if command != "databases" else databases(args)


if __name__ == "__main__":
    sys.exit(main())
