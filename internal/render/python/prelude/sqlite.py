"""Helpers of the code generated for Python's sqlite3 module.

A generated file carries those that it uses; each is a chunk between two blank lines.
"""

from __future__ import annotations

import datetime as dt
import json
import sqlite3
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from itertools import islice
from typing import Any, Generic
from uuid import UUID

from bulk import _BulkInsert
from common import (
    _bound,
    _Choose,
    _Given,
    _Migration,
    _MigrationEntry,
    _pending,
    _Row,
    _runs,
    _unfit,
)


def _misfit(column: str, expected: str, value: object) -> sqlite3.DataError:
    classes: dict[type[object], str] = {
        int: "INTEGER",
        float: "REAL",
        str: "TEXT",
        bytes: "BLOB",
    }
    found = classes.get(type(value), "NULL")
    if (expected, found) == ("INTEGER", "REAL"):
        found += ", as where arithmetic overflows: CAST it AS REAL to read that"
    if isinstance(value, str) and "BLOB" not in expected:  # UUIDs may be secrets
        text = value if len(value) <= 40 else f"{value[:40]}..."
        found += f' "{repr(text)[1:-1]}"'
    return sqlite3.DataError(f'column "{column}": expected {expected}, got {found}')


def _check_integer(value: int, column: str) -> int:
    if type(value) is not int:
        raise _misfit(column, "INTEGER", value)
    return value


def _check_real(value: float, column: str) -> float:
    if type(value) is not float and type(value) is not int:
        raise _misfit(column, "REAL", value)
    return value


def _check_text(value: str, column: str) -> str:
    if type(value) is not str:
        raise _misfit(column, "TEXT", value)
    return value


def _check_blob(value: bytes, column: str) -> bytes:
    if type(value) is not bytes:
        raise _misfit(column, "BLOB", value)
    return value


_BOOLS: dict[object, bool] = {0: False, 1: True}


def _decode_bool(value: int, column: str) -> bool:
    try:
        return _BOOLS[value]
    except KeyError:
        raise _misfit(column, "INTEGER 0 or 1", value) from None


def _decode_decimal(value: float | str, column: str) -> Decimal:
    try:
        number = Decimal(str(value))  # of a float: its shortest text
    except ArithmeticError as error:
        raise _misfit(column, "a decimal number", value) from error
    if not number.is_finite():
        raise _misfit(column, "a finite decimal number", value)
    return number


def _decode_date(value: str, column: str) -> dt.date:
    try:
        return dt.date.fromisoformat(value)
    except (TypeError, ValueError) as error:
        raise _misfit(column, "a date as TEXT YYYY-MM-DD", value) from error


def _decode_time(value: str, column: str) -> dt.time:
    expected = "a time as TEXT HH:MM:SS"
    try:
        time = dt.time.fromisoformat(value)
    except (TypeError, ValueError) as error:
        raise _misfit(column, expected, value) from error
    if time.tzinfo is not None:
        raise _misfit(column, f"{expected} without an offset", value)
    return time


def _decode_timestamp(value: str, column: str) -> dt.datetime:
    expected = "a timestamp as TEXT YYYY-MM-DD HH:MM:SS"
    try:
        timestamp = dt.datetime.fromisoformat(value)
    except (TypeError, ValueError) as error:
        raise _misfit(column, expected, value) from error
    if timestamp.tzinfo is not None:
        raise _misfit(column, f"{expected} without an offset", value)
    return timestamp


def _decode_timestamptz(value: str, column: str) -> dt.datetime:
    expected = "a timestamp as TEXT YYYY-MM-DD HH:MM:SS+00:00"
    try:
        timestamp = dt.datetime.fromisoformat(value)
        if timestamp.tzinfo is dt.timezone.utc:
            return timestamp
        if timestamp.tzinfo is None:
            # As SQLite has it: CURRENT_TIMESTAMP and its date functions mean UTC.
            return timestamp.replace(tzinfo=dt.timezone.utc)
        return timestamp.astimezone(dt.timezone.utc)
    except (OverflowError, TypeError, ValueError) as error:
        if str(value).endswith("Z"):  # which Python 3.10 does not read
            return _decode_timestamptz(value[:-1] + "+00:00", column)
        raise _misfit(column, expected, value) from error


def _decode_uuid(value: str | bytes, column: str) -> UUID:
    try:
        return UUID(bytes=value) if isinstance(value, bytes) else UUID(value)
    except (AttributeError, TypeError, ValueError) as error:
        raise _misfit(column, "a UUID as TEXT or a BLOB of 16 bytes", value) from error


def _decode_json(value: float | str, column: str) -> str:
    if isinstance(value, bytes):
        raise _misfit(column, "JSON as TEXT", value)
    return str(value)  # a number where the column has NUMERIC affinity


def _json_object(value: object, column: str) -> dict[str, Any]:
    """Reads an object of JSON. In JSON it is a text where SQLite has kept it in between."""
    found: Any = json.loads(value) if isinstance(value, str) else value
    if found.__class__ is not dict:
        raise _misfit(column, "an object of JSON", value)
    return found


def _json_list(value: object, column: str) -> list[Any]:
    """Reads a list of JSON, as an object."""
    found: Any = json.loads(value) if isinstance(value, str) else value
    if found.__class__ is not list:
        raise _misfit(column, "a list of JSON", value)
    return found


def _encode_bool(value: object, name: str) -> int:
    if not isinstance(value, bool):
        raise _unfit(name, "a bool", value)
    return int(value)


def _encode_uuid(value: object, name: str) -> str:
    if not isinstance(value, UUID):
        raise _unfit(name, "a UUID", value)
    return str(value)


def _encode_list(values: Iterable[object], name: str) -> str:
    """A list as JSON, whose values the statement reads."""
    if isinstance(values, (str, bytes)):
        raise _unfit(name, "a sequence of values", values)
    items = list(values)
    try:
        return json.dumps(items, allow_nan=False, default=bytes.hex, ensure_ascii=False)
    except TypeError as error:
        raise TypeError(f"{name}: {error}") from error
    except ValueError:  # JSON has no infinity, but for what is too large
        return "[" + ",".join(_listed(item, name) for item in items) + "]"


def _listed(value: object, name: str) -> str:
    if value != value:
        raise ValueError(f"{name}: NaN is no value of SQLite")
    if value in (float("inf"), float("-inf")):
        return "9e999" if value == float("inf") else "-9e999"
    return json.dumps(value)


class _Atomic:
    """Writes of many rows, all or nothing, however the connection does transactions.

    In an open transaction this is a savepoint. Where sqlite3 opens transactions
    implicitly, this opens one in its place and leaves it to the caller to commit.
    Where every statement commits by itself, this is a transaction of its own.
    """

    def __init__(self, conn: sqlite3.Connection) -> None:
        self._conn = conn
        self._nested = conn.in_transaction
        self._implicit = _begins_implicitly(conn)
        if self._nested:
            conn.execute("SAVEPOINT sqg")
        elif self._implicit:
            conn.execute(f"BEGIN {conn.isolation_level}")
        else:
            conn.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        if self._nested:
            self._conn.execute("RELEASE sqg")
        elif not self._implicit:
            try:
                self._conn.execute("COMMIT")
            except BaseException:
                self.rollback()
                raise

    def rollback(self) -> None:
        if not self._conn.in_transaction:
            return  # some errors make SQLite roll back the whole transaction itself
        if self._nested:
            self._conn.execute("ROLLBACK TO sqg")
            self._conn.execute("RELEASE sqg")
        else:
            self._conn.execute("ROLLBACK")


@contextmanager
def _atomic(conn: sqlite3.Connection) -> Generator[None, None, None]:
    """Do all of the work or nothing."""
    atomic = _Atomic(conn)
    try:
        yield
    except BaseException:
        atomic.rollback()
        raise
    atomic.commit()


def _begins_implicitly(conn: sqlite3.Connection) -> bool:
    # The attribute autocommit came with Python 3.12; -1 is its LEGACY mode.
    legacy = getattr(conn, "autocommit", -1) == -1
    return legacy and conn.isolation_level is not None


def _execute_with(
    conn: sqlite3.Connection, sql: str, params: Sequence[object] = ()
) -> int:
    """Run a writing statement that starts with WITH and return its affected rows.

    sqlite3 takes it for a SELECT: it neither begins a transaction nor counts rows.
    """
    if _begins_implicitly(conn) and not conn.in_transaction:
        conn.execute(f"BEGIN {conn.isolation_level}")
    conn.execute(sql, params)
    cursor = conn.execute("SELECT changes()")
    cursor.row_factory = None
    affected: tuple[int] = cursor.fetchone()
    return affected[0]


_Run = Callable[[sqlite3.Connection, str, Iterable[Sequence[object]]], int]


def _execute_many(
    conn: sqlite3.Connection, sql: str, rows: Iterable[Sequence[object]]
) -> int:
    return conn.executemany(sql, rows).rowcount


def _execute_many_with(
    conn: sqlite3.Connection, sql: str, rows: Iterable[Sequence[object]]
) -> int:
    return sum(_execute_with(conn, sql, values) for values in rows)


_UNBINDABLE = (
    OverflowError,
    UnicodeError,
    sqlite3.InterfaceError,
    sqlite3.ProgrammingError,
)


def _blame(
    conn: sqlite3.Connection,
    names: Sequence[str],
    values: Sequence[object],
    first: int,
) -> None:
    """Raise an error that names the row and column of a value sqlite3 cannot bind."""
    for i, value in enumerate(values):
        try:
            conn.execute("SELECT ?", (value,))
        except (ArithmeticError, TypeError, ValueError, sqlite3.Error) as error:
            row, name = first + i // len(names), names[i % len(names)]
            raise ValueError(f"row {row}: {name}: {error}") from error


_Numbered = tuple[int, Sequence[object]]


class _Sorted:
    """Numbers rows and sorts them by an integer among their values, a window at a time.

    SQLite then goes through its table once. Rows of one key stay in their order.
    """

    def __init__(self, *, key: int, start: int, at_once: int) -> None:
        self._key = key
        self._start = start
        self._at_once = at_once

    def __call__(self, rows: Iterator[Sequence[object]]) -> Iterator[_Numbered]:
        first = 1
        while some := list(islice(rows, self._at_once)):
            places = list(range(len(some)))
            if len(some) >= self._start:
                try:
                    keys = [values[self._key] for values in some]
                except (LookupError, TypeError):  # of which the driver says more
                    keys = []
                # SQLite may take other types for integers; then the order stays.
                if set(map(type, keys)) == {int}:
                    places.sort(key=keys.__getitem__)  # type: ignore[arg-type]
            for place in places:
                yield first + place, some[place]
            first += len(some)


def _run_batch(
    conn: sqlite3.Connection,
    sql: str,
    names: Sequence[str],
    bind: Callable[[_Row], Sequence[object]],
    rows: Iterable[_Row],
    run: _Run = _execute_many,
    order: Callable[[Iterator[Sequence[object]]], Iterator[_Numbered]] | None = None,
) -> int:
    """Run a statement for every row, all or nothing; return the affected rows."""
    last: _Numbered = 0, ()

    def counted() -> Iterator[Sequence[object]]:
        nonlocal last
        values = _bound(bind, rows)
        for last in order(values) if order else enumerate(values, 1):
            yield last[1]

    with _atomic(conn):
        try:
            return run(conn, sql, counted())
        except _UNBINDABLE:
            _blame(conn, names, last[1], last[0])
            raise
        except sqlite3.Error as error:
            error.args = (f"row {last[0]}: {error}",)
            raise


def _run_chosen(
    conn: sqlite3.Connection,
    choose: _Choose,
    rows: Iterable[_Given],
    run: _Run = _execute_many,
) -> int:
    """Run for every row the text that is chosen for it, all or nothing."""
    last = 0

    def counted() -> Iterator[_Given]:
        nonlocal last
        for row in rows:
            last += 1
            yield row

    with _atomic(conn):
        try:
            return sum(run(conn, *texts) for texts in _runs(choose, counted()))
        except (*_UNBINDABLE, sqlite3.Error) as error:
            error.args = (f"row {last}: {error}",)
            raise


class Appender(_BulkInsert, Generic[_Row]):
    """Inserts rows in bulk, all or nothing.

    Use it in a with statement: leaving it normally keeps the rows, leaving it by an
    exception discards them all. Do not commit or roll back while it is open.
    """

    def __init__(
        self,
        conn: sqlite3.Connection,
        row_sql: str,
        chunk_sql: str,
        chunk_rows: int,
        columns: Sequence[str],
        encode: Callable[[_Row], Sequence[object]],
    ) -> None:
        self._conn = conn
        self._row_sql = row_sql
        self._chunk_sql = chunk_sql
        self._chunk_size = chunk_rows * len(columns)
        self._columns = columns
        self._encode = encode
        self._pending: list[object] = []  # the values of the rows to write, row by row
        self._written = 0
        self._atomic: _Atomic | None = None

    def __enter__(self) -> Appender[_Row]:
        return self

    @property
    def rows(self) -> int:
        """The number of rows appended so far."""
        return self._written + len(self._pending) // len(self._columns)

    def append(self, row: _Row) -> None:
        """Append one row. It is written with the next full chunk, flush or close."""
        self.append_many((row,))

    def append_many(self, rows: Iterable[_Row]) -> int:
        """Append the rows of a source that is read as it goes; return their number."""
        self._check_open()
        before = self.rows
        pending, size, encode = self._pending, self._chunk_size, self._encode
        for row in rows:
            try:
                pending.extend(encode(row))
            except Exception as error:
                raise ValueError(f"row {self.rows + 1}: {error}") from error
            if len(pending) >= size:
                self.flush()
        return self.rows - before

    def flush(self) -> None:
        """Write the pending rows."""
        if not self._pending:
            return
        width = len(self._columns)
        try:
            if self._atomic is None:
                self._atomic = _Atomic(self._conn)
            if len(self._pending) == self._chunk_size:
                self._conn.execute(self._chunk_sql, self._pending)
            else:
                starts = range(0, len(self._pending), width)
                rows = (self._pending[i : i + width] for i in starts)
                self._conn.executemany(self._row_sql, rows)
        except BaseException as error:
            values = self._pending.copy()
            self._end(error)
            if isinstance(error, _UNBINDABLE):
                _blame(self._conn, self._columns, values, self._written + 1)
            raise
        self._written = self.rows
        self._pending.clear()

    def _end(self, error: BaseException | None) -> None:
        self._closed = True
        self._pending.clear()
        if self._atomic is None:
            return
        if error is None:
            self._atomic.commit()
        else:
            self._atomic.rollback()


def _split(script: str) -> Iterator[str]:
    """Split a script into statements, of which CREATE TRIGGER holds semicolons."""
    start = end = 0
    while (end := script.find(";", end) + 1) > 0:
        if sqlite3.complete_statement(script[start:end]):
            yield script[start:end]
            start = end
    yield script[start:]


def _apply_migrations(
    conn: sqlite3.Connection,
    migrations: Sequence[_MigrationEntry],
    tracking: dict[str, str],
    project: str,
) -> list[str]:
    if getattr(conn, "autocommit", None) is False:
        raise sqlite3.ProgrammingError(
            "migrations need transactions of their own, and a connection with"
            " autocommit=False is always in one: set conn.autocommit = True before"
        )
    if conn.in_transaction:
        raise sqlite3.ProgrammingError(
            "migrations need transactions of their own: end the open one first"
        )
    applied: list[str] = []
    ((settings,),) = _texts(conn, tracking["settings"])
    ((dangling,),) = _texts(conn, tracking["dangling"])
    conn.execute(tracking["relax"])
    try:
        while found := _apply_next(conn, migrations, tracking, project, dangling):
            applied.append(found.id)
    finally:
        conn.execute(settings)
    return applied


def _apply_next(
    conn: sqlite3.Connection,
    migrations: Sequence[_MigrationEntry],
    tracking: dict[str, str],
    project: str,
    dangling: str,
) -> _Migration | None:
    # Another program waits while a migration runs.
    conn.execute("BEGIN IMMEDIATE")
    try:
        _track_migrations(conn, tracking)
        pending = _pending_in(conn, migrations, tracking, project)
        found = pending[0] if pending else None
        if found:
            before = _dangling(conn, dangling)
            try:
                for statement in _split(found.sql):  # executescript would commit first
                    conn.execute(statement)
                if not before and (after := _dangling(conn, dangling)):
                    raise sqlite3.IntegrityError(after[0][0])
            except sqlite3.Error as error:
                raise type(error)(f'migration "{found.id}": {error}') from error
            conn.execute(tracking["record"], (project, found.id, found.checksum))
        conn.execute("COMMIT")
    except BaseException:
        if conn.in_transaction:
            conn.execute("ROLLBACK")
        raise
    return found


def _track_migrations(conn: sqlite3.Connection, tracking: dict[str, str]) -> None:
    conn.execute(tracking["create"])
    for (statement,) in _texts(conn, tracking["adopt"]):
        conn.execute(statement)


def _dangling(conn: sqlite3.Connection, sql: str) -> list[Any]:
    try:
        return _texts(conn, sql)
    except sqlite3.Error:  # SQLite does not check keys that have no index yet
        return []


def _pending_in(
    conn: sqlite3.Connection,
    migrations: Sequence[_MigrationEntry],
    tracking: dict[str, str],
    project: str,
) -> list[_Migration]:
    ((query,),) = _texts(conn, tracking["applied"])
    known = dict(_texts(conn, query, project))
    return _pending(migrations, tracking, project, known, sqlite3.DatabaseError)


def _pending_migrations(
    conn: sqlite3.Connection,
    migrations: Sequence[_MigrationEntry],
    tracking: dict[str, str],
    project: str,
) -> list[str]:
    return [found.id for found in _pending_in(conn, migrations, tracking, project)]


def _texts(conn: sqlite3.Connection, sql: str, *params: str) -> list[Any]:
    """The rows of a query, whatever factories the connection has."""
    factory, conn.text_factory = conn.text_factory, str
    try:
        cursor = conn.cursor()
        cursor.row_factory = None
        return cursor.execute(sql, params).fetchall()
    finally:
        conn.text_factory = factory
