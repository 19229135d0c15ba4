"""Helpers of the code generated for asyncpg."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import (
    AsyncGenerator,
    Awaitable,
    Callable,
    Iterable,
    Sequence,
)
from contextlib import suppress
from types import TracebackType
from typing import Any, TypeAlias, final

import asyncpg
from asyncpg import BitString, Range
from asyncpg.pool import PoolConnectionProxy
from common import _To
from interval import Interval
from postgres import (
    _FIRST_MICROS,
    _FIRST_UTC,
    _LAST_MICROS,
    _LAST_UTC,
    _days,
    _encode_date,
    _encode_timestamp,
    _encode_timestamptz,
    _micros,
    _micros_since,
    _micros_utc,
    _pack_bits,
    _pack_int4,
    _pack_int8,
    _pack_tsvector,
    _unpack_char,
    _unpack_tsvector,
)


def _affected(status: str) -> int:
    count = status.rpartition(" ")[2]
    return int(count) if count.isdecimal() else 0


_Connection: TypeAlias = (
    "asyncpg.Connection[asyncpg.Record] | PoolConnectionProxy[asyncpg.Record]"
)


def _is_closed(conn: _Connection) -> bool:
    try:
        return conn.is_closed()
    except asyncpg.InterfaceError:  # its pool has taken back what is lost
        return True


async def _parsed(
    conn: _Connection,
    run: Callable[..., Awaitable[_To]],
    sql: str,
    params: Sequence[object],
) -> _To:
    """Run a statement.

    Once more where the server has lost what the driver keeps prepared: nothing was run.
    """
    try:
        return await run(sql, *params)
    except asyncpg.InvalidSQLStatementNameError:
        if conn.is_in_transaction():  # which has failed
            raise
        await conn.reload_schema_state()
        return await run(sql, *params)


async def _execute(conn: _Connection, sql: str, params: Sequence[object] = ()) -> int:
    return _affected(await _parsed(conn, conn.execute, sql, params))


async def _fetch(
    conn: _Connection, sql: str, params: Sequence[object] = ()
) -> list[Any]:
    try:
        return await _parsed(conn, conn.fetch, sql, params)
    except (OverflowError, ValueError) as error:
        raise await _misread(conn, sql, error) from error


async def _fetch_one(conn: _Connection, sql: str, params: Sequence[object] = ()) -> Any:
    try:
        return await _parsed(conn, conn.fetchrow, sql, params)
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
        if column.type.name.startswith(("_", "date", "interval", "time", "ts"))
        or column.type.kind != "scalar"
    ]
    return ValueError(f"column {' or '.join(names)}: {error}")


_FETCH = 1000


@final
class _Stream:
    """A query's rows by the thousand, from a cursor on the server.

    Without a transaction it is held: other statements commit as ever meanwhile.
    """

    def __init__(
        self, conn: _Connection, sql: str, params: Sequence[object] = ()
    ) -> None:
        self._conn = conn
        self._sql = sql
        self._params = params
        self._name = f"_sqg_{id(self):x}"
        self._held = not conn.is_in_transaction()

    async def __aenter__(self) -> _Stream:
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
        if _is_closed(self._conn):
            return
        # Without a transaction one that is not held is gone.
        if self._held or self._conn.is_in_transaction():
            # A failed transaction closes it when it ends.
            with suppress(asyncpg.InFailedSQLTransactionError):
                await self._conn.execute(f"CLOSE {self._name}")


@final
class _StreamWithin:
    """A query's rows by the thousand in a transaction, and else all at once.

    Behind a pooler, no cursor outlives its transaction.
    """

    def __init__(
        self, conn: _Connection, sql: str, params: Sequence[object] = ()
    ) -> None:
        self._conn = conn
        self._sql = sql
        self._params = params
        self._stream: _Stream | None = None
        if conn.is_in_transaction():
            self._stream = _Stream(conn, sql, params)

    async def __aenter__(self) -> _StreamWithin:
        if self._stream:
            await self._stream.__aenter__()
        return self

    async def rows(self) -> AsyncGenerator[Any, None]:
        if self._stream:
            async for row in self._stream.rows():
                yield row
            return
        for row in await _fetch(self._conn, self._sql, self._params):
            yield row

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._stream:
            await self._stream.__aexit__(kind, error, traceback)


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


def _fields(record: Any, types: tuple[type, ...], column: str) -> Any:
    """Return a composite value, if it has the fields that the program knows."""
    if len(record) != len(types):
        raise ValueError(
            f'column "{column}": expected {len(types)} fields, got {len(record)}'
        )
    for n, (value, known) in enumerate(zip(record, types, strict=True), 1):
        if value is not None and not isinstance(value, known):
            raise ValueError(f'column "{column}": field {n} has another type')
    return record


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


def _json_text(value: object, column: str) -> str:
    if isinstance(value, str):
        return value
    raise ValueError(
        f'column "{column}": does the connection have a codec for JSON?'
        " Generated code takes asyncpg's own"
    )


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


def _encode_finite_timestamptz(value: object, name: str) -> dt.datetime:
    timestamp = _encode_timestamptz(value, name)
    if timestamp in (_FIRST_UTC, _LAST_UTC):
        raise _infinite(name, timestamp)
    return timestamp


def _finite_days(value: object) -> int:
    return _days(_encode_finite_date(value, "date"))


def _pack_finite_date(value: object) -> bytes:
    return _pack_int4(_finite_days(value))


def _finite_micros(value: object) -> int:
    return _micros(_encode_finite_timestamp(value, "timestamp"))


def _pack_finite_timestamp(value: object) -> bytes:
    return _pack_int8(_finite_micros(value))


def _finite_micros_utc(value: object) -> int:
    return _micros_utc(_encode_finite_timestamptz(value, "timestamptz"))


def _pack_finite_timestamptz(value: object) -> bytes:
    return _pack_int8(_finite_micros_utc(value))


def _finite_micros_since(
    epoch: dt.datetime, values: Iterable[dt.datetime]
) -> list[int]:
    """Refuse what asyncpg reads in place of an infinity: COPY would store it as it is."""
    micros = _micros_since(epoch, values)
    if micros and not _FIRST_MICROS < min(micros) <= max(micros) < _LAST_MICROS:
        raise ValueError("asyncpg would store an infinity")
    return micros


def _range_by(value: Range[Any], made: Callable[[Any], Any]) -> Range[Any]:
    """A range whose bounds are made of those of another."""
    if value.isempty:
        return value
    bounds = (value.lower, value.upper)
    lower, upper = (None if bound is None else made(bound) for bound in bounds)
    inclusive = {"lower_inc": value.lower_inc, "upper_inc": value.upper_inc}
    return Range(lower, upper, **inclusive)


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
    return _unpack_char(value)


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
