"""How one statement of PostgreSQL is run for many rows, whichever driver sends it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from common import _grouped, _Row
from postgres_copy import _COPY_END, _COPY_HEAD, _InsertRows


@dataclass(frozen=True, kw_only=True)
class _Staged(Generic[_Row]):
    """How rows are read from a table that they are copied into, from so many on."""

    start: int
    create: str
    copy: tuple[str, ...]
    pack: Callable[[Sequence[_Row]], bytes]
    sql: str
    drop: str


@dataclass(frozen=True, kw_only=True)
class _Many(Generic[_Row]):
    """How a statement is run for many rows: a few in one batch, by one statement for more.

    Rows of one key take a round each, up to so many rounds.
    """

    sql: str
    bind: Callable[[_Row], Sequence[object]]
    few: int
    at_once: int
    plain: str | None = None  # changes nothing if rows of one key have to take rounds
    in_rounds: str | None = None  # takes the round, too; None if none is needed
    lists: Callable[[Sequence[_Row]], Sequence[object]] = tuple  # if not all are staged
    rounds: int
    staged: _Staged[_Row] | None = None


class _ManyRows(_InsertRows[_Row]):
    """An appender's rows that go as those of a statement for many do."""

    def __init__(
        self, many: _Many[_Row], run: Callable[[Any, _Many[_Row], list[Any]], Any]
    ) -> None:
        super().__init__(many.sql, lambda row: (row,))
        self._at_once = many.at_once
        self.run = lambda conn, few: run(conn, many, [row for (row,) in few])


_HALVED = 64
"""So few rows of which one fails are run one by one, more half by half."""


_STAGED_ROWS = 1000


def _staged_bytes(staged: _Staged[_Row], rows: Sequence[_Row]) -> bytes:
    parts = [_COPY_HEAD]
    try:
        for at in range(0, len(rows), _STAGED_ROWS):
            parts.append(staged.pack(rows[at : at + _STAGED_ROWS]))
    except Exception as error:  # of a value that cannot be written, whatever it is
        raise ValueError(str(error)) from error
    parts.append(_COPY_END)
    return b"".join(parts)


_NOT_ASKED_FOR = "a row is found for a value that was not asked for"


def _found(
    rows: Sequence[Any], some: Sequence[Any], key: int | None, first: bool
) -> list[Any]:
    """What is found for each of some rows of parameters: a list of rows, or the first.

    The key of a row is in a column, which may stand behind their own; None is for the
    number of a row of parameters, which is taken away.
    """
    if key is None:
        return _grouped(rows, len(some))
    keys = [value for (value,) in some]
    if rows:
        _check_keys(keys, rows[0][key])
    if first and len(set(keys)) == len(keys):
        return _first_by_key(rows, keys, key)
    found = _by_key(rows, keys, key)
    return [of_key[0] if of_key else None for of_key in found] if first else found


def _first_by_key(
    rows: Sequence[Any], keys: Sequence[Any], column: int
) -> list[tuple[Any, ...] | None]:
    """The first row of each of different keys."""
    by_key = {row[column]: row for row in reversed(rows)}
    found = [by_key.get(key) for key in keys]
    if len(found) - found.count(None) < len(by_key):
        raise LookupError(_NOT_ASKED_FOR)
    return found


def _by_key(
    rows: Iterable[Any], keys: Sequence[Any], column: int
) -> list[list[tuple[Any, ...]]]:
    """Rows by their key, which equal keys do not share."""
    found: dict[Any, list[tuple[Any, ...]]] = {key: [] for key in keys}
    for row in rows:
        of_key = found.get(row[column])
        if of_key is None:
            raise LookupError(_NOT_ASKED_FOR)
        of_key.append(row)
    if len(found) == len(keys):
        return list(found.values())
    lists: list[list[tuple[Any, ...]]] = []
    seen: set[Any] = set()
    for key in keys:
        of_key = found[key]
        if key in seen:
            of_key = [tuple(map(_apart, row)) for row in of_key]
        seen.add(key)
        lists.append(of_key)
    return lists


def _check_keys(keys: Iterable[object], found: object) -> None:
    """Refuse a key that the driver takes, but of a type that equals none of what is found."""
    own = type(found)
    for kind, key in {type(key): key for key in keys if key is not None}.items():
        related = issubclass(kind, own) or issubclass(own, kind)
        if not related and not (own is int and hasattr(kind, "__index__")):
            raise TypeError(f"expected a key like {found!r}, got {key!r}")


def _apart(value: Any) -> Any:
    """A copy of what can be changed."""
    return [_apart(item) for item in value] if value.__class__ is list else value
