""":bulk runs one statement for many rows; an error is that of a row."""

from collections.abc import Generator
from typing import Any

import pytest

from contract.postgres import DRIVERS, Driver, emptied
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
