""":bulk runs one statement for many rows; an error is that of a row."""

from collections.abc import Callable, Generator, Iterator
from functools import partial
from typing import Any

import psycopg
import pytest

from contract.postgres import DRIVERS, Driver, emptied, url_of
from gen.aio import pg_bulk as aio_bulk
from gen.pg import pg_bulk

MODES = [(driver, autocommit) for driver in DRIVERS for autocommit in (True, False)]


@pytest.fixture(params=MODES, ids=lambda mode: f"{mode[0].name}-{mode[1]}")
def driver(request: pytest.FixtureRequest) -> Generator[Driver]:
    cls, autocommit = request.param
    opened = cls(emptied(pg_bulk.PgBulk, "bulk"), autocommit)
    yield opened
    opened.close()


def readings(count: int, twice: int = 0) -> list[tuple[str, int, int, None]]:
    return [("s", 7 if at == twice else at, at, None) for at in range(1, count + 1)]


def test_bulk(driver: Driver) -> None:
    module: Any = pg_bulk if driver.name == "psycopg" else aio_bulk
    app = driver.app(module.PgBulk)
    assert app.add_reading_bulk(iter(readings(2500))) == 2500
    assert app.statements_for("s") == 1
    assert app.drop_reading_bulk(("s", at) for at in range(2500)) == 2499
    with pytest.raises(Exception, match="row 2345: duplicate key"):
        app.add_reading_bulk(readings(2499, 2345))
    with pytest.raises(Exception, match="row 2: "):
        app.add_reading_bulk([("s", 1, 1, None), ("s", "x", 1, None)])
    short: Any = ("s", 1)
    for rows in (1, 30, 2499):
        with pytest.raises(Exception, match=f"row {rows + 1}: "):
            app.add_reading_bulk([*readings(rows), short])
    assert [r.at for r in app.all_readings()] == [2500]
    assert app.add_reading_bulk(readings(1)) == 1


def test_through_a_table(driver: Driver) -> None:
    """Nothing is left of it, and rows of one key come in their order."""
    module: Any = pg_bulk if driver.name == "psycopg" else aio_bulk
    app = driver.app(module.PgBulk)
    assert app.set_stock_bulk((i % 3000, i // 3000) for i in range(1, 6001)) == 6000
    taken = [(9 if i == 2500 else 0, i % 2999) for i in range(4000)]
    with pytest.raises(Exception, match="row 2501: new row for relation"):
        app.take_bulk(taken)
    assert app.take_bulk([(-1, 5)] * 2500 + taken[:2500]) == 5000
    assert {r.id: r.n for r in app.all_stock()} == {
        i: {0: 3, 5: 2501}.get(i, 1) for i in range(3000)
    }


def test_counts(driver: Driver) -> None:
    """Rows of different keys, keys that come twice, and rows that find nothing."""
    module: Any = pg_bulk if driver.name == "psycopg" else aio_bulk
    app = driver.app(module.PgBulk)
    assert app.set_stock_bulk((i, 9) for i in range(100)) == 100
    assert app.take_bulk((1, i) for i in range(100)) == 100
    assert app.take_bulk((1, i // 2) for i in range(100)) == 100
    assert app.take_bulk((1, i) for i in range(50, 150)) == 50
    assert app.take_bulk((1, i) for i in range(200, 300)) == 0
    assert [r.n for r in app.all_stock()] == [6] * 50 + [7] * 50
    assert app.drop_stock_bulk((i // 2,) for i in range(50)) == 25
    assert app.drop_stock_bulk((i // 2,) for i in range(50)) == 0


Reading = tuple[str, int, int, str | None]


def same(row: Reading) -> Reading:
    return row


def fails() -> Reading:
    raise LookupError("the source fails")


def upserted(module: Any, at: int, row: Callable[[], Reading]) -> Iterator[Any]:
    """Rows of which one is another."""
    for i in range(1, 80_001):
        yield module.ReadingRow(*(row() if i == at else ("s", i, i, None)))


@pytest.mark.parametrize("kind", ["add_reading_bulk", "upsert_reading_bulk"])
def test_after_a_failure(driver: Driver, kind: str) -> None:
    """Nothing is half done, the row is named, and the connection works."""
    module: Any = pg_bulk if driver.name == "psycopg" else aio_bulk
    app = driver.app(module.PgBulk)

    def run(rows: Iterator[Any]) -> object:
        if kind == "add_reading_bulk":
            rows = ((r.sensor, r.at, r.value, r.note) for r in rows)
        return getattr(app, kind)(rows)

    unfit: list[Reading] = [("s", 2**31, 0, None), ("s", 70_000, 0, "much too long")]
    for row in unfit:
        with pytest.raises(Exception, match="row 70000: "):
            run(upserted(module, 70_000, partial(same, row)))
        assert app.all_readings() == []
        assert driver.value("SELECT to_regclass('pg_temp.sqg_rows')::text") is None
    with pytest.raises(LookupError):
        run(upserted(module, 70_000, fails))
    assert app.all_readings() == []
    if not driver.in_transaction():
        lost(driver, run, module)


def lost(driver: Driver, run: Callable[[Iterator[Any]], object], module: Any) -> None:
    """The server ends the connection while rows are being read."""
    backend, name = (
        driver.value("SELECT pg_backend_pid()"),
        driver.value("SELECT current_database()::text"),
    )
    other = psycopg.connect(url_of(name), autocommit=True)

    def end() -> Reading:
        other.execute("SELECT pg_terminate_backend(%s, 10000)", (backend,))
        return ("s", 70_000, 0, None)

    with pytest.raises(Exception, match="clos|terminat|lost"):
        run(upserted(module, 70_000, end))
    row = other.execute("SELECT count(*) FROM reading").fetchone()
    other.close()
    assert row == (0,)
