"""Bulk inserts into a real DuckDB: all rows or none, and errors that say where."""

import ctypes
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import duckdb
import pytest

from contract.duck import opened, value
from contract.memory import Growth
from gen.duck import duck_appender
from gen.duck.duck_appender import (
    ChildRow,
    DuckAppender,
    NarrowRow,
    OrderLineRow,
    RectangleInsert,
)


def rows(count: int) -> Iterator[NarrowRow]:
    return (NarrowRow(i, f"v{i}" if i % 3 else None) for i in range(count))


OWN: Mapping[str, Any] = vars(duck_appender)
BATCH: int = OWN["_BATCH_ROWS"]
CHUNK: int = OWN["_CHUNK_ROWS"]


@pytest.mark.parametrize("count", [0, 1, 2, BATCH - 1, BATCH, CHUNK, CHUNK + 1])
@pytest.mark.parametrize("kind", [iter, list, tuple])
def test_counts(count: int, kind: Callable[[Iterator[NarrowRow]], Any]) -> None:
    conn, app = opened(DuckAppender)
    assert app.bulk_insert_narrow(kind(rows(count))) == count
    expected = (count, sum(range(count)) if count else None)
    got = conn.execute("SELECT count(*), sum(k) FROM narrow").fetchone()
    assert got == expected
    nulls = "SELECT count(*) FROM narrow WHERE v IS DISTINCT FROM CASE k % 3 WHEN 0"
    assert value(conn, f"{nulls} THEN NULL ELSE 'v' || k END") == 0


def test_appender() -> None:
    conn, app = opened(DuckAppender)
    with app.create_narrow_appender() as appender:
        appender.append(NarrowRow(1, "ä"))
        appender.flush()
        assert appender.append_many(rows(3)) == 3
        assert appender.rows == 4
    with pytest.raises(ValueError, match="closed"):
        appender.append(NarrowRow(1, None))
    assert value(conn, "SELECT count(*) FROM narrow") == 4
    with pytest.raises(KeyError), app.create_narrow_appender() as appender:
        appender.append_many(rows(20_000))
        appender.flush()
        raise KeyError
    assert value(conn, "SELECT count(*) FROM narrow") == 4


def test_a_value_that_does_not_fit_names_row_and_column() -> None:
    conn, app = opened(DuckAppender)

    def spoilt(k: Any, v: Any) -> Iterator[NarrowRow]:
        yield from rows(CHUNK + 700)
        yield NarrowRow(k, v)
        yield from rows(10)

    for k, v, expected in [
        (2**31, "x", "k: "),
        (None, "x", "k: NULL in a NOT NULL column"),
        (1.5, "x", "k: 1.5 is no value"),
        (1, 7, "v: 7 is no value"),
    ]:
        for source in spoilt(k, v), list(spoilt(k, v)):
            with pytest.raises(ValueError, match=f"^row {CHUNK + 701}: {expected}"):
                app.bulk_insert_narrow(source)
            assert value(conn, "SELECT count(*) FROM narrow") == 0


def test_interrupted_while_rows_are_encoded() -> None:
    class Row:
        v = None

        @property
        def k(self) -> int:
            raise KeyboardInterrupt

    conn, app = opened(DuckAppender)
    source: list[Any] = [*rows(2 * BATCH), Row()]
    with pytest.raises(KeyboardInterrupt):
        app.bulk_insert_narrow(source)
    assert value(conn, "SELECT count(*) FROM narrow") == 0
    assert app.bulk_insert_narrow(source[:-1]) == 2 * BATCH


@pytest.mark.parametrize("chunks", [1, 2])
def test_what_is_kept_for_the_engine_is_given_back(chunks: int) -> None:
    """Also where it stops early."""
    _, app = opened(DuckAppender)
    assert app.bulk_insert_narrow(list(rows(chunks * CHUNK))) == chunks * CHUNK
    assert OWN["_read"] == {}
    bad: Any = NarrowRow(1, 7)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=f"row {chunks * CHUNK + 1}: v"):
        app.bulk_insert_narrow([*rows(chunks * CHUNK), bad])
    assert OWN["_read"] == {}


def test_waits_until_all_is_given_back() -> None:
    """A thread of DuckDB that still does so takes a program down that ends at once."""
    source = OWN["_row_batches"](OWN["_narrow_columns"](), [list(rows(3))], 0)
    stream = OWN["_CStream"].from_address(address_of(source.__arrow_c_stream__()))
    batch = OWN["_CArray"]()
    assert stream.get_next(ctypes.addressof(stream), ctypes.addressof(batch)) == 0
    assert batch.length == 3
    waiting = threading.Thread(target=source.wait)
    waiting.start()
    for held in batch, stream:
        waiting.join(0.05)
        assert waiting.is_alive()
        held.release(ctypes.addressof(held))
    waiting.join(60)
    assert not waiting.is_alive()
    assert OWN["_read"] == {}


def address_of(capsule: object) -> int:
    pointer: Any = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype = ctypes.c_void_p
    pointer.argtypes = (ctypes.py_object, ctypes.c_char_p)
    return int(pointer(capsule, b"arrow_array_stream"))


def test_all_is_given_back_before_it_returns(monkeypatch: pytest.MonkeyPatch) -> None:
    _, app = opened(DuckAppender)
    wait = OWN["_Batches"].wait
    waited: list[bool] = []

    def check(batches: Any) -> None:
        wait(batches)
        waited.append(OWN["_read"] == {})

    monkeypatch.setattr(OWN["_Batches"], "wait", check)
    bad: Any = NarrowRow(1, 7)  # type: ignore[arg-type]
    source = [*rows(5 * BATCH), bad]
    with pytest.raises(ValueError, match="v: 7"):
        app.bulk_insert_narrow(source)
    assert app.bulk_insert_narrow(source[:-1]) == 5 * BATCH
    assert waited == [True, True]


def test_millions_of_rows_in_constant_memory(tmp_path: Path) -> None:
    conn, app = opened(DuckAppender, path=str(tmp_path / "millions.db"))
    conn.execute("SET memory_limit = '64MB'")
    app.bulk_insert_narrow(rows(3 * CHUNK))
    growth = Growth()
    assert app.bulk_insert_narrow(growth.of(rows(3_000_000))) == 3_000_000
    assert growth.most < 64 * 2**20


def test_a_constraint_discards_all_rows() -> None:
    conn, app = opened(DuckAppender)
    with pytest.raises(duckdb.ConstraintException, match="CHECK"):
        app.bulk_insert_rectangle(
            [RectangleInsert(1, 2, "red"), RectangleInsert(0, 2, "red")]
        )
    assert app.all_rectangles() == []
    assert app.bulk_insert_rectangle([RectangleInsert(1, 2, "red")]) == 1
    with pytest.raises(duckdb.ConstraintException):
        app.bulk_insert_child([ChildRow(1, 9)])
    assert value(conn, "SELECT count(*) FROM child") == 0


def test_within_the_callers_transaction() -> None:
    conn, app = opened(DuckAppender)
    conn.begin()
    app.bulk_insert_narrow(rows(10))
    assert value(conn, "SELECT count(*) FROM narrow") == 10
    conn.rollback()
    assert value(conn, "SELECT count(*) FROM narrow") == 0
    conn.begin()
    bad: Any = NarrowRow(1, 2)  # type: ignore[arg-type]
    app.bulk_insert_narrow(rows(5))
    with pytest.raises(ValueError, match="row 1: v"):
        app.bulk_insert_narrow([bad])
    conn.commit()  # not the first five without the others
    assert value(conn, "SELECT count(*) FROM narrow") == 0


def test_a_list_is_not_kept_until_the_transaction_ends() -> None:
    conn, app = opened(DuckAppender)
    source = list(rows(CHUNK))
    before = sys.getrefcount(source), sys.getrefcount(source[0])
    conn.begin()
    app.bulk_insert_narrow(source)
    app.bulk_insert_narrow(source[:10])
    assert (sys.getrefcount(source), sys.getrefcount(source[0])) == before
    conn.commit()


def test_mixed_sources_keep_their_order() -> None:
    conn, app = opened(DuckAppender)
    everything = list(rows(CHUNK + 20))
    with app.create_narrow_appender() as appender:
        assert appender.append_many(iter(everything[:10])) == 10
        assert appender.append_many(everything[10:-10]) == CHUNK
        appender.append_many(everything[-10:])
        assert appender.rows == CHUNK + 20
    found = conn.execute("SELECT k FROM narrow ORDER BY rowid").fetchall()
    assert found == [(row.k,) for row in everything]


def test_a_source_may_use_the_connection() -> None:
    conn, app = opened(DuckAppender)

    def source() -> Iterator[NarrowRow]:
        for i in range(30_000):
            if i % 1000 == 0:
                conn.execute("SELECT 1")
            yield NarrowRow(i, None)

    assert app.bulk_insert_narrow(source()) == 30_000


def test_quoted_names() -> None:
    _, app = opened(DuckAppender)
    line = OrderLineRow(1, "a", None)
    assert app.bulk_insert_order_line([line]) == 1
    assert len(app.all_order_lines()) == 1


def test_arrow_with_packages() -> None:
    pa: Any = pytest.importorskip("pyarrow")
    conn, app = opened(DuckAppender)
    table = pa.table({"v": ["a", None], "k": pa.array([1, 2], pa.int64())})
    assert app.bulk_insert_narrow_arrow(table) == 2

    def batches() -> Iterator[Any]:
        for i in range(20):
            conn.execute("SELECT 1")  # the connection is free meanwhile
            yield pa.record_batch({"k": list(range(10_000)), "v": [str(i)] * 10_000})

    first = pa.record_batch({"k": [1], "v": ["x"]})
    reader = pa.RecordBatchReader.from_batches(first.schema, batches())
    assert app.bulk_insert_narrow_arrow(reader) == 200_000
    bad = pa.table({"k": [1, None], "v": ["a", "b"]})
    with pytest.raises(duckdb.ConstraintException):
        app.bulk_insert_narrow_arrow(bad)
    assert value(conn, "SELECT count(*) FROM narrow") == 200_002
    conn.begin()
    app.bulk_insert_narrow_arrow(table)
    with pytest.raises(duckdb.ConstraintException):
        app.bulk_insert_narrow_arrow(bad)
    conn.commit()
    assert value(conn, "SELECT count(*) FROM narrow") == 200_002


KILLED = """
import os, signal, sys, duckdb
from gen.duck.duck_appender import DuckAppender, NarrowRow
conn = duckdb.connect(sys.argv[1])
def rows():
    for i in range(300_000):
        yield NarrowRow(i, None)
    os.kill(os.getpid(), signal.SIGKILL)
DuckAppender(conn).bulk_insert_narrow(rows())
"""


def test_killed(tmp_path: Path) -> None:
    path = str(tmp_path / "killed.db")
    conn, _ = opened(DuckAppender, path=path)
    conn.close()
    run = subprocess.run(
        [sys.executable, "-c", KILLED, path],
        env={**os.environ, "PYTHONPATH": os.getcwd()},
        check=False,
    )
    assert run.returncode == -signal.SIGKILL
    conn = duckdb.connect(path)
    assert value(conn, "SELECT count(*) FROM narrow") == 0
    conn.close()
