"""How a query of DuckDB is asked for many rows."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic

import duckdb
from common import _bound, _grouped, _Row
from duck import _select


@dataclass(frozen=True, kw_only=True)
class _Lookup(Generic[_Row]):
    """How a query is asked for many rows: by itself for a few, else for all at once."""

    sql: str
    bind: Callable[[Any], Sequence[object]]
    few: int
    at_once: int
    many: str
    lists: Callable[[Sequence[_Row]], Sequence[object]]
    columns: str = ""  # the form that they come in, where it is not their own


def _look_up(
    conn: duckdb.DuckDBPyConnection, rows: Iterable[_Row], lookup: _Lookup[_Row]
) -> list[list[tuple[Any, ...]]]:
    """Look up many rows, some at a time; return the result for each."""
    found: list[list[tuple[Any, ...]]] = []
    source = iter(rows)
    while some := list(islice(source, lookup.at_once)):
        if len(some) < lookup.few:
            for values in _bound(lookup.bind, some, len(found)):
                if lookup.columns:
                    cursor = _select(conn, lookup.sql, lookup.columns, values)
                else:
                    cursor = conn.execute(lookup.sql, values)
                found.append(cursor.fetchall())
        else:
            cursor = conn.execute(lookup.many, lookup.lists(some))
            found += _grouped(cursor.fetchall(), len(some))
    return found


def _json(values: object) -> str:
    """A list as JSON, of which the driver makes each element much faster."""
    return json.dumps(values, ensure_ascii=False, default=str)
