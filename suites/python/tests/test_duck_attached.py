"""DuckDB reads and writes a PostgreSQL that it attaches, and its own tables beside it."""

import os
import re
from collections.abc import Generator
from decimal import Decimal

import duckdb
import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from contract import CORPUS
from contract.postgres import URL
from gen.duck.duck_attached import Address, DuckAttached, Mood, OrdersRow

EXTENSION = os.environ.get("SQG_POSTGRES_SCANNER")
DATABASE = f"sqg_attached_{os.getpid()}"


@pytest.fixture(scope="module")
def address() -> Generator[str, None, None]:
    """A database with the corpus unit's schema and rows; a quote is in its address."""
    with psycopg.connect(URL, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {DATABASE}".encode())
        address = make_conninfo(URL, dbname=DATABASE, password="it's")
        text = (CORPUS / "attached/duckdb.sql").read_text("utf-8")
        with psycopg.connect(address, autocommit=True) as db:
            for block in re.split(r"^-- (?=[A-Z]+\b)", text, flags=re.MULTILINE):
                if block.startswith("BASELINE"):
                    db.execute(block.partition("\n")[2].encode())
            db.execute((CORPUS / "attached/rows.sql").read_bytes())
        yield address
        server.execute(f"DROP DATABASE {DATABASE} WITH (FORCE)".encode())


@pytest.fixture
def db() -> Generator[duckdb.DuckDBPyConnection, None, None]:
    with duckdb.connect() as db:
        DuckAttached.apply_migrations(db)
        yield db


def test_both_databases(db: duckdb.DuckDBPyConnection, address: str) -> None:
    DuckAttached.attach_prod(db, address, EXTENSION)
    app = DuckAttached(db)
    rows = app.customers()
    assert [row.id for row in rows] == [1, 2, 9223372036854775807]
    for row, said in zip(rows, app.customer_storage(), strict=True):
        assert (row.mood and row.mood.value) == said.mood
        assert str(row.credit) == said.credit
        assert round(row.since.timestamp() * 1_000_000) == said.since
        assert (row.token and str(row.token)) == said.token
        assert (row.born and str(row.born)) == said.born
        assert row.score == (said.score and float(said.score))
    ada, bob, nobody = rows
    assert (ada.tags, bob.tags, nobody.tags) == (["new", "a, b"], [None, ""], [])
    assert (ada.home, bob.home) == (Address("Main St, 1", 12345), Address(None, None))
    assert (nobody.home, ada.photo, bob.mood) == (None, b"\0\xff'", Mood("it's"))
    assert [row.id for row in app.customers_iter()] == [row.id for row in rows]
    assert (app.customer_name(2), app.customer_name(4)) == ("Böb's", None)

    app.bulk_insert_orders(
        [
            OrdersRow(1, 1, Decimal("2.50")),
            OrdersRow(2, 1, Decimal("0.75")),
            OrdersRow(3, 4, Decimal(1)),
        ]
    )
    (total,) = app.totals(Mood("ok"), Decimal("0.75"))
    assert (total.id, total.name, total.total) == (1, "Ada", Decimal("3.25"))
    named = [(row.name, row.credit) for row in app.orders_with_names()]
    assert named == [("Ada", ada.credit), ("Ada", ada.credit), (None, None)]
    notes = [(row.id, row.note, row.name) for row in app.notes()]
    assert notes == [(1, None, "Ada"), (3, "x", None)]
    assert app.copy_customers(Decimal(0)) == 1


def test_attach_and_detach(db: duckdb.DuckDBPyConnection, address: str) -> None:
    app = DuckAttached(db)
    with pytest.raises(duckdb.Error, match="prod"):
        app.customers()
    DuckAttached.attach_prod(db, address, EXTENSION)
    with pytest.raises(duckdb.Error, match="read-only"):
        db.execute("DELETE FROM prod.public.customers")
    assert len(app.customers()) == 3
    DuckAttached.detach_prod(db)
    with pytest.raises(duckdb.Error, match="prod"):
        app.customers()
    DuckAttached.attach_prod(db, address)
    assert len(app.customers()) == 3


def test_writes(db: duckdb.DuckDBPyConnection, address: str) -> None:
    DuckAttached.attach_ledger(db, address, EXTENSION)
    app = DuckAttached(db)
    app.bulk_insert_orders([OrdersRow(1, 1, Decimal("2.50"))])
    app.add_entry(1, Decimal("0.10"), "it's")
    app.add_entry(2, Decimal("-7.00"), None)
    assert app.post_orders() == 1
    assert app.correct_entry(Decimal("5.25"), None, 1) == 1
    assert app.drop_entries(Decimal(0)) == 1
    rows = [(row.id, row.amount, row.mood, row.past) for row in app.entries()]
    assert rows == [
        (1, Decimal("5.25"), None, True),
        (101, Decimal("2.50"), None, True),
    ]
