"""Helpers for rows with lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar


def _gather(
    rows: list[_Nested],
    key: Callable[[_Nested], object],
    items: Callable[[_Nested], list[Any]],
) -> list[_Nested]:
    """Put rows of one key together: the first gets the lists of the others."""
    gathered: dict[object, _Nested] = {}
    for row in rows:
        first = gathered.setdefault(key(row), row)
        if first is not row:
            items(first).extend(items(row))
    return list(gathered.values())


_Nested = TypeVar("_Nested")


def _gathering(
    key: Callable[[_Nested], object],
    nest: Callable[[list[_Nested]], list[_Nested]],
) -> Callable[[_Nested | None], list[_Nested]]:
    """Take rows, of which those of one key follow each other, and give what they make when the next comes."""
    rows: list[_Nested] = []

    def take(row: _Nested | None) -> list[_Nested]:
        done: list[_Nested] = []
        if rows and (row is None or key(row) != key(rows[0])):
            done = nest(rows)
            rows.clear()
        if row is not None:
            rows.append(row)
        return done

    return take
