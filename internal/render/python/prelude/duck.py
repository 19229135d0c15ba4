"""Helpers of the code generated for DuckDB's Python package."""

import datetime as dt
import re
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import Any, Generic, final

import duckdb
from common import _From, _Row, _To, _unfit
from interval import Interval


def _misfit(column: str, expected: str, value: object) -> duckdb.DataError:
    return duckdb.DataError(f'column "{column}": expected {expected}, found {value}')


def _decode_date(value: str, column: str) -> dt.date:
    try:
        return dt.date.fromisoformat(value)
    except ValueError:
        raise _misfit(column, "a date of the years 1 to 9999", value) from None


def _micros(value: str) -> str:
    """Six digits of a second, as Python 3.10 wants them."""
    head, point, digits = value.partition(".")
    return f"{head}.{digits:0<6}" if point else head


def _decode_time(value: str, column: str) -> dt.time:
    try:
        return dt.time.fromisoformat(_micros(value))
    except ValueError:
        raise _misfit(column, "a time before 24:00", value) from None


_TIMETZ = re.compile(r"([\d:]+(?:\.\d+)?)([+-])(\d+)(?::(\d+))?(?::(\d+))?")


def _decode_timetz(value: str, column: str) -> dt.time:
    found = _TIMETZ.fullmatch(value)
    if found is None:
        raise _misfit(column, "a time with a UTC offset", value)
    time, sign, *parts = found.groups("0")
    hours, minutes, seconds = map(int, parts)
    offset = dt.timedelta(hours=hours, minutes=minutes, seconds=seconds)
    zone = dt.timezone(-offset if sign == "-" else offset)
    return _decode_time(time, column).replace(tzinfo=zone)


def _decode_timestamp(value: str, column: str) -> dt.datetime:
    try:
        return dt.datetime.fromisoformat(_micros(value))
    except ValueError:
        raise _misfit(column, "a timestamp of the years 1 to 9999", value) from None


def _decode_timestamptz(value: str, column: str) -> dt.datetime:
    return _decode_timestamp(value, column).replace(tzinfo=dt.timezone.utc)


def _decode_nanos(value: str, column: str) -> int:
    head, _, digits = value.partition(".")
    seconds = _decode_timestamptz(head, column) - _UNIX_EPOCH
    return (seconds // dt.timedelta(seconds=1)) * 10**9 + int(f"{digits:0<9}")


_UNIX_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.timezone.utc)


def _encode_nanos(value: int, name: str) -> str:
    seconds, nanos = divmod(value, 10**9)
    try:
        moment = _UNIX_EPOCH + dt.timedelta(seconds=seconds)
    except OverflowError as error:
        raise ValueError(f"{name}: {error}") from error
    return f"{moment:%Y-%m-%d %H:%M:%S}.{nanos:09d}"


def _decode_day_nanos(value: str, column: str) -> int:
    head, _, digits = value.partition(".")
    time = _decode_time(head, column)
    seconds = (time.hour * 60 + time.minute) * 60 + time.second
    return seconds * 10**9 + int(f"{digits:0<9}")


def _encode_day_nanos(value: int, name: str) -> str:
    minutes, nanos = divmod(value, 60 * 10**9)
    hours, minute = divmod(minutes, 60)
    second, nano = divmod(nanos, 10**9)
    return f"{hours:02d}:{minute:02d}:{second:02d}.{nano:09d}"


def _encode_timetz(value: object, name: str) -> str:
    if not isinstance(value, dt.time):
        raise _unfit(name, "a time", value)
    if value.utcoffset() is None:
        raise ValueError(f"{name}: expected a time with a UTC offset, got one without")
    return value.isoformat()


_INTERVAL = re.compile(
    r"(?:(-?\d+) years?)? ?(?:(-?\d+) months?)? ?(?:(-?\d+) days?)?"
    r" ?(?:(-?)(\d+):(\d+):(\d+)(?:\.(\d+))?)?"
)


def _decode_interval(value: str, column: str) -> Interval:
    found = _INTERVAL.fullmatch(value)
    if found is None:
        raise _misfit(column, "an interval", value)
    years, months, days, sign, hours, minutes, seconds, digits = found.groups("")
    since = (int(hours or 0) * 60 + int(minutes or 0)) * 60 + int(seconds or 0)
    micros = since * 10**6 + int(f"{digits:0<6}")
    return Interval(
        int(years or 0) * 12 + int(months or 0),
        int(days or 0),
        -micros if sign else micros,
    )


def _encode_interval(value: Interval, name: str) -> str:
    return f"{value.months} months {value.days} days {value.microseconds} microseconds"


def _label(labels: Mapping[str, _To], label: str, enum: str, column: str) -> _To:
    try:
        return labels[label]
    except KeyError:
        raise duckdb.DataError(
            f'column "{column}": "{label}" is no label of {enum} that this program'
            " knows"
        ) from None


def _encode_list(values: Iterable[_From], name: str) -> list[_From]:
    if isinstance(values, (str, bytes)):
        raise _unfit(name, "a sequence of values", values)
    return list(values)


def _members(key: str, names: Sequence[str], tag: str, name: str) -> dict[str, object]:
    """A union as a struct: the number of the member that it is, and all members."""
    if tag not in names:
        raise ValueError(f"{name}: {tag!r} is none of {', '.join(names)}")
    return {key: names.index(tag), **dict.fromkeys(names)}


def _select(
    conn: duckdb.DuckDBPyConnection,
    sql: str,
    columns: str,
    params: Sequence[object] = (),
) -> duckdb.DuckDBPyConnection:
    """Run a query; its columns come in a form in which the driver loses nothing."""
    return conn.execute(f"SELECT {columns} FROM (\n{sql}\n)", params)


def _returning(
    conn: duckdb.DuckDBPyConnection,
    sql: str,
    columns: str,
    params: Sequence[object] = (),
) -> duckdb.DuckDBPyRelation:
    """Run a statement that changes rows, like a query."""
    return conn.sql(sql, params=params).project(columns)


def _execute(
    conn: duckdb.DuckDBPyConnection, sql: str, params: Sequence[object] = ()
) -> int:
    """Run a statement and return its affected rows."""
    affected: tuple[int] | None = conn.execute(sql, params).fetchone()
    return affected[0] if affected else 0


@final
class _Stream:
    """A query's rows, some thousands at a time.

    A connection has one result: that of a statement that is run meanwhile takes this
    one's place, which shows in the name of the last column.
    """

    def __init__(
        self,
        conn: duckdb.DuckDBPyConnection,
        sql: str,
        columns: str,
        params: Sequence[object] = (),
    ) -> None:
        self._conn = conn
        self._name = f"_sqg_{id(self):x}"
        _select(conn, sql, f"{columns} AS {self._name}", params)

    def rows(self) -> Generator[tuple[Any, ...], None, None]:
        more = True
        while more:
            if not self._current():
                raise duckdb.ProgrammingError(
                    "another statement was run on the connection while this stream was"
                    " being read: use conn.cursor(), which is a connection of its own"
                )
            rows = self._conn.fetchmany(2048)
            more = bool(rows)
            yield from rows

    def _current(self) -> bool:
        columns = self._conn.description
        return bool(columns) and columns[-1][0] == self._name

    def __enter__(self) -> "_Stream":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        # There is no other way to close a result that has not been read to its end.
        if kind is not None and self._current():
            with suppress(duckdb.Error):
                self._conn.execute("SELECT 0").fetchall()


def _in_transaction(conn: duckdb.DuckDBPyConnection) -> bool:
    # Outside, every statement has a transaction of its own. Trying to begin one would
    # abort what the caller has begun.
    number = "SELECT txid_current()"
    return conn.execute(number).fetchone() == conn.execute(number).fetchone()


@contextmanager
def _atomic(conn: duckdb.DuckDBPyConnection) -> Generator[None, None, None]:
    """Writes of many rows, all or nothing, in the caller's transaction or their own.

    DuckDB has no savepoints: after an error the caller's transaction is aborted.
    """
    nested = _in_transaction(conn)
    if not nested:
        conn.begin()
    try:
        yield
        if not nested:
            conn.commit()
    except BaseException:
        with suppress(duckdb.Error):
            if nested:
                conn.execute("SELECT error('not all rows could be written')")
            else:
                conn.rollback()
        raise


def _run_batch(
    conn: duckdb.DuckDBPyConnection,
    sql: str,
    bind: Callable[[_Row], Sequence[object]],
    rows: Iterable[_Row],
) -> int:
    """Run a statement for every row, all or nothing; return the affected rows."""
    affected = 0
    with _atomic(conn):
        for ordinal, row in enumerate(rows, 1):
            try:
                values = bind(row)
            except Exception as error:
                raise ValueError(f"row {ordinal}: {error}") from error
            affected += _execute(conn, sql, values)
    return affected


class Appender(Generic[_Row]):
    """Inserts rows in bulk, all or nothing.

    Use it in a with statement: leaving it normally keeps the rows, leaving it by an
    exception discards them all. Do not commit or roll back while it is open.
    """

    def __init__(
        self,
        conn: duckdb.DuckDBPyConnection,
        sql: str,
        encode: Callable[[_Row], Sequence[object]],
    ) -> None:
        self._conn = conn
        self._sql = sql
        self._encode = encode
        self._rows = 0
        self._atomic = _atomic(conn)
        self._open = False
        self._closed = False

    @property
    def rows(self) -> int:
        """The number of rows appended so far."""
        return self._rows

    def append(self, row: _Row) -> None:
        """Append one row. It is written with the next full chunk, flush or close."""
        self.append_many((row,))

    def append_many(self, rows: Iterable[_Row]) -> int:
        """Append the rows of a source that is read as it goes; return their number."""
        if self._closed:
            raise ValueError("the appender is closed")
        before = self._rows
        for row in rows:
            if not self._open:
                self._atomic.__enter__()
                self._open = True
            self._conn.execute(self._sql, self._encode(row))
            self._rows += 1
        return self._rows - before

    def flush(self) -> None:
        """Write the rows that are pending."""

    def close(self) -> None:
        """Write what is pending and keep all rows; a second call does nothing."""
        if not self._closed:
            self.flush()
            self._end(None)

    def _end(self, error: BaseException | None) -> None:
        self._closed = True
        if self._open:
            self._atomic.__exit__(type(error) if error else None, error, None)

    def __enter__(self) -> "Appender[_Row]":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if error is None:
            self.close()
        elif not self._closed:
            self._end(error)


def _apply_migrations(
    conn: duckdb.DuckDBPyConnection,
    migrations: Sequence[tuple[str, str, str]],
    project: str,
) -> list[str]:
    if _in_transaction(conn):
        raise duckdb.ProgrammingError(
            "apply_migrations() needs a transaction of its own: commit or roll back"
            " the open one first"
        )
    with _atomic(conn):
        return _apply_missing(conn, migrations, project)


def _apply_missing(
    conn: duckdb.DuckDBPyConnection,
    migrations: Sequence[tuple[str, str, str]],
    project: str,
) -> list[str]:
    conn.execute(_CREATE_MIGRATIONS)
    applied: list[str] = []
    for migration, checksum, script in migrations:
        found = conn.execute(_FIND_MIGRATION, (project, migration)).fetchone()
        if found is None:
            try:
                conn.execute(script)
            except duckdb.Error as error:
                error.args = (f'migration "{migration}": {error}',)
                raise
            conn.execute(_RECORD_MIGRATION, (project, migration, checksum))
            applied.append(migration)
        elif found[0] != checksum:
            raise duckdb.DatabaseError(
                f'migration "{migration}" of project "{project}" has changed since it'
                " was applied: restore its text and add a new migration instead"
            )
    return applied


_CREATE_MIGRATIONS = """\
CREATE TABLE IF NOT EXISTS main._sqg_migrations (
  project VARCHAR NOT NULL,
  migration_id VARCHAR NOT NULL,
  checksum VARCHAR NOT NULL,
  applied_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  PRIMARY KEY (project, migration_id)
)"""


_FIND_MIGRATION = """\
SELECT checksum FROM main._sqg_migrations
WHERE project = $1 AND migration_id = $2"""


_RECORD_MIGRATION = """\
INSERT INTO main._sqg_migrations (project, migration_id, checksum)
VALUES ($1, $2, $3)"""
