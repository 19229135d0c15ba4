"""What asyncpg would wait for without end: a lost connection, a cancelled batch."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import psycopg
import pytest

from contract.postgres import admin, emptied, place_of
from gen.aio.pg_appender import NarrowRow, PgAppender
from gen.aio.pg_batch import PgBatch
from gen.pg import pg_appender, pg_batch

VALUE = "a value" * 300


@asynccontextmanager
async def pool(url: str) -> AsyncGenerator[Any, None]:
    """A pool of one connection, so that the next is the same if it is open."""
    async with asyncpg.create_pool(**place_of(url), min_size=1, max_size=1) as pool:
        yield pool


@pytest.mark.parametrize("autocommit", [True, False])
def test_a_pool_loses_a_connection(autocommit: bool) -> None:
    """The source has no end: it is left."""
    url = emptied(pg_appender.PgAppender, "appender")

    async def run() -> None:
        async with pool(url) as connections:
            async with connections.acquire() as conn:
                if not autocommit:
                    await conn.transaction().start()
                with pytest.raises(asyncpg.ConnectionDoesNotExistError):
                    await PgAppender(conn).bulk_insert_narrow(
                        rows(conn.get_server_pid())
                    )
            async with connections.acquire() as conn:
                assert await conn.fetchval("SELECT count(*) FROM narrow") == 0

    def rows(backend: int) -> Iterator[NarrowRow]:
        for i in range(10**9):
            if i == 20_000:
                with admin() as conn:
                    conn.execute("SELECT pg_terminate_backend(%s)", (backend,))
            yield NarrowRow(i, VALUE)

    asyncio.run(run())


class Rows:
    """More rows than fit in buffers, for a server that waits for a lock.

    Early releases of Python 3.12 and 3.13 have no end of their buffer for executemany().
    """

    def __init__(self, of: Callable[[int], Any]) -> None:
        self._of = of
        self._read = 0

    def __iter__(self) -> Iterator[Any]:
        for self._read in range(100_000):
            yield self._of(self._read)

    async def stand(self) -> None:
        """Until no more are read."""
        before = -1
        while before < self._read or not self._read:
            before = self._read
            await asyncio.sleep(0.2)


async def cancelled(rows: Rows, write: Awaitable[int]) -> None:
    task = asyncio.ensure_future(write)
    await rows.stand()
    task.cancel()
    done, _ = await asyncio.wait({task}, timeout=20)
    assert done
    assert task.cancelled()


def test_a_copy_is_cancelled_while_it_waits() -> None:
    """The connection is as it was before."""
    url = emptied(pg_appender.PgAppender, "appender")

    async def run() -> None:
        async with pool(url) as connections, connections.acquire() as conn:
            rows = Rows(lambda i: NarrowRow(i, VALUE))
            with psycopg.connect(url) as other:
                other.execute("LOCK TABLE narrow IN SHARE MODE")
                await cancelled(rows, PgAppender(conn).bulk_insert_narrow(rows))
            assert await conn.fetchval("SELECT count(*) FROM narrow") == 0
            assert not conn.is_in_transaction()

    asyncio.run(run())


def test_a_batch_is_cancelled_while_it_waits() -> None:
    """The connection is closed, and the pool has another."""
    url = emptied(pg_batch.PgBatch, "batch")

    async def run() -> None:
        async with pool(url) as connections:
            async with connections.acquire() as conn:
                rows = Rows(lambda i: (VALUE, i, 0.0))
                with psycopg.connect(url) as other:
                    other.execute("INSERT INTO reading VALUES (%s, 0, 0)", [VALUE])
                    await cancelled(rows, PgBatch(conn).insert_reading_batch(rows))
                    other.rollback()
            async with connections.acquire() as conn:
                assert await conn.fetchval("SELECT count(*) FROM reading") == 0

    asyncio.run(run())
