"""Behind PgBouncer, which gives each transaction another connection to the server."""

import asyncio
import os
from collections.abc import Callable, Generator
from contextlib import contextmanager
from decimal import Decimal
from typing import Any

import asyncpg
import psycopg
import pytest

from contract.postgres import Synchronous, admin
from gen.pooled.aio import pooled as aio
from gen.pooled.pg import pooled as pg

POOLER = os.environ.get("SQG_TEST_POOLER", "")
ROWS = 2500

pytestmark = pytest.mark.skipif(not POOLER, reason="there is no PgBouncer")


@contextmanager
def database() -> Generator[str, None, None]:
    """The address of a database behind the pooler."""
    name = f"sqg_pooled_{os.getpid()}"
    with admin() as conn:
        conn.execute(f"CREATE DATABASE {name}".encode())
    try:
        url = f"postgresql://postgres@{POOLER}/{name}"
        with psycopg.connect(url, prepare_threshold=None) as conn:
            for script in pg.Pooled.get_migrations():
                conn.execute(script.encode())
        yield url
    finally:
        with admin() as conn:
            conn.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@contextmanager
def psycopg_app(url: str) -> Generator[Any, None, None]:
    with psycopg.connect(url, autocommit=True) as conn:
        yield pg.Pooled(conn)


@contextmanager
def asyncpg_app(url: str) -> Generator[Any, None, None]:
    loop = asyncio.new_event_loop()
    conn = loop.run_until_complete(asyncpg.connect(url, statement_cache_size=0))
    try:
        yield Synchronous(aio.Pooled(conn), loop)
    finally:
        loop.run_until_complete(conn.close())
        loop.close()


def check(app: Any, module: Any) -> None:
    """Each kind of method, with few rows and with many."""
    state = module.State
    put = app.put(id=1, place="y", state=state.NEW, amount=Decimal(1))
    assert put.id == 1
    for count in (1, 3, ROWS):
        places = [(f"place {count}", i) for i in range(count)]
        states = [(state.CHECKED, i) for i in range(count)]
        app.set_place_batch(places)
        assert app.set_place_bulk(places) == count
        assert app.set_state_bulk(states) == count
        ids = [(i,) for i in range(count)]
        for i, row in enumerate(app.reading_by_id_bulk(ids)):
            assert row == module.ReadingByIdRow(i, f"place {count}", state.CHECKED)
    assert [row.id for row in app.readings()] == list(range(ROWS))
    assert [row.id for row in app.readings_iter()] == list(range(ROWS))
    for row in app.readings_iter():
        assert row.id == 0
        break


@pytest.mark.parametrize(("connect", "module"), [(psycopg_app, pg), (asyncpg_app, aio)])
def test_pooled(connect: Callable[[str], Any], module: Any) -> None:
    with database() as url, connect(url) as app:
        with psycopg.connect(url) as other:
            other.execute("SELECT")  # in a transaction
            app.connection()  # for which the second connection is made
        assert app.connection() != app.connection()
        rows = [
            module.ReadingRow(i, "x", module.State.NEW, Decimal(f"{i}.5"))
            for i in range(ROWS)
        ]
        assert app.bulk_insert_reading(rows) == ROWS
        for _ in range(3):  # from 5 calls on, psycopg would prepare a statement
            check(app, module)


def test_pooled_transaction() -> None:
    """Within a transaction all is as ever: one connection, and a cursor for a stream."""
    with database() as url, psycopg_app(url) as app:

        def work(inner: Any) -> None:
            inner.lock_place("x")
            assert inner.connection() == inner.connection()
            rows = [
                pg.ReadingRow(i, "x", pg.State.NEW, Decimal(i)) for i in range(ROWS)
            ]
            inner.bulk_insert_reading(rows)
            check(inner, pg)

        app.transaction(work)
    with database() as url, asyncpg_app(url) as app:

        async def work_async(inner: Any) -> None:
            await inner.lock_place("x")
            assert await inner.connection() == await inner.connection()
            row = aio.ReadingRow(0, "x", aio.State.NEW, Decimal(0))
            await inner.bulk_insert_reading([row])
            assert [r async for r in inner.readings_iter()] == [row]

        app.transaction(work_async)
