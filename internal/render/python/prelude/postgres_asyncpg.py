"""Helpers of the code generated for asyncpg."""

import datetime as dt
import json
from collections.abc import (
    AsyncGenerator,
    AsyncIterable,
    AsyncIterator,
    Callable,
    Iterable,
    Iterator,
    Sequence,
)
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from itertools import chain, islice
from types import TracebackType
from typing import Any, Generic, TypeAlias, final

import asyncpg
from asyncpg import BitString, Range
from asyncpg.pool import PoolConnectionProxy
from common import _Operation, _Row, _To
from interval import Interval
from postgres import (
    _COPY_CHUNK,
    _COPY_END,
    _COPY_HEAD,
    _COPY_ROWS,
    _CREATE_MIGRATIONS,
    _FIND_MIGRATION,
    _FIND_MIGRATIONS,
    _KEEP_SEARCH_PATH,
    _LOCK_MIGRATIONS,
    _RECORD_MIGRATION,
    _SEARCH_PATH,
    _SET_SEARCH_PATH,
    _UNCERTAIN,
    _Column,
    _encode_date,
    _encode_timestamp,
    _encode_timestamptz,
    _pack_bits,
    _pack_int8,
    _pack_tsvector,
    _unfit_row,
    _unpack_tsvector,
)


def _affected(status: str) -> int:
    count = status.rpartition(" ")[2]
    return int(count) if count.isdecimal() else 0


_Connection: TypeAlias = (
    "asyncpg.Connection[asyncpg.Record] | PoolConnectionProxy[asyncpg.Record]"
)


async def _execute(conn: _Connection, sql: str, *params: object) -> int:
    return _affected(await conn.execute(sql, *params))


async def _fetch(conn: _Connection, sql: str, *params: object) -> list[Any]:
    try:
        return await conn.fetch(sql, *params)
    except (OverflowError, ValueError) as error:
        raise await _misread(conn, sql, error) from error


async def _fetch_one(conn: _Connection, sql: str, *params: object) -> Any:
    try:
        return await conn.fetchrow(sql, *params)
    except (OverflowError, ValueError) as error:
        raise await _misread(conn, sql, error) from error


async def _misread(conn: _Connection, sql: str, error: Exception) -> Exception:
    """Find the columns one of which has a value that Python cannot hold."""
    if isinstance(error, asyncpg.InterfaceError):
        return error
    statement = await conn.prepare(sql)
    names = [
        f'"{column.name}"'
        for column in statement.get_attributes()
        if column.type.name.startswith(("_", "date", "time", "ts"))
        or column.type.kind != "scalar"
    ]
    return ValueError(f"column {' or '.join(names)}: {error}")


_FETCH = 1000


@final
class _Stream:
    """A query's rows by the thousand, from a cursor on the server.

    Without a transaction it is held: other statements commit as ever meanwhile.
    """

    def __init__(self, conn: _Connection, sql: str, *params: object) -> None:
        self._conn = conn
        self._sql = sql
        self._params = params
        self._name = f"_sqg_{id(self):x}"
        self._held = not conn.is_in_transaction()

    async def __aenter__(self) -> "_Stream":
        hold = "WITH HOLD " if self._held else ""
        sql = f"DECLARE {self._name} NO SCROLL CURSOR {hold}FOR {self._sql}"
        declare = await self._conn.prepare(sql)
        await declare.fetch(*self._params)
        return self

    async def rows(self) -> AsyncGenerator[Any, None]:
        fetch = await self._conn.prepare(f"FETCH {_FETCH} FROM {self._name}")
        while True:
            try:
                rows = await fetch.fetch()
            except (OverflowError, ValueError) as error:
                raise await _misread(self._conn, self._sql, error) from error
            for row in rows:
                yield row
            if len(rows) < _FETCH:
                return

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        # Without a transaction one that is not held is gone.
        usable = self._held or self._conn.is_in_transaction()
        if usable and not self._conn.is_closed():
            # A failed transaction closes it when it ends.
            with suppress(asyncpg.InFailedSQLTransactionError):
                await self._conn.execute(f"CLOSE {self._name}")


def _elements(values: list[Any], column: str) -> list[Any]:
    if values and isinstance(values[0], list):
        raise ValueError(
            f'column "{column}": an array of more dimensions than it is declared with'
        )
    return values


def _lists(values: list[Any], column: str) -> list[Any]:
    if values and not (isinstance(values[0], list) and values[0]):
        raise ValueError(
            f'column "{column}": an array of fewer dimensions than it is declared with'
        )
    return values


def _multiranges(values: list[Any], column: str) -> list[Any]:
    """Elements that are lists themselves."""
    first = values[0] if values else None
    if isinstance(first, Range) or (first and isinstance(first[0], list)):
        raise ValueError(
            f'column "{column}": an array of other dimensions than it is declared with'
        )
    return values


def _label(labels: dict[str, _To], label: str, enum: str, column: str) -> _To:
    try:
        return labels[label]
    except KeyError:
        raise ValueError(
            f'column "{column}": "{label}" is no label of {enum} that this program'
            " knows"
        ) from None


def _decode_json(value: str, column: str) -> Any:
    try:
        return json.loads(value)
    except (TypeError, ValueError) as error:
        raise ValueError(
            f'column "{column}": {error}: does the connection have a codec for JSON?'
            " Generated code takes asyncpg's own"
        ) from error


def _decode_bits(value: BitString, column: str) -> str:
    return value.as_string().replace(" ", "")


def _encode_bits(value: str, name: str) -> BitString:
    try:
        return BitString.frombytes(_pack_bits(value)[4:], len(value))
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error


def _encode_finite_date(value: object, name: str) -> dt.date:
    date = _encode_date(value, name)
    if date in (dt.date.min, dt.date.max):
        raise _infinite(name, date)
    return date


def _encode_finite_timestamp(value: object, name: str) -> dt.datetime:
    timestamp = _encode_timestamp(value, name)
    if timestamp in (dt.datetime.min, dt.datetime.max):
        raise _infinite(name, timestamp)
    return timestamp


_ENDS_UTC = tuple(
    end.replace(tzinfo=dt.timezone.utc) for end in (dt.datetime.min, dt.datetime.max)
)


def _encode_finite_timestamptz(value: object, name: str) -> dt.datetime:
    timestamp = _encode_timestamptz(value, name)
    if timestamp in _ENDS_UTC:
        raise _infinite(name, timestamp)
    return timestamp


def _encode_range(
    encode: Callable[[object, str], object], value: Range[Any], name: str
) -> Range[Any]:
    for bound in (value.lower, value.upper):
        if bound is not None:
            encode(bound, name)
    return value


def _encode_multirange(
    encode: Callable[[object, str], object], values: Iterable[Range[Any]], name: str
) -> list[Range[Any]]:
    return [_encode_range(encode, value, name) for value in values]


def _infinite(name: str, value: dt.date) -> ValueError:
    return ValueError(f"{name}: asyncpg would store an infinity in place of {value}")


def _decode_char(value: bytes, column: str) -> str:
    byte = value[0]
    return f"\\{byte:03o}" if byte > 127 else chr(byte) if byte else ""


async def _set_codecs(conn: _Connection) -> None:
    await conn.set_type_codec(
        "interval",
        schema="pg_catalog",
        format="tuple",
        encoder=lambda span: (span.months, span.days, span.microseconds),
        decoder=lambda span: Interval(*span),
    )
    await conn.set_type_codec(
        "money",
        schema="pg_catalog",
        format="binary",
        encoder=_pack_int8,
        decoder=lambda data: int.from_bytes(data, "big", signed=True),
    )
    # asyncpg would read these as text, and crashes on an array of empty text.
    await conn.set_type_codec(
        "tsvector",
        schema="pg_catalog",
        format="binary",
        encoder=_pack_tsvector,
        decoder=lambda data: _TSVector(_unpack_tsvector(data)),
    )


class _TSVector(str):
    """What the codec has read."""

    __slots__ = ()


def _decode_tsvector(value: str, column: str) -> str:
    if not isinstance(value, _TSVector):
        raise _no_codec(column)
    return value


def _decode_interval(value: object, column: str) -> Interval:
    if not isinstance(value, Interval):
        raise _no_codec(column)
    return value


def _decode_money(value: object, column: str) -> int:
    if not isinstance(value, int):
        raise _no_codec(column)
    return value


def _no_codec(column: str) -> TypeError:
    return TypeError(
        f'column "{column}": asyncpg reads the type wrongly: call set_codecs(conn) of'
        " the generated class once, or pass it as init= to create_pool()"
    )


@asynccontextmanager
async def _atomic(conn: _Connection) -> AsyncGenerator[None, None]:
    """Writes of many rows, all or nothing: in a transaction this is a savepoint."""
    own = not conn.is_in_transaction()
    committing = False
    try:
        async with conn.transaction():
            yield
            committing = own
    except Exception as error:
        if committing and conn.is_closed():
            error.args = (f"{_UNCERTAIN}: {error}",)
        raise


async def _run_batch(
    conn: _Connection,
    sql: str,
    bind: Callable[[_Row], Sequence[object]],
    rows: Iterable[_Row],
) -> int:
    """Run a statement for every row, all or nothing; return the number of rows."""
    ordinal = 0

    def bound() -> Iterator[Sequence[object]]:
        nonlocal ordinal
        for ordinal, row in enumerate(rows, 1):
            try:
                values = bind(row)
            except Exception as error:
                raise ValueError(f"row {ordinal}: {error}") from error
            yield values

    async with _atomic(conn):
        await conn.executemany(sql, bound())
    return ordinal


async def _apply_migrations(
    conn: _Connection,
    migrations: Sequence[tuple[str, str, str]],
    project: str,
) -> list[str]:
    if conn.is_in_transaction():
        raise asyncpg.InterfaceError(
            "apply_migrations() needs a transaction of its own: commit or roll back"
            " the open one first"
        )
    async with conn.transaction():
        # Whoever comes second waits here, and then finds everything applied.
        await conn.execute(_LOCK_MIGRATIONS)
        table = await conn.fetchval(_FIND_MIGRATIONS)
        if table is None:
            await conn.execute(_CREATE_MIGRATIONS)
            table = await conn.fetchval(_FIND_MIGRATIONS)
        path = await conn.fetchval(_SEARCH_PATH)
        applied = await _apply_missing(conn, table, migrations, project)
        await conn.execute(_SET_SEARCH_PATH, path)
        return applied


async def _apply_missing(
    conn: _Connection,
    table: str,
    migrations: Sequence[tuple[str, str, str]],
    project: str,
) -> list[str]:
    applied: list[str] = []
    for migration, checksum, script in migrations:
        find = _FIND_MIGRATION.format(table)
        found = await conn.fetchval(find, project, migration)
        if found is None:
            path = await conn.fetchval(_SEARCH_PATH)
            try:
                await conn.execute(script)
            except asyncpg.PostgresError as error:
                error.args = (f'migration "{migration}": {error}',)
                raise
            if not conn.is_in_transaction():
                raise asyncpg.InterfaceError(
                    f'migration "{migration}" ends the transaction that all migrations'
                    " are applied in: take its COMMIT or ROLLBACK out"
                )
            # Where a script leaves no schema to find names in, as pg_dump's do.
            await conn.execute(_KEEP_SEARCH_PATH, path)
            record = _RECORD_MIGRATION.format(table)
            await conn.execute(record, project, migration, checksum)
            applied.append(migration)
        elif found != checksum:
            raise asyncpg.InterfaceError(
                f'migration "{migration}" of project "{project}" has changed since it'
                " was applied: restore its text and add a new migration instead"
            )
    return applied


async def _nothing() -> AsyncIterator[bytes]:
    nothing: tuple[bytes, ...] = ()
    for data in nothing:
        yield data


async def _slices(
    first: list[_Row], rows: Iterable[_Row] | AsyncIterable[_Row]
) -> AsyncIterator[list[_Row]]:
    if not isinstance(rows, AsyncIterable):
        source = chain(first, rows)
        while some := list(islice(source, _COPY_ROWS)):
            yield some
        return
    some = first
    async for row in rows:
        some.append(row)
        if len(some) == _COPY_ROWS:
            yield some
            some = []
    if some:
        yield some


class Appender(Generic[_Row]):
    """Inserts rows in bulk, all or nothing.

    Use it in an async with statement: leaving it normally keeps the rows, leaving it by
    an exception discards them all. Do not commit or roll back while it is open.
    """

    def __init__(
        self,
        conn: _Connection,
        table: str,
        schema: str | None,
        insert_sql: str,
        copy_from: int,
        pack: Callable[[Sequence[_Row]], bytes],
        columns: Sequence[_Column],
        values: Callable[[_Row], Sequence[object]],
    ) -> None:
        self._conn = conn
        self._table = table
        self._schema = schema
        self._insert_sql = insert_sql
        self._copy_from = copy_from
        self._pack = pack
        self._columns = columns
        self._values = values
        self._single: list[_Row] = []  # what append() was given and nothing has read
        self._few: list[
            _Row
        ] = []  # what is pending, while INSERT would write it faster
        self._pending: list[bytes] = []
        self._count = 0
        self._size = 0
        self._rows = 0
        self._atomic: AbstractAsyncContextManager[None] | None = None
        self._closed = False

    @property
    def rows(self) -> int:
        """The number of rows appended so far."""
        return self._rows + len(self._single)

    async def append(self, row: _Row) -> None:
        """Append one row. It is read and written with the next full chunk, flush or
        close: do not change it before.
        """
        if self._closed:
            raise ValueError("the appender is closed")
        self._single.append(row)
        if len(self._single) == _COPY_ROWS:
            await self.append_many(())

    async def append_many(self, rows: Iterable[_Row] | AsyncIterable[_Row]) -> int:
        """Append the rows of a source that is read as it goes; return their number.

        The source must not use the connection: rows are being written meanwhile.
        """
        if self._closed:
            raise ValueError("the appender is closed")
        before = self.rows
        single, self._single = self._single, []
        blocks = self._blocks(single, rows)
        try:
            async for data in blocks:
                self._pending.append(data)
                self._size += len(data)
                if self._size > _COPY_CHUNK:
                    await self._copy(blocks)
        except BaseException as error:
            await self._end(error)
            raise
        return self.rows - before

    async def _blocks(
        self, single: list[_Row], rows: Iterable[_Row] | AsyncIterable[_Row]
    ) -> AsyncGenerator[bytes, None]:
        async for some in _slices(single, rows):
            try:
                data = self._pack(some)
            except Exception as error:
                raise _unfit_row(self._columns, some, self._rows, error) from error
            if self._count < self._copy_from:
                self._few += some
            self._count += len(some)
            self._rows += len(some)
            yield data

    async def flush(self) -> None:
        """Write the rows that are pending."""
        if self._single:
            await self.append_many(())
        if not self._pending:
            return
        try:
            if self._count < self._copy_from:
                await self._begin()
                values = [self._values(row) for row in self._few]
                await self._conn.executemany(self._insert_sql, values)
                self._clear()
            else:
                await self._copy(_nothing())
        except BaseException as error:
            await self._end(error)
            raise

    async def _begin(self) -> None:
        if self._atomic is None:
            atomic = _atomic(self._conn)
            await atomic.__aenter__()
            self._atomic = atomic

    async def _copy(self, more: AsyncIterable[bytes]) -> None:
        """Write what is pending, and more, by a COPY."""

        async def source() -> AsyncIterator[bytes]:
            data = b"".join((_COPY_HEAD, *self._pending))
            self._clear()
            yield data
            async for data in more:
                yield data
            yield _COPY_END

        await self._begin()
        await self._conn.copy_to_table(
            self._table,
            schema_name=self._schema,
            columns=[name for name, _, _, _ in self._columns],
            source=source(),
            format="binary",
        )

    def _clear(self) -> None:
        self._few.clear()
        self._pending.clear()
        self._count = 0
        self._size = 0

    async def close(self) -> None:
        """Write what is pending and keep all rows; a second call does nothing."""
        if not self._closed:
            await self.flush()
            await self._end(None)

    async def _end(self, error: BaseException | None) -> None:
        if self._closed:
            return
        self._closed = True
        self._clear()
        if self._atomic is None:
            return
        if error is None:
            await self._atomic.__aexit__(None, None, None)
        elif not self._conn.is_closed():
            await self._atomic.__aexit__(type(error), error, error.__traceback__)

    async def __aenter__(self) -> "Appender[_Row]":
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if error is None:
            await self.close()
        elif not self._closed:
            await self._end(error)


class _ObservedAppender(Appender[_Row]):
    operation: _Operation

    async def _end(self, error: BaseException | None) -> None:
        self.operation.rows = self.rows
        try:
            await super()._end(error)
        except BaseException as failure:
            self.operation.end(failure)
            raise
        self.operation.end(error)
