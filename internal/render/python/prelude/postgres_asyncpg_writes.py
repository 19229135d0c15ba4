"""How code generated for asyncpg writes: batches, migrations, bulk inserts."""

from __future__ import annotations

import asyncio
from collections.abc import (
    AsyncGenerator,
    AsyncIterable,
    AsyncIterator,
    Awaitable,
    Callable,
    Coroutine,
    Iterable,
    Iterator,
    Sequence,
)
from contextlib import (
    AbstractAsyncContextManager,
    asynccontextmanager,
    nullcontext,
    suppress,
)
from io import BytesIO
from itertools import chain, islice
from types import TracebackType
from typing import Any, Generic

import asyncpg
from common import (
    _bound,
    _Choose,
    _Given,
    _grouped,
    _Migration,
    _MigrationEntry,
    _Operation,
    _pending,
    _Row,
    _runs,
    _To,
)
from postgres import _UNCERTAIN
from postgres_asyncpg import _Connection, _execute, _fetch, _fetch_one, _is_closed
from postgres_copy import (
    _COPY_CHUNK,
    _COPY_END,
    _COPY_HEAD,
    _COPY_ROWS,
    _CopyRows,
)
from postgres_many import _HALVED, _found, _Many, _staged_bytes


@asynccontextmanager
async def _atomic(conn: _Connection) -> AsyncGenerator[None, None]:
    """Writes of many rows, all or nothing: in a transaction this is a savepoint."""
    own = not conn.is_in_transaction()
    transaction = conn.transaction()
    await transaction.start()
    try:
        yield
    except BaseException:
        if not _is_closed(conn):
            await transaction.rollback()
        raise
    try:
        await transaction.commit()
    except Exception as error:
        if own and _is_closed(conn):
            error.args = (f"{_UNCERTAIN}: {error}",)
        raise


async def _writing(
    conn: _Connection,
    write: Coroutine[Any, Any, object],
    stuck: Callable[[], bool] = lambda: False,
) -> None:
    """Await a write that may have to wait until the server takes more.

    asyncpg does not end that wait when the connection is lost. Where stuck() says so, it
    does not end it either when it is cancelled, unless the connection is closed.
    """
    loop = asyncio.get_running_loop()
    task = loop.create_task(write)

    def lost(_: object) -> None:
        loop.call_soon(task.cancel)  # after asyncpg's own end, which has the reason

    conn.add_termination_listener(lost)
    try:
        await asyncio.wait((task,))
    except asyncio.CancelledError:
        if stuck():
            conn.terminate()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        raise
    finally:
        if not _is_closed(conn):
            conn.remove_termination_listener(lost)
    if task.cancelled() and _is_closed(conn):
        with suppress(asyncpg.InterfaceError):  # where a pool has taken it back
            conn.terminate()  # and with it the request to cancel what was written
        raise asyncpg.ConnectionDoesNotExistError(
            "connection was closed in the middle of operation"
        )
    task.result()


async def _execute_many(
    conn: _Connection, sql: str, rows: Iterable[Sequence[object]]
) -> None:
    unread = True

    def source() -> Iterator[Sequence[object]]:
        nonlocal unread
        yield from rows
        unread = False

    await _writing(conn, conn.executemany(sql, source()), lambda: unread)


async def _run_batch(
    conn: _Connection,
    sql: str,
    bind: Callable[[_Row], Sequence[object]],
    rows: Iterable[_Row],
) -> int:
    """Run a statement for every row, all or nothing; return the number of rows."""
    count = 0

    def counted() -> Iterator[Sequence[object]]:
        nonlocal count
        for values in _bound(bind, rows):
            count += 1
            yield values

    async with _atomic(conn):
        await _execute_many(conn, sql, counted())
    return count


async def _run_chosen(
    conn: _Connection, choose: _Choose, rows: Iterable[_Given]
) -> int:
    """Run for every row the text that is chosen for it, all or nothing."""
    count = 0

    def counted() -> Iterator[_Given]:
        nonlocal count
        for row in rows:
            count += 1
            yield row

    async with _atomic(conn):
        for sql, values in _runs(choose, counted()):
            await _execute_many(conn, sql, values)
    return count


async def _await_each(
    ask: Callable[..., Awaitable[_To]], rows: Iterable[Iterable[object]]
) -> list[_To]:
    """Ask a query for every row; an error says for which."""
    found: list[_To] = []
    for row in rows:
        try:
            found.append(await ask(*row))
        except Exception as error:
            error.args = (f"row {len(found) + 1}: {error}",)
            raise
    return found


async def _look_up(
    conn: _Connection,
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
            fetch = _fetch_one if first else _fetch
            for row in some:
                found.append(await fetch(conn, sql, bind(row)))
        else:
            all_rows = await _fetch(conn, many, lists(some))
            found += _found(all_rows, some, key, first)
    return found


async def _look_up_or_none(
    conn: _Connection,
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

    async def once(some: Sequence[_Row]) -> list[list[tuple[Any, ...]]] | None:
        async with _atomic(conn):
            all_rows = await _fetch(conn, many, lists(some))
        return None if apart and not all_rows else _grouped(all_rows, len(some))

    async def each(some: Sequence[_Row], first: int) -> list[list[tuple[Any, ...]]]:
        found: list[list[tuple[Any, ...]]] = []
        async with _atomic(conn):
            for ordinal, row in enumerate(some, first):
                try:
                    found.append(await _fetch(conn, sql, bind(row)))
                except Exception as error:
                    error.args = (f"row {ordinal}: {error}",)
                    raise
        return found

    all_found: list[list[tuple[Any, ...]]] = []
    source = iter(rows)
    some = list(islice(source, at_once))
    async with _atomic(conn) if len(some) == at_once else nullcontext():
        while some:
            found = None
            if len(some) >= few:
                with suppress(*_OF_ROW):
                    found = await once(some)
            all_found += found or await each(some, len(all_found) + 1)
            some = list(islice(source, at_once))
    return all_found


_OF_ROW = (
    asyncpg.DataError,
    asyncpg.IntegrityConstraintViolationError,
    asyncpg.PostgresSyntaxError,  # no value of a type of an extension
    IndexError,
    TypeError,
    ValueError,
)


async def _run_many(conn: _Connection, many: _Many[_Row], rows: Iterable[_Row]) -> int:
    """Run a statement for many rows, all or nothing; return the affected rows."""
    source = iter(rows)
    some = list(islice(source, many.at_once))
    if len(some) < 2:  # one statement at most
        return await _each(conn, many.sql, many.bind, some, 1)
    if many.few <= len(some) < many.at_once:
        count = await _at_once(conn, many, some)
        if count is not None:
            return count
    affected, first = 0, 1
    async with _atomic(conn):
        while some:
            affected += await _some(conn, many, some, first)
            first += len(some)
            some = list(islice(source, many.at_once))
    return affected


async def _some(
    conn: _Connection, many: _Many[_Row], rows: Sequence[_Row], first: int
) -> int:
    """Run one statement for rows; where that cannot be, for each half of them.

    In the end each row is run by itself: so an error is that of a row.
    """
    count = await _at_once(conn, many, rows) if len(rows) >= many.few else None
    if count is not None:
        return count
    if len(rows) <= _HALVED:
        return await _each(conn, many.sql, many.bind, rows, first)
    half = len(rows) // 2
    affected = await _some(conn, many, rows[:half], first)
    return affected + await _some(conn, many, rows[half:], first + half)


async def _run_each(
    conn: _Connection,
    sql: str,
    bind: Callable[[_Row], Sequence[object]],
    rows: Iterable[_Row],
) -> int:
    """Run a statement for every row, all or nothing; return the affected rows."""
    async with _atomic(conn):
        return await _each(conn, sql, bind, rows, 1)


async def _each(
    conn: _Connection,
    sql: str,
    bind: Callable[[_Row], Sequence[object]],
    rows: Iterable[_Row],
    first: int,
) -> int:
    affected = 0
    for ordinal, row in enumerate(rows, first):
        try:
            affected += await _execute(conn, sql, bind(row))
        except Exception as error:
            error.args = (f"row {ordinal}: {error}",)
            raise
    return affected


async def _at_once(
    conn: _Connection, many: _Many[_Row], rows: Sequence[_Row]
) -> int | None:
    """Run one statement for rows; None where that cannot be."""
    staged = many.staged
    try:
        if staged is None or len(rows) < staged.start:
            async with _atomic(conn):
                return await _from_lists(conn, many, many.lists(rows))
        data = _staged_bytes(staged, rows)
        async with _atomic(conn):
            await conn.execute(staged.create)
            table, schema = staged.copy
            source = BytesIO(data)
            await conn.copy_to_table(
                table, schema_name=schema, source=source, format="binary"
            )
            count = await _rounds(conn, staged.sql, (), many.rounds)
            await conn.execute(staged.drop)
            return count
    except _OF_ROW:
        return None
    except asyncpg.InsufficientPrivilegeError:
        if staged is None or len(rows) < staged.start:
            raise
        return None


async def _from_lists(
    conn: _Connection, many: _Many[_Row], lists: Sequence[object]
) -> int | None:
    """Run the statement without rounds; where that changes nothing, the one in rounds."""
    changed = 0
    if many.plain is not None:
        changed = await _execute(conn, many.plain, lists)
    if changed or many.in_rounds is None:
        return changed
    return await _rounds(conn, many.in_rounds, lists, many.rounds)


async def _rounds(
    conn: _Connection, sql: str, values: Sequence[object], most: int
) -> int | None:
    changed, count = await _round(conn, sql, (*values, 0))
    if count > most:
        return None
    if count > 1:
        for number in range(1, count + 1):
            changed += (await _round(conn, sql, (*values, number)))[0]
    return changed


async def _round(
    conn: _Connection, sql: str, values: Sequence[object]
) -> tuple[int, int]:
    changed, count = await _fetch_one(conn, sql, values)
    return changed, count


async def _apply_migrations(
    conn: _Connection,
    migrations: Sequence[_MigrationEntry],
    tracking: dict[str, str],
    project: str,
) -> list[str]:
    if conn.is_in_transaction():
        raise asyncpg.InterfaceError(
            "migrations need transactions of their own: end the open one first"
        )
    applied: list[str] = []
    # Who comes second waits here, and then finds everything applied.
    await conn.execute(tracking["lock"])
    try:
        settings = await conn.fetchval(tracking["settings"])
        tries = 1
        while True:
            try:
                found = await _apply_next(conn, migrations, tracking, project, settings)
            except asyncpg.LockNotAvailableError:
                if await conn.fetchval(tracking["again"], tries) is None:
                    raise
                tries += 1
                continue
            if not found:
                break
            applied.append(found.id)
            tries = 1
    finally:
        if not conn.is_closed():
            await conn.execute(tracking["unlock"])
    return applied


async def _apply_next(
    conn: _Connection,
    migrations: Sequence[_MigrationEntry],
    tracking: dict[str, str],
    project: str,
    settings: str,
) -> _Migration | None:
    async with _atomic(conn):
        await conn.execute(tracking["create"])
        table = await conn.fetchval(tracking["table"])
        pending = await _pending_in(conn, migrations, tracking, project)
        found = pending[0] if pending else None
        record = tracking["record"].replace("{table}", table)
        if found and not found.steps:
            await _run_migration(conn, found, found.sql)
            if not conn.is_in_transaction():
                message = f'migration "{found.id}": {tracking["ended"]}'
                raise asyncpg.InterfaceError(message)
            await conn.execute(settings)
            await conn.execute(record, project, found.id, found.checksum)
    if found and found.steps:
        try:
            for undo, statement in found.steps:
                for (half,) in await conn.fetch(undo) if undo else []:
                    await _run_migration(conn, found, half)
                await _run_migration(conn, found, statement)
        finally:
            if not conn.is_closed():
                await conn.execute(settings)
        await conn.execute(record, project, found.id, found.checksum)
    return found


async def _pending_in(
    conn: _Connection,
    migrations: Sequence[_MigrationEntry],
    tracking: dict[str, str],
    project: str,
) -> list[_Migration]:
    rows = await conn.fetch(await conn.fetchval(tracking["applied"]), project)
    known: dict[str, str | None] = {row[0]: row[1] for row in rows}
    return _pending(migrations, tracking, project, known, asyncpg.InterfaceError)


async def _pending_migrations(
    conn: _Connection,
    migrations: Sequence[_MigrationEntry],
    tracking: dict[str, str],
    project: str,
) -> list[str]:
    pending = await _pending_in(conn, migrations, tracking, project)
    return [found.id for found in pending]


async def _run_migration(conn: _Connection, migration: _Migration, sql: str) -> None:
    try:
        await conn.execute(sql)
    except asyncpg.PostgresError as error:
        error.args = (f'migration "{migration.id}": {error}',)
        raise


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
        self, conn: _Connection, table: str, schema: str | None, rows: _CopyRows[_Row]
    ) -> None:
        self._conn = conn
        self._table = table
        self._schema = schema
        self._rows = rows
        self._atomic: AbstractAsyncContextManager[None] | None = None
        self._closed = False

    @property
    def rows(self) -> int:
        """The number of rows appended so far."""
        return self._rows.total

    def _check_open(self) -> None:
        if self._closed:
            raise ValueError("the appender is closed")

    async def append(self, row: _Row) -> None:
        """Append one row. It is read and written with the next full chunk, flush or
        close: do not change it before.
        """
        self._check_open()
        if self._rows.keep(row):
            await self.append_many(())

    async def append_many(self, rows: Iterable[_Row] | AsyncIterable[_Row]) -> int:
        """Append the rows of a source that is read as it goes; return their number.

        The source must not use the connection: rows are being written meanwhile.
        """
        self._check_open()
        before = self.rows
        packed = self._packed(rows)
        try:
            async for enough in packed:
                if enough and self._rows.copied:
                    await self._copy(packed)
                elif enough:
                    await self._insert()
        except BaseException as error:
            await self._end(error)
            raise
        return self.rows - before

    async def _packed(
        self, rows: Iterable[_Row] | AsyncIterable[_Row]
    ) -> AsyncGenerator[bool, None]:
        async for some in _slices(self._rows.take_single(), rows):
            yield self._rows.pack(some)

    async def flush(self) -> None:
        """Write the pending rows."""
        if self._rows.single:
            await self.append_many(())
        if not self._rows:
            return
        try:
            if not await self._insert():
                await self._copy(self._packed(()))
        except BaseException as error:
            await self._end(error)
            raise

    async def _begin(self) -> None:
        if self._atomic is None:
            atomic = _atomic(self._conn)
            await atomic.__aenter__()
            self._atomic = atomic

    async def _insert(self) -> bool:
        """Write pending rows by INSERT; report whether that is faster or all there is."""
        few = self._rows.take_few()
        if few:
            await self._begin()
            if self._rows.run:
                await self._rows.run(self._conn, few)
            else:
                await _execute_many(self._conn, self._rows.insert_sql, few)
        return bool(few)

    async def _copy(self, more: AsyncIterable[object]) -> None:
        """Write pending rows, and more as they are packed, by a COPY."""

        async def source() -> AsyncIterator[bytes]:
            yield _COPY_HEAD + self._rows.take()
            size = 0
            async for _ in more:
                data = self._rows.take()
                yield data
                size += len(data)
                if size > _COPY_CHUNK:
                    size = 0
                    await asyncio.sleep(0)  # others run, and a loss is heard of
                    if _is_closed(self._conn):
                        return
            yield _COPY_END

        await self._begin()
        copy = self._conn.copy_to_table(
            self._table,
            schema_name=self._schema,
            columns=[name for name, _, _, _ in self._rows.columns],
            source=source(),
            format="binary",
        )
        await _writing(self._conn, copy)

    async def close(self) -> None:
        """Write pending rows and keep all rows; a second call does nothing."""
        if not self._closed:
            await self.flush()
            await self._end(None)

    async def _end(self, error: BaseException | None) -> None:
        if self._closed:
            return
        self._closed = True
        self._rows.clear()
        if self._atomic is None:
            return
        if error is None:
            await self._atomic.__aexit__(None, None, None)
        else:
            await self._atomic.__aexit__(type(error), error, error.__traceback__)

    async def __aenter__(self) -> Appender[_Row]:
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
