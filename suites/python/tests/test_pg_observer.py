"""An observer hears of every statement, also of streams and bulk inserts."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from contract.postgres import DRIVERS, Driver, database
from gen.aio import pg_observed as aio
from gen.pg import pg_observed as pg


@pytest.mark.parametrize("driver", DRIVERS, ids=lambda driver: driver.name)
def test_observer(driver: type[Driver]) -> None:
    heard: list[tuple[str, int, str | None]] = []

    def observer(query: str) -> Callable[[int, BaseException | None], None]:
        return lambda rows, error: heard.append(
            (query, rows, type(error).__name__ if error else None)
        )

    with database(pg.PgObserved, "results") as url:
        opened = driver(url)
        module: Any = {"psycopg": pg, "asyncpg": aio}[opened.name]
        app = opened.app(partial(module.PgObserved, observer=observer))
        app.add_book(id=1, title="a", author="b", pages=1, price=1.0)
        app.all_books()
        app.no_row()
        list(app.number_values_iter(3))
        stream = app.number_values_iter(3000)
        next(stream)
        stream.close()
        app.bulk_insert_narrow(module.NarrowRow(i, None) for i in range(300))
        with pytest.raises(ValueError, match="row 2"):
            app.bulk_insert_narrow([module.NarrowRow(1, "a"), module.NarrowRow(1, 2)])
        with pytest.raises(Exception, match="json"):
            app.fails_at_run_time("{")
        opened.close()
    failed = heard.pop()
    assert failed[:2] == ("fails_at_run_time", 0)
    assert failed[2]
    assert heard == [
        ("add_book", 1, None),
        ("all_books", 1, None),
        ("no_row", 0, None),
        ("number_values", 3, None),
        ("number_values", 1, None),
        ("narrow", 300, None),
        ("narrow", 0, "ValueError"),
    ]
