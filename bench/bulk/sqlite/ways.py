"""Changes many rows of SQLite by key: a prepared statement for each, in their order and
sorted, rows of VALUES that are joined, and a temporary table. Usage: ways.py ROWS ROUNDS
"""

import random
import sqlite3
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

TABLE, ROUNDS = int(sys.argv[1]), int(sys.argv[2])
SIZES = [n for n in (100, 1000, 10_000, 30_000, 100_000, 300_000) if n <= TABLE]
AT_ONCE = 128  # rows of a statement with VALUES
WINDOW = 100_000  # rows that are sorted at a time

Row = tuple[float | str | int, ...]  # its key first
Way = Callable[[sqlite3.Connection, Sequence[Row]], list[tuple[float]] | None]

LOOP = {
    "update": "UPDATE t SET value = ?2, note = ?3 WHERE id = ?1",
    "delete": "DELETE FROM t WHERE id = ?",
    "upsert": "INSERT INTO t (id, value, note) VALUES (?, ?, ?)"
    " ON CONFLICT (id) DO UPDATE SET value = excluded.value",
    "lookup": "SELECT value FROM t WHERE id = ?",
}
JOINED = {
    "update": "UPDATE t SET value = k.column2, note = k.column3 FROM ({}) AS k"
    " WHERE t.id = k.column1",
    "delete": "DELETE FROM t WHERE id IN (SELECT column1 FROM ({}))",
    "upsert": "INSERT INTO t (id, value, note) SELECT column1, column2, column3 FROM ({})"
    " WHERE true ON CONFLICT (id) DO UPDATE SET value = excluded.value",
    "lookup": "SELECT t.value FROM ({}) AS k CROSS JOIN t ON t.id = k.column1",
}


def marks(row: Row) -> str:
    return "(" + ", ".join("?" * len(row)) + ")"


def loop(operation: str) -> Way:
    def run(conn: sqlite3.Connection, rows: Sequence[Row]) -> list[tuple[float]] | None:
        if operation == "lookup":
            return [conn.execute(LOOP[operation], row).fetchone() for row in rows]
        conn.executemany(LOOP[operation], rows)
        return None

    return run


def ordered(operation: str) -> Way:
    run = loop(operation)

    def windows(conn: sqlite3.Connection, rows: Sequence[Row]) -> list[tuple[float]] | None:
        if operation == "lookup":
            order = sorted(range(len(rows)), key=lambda i: rows[i][0])
            found = run(conn, [rows[i] for i in order]) or []
            by_row = dict(zip(order, found, strict=True))
            return [by_row[i] for i in range(len(rows))]
        for start in range(0, len(rows), WINDOW):
            run(conn, sorted(rows[start : start + WINDOW], key=lambda row: row[0]))
        return None

    return windows


def values(operation: str) -> Way:
    def run(conn: sqlite3.Connection, rows: Sequence[Row]) -> list[tuple[float]] | None:
        found: list[tuple[float]] = []
        for start in range(0, len(rows), AT_ONCE):
            some = rows[start : start + AT_ONCE]
            sql = JOINED[operation].format("VALUES " + ", ".join([marks(some[0])] * len(some)))
            found += conn.execute(sql, [value for row in some for value in row])
        return found

    return run


def staged(operation: str) -> Way:
    # Changes go through the table in its order; a lookup answers in that of the keys.
    order = "rowid" if operation == "lookup" else "column1"
    sql = JOINED[operation].format("SELECT * FROM temp.staged ORDER BY " + order)

    def run(conn: sqlite3.Connection, rows: Sequence[Row]) -> list[tuple[float]] | None:
        columns = ", ".join(f"column{i + 1}" for i in range(len(rows[0])))
        conn.execute(f"CREATE TEMP TABLE staged ({columns})")
        conn.executemany("INSERT INTO staged VALUES " + marks(rows[0]), rows)
        found = conn.execute(sql).fetchall()
        conn.execute("DROP TABLE temp.staged")
        return found

    return run


def checked(conn: sqlite3.Connection, operation: str, keys: Sequence[int]) -> None:
    """The table has what it must have: TABLE rows from before, of which those of keys differ."""
    count, changed = conn.execute("SELECT count(*), count(*) FILTER (WHERE value = -id) FROM t").fetchone()
    there = len([k for k in keys if k <= TABLE])
    want = {
        "update": (TABLE, there),
        "delete": (TABLE - there, 0),
        "upsert": (TABLE + len(keys) - there, len(keys)),
        "lookup": (TABLE, 0),
    }[operation]
    assert (count, changed) == want, (operation, count, changed, want)


def median(seconds: list[float]) -> float:
    return sorted(seconds[1:])[ROUNDS // 2] * 1000


def main() -> None:
    ways = {"loop": loop, "sorted": ordered, "values": values, "staged": staged}
    print("python, SQLite", sqlite3.sqlite_version)
    with TemporaryDirectory() as folder:
        conn = sqlite3.connect(Path(folder) / "bench.db", isolation_level=None)
        conn.execute("PRAGMA journal_mode = WAL")
        conn.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, value REAL NOT NULL, note TEXT NOT NULL)")
        conn.execute(
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
            " INSERT INTO t SELECT i, i, 'note ' || i FROM n",
            (TABLE,),
        )
        for operation in LOOP:
            for size in SIZES:
                keys = random.Random(1).sample(range(1, TABLE + 1), size)
                if operation == "upsert":  # half of them are new
                    keys = [k + TABLE if i % 2 else k for i, k in enumerate(keys)]
                rows: list[Row] = [(k, -float(k), "changed") for k in keys]
                if operation in ("delete", "lookup"):
                    rows = [row[:1] for row in rows]
                wall: dict[str, list[float]] = {name: [] for name in ways}
                taken: dict[str, list[float]] = {name: [] for name in ways}
                for turn in range(ROUNDS + 1):  # the first one warms up
                    names = list(ways)[turn % len(ways) :] + list(ways)[: turn % len(ways)]
                    for name in names:
                        began = time.process_time(), time.perf_counter()
                        conn.execute("BEGIN")
                        found = ways[name](operation)(conn, rows)
                        taken[name].append(time.process_time() - began[0])
                        wall[name].append(time.perf_counter() - began[1])
                        if operation == "lookup":
                            assert found == [(float(k),) for k in keys]
                        checked(conn, operation, keys)
                        conn.execute("ROLLBACK")
                cells = [f"{n} {median(taken[n]):.2f}, {median(wall[n]):.2f}" for n in ways]
                print(operation, size, *cells, sep="; ", flush=True)
        conn.close()


main()
