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
    _run_numbered,
)


@dataclass(frozen=True, kw_only=True)
class _Joined(Generic[_Row]):
    """How a statement is run for many rows: by itself for a few, else for all at once.

    They are in a table of the call then. Rows of one key go in their order, by rounds,
    which are in another: each counts as often as its number says what it changes. The
    rest of rows are run each by itself.
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
    divide: str = ""
    rounds: str = ""
    round: str = ""
    rest: str = ""
    drop_rounds: str = ""


class _FirstError(Exception):
    """An error that is known to be that of the first row that fails."""


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
    except _FirstError as error:
        raise error.args[0] from None
    except Exception:
        if not again:
            raise
    else:
        return affected
    good = _without_failure(conn, many, first)
    with _atomic(conn):
        affected = _join(conn, many, first[:good], 0)
        others = enumerate(first[good:], good + 1)
        return affected + _run_numbered(conn, many.sql, many.bind, others)


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
    """Run one statement for rows that come behind others, or that for each of a few."""
    if len(rows) < many.few:
        numbered = enumerate(rows, before + 1)
        return _run_numbered(conn, many.sql, many.bind, numbered)
    conn.execute(many.create)
    _insert_rows(conn, many.insert, many.columns, rows, before)
    rest: list[int] = []
    if not many.count or _execute(conn, many.count) == 1:
        affected = _execute(conn, many.joined)
    else:
        affected, rest = _run_rounds(conn, many)
    conn.execute(many.drop)
    if rest:
        others = ((before + i + 1, rows[i]) for i in rest)
        try:
            affected += _run_numbered(conn, many.sql, many.bind, others)
        except Exception as error:
            raise _FirstError(error) from error
    return affected


def _run_rounds(
    conn: duckdb.DuckDBPyConnection, many: _Joined[_Row]
) -> tuple[int, list[int]]:
    """Run the statement for each round; return the affected rows, and what is left."""
    conn.execute(many.divide)
    affected = 0
    for number, times in conn.execute(many.rounds).fetchall():
        affected += _execute(conn, many.round, (number,)) * times
    rest = conn.execute(many.rest).fetchall() if many.rest else []
    conn.execute(many.drop_rounds)
    return affected, [i for (i,) in rest]
