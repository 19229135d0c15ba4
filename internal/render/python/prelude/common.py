"""Helpers that generated code needs whatever its driver is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from types import TracebackType
from typing import Any, TypeVar, final


def _unfit(name: str, expected: str, value: object) -> TypeError:
    return TypeError(f"{name}: expected {expected}, got {type(value).__qualname__}")


_From = TypeVar("_From")


_To = TypeVar("_To")


def _encode_by(encode: Callable[[_From], _To], value: _From, name: str) -> _To:
    try:
        return encode(value)
    except Exception as error:
        raise ValueError(f"{name}: {error}") from error


_Row = TypeVar("_Row")


def _bound(
    bind: Callable[[_Row], Sequence[object]], rows: Iterable[_Row], before: int = 0
) -> Iterator[Sequence[object]]:
    """The parameters of every row of a batch, which comes behind other rows."""
    for ordinal, row in enumerate(rows, before + 1):
        try:
            values = bind(row)
        except Exception as error:
            raise ValueError(f"row {ordinal}: {error}") from error
        yield values


def _look_each(ask: Callable[..., _To], rows: Iterable[Iterable[object]]) -> list[_To]:
    """Ask a query for every row; an error says for which."""
    found: list[_To] = []
    for row in rows:
        try:
            found.append(ask(*row))
        except Exception as error:
            error.args = (f"row {len(found) + 1}: {error}",)
            raise
    return found


def _grouped(rows: Iterable[Any], count: int) -> list[list[tuple[Any, ...]]]:
    """Rows by the number in their last column, from 1."""
    found: list[list[tuple[Any, ...]]] = [[] for _ in range(count)]
    for row in rows:
        number: int = row[-1]
        found[number - 1].append(row[:-1])
    return found


def _literal(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


Observer = Callable[[str], Callable[[int, BaseException | None], None]]
"""Called with a query's name when it starts. What it returns is called when the query
has ended, with the number of its rows and the error that ended it, if any."""


@final
class _Operation:
    def __init__(self, observer: Observer | None, query: str) -> None:
        self.rows = 0
        self._ended = observer(query) if observer else None

    def __enter__(self) -> _Operation:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.end(error)

    def end(self, error: BaseException | None) -> None:
        if self._ended is not None:
            # A stream that is closed early has not failed.
            self._ended(self.rows, None if isinstance(error, GeneratorExit) else error)
