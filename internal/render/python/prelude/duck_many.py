"""How one statement of DuckDB is run for many rows, which it joins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Generic

import duckdb
from common import _Row
from duck import (
    _atomic,
    _Column,
    _execute,
    _in_transaction,
    _insert_rows,
    _run_batch,
)


@dataclass(frozen=True)
class _Joined(Generic[_Row]):
    """How a statement is run for many rows: by itself for a few, else for all at once.

    They are in a table of the call then. Rows of one key take a round each.
    """

    sql: str
    bind: Callable[[_Row], Sequence[object]]
    few: int
    at_once: int
    create: str
    insert: str
    columns: Sequence[_Column]
    joined: str
    drop: str
    count: str = ""  # of the rows of the key that has most of them
    round: str = ""
    rounds: int = 1


def _run_joined(
    conn: duckdb.DuckDBPyConnection, many: _Joined[_Row], rows: Iterable[_Row]
) -> int:
    """Run a statement for every row, all or nothing; return the affected rows."""
    source = iter(rows)
    first = some = list(islice(source, many.at_once))
    if len(first) < many.few:
        return _run_batch(conn, many.sql, many.bind, first)
    again = len(first) < many.at_once and not _in_transaction(conn)
    affected = before = 0
    try:
        with _atomic(conn):
            while some:
                affected += _join(conn, many, some, before)
                before += len(some)
                some = list(islice(source, many.at_once))
    except Exception:
        if not again:
            raise
    else:
        return affected
    good = _without_failure(conn, many, first)
    with _atomic(conn):
        affected = _join(conn, many, first[:good], 0)
        return affected + _run_batch(conn, many.sql, many.bind, first[good:], good)


def _without_failure(
    conn: duckdb.DuckDBPyConnection, many: _Joined[_Row], rows: Sequence[_Row]
) -> int:
    """How many rows there are in front of the first that cannot be joined."""
    good, bad = 0, len(rows)
    while bad - good > many.few:
        half = (good + bad) // 2
        conn.begin()
        try:
            _join(conn, many, rows[:half], 0)
            good = half
        except Exception:
            bad = half
        finally:
            conn.rollback()
    return good


def _join(
    conn: duckdb.DuckDBPyConnection,
    many: _Joined[_Row],
    rows: Sequence[_Row],
    before: int,
) -> int:
    """Run one statement for rows, or one for every half if a key has too many."""
    if len(rows) < many.few:
        return _run_batch(conn, many.sql, many.bind, rows, before)
    conn.execute(many.create)
    _insert_rows(conn, many.insert, many.columns, rows, before)
    rounds = _execute(conn, many.count) if many.count else 1
    affected = 0
    if rounds == 1:
        affected = _execute(conn, many.joined)
    elif rounds <= many.rounds:
        for number in range(1, rounds + 1):
            affected += _execute(conn, many.round, (number,))
    conn.execute(many.drop)
    if rounds <= many.rounds:
        return affected
    half = len(rows) // 2
    affected = _join(conn, many, rows[:half], before)
    return affected + _join(conn, many, rows[half:], before + half)
