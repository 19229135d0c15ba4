"""Tables in a DuckLake, whose catalogue is a PostgreSQL."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Generator
from datetime import datetime
from decimal import Decimal
from pathlib import Path

import duckdb
import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from contract import CORPUS
from contract.postgres import URL
from gen.duck.duck_lake import AccountRow, DuckLake, EventRow

EXPECTED = json.loads((CORPUS / "lake/expected.json").read_text("utf-8"))
DATABASE = f"sqg_lake_{os.getpid()}"

Open = Callable[[], duckdb.DuckDBPyConnection]


@pytest.fixture
def connect(tmp_path: Path) -> Generator[Open, None, None]:
    """Each call is another DuckDB with the same lake, as in another process."""
    with psycopg.connect(URL, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {DATABASE}".encode())
        opened: list[duckdb.DuckDBPyConnection] = []

        def connect() -> duckdb.DuckDBPyConnection:
            db = duckdb.connect()
            opened.append(db)
            attach(db, tmp_path)
            return db

        yield connect
        for db in opened:
            db.close()
        server.execute(f"DROP DATABASE {DATABASE} WITH (FORCE)".encode())


def attach(
    db: duckdb.DuckDBPyConnection, folder: Path, database: str = DATABASE
) -> None:
    for extension in ("SQG_POSTGRES_SCANNER", "SQG_DUCKLAKE"):
        db.execute(f"LOAD '{os.environ[extension]}'")
    address = make_conninfo(URL, dbname=database).replace("'", "''")
    catalogue = f"ATTACH 'ducklake:postgres:{address}' AS lake"
    db.execute(f"{catalogue} (DATA_PATH '{folder}/data/')")
    db.execute("USE lake")


def said(*values: object) -> str:
    return " ".join("-" if value is None else str(value) for value in values)


def test_every_statement(connect: Open) -> None:
    db = connect()
    assert DuckLake.apply_migrations(db) == EXPECTED["migrations"]
    assert DuckLake.apply_migrations(connect()) == []
    app = DuckLake(db)
    accounts = [
        AccountRow(1, Decimal("1.50"), "a", 1),
        AccountRow(2, Decimal(2), None, None),
    ]
    assert app.bulk_insert_account(accounts) == 2
    added = [
        (id, id % 3, Decimal(id) / 100, ["x", None] if id % 2 else None)
        for id in range(2000)
    ]
    assert app.add_event_bulk(added) == 2000
    with app.create_event_appender() as appender:
        for id in range(2000, 3000):
            appender.append(EventRow(id, 7, Decimal(1), [], datetime(2026, 1, 31)))
    with pytest.raises(duckdb.ConstraintException, match="NOT NULL"):
        db.execute("INSERT INTO event (id) VALUES (1)")
    assert app.correct_event_bulk((Decimal(9), id) for id in range(1000)) == 1000
    assert app.drop_event_bulk((id,) for id in range(0, 1000, 2)) == 500
    totals = [said(row.account, row.events, row.total) for row in app.totals()]
    assert totals == EXPECTED["totals"]
    app.keep_large(Decimal("19.98"))
    large = [
        said(row.id, row.amount, row.tags and ",".join(tag or "-" for tag in row.tags))
        for row in app.large_events()
    ]
    assert large == EXPECTED["large"]
    balances = [(2, Decimal(20)), (3, Decimal(3)), (4, Decimal(4)), (2, Decimal(21))]
    assert app.put_account_bulk(balances) == 4
    found = app.balance_bulk([(4,), (9,), (2,)])
    assert [",".join(map(str, list)) for list in found] == EXPECTED["balances"]
    rows = [said(row.id, row.balance, row.note, row.grade) for row in app.accounts()]
    assert rows == EXPECTED["accounts"]


def test_conflicts_are_tried_again(connect: Open) -> None:
    db, other = connect(), connect()
    DuckLake.apply_migrations(db)
    app = DuckLake(db)
    app.bulk_insert_account([AccountRow(1, Decimal(1), None, None)])
    other.execute("BEGIN")
    assert DuckLake(other).deposit(Decimal(10), 1) == 1
    tries = 0

    def move(app: DuckLake) -> None:
        nonlocal tries
        tries += 1
        app.deposit(Decimal(100), 1)
        if tries == 1:
            other.execute("COMMIT")

    app.transaction(move, retry=3)
    assert [str(tries), *map(str, app.balance(1))] == EXPECTED["moved"]


WRITER = """
import sys
from decimal import Decimal
from pathlib import Path
import duckdb
from gen.duck.duck_lake import DuckLake
from tests.test_duck_lake import attach

database, folder, writer = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
db = duckdb.connect()
attach(db, folder, database)
DuckLake.apply_migrations(db)
app = DuckLake(db)
for batch in range(20):
    rows = [(batch * 100 + i, writer, Decimal(i), None) for i in range(100)]
    app.transaction(lambda tx: tx.add_event_bulk(rows), retry=50)
    print(batch, flush=True)
"""


def test_many_processes(connect: Open, tmp_path: Path) -> None:
    """Four processes write, one is killed: each batch is there once and in whole, or not at all."""
    app = DuckLake(connect())
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, DATABASE, str(tmp_path), str(writer)],
            stdout=subprocess.PIPE,
        )
        for writer in range(4)
    ]
    output = writers[0].stdout
    assert output
    for _ in range(5):
        output.readline()
    writers[0].kill()
    while any(writer.poll() is None for writer in writers):
        totals = app.totals()  # beside the writers
        assert all(row.events % 100 == 0 for row in totals)
        assert all(row.total == row.events // 100 * 4950 for row in totals)
    assert [writer.wait() for writer in writers] == [-signal.SIGKILL, 0, 0, 0]
    first, *others = [row.events for row in app.totals()]
    assert others == [2000, 2000, 2000]
    assert first in range(500, 2000, 100)
    for writer in writers:
        assert writer.stdout
        writer.stdout.close()
