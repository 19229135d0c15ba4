"""Rows of :bulk that one statement of DuckDB joins."""

import re

import duckdb
import pytest

from gen.duck.duck_bulk import DuckBulk, ReadingRow


def opened(*more: str) -> tuple[duckdb.DuckDBPyConnection, DuckBulk]:
    conn = duckdb.connect()
    for script in (*DuckBulk.get_migrations(), *more):
        conn.execute(script)
    return conn, DuckBulk(conn)


def found(conn: duckdb.DuckDBPyConnection, sql: str) -> object:
    row: tuple[object, ...] | None = conn.execute(sql).fetchone()
    return row and row[0]


def test_rows_of_one_key_keep_their_order() -> None:
    keys, times = 60_000, 4
    conn, q = opened("SET preserve_insertion_order = false")
    order = [(n * 7919 % keys, n // keys) for n in range(keys * times)]
    rows = [ReadingRow("s", slot, float(n)) for slot, n in order]
    assert q.upsert_reading_bulk(rows) == len(rows)
    assert (
        found(conn, f"SELECT count(*) FROM reading WHERE value = {times - 1}") == keys
    )
    assert q.set_value_bulk(("s", slot, n + 0.5) for slot, n in order) == len(rows)
    wrong = f"SELECT count(*) FROM reading WHERE value <> {times - 0.5}"
    assert found(conn, wrong) == 0


def test_very_many_rows_of_one_key() -> None:
    conn, q = opened("INSERT INTO stock VALUES (1, 100000), (2, 50)")
    rows = [(n, 1) for n in range(300)]
    rows[17] = (17, 2)
    assert q.take_bulk(rows) == len(rows)
    left = "SELECT string_agg(n, ' ' ORDER BY id) FROM stock"
    assert found(conn, left) == f"{100_000 - 299 * 150 + 17} 33"


def test_an_error_leaves_nothing() -> None:
    conn, q = opened("INSERT INTO stock SELECT i, 10 FROM range(20000) r(i)")
    rows: list[tuple[int, int]] = [(1, n) for n in range(20_000)]
    changed = "SELECT count(*) FROM stock WHERE n <> 10"
    rows[12_344] = (11, 12_344)
    with pytest.raises(duckdb.ConstraintException, match=r"^row 12345: "):
        q.take_bulk(rows)
    with pytest.raises(duckdb.ConstraintException, match=r"^row 5: "):
        q.take_bulk(rows[12_340:12_350])
    assert found(conn, changed) == 0
    conn.begin()
    with pytest.raises(duckdb.ConstraintException):
        q.take_bulk(rows)
    conn.rollback()
    rows[12_344] = (2**40, 12_344)
    with pytest.raises((duckdb.Error, ValueError), match=re.compile("INT32|row 12345")):
        q.take_bulk(rows)
    rows[12_344] = (1, 12_344)
    assert found(conn, changed) == 0
    assert found(conn, "SELECT count(*) FROM duckdb_tables() WHERE temporary") == 0
    assert q.take_bulk(rows) == len(rows)
