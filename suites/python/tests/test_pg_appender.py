"""Bulk inserts into PostgreSQL: COPY and INSERT, all or nothing, whatever goes wrong."""

import datetime as dt
import os
import re
import signal
import subprocess
import sys
import textwrap
from collections.abc import AsyncIterator, Generator, Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Any
from uuid import UUID

import psycopg
import pytest

from contract.postgres import DRIVERS, Driver, Psycopg, admin, database
from gen.aio import pg_appender as aio
from gen.aio import pg_types as aio_types
from gen.pg import pg_appender as pg
from gen.pg import pg_types

MODULES: dict[str, Any] = {"psycopg": pg, "asyncpg": aio}
MODES = [(driver, autocommit) for driver in DRIVERS for autocommit in (True, False)]


class Opened:
    def __init__(self, driver: Driver, url: str) -> None:
        self.driver = driver
        self.url = url
        self.module = MODULES[driver.name]
        self.app = driver.app(self.module.PgAppender)

    def narrow(self, n: int) -> Iterator[Any]:
        for i in range(n):
            yield self.module.NarrowRow(i, None if i % 3 == 0 else f"v{i}")

    def count(self) -> int:
        return int(self.driver.value("SELECT count(*) FROM narrow"))

    def committed(self) -> int:
        with psycopg.connect(self.url) as conn:
            row = conn.execute("SELECT count(*) FROM narrow").fetchone()
        assert row
        return int(row[0])


@pytest.fixture(scope="module")
def url() -> Generator[str, None, None]:
    with database(pg.PgAppender, "appender") as url:
        yield url


@pytest.fixture(params=MODES, ids=lambda mode: f"{mode[0].name}-{mode[1]}")
def opened(request: pytest.FixtureRequest, url: str) -> Generator[Opened, None, None]:
    cls, autocommit = request.param
    with psycopg.connect(url) as conn:
        conn.execute("TRUNCATE narrow")
        conn.execute("ALTER TABLE narrow DROP CONSTRAINT IF EXISTS narrow_k_check")
    driver = cls(url, autocommit)
    yield Opened(driver, url)
    driver.close()


@pytest.fixture(scope="module")
def types_url() -> Generator[str, None, None]:
    with database(pg_types.PgTypes, "types") as url:
        yield url


@pytest.mark.parametrize("n", [0, 1, 7, 8, 9, 127, 128, 129, 20_000])
def test_rows_arrive(opened: Opened, n: int) -> None:
    assert opened.app.bulk_insert_narrow(opened.narrow(n)) == n
    assert opened.count() == n
    sums = "SELECT coalesce(sum(k), 0) + coalesce(sum(length(v)), 0) FROM narrow"
    expected = sum(row.k + len(row.v or "") for row in opened.narrow(n))
    assert opened.driver.value(sums) == expected


@pytest.mark.parametrize("n", [3, 20_000])
def test_who_commits(opened: Opened, n: int) -> None:
    opened.app.bulk_insert_narrow(opened.narrow(n))
    if opened.driver.in_transaction():
        assert opened.committed() == 0
        opened.driver.rollback()
        assert opened.count() == 0
    else:
        assert opened.committed() == n


def test_a_row_larger_than_the_buffer(opened: Opened) -> None:
    big = opened.module.NarrowRow(1, "x" * 3_000_000)
    assert opened.app.bulk_insert_narrow([big] * 9) == 9
    assert opened.driver.value("SELECT sum(length(v)) FROM narrow") == 27_000_000


def test_an_error_of_the_server_undoes_everything(opened: Opened) -> None:
    opened.app.bulk_insert_narrow(opened.narrow(5))
    opened.driver.execute("ALTER TABLE narrow ADD CHECK (k <> 30000) NOT VALID")
    with pytest.raises(Exception, match="narrow_k_check"):
        opened.app.bulk_insert_narrow(opened.narrow(40_000))
    assert opened.count() == 5
    assert opened.app.bulk_insert_narrow(opened.narrow(20_000)) == 20_000
    assert opened.count() == 20_005


@pytest.mark.parametrize("at", [0, 3, 500, 30_000])
def test_an_error_of_the_source_undoes_everything(opened: Opened, at: int) -> None:
    opened.app.bulk_insert_narrow(opened.narrow(5))

    def source() -> Iterator[Any]:
        yield from opened.narrow(at)
        raise LookupError("the source broke")

    with pytest.raises(LookupError, match="the source broke"):
        opened.app.bulk_insert_narrow(source())
    assert opened.count() == 5
    opened.app.bulk_insert_narrow(opened.narrow(5))
    assert opened.count() == 10


@pytest.mark.parametrize("at", [0, 3, 500, 30_000])
@pytest.mark.parametrize(
    ("value", "message"),
    [
        ((2**31, "x"), "row {}: k: 2147483648 is no value of type integer"),
        ((-(2**40), "x"), "row {}: k: -1099511627776 is no value of type integer"),
        ((None, "x"), "row {}: k: NULL in a NOT NULL column"),
        (("one", "x"), "row {}: k: 'one' is no value of type integer"),
        ((1, "a\0b"), "row {}: v: text cannot hold a NUL character"),
        ((1, 2), "row {}: v: 2 is no value of type text"),
    ],
)
def test_a_value_that_does_not_fit(
    opened: Opened, at: int, value: tuple[Any, Any], message: str
) -> None:
    def source() -> Iterator[Any]:
        yield from opened.narrow(at)
        yield opened.module.NarrowRow(*value)
        yield from opened.narrow(3)

    expected = re.escape(message.format(at + 1))
    with pytest.raises(ValueError, match=f"^{expected}$"):
        opened.app.bulk_insert_narrow(source())
    assert opened.count() == 0
    opened.app.bulk_insert_narrow(opened.narrow(5))
    assert opened.count() == 5


@pytest.mark.parametrize("at", [0, 200])
@pytest.mark.parametrize("table", ["every_type", "every_type_or_null"])
@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        ("b", 7, "7 is no value of type boolean"),
        ("b", 1, "1 is no value of type boolean"),
        ("dec", Decimal("sNaN"), "PostgreSQL has no signalling NaN"),
    ],
)
def test_few_rows_take_what_many_take(
    opened: Opened, at: int, table: str, column: str, value: object, message: str
) -> None:
    """INSERT and COPY refuse the same."""
    moment = dt.datetime(2026, 1, 1)
    others = (
        b"",
        moment.date(),
        moment.time(),
        moment,
        moment.astimezone(),
        UUID(int=1),
    )
    name = table.title().replace("_", "") + "Row"
    row = getattr(opened.module, name)(0, True, 1, 1.0, Decimal(1), "", *others, {})
    rows = [replace(row, id=i) for i in range(1, 1 + at)]
    wrong: dict[str, Any] = {column: value}
    expected = re.escape(f"row {at + 1}: {column}: {message}")
    with pytest.raises(ValueError, match=f"^{expected}$"):
        getattr(opened.app, f"bulk_insert_{table}")([*rows, replace(row, **wrong)])


def test_an_appender_step_by_step(opened: Opened) -> None:
    appender = opened.app.create_narrow_appender()
    with appender:
        for row in opened.narrow(20):
            appender.append(row)
        assert appender.rows == 20
        appender.flush()
        assert opened.count() == 20  # the connection is free between calls
        appender.append_many(opened.narrow(30_000))
        assert opened.count() >= 20
    assert opened.count() == 30_020
    with pytest.raises(ValueError, match="the appender is closed"):
        appender.append_many(opened.narrow(1))
    with pytest.raises(KeyError), opened.app.create_narrow_appender() as appender:
        appender.append_many(opened.narrow(30_000))
        raise KeyError
    assert opened.count() == 30_020


def test_a_value_that_does_not_fit_among_single_rows(opened: Opened) -> None:
    with (
        pytest.raises(ValueError, match=r"^row 130: k: NULL in a NOT NULL column"),
        opened.app.create_narrow_appender() as appender,
    ):
        for row in opened.narrow(129):
            appender.append(row)
        appender.append(opened.module.NarrowRow(None, "x"))
        assert appender.rows == 130
        assert appender.append_many(opened.narrow(5)) == 5
    assert opened.count() == 0


def test_single_rows_and_many_in_turn(opened: Opened) -> None:
    rows = iter(list(opened.narrow(10_000)))
    with opened.app.create_narrow_appender() as appender:
        for n in (1, 127, 300, 5):
            for _ in range(n):
                appender.append(next(rows))
            assert appender.append_many(next(rows) for _ in range(n)) == n
        appender.flush()
        assert opened.count() == appender.rows == 866
        appender.append(next(rows))
    assert opened.count() == 867
    assert opened.driver.value("SELECT count(DISTINCT k) FROM narrow") == 867


def test_few_rows_behind_a_chunk_are_written_once(opened: Opened) -> None:
    wide = "x" * 1000  # 128 such rows are more than a chunk
    row = opened.module.NarrowRow
    with opened.app.create_narrow_appender() as appender:
        appender.append_many(row(i, wide) for i in range(131))
        appender.append(row(131, wide))
        appender.append_many(row(i, wide) for i in range(132, 263))
        appender.append_many([row(263, wide)])
    assert opened.count() == 264
    assert opened.driver.value("SELECT count(DISTINCT k) FROM narrow") == 264


def test_a_source_that_uses_the_connection_gets_an_error(opened: Opened) -> None:
    conn: Any = opened.driver.conn

    def rows() -> Iterator[Any]:
        for row in opened.narrow(40_000):
            if row.k > 39_000:
                conn.execute("SELECT 1")
            yield row

    async def async_rows() -> AsyncIterator[Any]:
        for row in opened.narrow(40_000):
            if row.k > 39_000:
                await conn.fetchval("SELECT 1")
            yield row

    source = rows() if opened.driver.name == "psycopg" else async_rows()
    with pytest.raises(Exception, match="in progress"):
        opened.app.bulk_insert_narrow(source)
    assert opened.count() == 0


@pytest.mark.parametrize("driver", DRIVERS, ids=lambda driver: driver.name)
def test_the_server_dies_in_the_middle(driver: type[Driver]) -> None:
    """As far as this connection can tell: its backend is gone."""
    with database(pg.PgAppender, "appender") as url:
        opened = Opened(driver(url), url)
        backend = opened.driver.value("SELECT pg_backend_pid()")

        def source() -> Iterator[Any]:
            for row in opened.narrow(200_000):
                if row.k == 50_000:
                    with admin() as conn:
                        conn.execute("SELECT pg_terminate_backend(%s)", (backend,))
                yield row

        with pytest.raises(Exception, match=r"(?i)terminat|closed|lost|reset|pipe"):
            opened.app.bulk_insert_narrow(source())
        assert opened.committed() == 0
        conn: Any = opened.driver.conn
        closed = conn.closed if driver is Psycopg else conn.is_closed()
        assert closed
        opened.driver.close()


@pytest.mark.parametrize("name", MODULES)
def test_the_client_is_killed_in_the_middle(name: str) -> None:
    with database(pg.PgAppender, "appender") as url:
        program = textwrap.dedent(
            """
            import itertools, sys
            from contract.postgres import DRIVERS
            from tests.test_pg_appender import Opened

            name, url = sys.argv[1:]
            driver = next(d for d in DRIVERS if d.name == name)
            opened = Opened(driver(url), url)

            def source():
                for row in opened.narrow(10**9):
                    if row.k == 100_000:
                        print("writing", flush=True)
                    yield row

            opened.app.bulk_insert_narrow(source())
            """
        )
        child = subprocess.Popen(
            [sys.executable, "-c", program, name, url],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert child.stdout
        assert child.stdout.readline() == "writing\n"
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
        child.stdout.close()
        with psycopg.connect(url, autocommit=True) as conn:
            # Waits for what the dead client's backend still holds.
            conn.execute(
                "LOCK TABLE narrow IN ACCESS EXCLUSIVE MODE"
            ) if False else None
            conn.execute("BEGIN")
            conn.execute("LOCK TABLE narrow IN ACCESS EXCLUSIVE MODE")
            row = conn.execute("SELECT count(*) FROM narrow").fetchone()
            assert row == (0,)
            conn.execute("COMMIT")


NUMERICS = (
    "0 -0 0.5 -0.5 0.005 -0.005 0.0049999 12345678.99 -9999999999.99 9999.9999 1E+3"
    " 1E-30 -1E-7 10000 99999999.994 NaN 1.10 0.00 123456789012345678901234567890.12"
).split()


@pytest.mark.parametrize("driver", DRIVERS, ids=lambda driver: driver.name)
@pytest.mark.parametrize("text", NUMERICS)
def test_numerics_are_stored_as_the_server_would(
    driver: type[Driver], text: str, types_url: str
) -> None:
    """Rounded where the column has a scale, digit by digit where it has none."""
    module: Any = {"psycopg": pg_types, "asyncpg": aio_types}[driver.name]
    opened = driver(types_url)
    opened.execute("TRUNCATE numbers")
    app = opened.app(module.PgTypes)
    app.store_numbers(1)
    row = app.get_numbers(1)
    fits = len(text.partition(".")[0].lstrip("-")) <= 10 and text != "1E-30"
    value = Decimal(text)
    row = replace(row, n=value, n12_2=value if fits else row.n12_2)
    rows = [replace(row, id=i) for i in range(2, 40)]
    assert app.bulk_insert_numbers(rows) == 38
    stored = f"SELECT '{text}'::numeric::text = n::text FROM numbers WHERE id = 20"
    assert opened.value(stored)
    if fits:
        stored = stored.replace("::numeric", "::numeric(12,2)")
        assert opened.value(stored.replace("= n::", "= n12_2::"))
    opened.close()
