"""From 1,000 rows on, rows of :bulk are run in the order of their key."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from contract import CORPUS, MODES, connected
from gen.bulk import Bulk, TakeParams

Opened = tuple[sqlite3.Connection, Bulk]
DATA: dict[str, Any] = json.loads((CORPUS / "bulk/sorted.json").read_text())
ITEMS: int = DATA["items"]


@pytest.fixture(params=MODES)
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opened]:
    path = tmp_path / "bulk.db"
    with connected(request.param, path, Bulk.get_migrations()) as conn:
        bulk = Bulk(conn)
        assert bulk.set_stock_bulk((i, 1) for i in range(ITEMS, 0, -1)) == ITEMS
        conn.commit()
        yield conn, bulk


def stock(bulk: Bulk) -> dict[int, int]:
    """How many items there are of each number."""
    return dict(Counter(row.n for row in bulk.all_stock()))


def test_rows_of_a_key_stay_in_their_order(opened: Opened) -> None:
    _, bulk = opened
    # Taking some before others are put back would leave less than nothing.
    rows = [(-DATA["given"], i) for i in range(ITEMS, 0, -1)]
    rows += [(DATA["taken"], i) for i in range(1, DATA["takers"] + 1)]
    assert bulk.take_bulk(rows) == DATA["changed"]
    assert stock(bulk) == {int(n): count for n, count in DATA["left"].items()}
    assert bulk.take_bulk((0, i) for i in range(DATA["more"], 0, -1)) == ITEMS


def test_rows_are_sorted(opened: Opened) -> None:
    _, bulk = opened
    rows = [(0, i) for i in range(ITEMS, 0, -1)]
    for row, item in DATA["bad"]:
        rows[row - 1] = (2, item)
    # Of two bad rows the error names that of the smaller key, where rows are sorted.
    for count, row in DATA["named"]:
        with pytest.raises(sqlite3.IntegrityError, match=f"^row {row}: CHECK"):
            bulk.take_bulk(rows[:count])
    assert stock(bulk) == {1: ITEMS}


@pytest.mark.parametrize("count", [999, ITEMS])
def test_a_row_that_is_too_short_is_the_drivers_error(
    opened: Opened, count: int
) -> None:
    _, bulk = opened
    rows: list[TakeParams] = [(1, i) for i in range(count, 0, -1)]
    rows[567] = (1,)  # type: ignore[assignment]  # pyright: ignore[reportArgumentType]
    with pytest.raises(sqlite3.ProgrammingError, match="number of bindings"):
        bulk.take_bulk(rows)
    assert stock(bulk) == {1: ITEMS}


def test_a_value_that_cannot_be_bound_is_named(opened: Opened) -> None:
    _, bulk = opened
    rows: list[TakeParams] = [(1, i) for i in range(ITEMS, 0, -1)]
    rows[1234] = (2**63, 5)
    with pytest.raises(ValueError, match="^row 1235: n: Python int too large"):
        bulk.take_bulk(rows)
    assert stock(bulk) == {1: ITEMS}


@pytest.mark.parametrize(
    ("other", "changed", "left"),
    [("7", 1002, 5), (7.0, 1002, 5), (True, 1002, 0), (None, 1001, 0)],
)
def test_keys_of_other_types_keep_the_order(
    opened: Opened, other: object, changed: int, left: int
) -> None:
    _, bulk = opened
    rows: list[TakeParams] = [(-5, 7)] * 1000 + [(4995, 7), (1, 7)]
    rows[500] = (-5, other)  # type: ignore[assignment]  # pyright: ignore[reportArgumentType]
    assert bulk.take_bulk(rows) == changed
    assert [row.n for row in bulk.all_stock() if row.id == 7] == [left]
