"""Connections of others' pools and transactions: psycopg_pool, SQLAlchemy."""

from collections.abc import Generator
from typing import Any

import psycopg
import psycopg_pool
import pytest
import sqlalchemy

from contract.postgres import database
from gen.pg.pg_transactions import PgTransactions


@pytest.fixture
def url() -> Generator[str, None, None]:
    with database(PgTransactions, "") as url:
        yield url


def pool_of(url: str) -> psycopg_pool.ConnectionPool[psycopg.Connection[Any]]:
    return psycopg_pool.ConnectionPool(url, min_size=1, max_size=1, open=True)


def test_psycopg_pool(url: str) -> None:
    with pool_of(url) as pool:
        with pool.connection() as conn:
            app = PgTransactions(conn)
            app.transaction(lambda tx: tx.put(1, 150))
            with pytest.raises(psycopg.errors.DivisionByZero):
                app.transaction(lambda tx: (tx.put(2, 150), tx.broken()))
        with pool.connection() as conn:
            assert PgTransactions(conn).balances() == [150, 100, 100, 100]


def test_psycopg_pool_gives_no_dead_connection(url: str) -> None:
    with pool_of(url) as pool:
        with pytest.raises(psycopg.OperationalError), pool.connection() as conn:
            PgTransactions(conn).transaction(lambda tx: tx.terminate())
        with pool.connection() as conn:
            assert PgTransactions(conn).transaction(lambda tx: tx.put(1, 150)) == 1


def test_transaction_of_sqlalchemy(url: str) -> None:
    """The caller's transaction is SQLAlchemy's: transaction() is a savepoint in it, and it commits or rolls back."""
    engine = sqlalchemy.create_engine(
        "postgresql+psycopg://", creator=lambda: psycopg.connect(url)
    )

    def raise_credit(conn: sqlalchemy.Connection) -> PgTransactions:
        conn.execute(sqlalchemy.text("UPDATE account SET balance = 200 WHERE id = 1"))
        driver: Any = conn.connection.driver_connection
        app = PgTransactions(driver)
        app.transaction(lambda tx: tx.put(2, 150))
        with pytest.raises(psycopg.errors.DivisionByZero):
            app.transaction(lambda tx: (tx.put(3, 150), tx.broken()))
        assert app.balances() == [200, 150, 100, 100]
        return app

    with pytest.raises(KeyError), engine.begin() as conn:
        raise_credit(conn)
        raise KeyError
    with engine.connect() as conn:
        found = conn.execute(sqlalchemy.text("SELECT sum(balance) FROM account"))
        assert found.scalar_one() == 400
    with engine.begin() as conn:
        raise_credit(conn)
    with engine.connect() as conn:
        found = conn.execute(sqlalchemy.text("SELECT sum(balance) FROM account"))
        assert found.scalar_one() == 550
    engine.dispose()
