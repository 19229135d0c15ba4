"""Helpers of the code generated for psycopg 3."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from itertools import chain, islice
from typing import Any, Generic, final

import psycopg
from bulk import _BulkInsert
from common import (
    _bound,
    _Choose,
    _From,
    _Given,
    _grouped,
    _Migration,
    _MigrationEntry,
    _pending,
    _Row,
    _runs,
    _To,
)
from interval import Interval
from postgres import (
    _UNCERTAIN,
    _unpack_char,
    _unpack_tsvector,
)
from postgres_copy import _COPY_END, _COPY_HEAD, _COPY_ROWS, _CopyRows
from postgres_data import _AS_BYTES
from postgres_many import _HALVED, _found, _Many, _staged_bytes
from psycopg.abc import Buffer
from psycopg.adapt import AdaptersMap, Dumper, Loader, Transformer
from psycopg.pq import Format, TransactionStatus
from psycopg.rows import tuple_row
from psycopg.types.array import register_all_arrays
from psycopg.types.multirange import Multirange
from psycopg.types.numeric import Int8Dumper
from psycopg.types.range import Range
from psycopg.types.string import ByteaBinaryLoader, TextBinaryLoader


def _utf8(conn: psycopg.Connection[Any]) -> psycopg.Connection[Any]:
    if conn.info.encoding != "utf-8":
        raise psycopg.ProgrammingError(
            f"client_encoding is {conn.info.parameter_status('client_encoding')}: this"
            " program sends and reads UTF8, so connect with client_encoding='utf8'"
        )
    return conn


def _unprepared(conn: psycopg.Connection[Any]) -> psycopg.Connection[Any]:
    """Behind a pooler, each transaction may have another connection to the server."""
    conn.prepare_threshold = None
    return conn


class _CharLoader(Loader):
    format = Format.BINARY

    def load(self, data: Buffer) -> str:
        return _unpack_char(bytes(data))


class _JsonbLoader(Loader):
    format = Format.BINARY

    def load(self, data: Buffer) -> str:
        return str(data[1:], "utf-8")  # behind the format's version


class _Binary(bytes):
    """A parameter in PostgreSQL's binary format, of the type that its cast says."""


class _BinaryDumper(Dumper):
    format = Format.BINARY

    def dump(self, obj: _Binary) -> bytes:
        return obj


def _exact_adapters() -> AdaptersMap:
    """What psycopg comes with, whatever the program has changed, but nothing lost."""
    adapters = AdaptersMap(types=psycopg.postgres.types)
    psycopg.postgres.register_default_adapters(adapters)
    register_all_arrays(adapters)
    adapters.register_dumper(_Binary, _BinaryDumper)
    adapters.register_dumper(int, Int8Dumper)  # one prepared statement for all sizes
    adapters.register_loader('"char"', _CharLoader)
    adapters.register_loader("json", TextBinaryLoader)
    adapters.register_loader("jsonb", _JsonbLoader)
    adapters.register_loader("xml", TextBinaryLoader)
    for name in _AS_BYTES:
        adapters.register_loader(name, ByteaBinaryLoader)
    return adapters


_ADAPTERS = _exact_adapters()


class _Cursor(psycopg.RawCursor[tuple[Any, ...]]):
    """Reads and binds the same way whatever the connection is set up with."""

    def __init__(self, conn: psycopg.Connection[Any]) -> None:
        super().__init__(conn, row_factory=tuple_row)
        self.format = Format.BINARY

    @property
    def adapters(self) -> AdaptersMap:
        return _ADAPTERS

    def fetchone(self) -> tuple[Any, ...] | None:
        try:
            return super().fetchone()
        except psycopg.DataError as error:
            raise _misread(self, error) from error

    def fetchall(self) -> list[tuple[Any, ...]]:
        try:
            return super().fetchall()
        except psycopg.DataError as error:
            raise _misread(self, error) from error


def _misread(
    cursor: psycopg.Cursor[tuple[Any, ...]], error: psycopg.DataError
) -> psycopg.DataError:
    """Find the column of the value that Python cannot hold."""
    result, columns = cursor.pgresult, cursor.description
    if error.sqlstate is None and result is not None and columns is not None:
        transformer = Transformer(cursor)
        for position in range(result.ntuples):
            for i, column in enumerate(columns):
                data = result.get_value(position, i)
                try:
                    if data is not None:
                        transformer.get_loader(column.type_code, Format.BINARY).load(
                            data
                        )
                except psycopg.DataError as reason:
                    return psycopg.DataError(f'column "{column.name}": {reason}')
    return error


def _run(
    conn: psycopg.Connection[Any], sql: str, params: Sequence[object] = ()
) -> _Cursor:
    cursor = _Cursor(conn)
    try:
        cursor.execute(sql.encode(), params)
    except (
        psycopg.errors.FeatureNotSupported,
        psycopg.errors.InvalidSqlStatementName,
    ) as error:
        idle = conn.info.transaction_status == TransactionStatus.IDLE
        if not idle or not _is_stale(error):
            raise
        _Cursor(conn).execute(b"DEALLOCATE ALL")  # the driver forgets them, too
        cursor.execute(sql.encode(), params)
    return cursor


def _is_stale(error: psycopg.Error) -> bool:
    """Whether the server does not run a statement as it was prepared.

    It has lost it, or the statement returns other types since the schema has changed.
    """
    return (
        error.sqlstate == "26000"
        or error.diag.source_function == "RevalidateCachedQuery"
    )


_FETCH = 1000


class _Stream(psycopg.RawServerCursor[tuple[Any, ...]]):
    """A query's rows by the thousand, from a cursor on the server.

    Without a transaction it is held: other statements commit as ever meanwhile.
    """

    def __init__(
        self,
        conn: psycopg.Connection[Any],
        sql: str,
        params: Sequence[object] = (),
    ) -> None:
        idle = conn.info.transaction_status == TransactionStatus.IDLE
        super().__init__(
            conn,
            f"_sqg_{id(self):x}",
            row_factory=tuple_row,
            withhold=conn.autocommit and idle,
        )
        self.format = Format.BINARY
        try:
            self.execute(sql.encode(), params)
        except BaseException:
            self.close()
            raise

    @property
    def adapters(self) -> AdaptersMap:
        return _ADAPTERS

    def rows(self) -> Iterator[tuple[Any, ...]]:
        try:
            while rows := self.fetchmany(_FETCH):
                yield from rows
        except psycopg.DataError as error:
            raise _misread(self, error) from error


@final
class _AllRows:
    """A query's rows, all of which have been read."""

    def __init__(self, cursor: _Cursor) -> None:
        self._cursor = cursor

    def __enter__(self) -> _AllRows:
        return self

    def __exit__(self, *_: object) -> None:
        self._cursor.close()

    def rows(self) -> Iterator[tuple[Any, ...]]:
        while row := self._cursor.fetchone():
            yield row


def _stream_within(
    conn: psycopg.Connection[Any], sql: str, params: Sequence[object] = ()
) -> _Stream | _AllRows:
    """A query's rows by the thousand in a transaction, and else all at once: behind a
    pooler, no cursor outlives its transaction.
    """
    idle = conn.info.transaction_status == TransactionStatus.IDLE
    if conn.autocommit and idle:
        return _AllRows(_run(conn, sql, params))
    return _Stream(conn, sql, params)


_CONTEXT = Transformer(_ADAPTERS)


class _Loaders(dict[int, Callable[[bytes], Any]]):
    """What reads values from PostgreSQL's binary format, by the number of their type."""

    def __missing__(self, oid: int) -> Callable[[bytes], Any]:
        load = self[oid] = _CONTEXT.get_loader(oid, Format.BINARY).load
        return load


_LOADERS = _Loaders()


_ARRAYS: dict[bytes, Callable[[bytes], Any]] = {}  # by the elements' type


def _array(data: bytes) -> list[Any]:
    element = data[8:12]
    if element not in _ARRAYS:
        loader = _ADAPTERS.get_loader(1007, Format.BINARY) or ByteaBinaryLoader
        _ARRAYS[element] = loader(1007, _CONTEXT).load
    values: list[Any] = _ARRAYS[element](data)
    return values


def _elements(value: bytes | list[Any], column: str) -> list[Any]:
    """Read an array; the elements of types that psycopg does not know stay bytes."""
    values: list[Any] = _array(value) if isinstance(value, bytes) else value
    if values and isinstance(values[0], list):
        raise psycopg.DataError(
            f'column "{column}": an array of more dimensions than it is declared with'
        )
    return values


def _lists(value: bytes | list[Any], column: str) -> list[Any]:
    """Read an array of several dimensions."""
    values: list[Any] = _array(value) if isinstance(value, bytes) else value
    if values and not isinstance(values[0], list):
        raise psycopg.DataError(
            f'column "{column}": an array of fewer dimensions than it is declared with'
        )
    return values


_FIELD = struct.Struct(">Ii").unpack_from  # its type, and how many bytes follow


def _fields(data: bytes, types: tuple[int, ...], column: str) -> list[Any]:
    """Read a composite value into the bytes of its fields; type 0 is any."""
    found = int.from_bytes(data[:4], "big")
    if found != len(types):
        raise psycopg.DataError(
            f'column "{column}": expected {len(types)} fields, got {found}'
        )
    fields: list[Any] = []
    start = 4
    for oid in types:
        own, size = _FIELD(data, start)
        if oid and oid != own:
            raise psycopg.DataError(
                f'column "{column}": field {len(fields) + 1} has another type'
            )
        start += 8
        fields.append(None if size < 0 else data[start : start + size])
        start += max(size, 0)
    return fields


def _label(labels: dict[bytes, _To], label: bytes, enum: str, column: str) -> _To:
    try:
        return labels[label]
    except KeyError:
        raise psycopg.DataError(
            f'column "{column}": "{label.decode()}" is no label of {enum} that this'
            " program knows"
        ) from None


def _range_by(value: Range[Any], made: Callable[[Any], Any]) -> Range[Any]:
    """A range whose bounds are made of those of another."""
    if value.isempty:
        return Range(empty=True)
    bounds = (value.lower, value.upper)
    lower, upper = (None if bound is None else made(bound) for bound in bounds)
    return Range(lower, upper, value.bounds)


def _read_range(data: bytes, read: Callable[[bytes], _To]) -> Range[_To]:
    flags = data[0]
    if flags & 1:
        return Range(empty=True)
    bounds: list[_To | None] = []
    start = 1
    for infinite in (8, 16):
        if flags & infinite:
            bounds.append(None)
            continue
        size = int.from_bytes(data[start : start + 4], "big")
        start += 4 + size
        bounds.append(read(data[start - size : start]))
    lower, upper = "[" if flags & 2 else "(", "]" if flags & 4 else ")"
    return Range(bounds[0], bounds[1], lower + upper)


def _read_multirange(data: bytes, read: Callable[[bytes], _To]) -> Multirange[_To]:
    ranges: list[Range[_To]] = []
    start = 4
    for _ in range(int.from_bytes(data[:4], "big")):
        size = int.from_bytes(data[start : start + 4], "big")
        start += 4 + size
        ranges.append(_read_range(data[start - size : start], read))
    return Multirange(ranges)


def _decode_json(value: str, column: str) -> Any:
    return json.loads(value)


def _decode_interval(data: bytes, column: str) -> Interval:
    microseconds, days, months = struct.unpack(">qii", data)
    return Interval(months, days, microseconds)


def _decode_bits(data: bytes, column: str) -> str:
    size = int.from_bytes(data[:4], "big")
    return "".join(f"{byte:08b}" for byte in data[4:])[:size]


def _decode_macaddr(data: bytes, column: str) -> str:
    return data.hex(":")


def _decode_money(data: bytes, column: str) -> int:
    return int.from_bytes(data, "big", signed=True)


def _decode_tsvector(data: bytes, column: str) -> str:
    return _unpack_tsvector(data)


def _binary(pack: Callable[[_From], bytes], value: _From, name: str) -> _Binary:
    try:
        return _Binary(pack(value))
    except Exception as error:
        raise ValueError(f"{name}: {error}") from error


@contextmanager
def _atomic(conn: psycopg.Connection[Any]) -> Generator[None, None, None]:
    """Writes of many rows, all or nothing, however the connection does transactions.

    In a transaction this is a savepoint. Where psycopg opens transactions implicitly,
    this does so and leaves it to the caller to commit. Where every statement commits
    by itself, this is a transaction of its own.
    """
    if not conn.autocommit:
        _run(conn, "SELECT")
    own = conn.info.transaction_status == TransactionStatus.IDLE
    committing = False
    try:
        with conn.transaction():
            yield
            committing = own
    except psycopg.Error as error:
        if committing and conn.closed:
            error.args = (f"{_UNCERTAIN}: {error}",)
        raise


def _run_batch(
    conn: psycopg.Connection[Any],
    sql: str,
    bind: Callable[[_Row], Sequence[object]],
    rows: Iterable[_Row],
) -> int:
    """Run a statement for every row, all or nothing; return the affected rows."""
    with _atomic(conn):
        return _run_many_times(conn, sql, _bound(bind, rows))


def _run_many_times(
    conn: psycopg.Connection[Any], sql: str, values: Iterable[Sequence[object]]
) -> int:
    cursor = _Cursor(conn)
    cursor.executemany(sql.encode(), values)
    return max(cursor.rowcount, 0)


def _run_chosen(
    conn: psycopg.Connection[Any], choose: _Choose, rows: Iterable[_Given]
) -> int:
    """Run for every row the text that is chosen for it, all or nothing."""
    with _atomic(conn):
        return sum(_run_many_times(conn, *texts) for texts in _runs(choose, rows))


def _look_up(
    conn: psycopg.Connection[Any],
    rows: Iterable[_Row],
    *,
    sql: str,
    bind: Callable[[_Row], Sequence[object]],
    few: int,
    at_once: int,
    many: str,
    lists: Callable[[Sequence[_Row]], Sequence[object]],
    key: int | None = None,
    first: bool = False,
) -> list[Any]:
    """Look up many rows, some at a time; return the result for each.

    For a few rows that is the plain query.
    """
    found: list[Any] = []
    source = iter(rows)
    while some := list(islice(source, at_once)):
        if len(some) < few:
            for row in some:
                cursor = _run(conn, sql, bind(row))
                found.append(cursor.fetchone() if first else cursor.fetchall())
        else:
            all_rows = _run(conn, many, lists(some)).fetchall()
            found += _found(all_rows, some, key, first)
    return found


def _look_up_or_none(
    conn: psycopg.Connection[Any],
    rows: Iterable[_Row],
    *,
    sql: str,
    bind: Callable[[_Row], Sequence[object]],
    few: int,
    at_once: int,
    many: str,
    lists: Callable[[Sequence[_Row]], Sequence[object]],
    apart: bool = False,
) -> list[list[tuple[Any, ...]]]:
    """Ask a query that changes rows for many, all or nothing.

    Where one statement fails because of a row, each is run by itself: so an error is
    that of a row. If it has to have them apart, it changes and returns nothing where
    two of them have one key.
    """

    def once(some: Sequence[_Row]) -> list[list[tuple[Any, ...]]] | None:
        with _atomic(conn):
            all_rows = _run(conn, many, lists(some)).fetchall()
        return None if apart and not all_rows else _grouped(all_rows, len(some))

    def each(some: Sequence[_Row], first: int) -> list[list[tuple[Any, ...]]]:
        found: list[list[tuple[Any, ...]]] = []
        with _atomic(conn):
            for ordinal, row in enumerate(some, first):
                try:
                    found.append(_run(conn, sql, bind(row)).fetchall())
                except Exception as error:
                    error.args = (f"row {ordinal}: {error}",)
                    raise
        return found

    all_found: list[list[tuple[Any, ...]]] = []
    source = iter(rows)
    some = list(islice(source, at_once))
    with _atomic(conn) if len(some) == at_once else nullcontext():
        while some:
            found = None
            if len(some) >= few:
                with suppress(*_OF_ROW):
                    found = once(some)
            all_found += found or each(some, len(all_found) + 1)
            some = list(islice(source, at_once))
    return all_found


_OF_ROW = (
    psycopg.DataError,
    psycopg.IntegrityError,
    psycopg.errors.SyntaxError,  # no value of a type of an extension
    psycopg.errors.ProtocolViolation,  # a tuple of another length
    IndexError,
    TypeError,
    ValueError,
)


def _run_many(
    conn: psycopg.Connection[Any], many: _Many[_Row], rows: Iterable[_Row]
) -> int:
    """Run a statement for many rows, all or nothing; return the affected rows."""
    source = iter(rows)
    some = list(islice(source, many.at_once))
    if len(some) < 2:  # one statement at most
        return _run_each(conn, many.sql, many.bind, some, 1)
    if len(some) < many.at_once:
        count = _at_once(conn, many, some)
        if count is not None:
            return count
    affected, first = 0, 1
    with _atomic(conn):
        while some:
            affected += _some(conn, many, some, first)
            first += len(some)
            some = list(islice(source, many.at_once))
    return affected


def _some(
    conn: psycopg.Connection[Any], many: _Many[_Row], rows: Sequence[_Row], first: int
) -> int:
    """Run one statement for rows; where that cannot be, for each half of them.

    In the end each row is run by itself: so an error is that of a row.
    """
    count = _at_once(conn, many, rows)
    if count is not None:
        return count
    if len(rows) <= _HALVED:
        return _run_each(conn, many.sql, many.bind, rows, first)
    half = len(rows) // 2
    affected = _some(conn, many, rows[:half], first)
    return affected + _some(conn, many, rows[half:], first + half)


def _run_each(
    conn: psycopg.Connection[Any],
    sql: str,
    bind: Callable[[_Row], Sequence[object]],
    rows: Iterable[_Row],
    first: int,
) -> int:
    affected = 0
    for ordinal, row in enumerate(rows, first):
        try:
            affected += _run(conn, sql, bind(row)).rowcount
        except Exception as error:
            error.args = (f"row {ordinal}: {error}",)
            raise
    return affected


def _at_once(
    conn: psycopg.Connection[Any], many: _Many[_Row], rows: Sequence[_Row]
) -> int | None:
    """Run rows in one batch or by one statement; None where that cannot be."""
    staged = many.staged
    try:
        if len(rows) < many.few:
            return _run_batch(conn, many.sql, many.bind, rows)
        if staged is None or len(rows) < staged.start:
            with _atomic(conn):
                return _from_lists(conn, many, many.lists(rows))
        data = _staged_bytes(staged, rows)
        with _atomic(conn):
            _run(conn, staged.create)
            with _Cursor(conn).copy(staged.copy[0].encode()) as copying:
                copying.write(data)
            count = _rounds(conn, staged.sql, (), many.rounds)
            _run(conn, staged.drop)
            return count
    except _OF_ROW:
        return None
    except psycopg.errors.InsufficientPrivilege:
        if staged is None or len(rows) < staged.start:
            raise
        return None


def _from_lists(
    conn: psycopg.Connection[Any], many: _Many[_Row], lists: Sequence[object]
) -> int | None:
    """Run the statement without rounds; where that changes nothing, the one in rounds."""
    changed = 0
    if many.plain is not None:
        changed = _run(conn, many.plain, lists).rowcount
    if changed or many.in_rounds is None:
        return changed
    return _rounds(conn, many.in_rounds, lists, many.rounds)


def _rounds(
    conn: psycopg.Connection[Any], sql: str, values: Sequence[object], most: int
) -> int | None:
    changed, count = _round(conn, sql, (*values, 0))
    if count > most:
        return None
    if count > 1:
        for number in range(1, count + 1):
            changed += _round(conn, sql, (*values, number))[0]
    return changed


def _round(
    conn: psycopg.Connection[Any], sql: str, values: Sequence[object]
) -> tuple[int, int]:
    ((changed, count),) = _run(conn, sql, values).fetchall()
    return changed, count


def _apply_migrations(
    conn: psycopg.Connection[Any],
    migrations: Sequence[_MigrationEntry],
    tracking: dict[str, str],
    project: str,
) -> list[str]:
    if conn.info.transaction_status != TransactionStatus.IDLE:
        raise psycopg.ProgrammingError(
            "migrations need transactions of their own: end the open one first"
        )
    applied: list[str] = []
    with _migrating(conn, tracking):
        settings = _text(conn, tracking["settings"])
        tries = 1
        while True:
            try:
                found = _apply_next(conn, migrations, tracking, project, settings)
            except psycopg.errors.LockNotAvailable:
                if _run(conn, tracking["again"], (tries,)).fetchone() == (None,):
                    raise
                tries += 1
                continue
            if not found:
                break
            applied.append(found.id)
            tries = 1
    return applied


@contextmanager
def _migrating(
    conn: psycopg.Connection[Any], tracking: dict[str, str]
) -> Generator[None, None, None]:
    """A session without transactions of the driver's own. Who comes second waits for
    the lock, and then finds everything applied.
    """
    autocommit, conn.autocommit = conn.autocommit, True
    try:
        _run(conn, tracking["lock"])
        try:
            yield
        finally:
            if not conn.closed:
                _run(conn, tracking["unlock"])
    finally:
        if not conn.closed:
            conn.autocommit = autocommit


def _text(conn: psycopg.Connection[Any], sql: str) -> str:
    row = _run(conn, sql).fetchone()
    return row[0] if row else ""


def _apply_next(
    conn: psycopg.Connection[Any],
    migrations: Sequence[_MigrationEntry],
    tracking: dict[str, str],
    project: str,
    settings: str,
) -> _Migration | None:
    with conn.transaction():
        _run(conn, tracking["create"])
        table = _text(conn, tracking["table"])
        pending = _pending_in(conn, migrations, tracking, project)
        found = pending[0] if pending else None
        record = tracking["record"].replace("{table}", table)
        if found and not found.steps:
            _run_migration(conn, found, found.sql)
            if conn.info.transaction_status != TransactionStatus.INTRANS:
                message = f'migration "{found.id}": {tracking["ended"]}'
                raise psycopg.ProgrammingError(message)
            _run(conn, settings)
            _run(conn, record, (project, found.id, found.checksum))
    if found and found.steps:
        try:
            for undo, statement in found.steps:
                for (half,) in _run(conn, undo).fetchall() if undo else []:
                    _run_migration(conn, found, half)
                _run_migration(conn, found, statement)
        finally:
            if not conn.closed:
                _run(conn, settings)
        _run(conn, record, (project, found.id, found.checksum))
    return found


def _pending_in(
    conn: psycopg.Connection[Any],
    migrations: Sequence[_MigrationEntry],
    tracking: dict[str, str],
    project: str,
) -> list[_Migration]:
    rows = _run(conn, _text(conn, tracking["applied"]), (project,))
    known: dict[str, str | None] = dict(rows.fetchall())
    return _pending(migrations, tracking, project, known, psycopg.DatabaseError)


def _pending_migrations(
    conn: psycopg.Connection[Any],
    migrations: Sequence[_MigrationEntry],
    tracking: dict[str, str],
    project: str,
) -> list[str]:
    with conn.transaction():  # which would stay open otherwise
        pending = _pending_in(conn, migrations, tracking, project)
    return [found.id for found in pending]


def _run_migration(
    conn: psycopg.Connection[Any], migration: _Migration, sql: str
) -> None:
    try:
        psycopg.Cursor(conn).execute(sql.encode())
    except psycopg.Error as error:
        error.args = (f'migration "{migration.id}": {error}',)
        raise


class Appender(_BulkInsert, Generic[_Row]):
    """Inserts rows in bulk, all or nothing.

    Use it in a with statement: leaving it normally keeps the rows, leaving it by an
    exception discards them all. Do not commit or roll back while it is open.
    """

    def __init__(
        self, conn: psycopg.Connection[Any], copy_sql: str, rows: _CopyRows[_Row]
    ) -> None:
        self._conn = conn
        self._copy_sql = copy_sql
        self._rows = rows
        self._atomic: AbstractContextManager[None] | None = None
        self._copying: AbstractContextManager[psycopg.Copy] | None = None
        self._copy: psycopg.Copy | None = None

    def __enter__(self) -> Appender[_Row]:
        return self

    @property
    def rows(self) -> int:
        """The number of rows appended so far."""
        return self._rows.total

    def append(self, row: _Row) -> None:
        """Append one row. It is read and written with the next full chunk, flush or
        close: do not change it before.
        """
        self._check_open()
        if self._rows.keep(row):
            self.append_many(())

    def append_many(self, rows: Iterable[_Row]) -> int:
        """Append the rows of a source that is read as it goes; return their number.

        The source must not use the connection: rows are being written meanwhile.
        """
        self._check_open()
        before = self.rows
        source = chain(self._rows.take_single(), rows)
        try:
            while some := list(islice(source, _COPY_ROWS)):
                if self._rows.pack(some):
                    self._write()
            self._finish()
        except BaseException as error:
            self._end(error)
            raise
        return self.rows - before

    def flush(self) -> None:
        """Write the pending rows."""
        if self._rows.single:
            self.append_many(())
        if not self._rows:
            return
        try:
            if not self._insert():
                self._write()
                self._finish()
        except BaseException as error:
            self._end(error)
            raise

    def _begin(self) -> None:
        if self._atomic is None:
            atomic = _atomic(self._conn)
            atomic.__enter__()
            self._atomic = atomic

    def _insert(self) -> bool:
        """Send pending rows by INSERT; report whether that is faster or all there is."""
        few = self._rows.take_few()
        if few:
            self._begin()
        if few and self._rows.run:
            self._rows.run(self._conn, few)
            return True
        for values in few:
            _run(self._conn, self._rows.insert_sql, values)
        return bool(few)

    def _write(self) -> None:
        """Send pending rows by a COPY, which stays open."""
        if not self._rows.copied:
            self._insert()
            return
        if self._copy is None:
            self._begin()
            copying = _Cursor(self._conn).copy(self._copy_sql.encode())
            self._copy = copying.__enter__()
            # Whoever uses the connection now shall get an error, not wait for ever.
            self._conn.lock.release()
            self._copying = copying
            self._copy.write(_COPY_HEAD)
        self._copy.write(self._rows.take())

    def _finish(self) -> None:
        if self._copy is not None:
            self._copy.write(self._rows.take() + _COPY_END)
            self._close_copy(None)

    def _close_copy(self, error: BaseException | None) -> None:
        copying, self._copying, self._copy = self._copying, None, None
        if copying is not None:
            self._conn.lock.acquire()
            copying.__exit__(type(error) if error else None, error, None)

    def _end(self, error: BaseException | None) -> None:
        if self._closed:
            return
        self._closed = True
        self._rows.clear()
        try:
            if error is not None:
                with suppress(psycopg.Error, type(error)):
                    self._close_copy(error)
        finally:
            if self._atomic is not None:
                self._atomic.__exit__(type(error) if error else None, error, None)
