"""Helpers of the code generated for DuckDB's Python package."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from time import monotonic, sleep
from types import TracebackType
from typing import Any, Generic, Protocol, final

import duckdb
from arrow import _INT64, _Batches, _Data, _data, _Layout
from bulk import _BulkInsert
from common import (
    _bound,
    _Choose,
    _From,
    _Given,
    _literal,
    _Migration,
    _MigrationEntry,
    _pending,
    _Row,
    _To,
    _unfit,
)
from interval import Interval


def _loading(name: str, folder: str | None) -> str:
    """The statement that loads an extension: one that is installed, or a file."""
    file = name if folder is None else f"{folder}/{name}.duckdb_extension"
    return "LOAD " + _literal(file)


def _misfit(column: str, expected: str, value: object) -> duckdb.DataError:
    return duckdb.DataError(f'column "{column}": expected {expected}, got {value}')


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
    _release(conn)
    return conn.sql(sql, params=params).project(columns)


_complete: Callable[[duckdb.DuckDBPyConnection], None] | None = getattr(
    duckdb.DuckDBPyConnection, "complete", None
)


def _release(conn: duckdb.DuckDBPyConnection) -> None:
    """End a result that is not read to its end: DuckDB 2 keeps its connection for it."""
    if _complete is not None:
        with suppress(duckdb.Error):  # which whoever began to read it may never see
            _complete(conn)


def _first(
    result: duckdb.DuckDBPyConnection | duckdb.DuckDBPyRelation,
) -> tuple[Any, ...] | None:
    """The first row of a result, which is over then."""
    if isinstance(result, duckdb.DuckDBPyRelation):
        return next(iter(result.fetchall()), None)
    row: tuple[Any, ...] | None = result.fetchone()
    _release(result)
    return row


def _table(conn: duckdb.DuckDBPyConnection, sql: str, params: Sequence[object]) -> Any:
    """A query's result, whose rows become a table.

    DuckDB 2 copies the rows of execute() once more, and warns of it; DuckDB 1 takes
    fifty times as long for a relation with parameters.
    """
    if duckdb.__version__.startswith("1."):
        return conn.execute(sql, params)
    return conn.sql(sql, params=params)


def _arrow_table(
    conn: duckdb.DuckDBPyConnection, sql: str, params: Sequence[object] = ()
) -> Any:
    return _table(conn, sql, params).to_arrow_table()


def _data_frame(
    conn: duckdb.DuckDBPyConnection, sql: str, params: Sequence[object] = ()
) -> Any:
    return _table(conn, sql, params).df()


def _execute(
    conn: duckdb.DuckDBPyConnection, sql: str, params: Sequence[object] = ()
) -> int:
    """Run a statement and return its affected rows."""
    affected: tuple[int] | None = _first(conn.execute(sql, params))
    return affected[0] if affected else 0


_FETCH = 2048


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
            rows = self._conn.fetchmany(_FETCH)
            more = bool(rows)
            yield from rows

    def _current(self) -> bool:
        columns = self._conn.description
        return bool(columns) and columns[-1][0] == self._name

    def __enter__(self) -> _Stream:
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
    number = "SELECT current_transaction_id()"
    return _first(conn.execute(number)) == _first(conn.execute(number))


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
    return _run_numbered(conn, sql, bind, enumerate(rows, 1))


def _run_numbered(
    conn: duckdb.DuckDBPyConnection,
    sql: str,
    bind: Callable[[_Row], Sequence[object]],
    rows: Iterable[tuple[int, _Row]],
) -> int:
    """Run a statement for every row, all or nothing; an error has the row's number."""
    return _run_each(conn, lambda row: (sql, bind(row)), rows)


def _run_chosen(
    conn: duckdb.DuckDBPyConnection, choose: _Choose, rows: Iterable[_Given]
) -> int:
    """Run for every row the text that is chosen for it, all or nothing."""
    return _run_each(conn, lambda row: choose(**row), enumerate(rows, 1))


def _run_each(
    conn: duckdb.DuckDBPyConnection,
    choose: Callable[[_Row], tuple[str, Sequence[object]]],
    rows: Iterable[tuple[int, _Row]],
) -> int:
    affected = 0
    with _atomic(conn):
        for ordinal, row in rows:
            ((sql, values),) = _bound(choose, (row,), ordinal - 1)
            try:
                affected += _execute(conn, sql, values)
            except duckdb.Error as error:
                error.args = (f"row {ordinal}: {error}",)
                raise
    return affected


_BATCH_ROWS = 12_288  # whose values fit in a processor's L2


_CHUNK_ROWS = 20 * _BATCH_ROWS  # two row groups', by which DuckDB stores them


@dataclass(frozen=True)
class _Column:
    """A column: its name, where its values are, and what the statement makes of them."""

    name: str
    nullable: bool
    get: Callable[[Sequence[Any]], list[Any]]  # of the values in rows
    layout: _Layout
    made: str = ""  # where that may fail


def _insert(conn: duckdb.DuckDBPyConnection, sql: str, source: object) -> int:
    """Run an INSERT that selects from _sqg_rows; return the number of rows."""
    _release(conn)
    conn.register("_sqg_rows", source)
    try:
        return _execute(conn, sql)
    finally:
        with suppress(duckdb.Error):  # where the transaction is aborted, it is gone
            conn.unregister("_sqg_rows")


def _insert_rows(
    conn: duckdb.DuckDBPyConnection,
    insert_sql: str,
    columns: Sequence[_Column],
    rows: Sequence[object],
    before: int,
) -> int:
    """Insert rows that come behind others; return their number.

    An error names the value that does not fit into its column.
    """
    held = [rows]
    source = _row_batches(columns, held, before)
    try:
        return _insert(conn, insert_sql, source)
    except BaseException:
        for unfit in source.errors:
            raise unfit from unfit.__cause__
        raise
    finally:
        source.wait()
        held.clear()  # the transaction keeps source


class Appender(_BulkInsert, Generic[_Row]):
    """Inserts rows in bulk, all or nothing.

    Use it in a with statement: leaving it normally keeps the rows, leaving it by an
    exception discards them all. Do not commit or roll back while it is open.
    """

    def __init__(
        self,
        conn: duckdb.DuckDBPyConnection,
        insert_sql: str,
        columns: Sequence[_Column],
    ) -> None:
        self._conn = conn
        self._columns = columns
        self._insert_sql = insert_sql
        self._pending: list[_Row] = []
        self._written = 0
        self._atomic: AbstractContextManager[None] | None = None

    def __enter__(self) -> Appender[_Row]:
        return self

    @property
    def rows(self) -> int:
        """The number of rows appended so far."""
        return self._written + len(self._pending)

    def append(self, row: _Row) -> None:
        """Append one row. It is written with the next full chunk, flush or close."""
        self.append_many((row,))

    def append_many(self, rows: Iterable[_Row]) -> int:
        """Append the rows of a source that is read as it goes; return their number."""
        self._check_open()
        before = self.rows
        if isinstance(rows, (list, tuple)) and len(rows) >= _CHUNK_ROWS:
            # What is in memory already is written by one statement, which is cheapest.
            self.flush()
            self._begin()
            self._write(rows)
            return self.rows - before
        source = iter(rows)
        while True:
            self._pending += islice(source, _CHUNK_ROWS - len(self._pending))
            if len(self._pending) < _CHUNK_ROWS:
                return self.rows - before
            self.flush()

    def flush(self) -> None:
        """Write the pending rows."""
        if self._pending:
            self._begin()
            self._write(self._pending)

    def _flush_last(self) -> None:
        # Where it is the only statement, it is all or nothing by itself.
        if self._pending:
            self._write(self._pending)

    def _begin(self) -> None:
        if self._atomic is None:
            atomic = _atomic(self._conn)
            atomic.__enter__()
            self._atomic = atomic

    def _write(self, rows: Sequence[_Row]) -> None:
        columns, before = self._columns, self._written
        try:
            self._written += _insert_rows(
                self._conn, self._insert_sql, columns, rows, before
            )
        except BaseException as error:
            self._end(error)
            if isinstance(error, duckdb.ConversionException):
                found = _unfit_text(self._conn, columns, rows, before)
                raise (found or error) from error
            raise
        self._pending = []

    def _end(self, error: BaseException | None) -> None:
        self._closed = True
        self._pending = []
        if self._atomic is not None:
            with suppress(*([type(error)] if error else [])):
                self._atomic.__exit__(type(error) if error else None, error, None)


class _Arrow(Protocol):
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...


def _insert_arrow(
    conn: duckdb.DuckDBPyConnection, insert_sql: str, source: _Arrow
) -> int:
    read: Callable[[], Any] | None = getattr(source, "read_next_batch", None)
    if read is None:
        return _insert(conn, insert_sql, source)
    with _atomic(conn):
        # A reader may use the connection itself, which a running statement keeps busy.
        return sum(_insert(conn, insert_sql, table) for table in _tables(read))


def _tables(read: Callable[[], Any]) -> Iterator[_Arrow]:
    """What a pyarrow.RecordBatchReader reads, by the number of rows in a row group."""
    arrow: Any = import_module("pyarrow")  # where the reader comes from
    more = True
    while more:
        batches: list[Any] = []
        rows = 0
        while more and rows < _CHUNK_ROWS:
            try:
                batch = read()
            except StopIteration:
                more = False
            else:
                batches.append(batch)
                rows += batch.num_rows
        if batches:
            yield arrow.Table.from_batches(batches)


def _row_batches(
    columns: Sequence[_Column],
    held: Sequence[Sequence[object]],
    before: int,
    *,
    numbered: bool = False,
) -> _Batches:
    """Rows as an Arrow stream, where they can be numbered from what came before them.

    They are the one element of held, so that the caller can take them away.
    """

    def batches() -> Iterator[_Data]:
        rows = held[0]
        for start in range(0, len(rows), _BATCH_ROWS):
            some = rows[start : start + _BATCH_ROWS]
            first = before + start + 1
            try:
                data = [_column_data(column, some) for column in columns]
            except Exception as error:
                raise (_unfit_row(columns, some, first) or error) from error
            if numbered:
                data.append(_data(_INT64, range(first, first + len(some))))
            yield _Data(len(some), 0, [None], data)

    fields = [(column.name, column.layout) for column in columns]
    return _Batches([*fields, ("", _INT64)] if numbered else fields, batches)


def _column_data(column: _Column, rows: Sequence[object]) -> _Data:
    data = _data(column.layout, column.get(rows))
    if data.nulls and not column.nullable:
        raise ValueError("NULL in a NOT NULL column")
    return data


def _unfit_row(
    columns: Sequence[_Column], rows: Sequence[object], first: int
) -> ValueError | None:
    """Find the row and the column of the value that cannot be written."""
    for ordinal, row in enumerate(rows, first):
        for column in columns:
            try:
                _column_data(column, (row,))
            except ValueError as error:
                reason = str(error).removeprefix(": ")
            except Exception:
                reason = f"{column.get((row,))[0]!r:.100} is no value of its type"
            else:
                continue
            return ValueError(f"row {ordinal}: {column.name}: {reason}")
    return None


def _unfit_text(
    conn: duckdb.DuckDBPyConnection,
    columns: Sequence[_Column],
    rows: Sequence[object],
    before: int,
) -> ValueError | None:
    """Find the row and the column of the value that DuckDB makes nothing of.

    By another connection, as the transaction is aborted. It may not know the types yet.
    """
    other = conn.cursor()
    with suppress(duckdb.Error):
        for column in (column for column in columns if column.made):
            source = _row_batches([column], [rows], before, numbered=True)
            other.register("_sqg_rows", source)
            found = other.execute(
                f"SELECT #2, #1::VARCHAR FROM _sqg_rows WHERE #1 IS NOT NULL"
                f" AND TRY({column.made}) IS NULL ORDER BY 1 LIMIT 1"
            ).fetchone()
            source.wait()
            if found:
                reason = f"{found[1]!r:.100} is no value of its type"
                return ValueError(f"row {found[0]}: {column.name}: {reason}")
    return None


def _apply_migrations(
    conn: duckdb.DuckDBPyConnection,
    migrations: Sequence[_MigrationEntry],
    tracking: dict[str, str],
    project: str,
) -> list[str]:
    if _in_transaction(conn):
        raise duckdb.ProgrammingError(
            "migrations need transactions of their own: end the open one first"
        )
    settings = _text(conn, tracking["settings"])
    applied: list[str] = []
    end = monotonic() + 60
    while True:
        try:
            with _atomic(conn):
                found = _apply_next(conn, migrations, tracking, project)
            if not found:
                return applied
            applied.append(found.id)
        except duckdb.TransactionException as error:
            # Whoever comes second does not wait in DuckDB, but fails.
            if "onflict" not in str(error) or monotonic() > end:
                raise
            sleep(0.01)
        finally:
            conn.execute(settings)


def _text(conn: duckdb.DuckDBPyConnection, sql: str) -> str:
    row: tuple[str] | None = _first(conn.execute(sql))
    return row[0] if row else ""


def _apply_next(
    conn: duckdb.DuckDBPyConnection,
    migrations: Sequence[_MigrationEntry],
    tracking: dict[str, str],
    project: str,
) -> _Migration | None:
    table = _text(conn, tracking["table"])
    conn.execute(tracking["create"].replace("{table}", table))
    pending = _pending_in(conn, migrations, tracking, project)
    found = pending[0] if pending else None
    if found:
        conn.execute(tracking["lock"].replace("{table}", table))
        try:
            conn.execute(found.sql)
        except duckdb.Error as error:
            error.args = (f'migration "{found.id}": {error}',)
            raise
        record = tracking["record"].replace("{table}", table)
        conn.execute(record, (project, found.id, found.checksum))
    return found


def _pending_in(
    conn: duckdb.DuckDBPyConnection,
    migrations: Sequence[_MigrationEntry],
    tracking: dict[str, str],
    project: str,
) -> list[_Migration]:
    rows = conn.execute(_text(conn, tracking["applied"]), (project,))
    known: dict[str, str | None] = dict(rows.fetchall())
    return _pending(migrations, tracking, project, known, duckdb.DatabaseError)


def _pending_migrations(
    conn: duckdb.DuckDBPyConnection,
    migrations: Sequence[_MigrationEntry],
    tracking: dict[str, str],
    project: str,
) -> list[str]:
    return [found.id for found in _pending_in(conn, migrations, tracking, project)]
