""":batch runs one statement for many rows, all or nothing, in every mode."""

import datetime as dt
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from contract import MODES, connected, value
from gen.batch import Batch, FlagRow, InsertReadingParams

Opened = tuple[sqlite3.Connection, Batch]


@pytest.fixture(params=MODES)
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opened]:
    path = tmp_path / "batch.db"
    with connected(request.param, path, Batch.get_migrations()) as conn:
        yield conn, Batch(conn)


def readings(n: int) -> Iterator[InsertReadingParams]:
    for i in range(n):
        yield f"s{i % 3}", i, None if i % 5 == 0 else i / 2


def count(batch: Batch) -> int:
    summary = batch.reading_summary()
    assert summary is not None
    return summary.count


def test_affected_rows(opened: Opened) -> None:
    _, batch = opened
    assert batch.insert_reading_batch([]) == 0
    assert batch.insert_reading_batch(readings(5000)) == 5000
    assert count(batch) == 5000
    assert batch.upsert_reading_batch([("s0", 0, 7), ("new", 0, 8)]) == 2
    # The second does not match.
    assert batch.correct_reading_batch([(9, "s0", 0), (9, "nowhere", 0)]) == 1
    assert batch.correct_reading_batch([(9, "s0", 0)]) == 0
    assert batch.delete_sensor_batch([("s1",), ("s2",), ("s2",)]) == 3333
    assert [r.value for r in batch.all_readings() if r.at == 0] == [8.0, 9.0]


def test_converted_values(opened: Opened) -> None:
    _, batch = opened
    since = dt.datetime(2024, 2, 29, 12, 0, 0, 5)
    assert batch.set_flag_batch([(1, True, since), (2, False, None)]) == 2
    assert batch.set_flag_batch([(1, False, None)]) == 1
    assert batch.all_flags() == [
        FlagRow(1, False, None),
        FlagRow(2, False, None),
    ]
    assert batch.all_flags_raw() == [(1, 0, None), (2, 0, None)]


def test_an_error_undoes_the_batch_only(opened: Opened) -> None:
    conn, batch = opened
    batch.insert_reading("kept", 1, 1)
    with pytest.raises(sqlite3.IntegrityError, match="^row 3: UNIQUE"):
        batch.insert_reading_batch([("a", 1, 1), ("b", 1, 1), ("a", 1, 2)])
    assert [r.sensor for r in batch.all_readings()] == ["kept"]
    assert batch.insert_reading_batch(readings(3)) == 3
    conn.commit()
    assert count(batch) == 4


def test_an_error_of_the_source_undoes_the_batch(opened: Opened) -> None:
    _, batch = opened

    def source() -> Iterator[InsertReadingParams]:
        yield from readings(10)
        raise LookupError("the source broke")

    with pytest.raises(LookupError, match="the source broke"):
        batch.insert_reading_batch(source())
    assert count(batch) == 0


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (("c", 2**63, 1), "row 3: at: Python int too large"),
        (("\ud800", 1, 1), "row 3: sensor: .*surrogates not allowed"),
        (("c", object(), 1), "row 3: at: "),
        (("c", 1, "much"), "row 3: could not convert string to float"),
        (("c", 1), "row 3: tuple index out of range"),
    ],
)
def test_a_wrong_value_is_named(
    opened: Opened, wrong: InsertReadingParams, message: str
) -> None:
    _, batch = opened
    with pytest.raises(ValueError, match=message):
        batch.insert_reading_batch([("a", 1, 1), ("b", 1, 1), wrong])
    assert count(batch) == 0
    with pytest.raises(ValueError, match="^row 2: on_off: expected a bool, got str$"):
        batch.set_flag_batch([(1, True, None), (2, "no", None)])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
    assert batch.all_flags() == []


def test_the_callers_transaction_stays_the_callers(opened: Opened) -> None:
    conn, batch = opened
    if not conn.in_transaction:
        conn.execute("BEGIN")
    batch.insert_reading("before", 1, 1)
    assert batch.insert_reading_batch(readings(10)) == 10
    assert conn.in_transaction
    conn.execute("ROLLBACK")
    conn.row_factory = None
    assert value(conn, "SELECT count(*) FROM reading") == 0


@pytest.mark.parametrize("mode", MODES)
def test_who_commits(mode: str, tmp_path: Path) -> None:
    """Without an open transaction the batch does as any other statement would."""
    path = tmp_path / "batch.db"
    with connected(mode, path, Batch.get_migrations()) as conn:
        Batch(conn).insert_reading_batch(readings(10))
        commits_alone = mode in {"manual", "autocommit"}
        assert conn.in_transaction == (not commits_alone)
        other = sqlite3.connect(path)
        assert value(other, "SELECT count(*) FROM reading") == 10 * commits_alone
        conn.commit()
        assert value(other, "SELECT count(*) FROM reading") == 10
        other.close()


def test_with_conn_rolls_back(tmp_path: Path) -> None:
    """The idiom of the sqlite3 module holds for a batch that comes first."""
    path = tmp_path / "batch.db"
    with connected("default", path, Batch.get_migrations()) as conn:
        with pytest.raises(LookupError), conn:
            Batch(conn).insert_reading_batch(readings(10))
            raise LookupError
        assert count(Batch(conn)) == 0
