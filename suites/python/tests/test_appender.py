"""Bulk inserts, all or nothing, in every mode."""

import datetime as dt
import sqlite3
from collections.abc import Iterator
from dataclasses import astuple, replace
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from contract import MODES, connected, value
from gen.appender import (
    Appender_,
    ChildRow,
    EveryTypeOrNullRow,
    EveryTypeRow,
    NarrowRow,
    OrderLineRow,
    ParentInsert,
    RectangleInsert,
    WideRow,
)

Opened = tuple[sqlite3.Connection, Appender_]

CHUNK = 64


@pytest.fixture(params=MODES)
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opened]:
    path = tmp_path / "appender.db"
    with connected(request.param, path, Appender_.get_migrations()) as conn:
        yield conn, Appender_(conn)


def narrow(n: int) -> Iterator[NarrowRow]:
    for i in range(n):
        yield NarrowRow(i, None if i % 3 == 0 else f"v{i}")


@pytest.mark.parametrize("n", [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 10_000])
def test_rows_arrive(opened: Opened, n: int) -> None:
    _, queries = opened
    assert queries.bulk_insert_narrow(narrow(n)) == n
    assert [astuple(r) for r in queries.all_narrow()] == [astuple(r) for r in narrow(n)]


def wide(i: int) -> WideRow:
    return WideRow(
        *(i, "two", 3.5, 4, "five", 6.5, i, "eight", 9, None, None, None),
        *(i, "fourteen", 15.5, 16, "seventeen", b"18"),
    )


def test_wide(opened: Opened) -> None:
    _, queries = opened
    assert queries.bulk_insert_wide(wide(i) for i in range(1000)) == 1000
    assert [astuple(r) for r in queries.all_wide()] == [
        astuple(wide(i)) for i in range(1000)
    ]


EVERY = EveryTypeRow(
    id=1, b=True, i=-(2**63), f=1, dec=Decimal("12.50"), t="x", bin=b"\0\xff",
    d=dt.date(2024, 2, 29), tm=dt.time(1, 2, 3, 4), ts=dt.datetime(2024, 2, 29, 12),
    tz=dt.datetime(2024, 2, 29, 12, tzinfo=dt.timezone(dt.timedelta(hours=2))),
    u=UUID(int=255), j='{"a": 1}',
)  # fmt: skip


def test_every_type(opened: Opened) -> None:
    _, queries = opened
    assert queries.bulk_insert_every_type([EVERY]) == 1
    (stored,) = queries.every_type_storage()
    assert astuple(stored)[1:] == (
        "integer 1",
        "integer -9223372036854775808",
        "real",
        "real 12.5",
        "text x",
        "blob 00FF",
        "text 2024-02-29",
        "text 01:02:03.000004",
        "text 2024-02-29 12:00:00",
        "text 2024-02-29 10:00:00+00:00",
        "text 00000000-0000-0000-0000-0000000000ff",
        'text {"a": 1}',
    )
    (read,) = queries.all_every_type()
    assert astuple(read) == astuple(EVERY)
    nothing = EveryTypeOrNullRow(7, *[None] * 12)
    assert queries.bulk_insert_every_type_or_null([nothing]) == 1
    assert [astuple(r) for r in queries.all_every_type_or_null()] == [astuple(nothing)]


def test_what_the_engine_fills_in(opened: Opened) -> None:
    _, queries = opened
    queries.bulk_insert_rectangle(
        [RectangleInsert(2, 3, "blue"), RectangleInsert(4, 5, "red")]
    )
    assert [astuple(r) for r in queries.all_rectangles()] == [
        (1, 2, 3, 6, "2x3", "blue"),
        (2, 4, 5, 20, "4x5", "red"),
    ]
    queries.bulk_insert_order_line(
        [OrderLineRow(1, "a", None), OrderLineRow(1, "b", "'")]
    )
    assert [astuple(r) for r in queries.all_order_lines()] == [
        (1, "a", None),
        (1, "b", "'"),
    ]
    queries.bulk_insert_main_parent([ParentInsert("x")])
    assert [astuple(r) for r in queries.all_parents()] == [(1, "x")]


def test_an_error_undoes_everything(opened: Opened) -> None:
    conn, queries = opened
    queries.bulk_insert_narrow(narrow(5))
    rows = [OrderLineRow(i, "x", None) for i in range(3 * CHUNK)] + [
        OrderLineRow(7, "x", None)
    ]
    with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
        queries.bulk_insert_order_line(rows)
    assert queries.all_order_lines() == []
    assert len(queries.all_narrow()) == 5
    assert queries.bulk_insert_order_line(rows[:-1]) == 3 * CHUNK
    conn.commit()
    assert len(queries.all_order_lines()) == 3 * CHUNK


def test_an_error_of_the_source_undoes_everything(opened: Opened) -> None:
    _, queries = opened

    def source() -> Iterator[NarrowRow]:
        yield from narrow(2 * CHUNK + 3)
        raise LookupError("the source broke")

    with pytest.raises(LookupError, match="the source broke"):
        queries.bulk_insert_narrow(source())
    assert queries.all_narrow() == []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"d": "2024-01-01"}, "row {n}: d: expected a date, got str"),
        ({"tz": EVERY.ts}, "row {n}: tz: expected an aware datetime, got a naive one"),
        ({"i": 2**63}, "row {n}: i: Python int too large to convert to SQLite INTEGER"),
        ({"t": "\udc80"}, "row {n}: t: .*surrogates not allowed"),
        ({"j": {}}, "row {n}: j: .*"),
    ],
)
@pytest.mark.parametrize("n", [1, CHUNK, CHUNK + 1, 2 * CHUNK + 5])
def test_a_wrong_value_is_named(
    opened: Opened, n: int, change: dict[str, Any], message: str
) -> None:
    _, queries = opened
    rows = [replace(EVERY, id=i) for i in range(3 * CHUNK)]
    rows[n - 1] = replace(EVERY, **change)
    with pytest.raises(ValueError, match="^" + message.format(n=n)):
        queries.bulk_insert_every_type(rows)
    assert queries.all_every_type() == []
    assert queries.bulk_insert_every_type([EVERY]) == 1


def test_by_hand(opened: Opened) -> None:
    _, queries = opened
    appender = queries.create_narrow_appender()
    appender.append(NarrowRow(1, "a"))
    assert queries.all_narrow() == []
    appender.flush()
    assert len(queries.all_narrow()) == 1
    assert appender.append_many(narrow(0)) == 0
    appender.append(NarrowRow(2, None))
    assert appender.rows == 2
    appender.close()
    appender.close()
    assert appender.rows == 2
    with pytest.raises(ValueError, match="the appender is closed"):
        appender.append(NarrowRow(3, None))
    assert [row.k for row in queries.all_narrow()] == [1, 2]


def test_an_exception_inside_discards(opened: Opened) -> None:
    _, queries = opened
    with pytest.raises(LookupError), queries.create_narrow_appender() as appender:
        appender.append_many(narrow(CHUNK + 1))
        assert len(queries.all_narrow()) == CHUNK
        raise LookupError
    assert queries.all_narrow() == []


def test_the_callers_transaction_stays_the_callers(opened: Opened) -> None:
    conn, queries = opened
    if not conn.in_transaction:
        conn.execute("BEGIN")
    queries.bulk_insert_narrow(narrow(10))
    with pytest.raises(ValueError, match="row 2: k"):
        queries.bulk_insert_narrow([NarrowRow(99, None), NarrowRow(2**70, None)])
    assert conn.in_transaction
    assert len(queries.all_narrow()) == 10
    conn.execute("ROLLBACK")
    assert queries.all_narrow() == []


@pytest.mark.parametrize("mode", MODES)
def test_who_commits(mode: str, tmp_path: Path) -> None:
    path = tmp_path / "appender.db"
    with connected(mode, path, Appender_.get_migrations()) as conn:
        Appender_(conn).bulk_insert_narrow(narrow(10))
        commits_alone = mode in {"manual", "autocommit"}
        other = sqlite3.connect(path)
        assert value(other, "SELECT count(*) FROM narrow") == 10 * commits_alone
        conn.commit()
        assert value(other, "SELECT count(*) FROM narrow") == 10
        other.close()


def test_a_commit_that_fails(tmp_path: Path) -> None:
    path = tmp_path / "appender.db"
    with connected("manual", path, Appender_.get_migrations()) as conn:
        queries = Appender_(conn)
        conn.execute("PRAGMA foreign_keys = ON")
        with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
            queries.bulk_insert_child([ChildRow(1, 1)])
        assert queries.count_children() == 0
        assert not conn.in_transaction


def test_a_locked_database(tmp_path: Path) -> None:
    path = tmp_path / "appender.db"
    with connected("manual", path, Appender_.get_migrations()) as conn:
        conn.execute("PRAGMA busy_timeout = 0")
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            Appender_(conn).bulk_insert_narrow(narrow(1))
        other.close()
        assert Appender_(conn).bulk_insert_narrow(narrow(1)) == 1
