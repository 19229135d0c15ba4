"""transaction() of every driver: the cases of corpus/transactions, and what is of one driver."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import asyncpg
import duckdb
import psycopg
import pytest

from contract import OPEN
from contract.postgres import database, place_of
from contract.transactions import Player, Steps, cases, name_of, run, run_async
from gen.aio.pg_transactions import PgTransactions as Aio
from gen.duck.duck_transactions import DuckTransactions
from gen.pg.pg_transactions import PgTransactions
from gen.transactions import Transactions


def open_sqlite(path: Path, timeout: float = 0) -> sqlite3.Connection:
    conn = sqlite3.connect(path, timeout=timeout, check_same_thread=False)
    OPEN.append(conn)
    return conn


def new_sqlite(path: Path) -> None:
    conn = open_sqlite(path)
    conn.execute("PRAGMA journal_mode = WAL")
    for script in Transactions.get_migrations():
        conn.executescript(script)


@pytest.mark.parametrize("case", cases("sqlite"), ids=name_of)
def test_sqlite(case: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "test.db"
    new_sqlite(path)
    app, other = (Transactions(open_sqlite(path)) for _ in range(2))
    run(Player(app, other, run).play(case))


@pytest.mark.parametrize("case", cases("duckdb"), ids=name_of)
def test_duckdb(case: dict[str, Any]) -> None:
    conn = duckdb.connect(":memory:")
    OPEN.append(conn)
    for script in DuckTransactions.get_migrations():
        conn.execute(script)
    app, other = (DuckTransactions(conn.cursor()) for _ in range(2))
    run(Player(app, other, run).play(case))


@pytest.mark.parametrize("case", cases("postgres"), ids=name_of)
@pytest.mark.parametrize("autocommit", [True, False])
def test_psycopg(case: dict[str, Any], autocommit: bool) -> None:
    with (
        database(PgTransactions, "") as url,
        psycopg.connect(url, autocommit=autocommit) as one,
        psycopg.connect(url, autocommit=True) as two,
    ):

        def play(steps: Any) -> Any:
            return run(committed(steps, one, autocommit))

        player = Player(PgTransactions(one), PgTransactions(two), run)
        play(player.play(case))


def committed(steps: Any, conn: Any, autocommit: bool) -> Steps:
    """Without autocommit, a statement outside begins a transaction, which is ended."""
    value: Any = None
    while True:
        try:
            value = yield steps.send(value)
        except StopIteration as end:
            return end.value
        if not autocommit and isinstance(value, list):
            conn.commit()


@pytest.mark.parametrize("case", cases("postgres"), ids=name_of)
def test_asyncpg(case: dict[str, Any]) -> None:
    async def play(url: str) -> None:
        one, two = [await asyncpg.connect(**place_of(url)) for _ in range(2)]
        try:
            await run_async(Player(Aio(one), Aio(two), run_async).play(case))
        finally:
            await one.close()
            await two.close()

    with database(Aio, "") as url:
        asyncio.run(play(url))


def test_asyncpg_pool_gives_no_dead_connection() -> None:
    async def play(url: str) -> None:
        async with asyncpg.create_pool(**place_of(url), min_size=1, max_size=1) as pool:
            async with pool.acquire() as conn:
                with pytest.raises(Exception):  # noqa: B017, PT011
                    await Aio(conn).transaction(lambda tx: tx.terminate())
            async with pool.acquire() as conn:
                assert await Aio(conn).transaction(lambda tx: tx.put(1, 150)) == 1

    with database(Aio, "") as url:
        asyncio.run(play(url))


def test_asyncpg_cancelled() -> None:
    async def play(url: str) -> None:
        conn = await asyncpg.connect(**place_of(url))
        app = Aio(conn)
        written = asyncio.Event()

        async def work(tx: Aio) -> None:
            await tx.put(1, 150)
            written.set()
            await asyncio.Event().wait()

        task = asyncio.create_task(app.transaction(work))
        await written.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert not conn.is_in_transaction()
        assert await app.balance(1) == 100
        await conn.close()

    with database(Aio, "") as url:
        asyncio.run(play(url))


def test_psycopg_terminated() -> None:
    with (
        database(PgTransactions, "") as url,
        psycopg.connect(url, autocommit=True) as conn,
    ):
        with pytest.raises(psycopg.OperationalError):
            PgTransactions(conn).transaction(lambda tx: tx.terminate())
        assert conn.closed


def storm(open_app: Callable[[], Any], transfers: int, **options: Any) -> int:
    """16 clients move money between four accounts; return how often they tried."""
    calls: list[int] = []
    failed: list[BaseException] = []

    def client(number: int) -> None:
        app = open_app()
        for i in range(transfers):
            source, to = 1 + (number + i) % 4, 1 + (number + i + 1) % 4

            def move(tx: Any, source: int = source, to: int = to) -> None:
                calls.append(1)
                tx.put(source, tx.balance(source) - 1)
                tx.put(to, tx.balance(to) + 1)

            try:
                app.transaction(move, retry=200, **options)
            except BaseException as error:
                failed.append(error)

    clients = [threading.Thread(target=client, args=(n,)) for n in range(16)]
    for thread in clients:
        thread.start()
    for thread in clients:
        thread.join()
    assert not failed
    return len(calls)


def test_storm_of_postgres() -> None:
    with database(PgTransactions, "") as url:
        opened = [psycopg.connect(url, autocommit=True) for _ in range(16)]
        OPEN.extend(opened)
        left = iter(opened)
        calls = storm(lambda: PgTransactions(next(left)), 3, isolation="serializable")
        assert calls > 48
        assert sum(PgTransactions(opened[0]).balances()) == 400
        while OPEN:
            OPEN.pop().close()


def test_storm_of_sqlite(tmp_path: Path) -> None:
    path = tmp_path / "test.db"
    new_sqlite(path)
    assert storm(lambda: Transactions(open_sqlite(path)), 3) > 48
    assert sum(Transactions(open_sqlite(path)).balances()) == 400


def test_storm_of_duckdb() -> None:
    with duckdb.connect(":memory:") as db:
        for script in DuckTransactions.get_migrations():
            db.execute(script)
        cursors = iter([db.cursor() for _ in range(16)])
        assert storm(lambda: DuckTransactions(next(cursors)), 1) > 16
        assert sum(DuckTransactions(db).balances()) == 400


def test_sqlite_leaves_the_callers_transaction_open(tmp_path: Path) -> None:
    path = tmp_path / "test.db"
    new_sqlite(path)
    conn = open_sqlite(path)
    app = Transactions(conn)
    app.put(1, 150)  # which begins a transaction
    app.transaction(lambda tx: tx.put(2, 150))
    assert conn.in_transaction
    conn.rollback()
    assert app.balances() == [100, 100, 100, 100]
