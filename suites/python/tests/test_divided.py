"""One class per SQL file: what the classes share is one type, whichever of them reads or writes it."""

import sqlite3
from collections.abc import Callable, Generator
from typing import Any

import duckdb
import pytest

import gen.divided.aio.delivery as aio_delivery
import gen.divided.aio.intake as aio_intake
import gen.divided.aio.parcels_postgres as aio_parcels
import gen.divided.aio.parcels_postgres_types as aio_types
import gen.divided.aio.sqg_asyncpg as aio_support
import gen.divided.duck.delivery as duck_delivery
import gen.divided.duck.intake as duck_intake
import gen.divided.duck.parcels_duckdb as duck_parcels
import gen.divided.duck.parcels_duckdb_types as duck_types
import gen.divided.pg.delivery as pg_delivery
import gen.divided.pg.intake as pg_intake
import gen.divided.pg.parcels_postgres as pg_parcels
import gen.divided.pg.parcels_postgres_types as pg_types
import gen.divided.sqlite.delivery as sqlite_delivery
import gen.divided.sqlite.intake as sqlite_intake
import gen.divided.sqlite.parcels_sqlite as sqlite_parcels
import gen.divided.sqlite.parcels_sqlite_types as sqlite_types
from contract.postgres import Asyncpg, Driver, Psycopg, database


class Empty:
    def __init__(self, conn: Any) -> None: ...

    @staticmethod
    def get_migrations() -> list[str]:
        return []


@pytest.fixture
def url() -> Generator[str, None, None]:
    with database(Empty, "results") as url:
        yield url


@pytest.mark.parametrize("driver", [Psycopg, Asyncpg])
def test_postgres(driver: type[Driver], url: str) -> None:
    conn = driver(url)
    psycopg = driver is Psycopg
    types: Any = pg_types if psycopg else aio_types
    support: Any = pg_types if psycopg else aio_support
    parcels: Any = (pg_parcels if psycopg else aio_parcels).ParcelsPostgres
    intake: Any = conn.app((pg_intake if psycopg else aio_intake).Intake)
    delivery: Any = conn.app((pg_delivery if psycopg else aio_delivery).Delivery)
    assert conn.call(parcels.apply_migrations) == ["1"]
    check(types, support, intake, delivery)
    conn.close()


def test_duckdb() -> None:
    conn = duckdb.connect()
    heard: list[str] = []

    def observer(query: str) -> Callable[[int, BaseException | None], None]:
        heard.append(query)

        def ended(rows: int, error: BaseException | None) -> None:
            assert error is None

        return ended

    assert duck_parcels.ParcelsDuckdb.apply_migrations(conn) == ["1"]
    intake = duck_intake.Intake(conn, observer)
    delivery = duck_delivery.Delivery(conn, observer)
    check(duck_types, duck_types, intake, delivery)
    assert {"parcels", "all_parcels"} < set(heard)


def test_sqlite() -> None:
    conn = sqlite3.connect(":memory:")
    assert sqlite_parcels.ParcelsSqlite.apply_migrations(conn) == ["1"]
    intake, delivery = sqlite_intake.Intake(conn), sqlite_delivery.Delivery(conn)
    rows = [sqlite_types.ParcelsRow(i, "open", None, i) for i in range(10)]
    assert intake.bulk_insert_parcels(rows) == 10
    assert delivery.all_parcels() == rows
    assert delivery.later()[3] == sqlite_types.Later(3, 3)
    conn.close()


def check(types: Any, support: Any, intake: Any, delivery: Any) -> None:
    place = types.Place("Long Street", 7)
    rows = [
        types.ParcelsRow(
            i, types.State.OPEN, place if i % 2 else None, support.Interval(days=i)
        )
        for i in range(10)
    ]
    assert intake.bulk_insert_parcels(rows) == 10
    assert delivery.all_parcels() == rows
    assert intake.parcel(3) == rows[3]
    assert delivery.states() == [types.State.OPEN] * 10
    assert list(delivery.later_iter())[3] == types.Later(3, support.Interval(days=3))
    intake.forget_batch([(i,) for i in range(9)])
    assert delivery.all_parcels() == rows[9:]
