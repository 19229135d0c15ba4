"""Helpers of generated code for every driver."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from types import TracebackType
from typing import Any, NamedTuple, TypeAlias, TypeVar, final


def _unfit(name: str, expected: str, value: object) -> TypeError:
    return TypeError(f"{name}: expected {expected}, got {type(value).__qualname__}")


_From = TypeVar("_From")


_To = TypeVar("_To")


def _encode_by(encode: Callable[[_From], _To], value: _From, name: str) -> _To:
    try:
        return encode(value)
    except Exception as error:
        raise ValueError(f"{name}: {error}") from error


class NoRowError(LookupError):
    """No row matches, and the query requires one."""

    def __init__(self, query: str) -> None:
        super().__init__(f"{query}: no row")


_Row = TypeVar("_Row")


def _bound(
    bind: Callable[[_Row], _To], rows: Iterable[_Row], before: int = 0
) -> Iterator[_To]:
    """The parameters of every row of a batch, counted behind earlier rows."""
    for ordinal, row in enumerate(rows, before + 1):
        try:
            values = bind(row)
        except Exception as error:
            raise ValueError(f"row {ordinal}: {error}") from error
        yield values


_Choose = Callable[..., tuple[str, Sequence[object]]]
_Given = Mapping[str, object]


def _runs(
    choose: _Choose, rows: Iterable[_Given]
) -> Iterator[tuple[str, Iterator[Sequence[object]]]]:
    """Each text that is chosen for rows, and what is bound for as many as follow."""
    chosen = _bound(lambda row: choose(**row), rows)
    for sql, run in groupby(chosen, itemgetter(0)):
        yield sql, (values for _, values in run)


def _look_each(ask: Callable[..., _To], rows: Iterable[Iterable[object]]) -> list[_To]:
    """Run a query for every row."""
    return _read_all(lambda row: ask(*row), rows)


def _by_name(ask: Callable[..., _To], *names: str) -> Callable[..., _To]:
    """Give a function that takes keywords their values in order."""

    def call(*values: object) -> _To:
        return ask(**dict(zip(names, values, strict=True)))

    return call


def _read_all(read: Callable[[Any], _To], rows: Iterable[Any]) -> list[_To]:
    """Read row by row. An error has the row's number."""
    found: list[_To] = []
    for row in rows:
        try:
            found.append(read(row))
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


class _Migration(NamedTuple):
    """A change of the schema. The checksum is that of its statements; earlier ones
    count where they were recorded.
    """

    id: str
    checksum: str
    earlier: tuple[str, ...]
    sql: str
    # Without a transaction: statements that run one by one, each behind a query for
    # those that take back what was left half done.
    steps: tuple[tuple[str, str], ...]


_MigrationEntry: TypeAlias = tuple[
    str, str, tuple[str, ...], str, tuple[tuple[str, str], ...]
]


def _pending(
    migrations: Sequence[_MigrationEntry],
    tracking: dict[str, str],
    project: str,
    known: dict[str, str | None],
    failure: type[Exception],
) -> list[_Migration]:
    """The migrations that a project has not had. What it has had is known by checksums,
    of which None is any.
    """
    found: list[_Migration] = []
    for migration in (_Migration(*entry) for entry in migrations):
        if migration.id not in known:
            found.append(migration)
            continue
        checksum = known[migration.id]
        if checksum not in {migration.checksum, *migration.earlier, None}:
            message, told, other = tracking["changed"], migration.id, str(checksum)
        elif found:
            message, told, other = tracking["late"], found[0].id, migration.id
        else:
            continue
        values = {"id": told, "project": project, "other": other}
        for name, value in values.items():
            message = message.replace("{" + name + "}", value)
        raise failure(message)
    return found


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
