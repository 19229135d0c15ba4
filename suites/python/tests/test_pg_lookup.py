"""Lookups of many keys: each finds its rows, which equal keys do not share."""

from collections.abc import Generator
from typing import Any
from uuid import UUID

import pytest

from contract.postgres import DRIVERS, Driver, emptied
from gen.aio import pg_lookup as aio_lookup
from gen.pg import pg_lookup

CUSTOMERS = """INSERT INTO customer (id, name, parent)
SELECT i, 'c' || i % 700, nullif(i / 2, 0) FROM generate_series(1, 900) AS i"""


@pytest.fixture(params=DRIVERS, ids=lambda driver: driver.name)
def driver(request: pytest.FixtureRequest) -> Generator[Driver]:
    opened = request.param(emptied(pg_lookup.PgLookup, "lookup"), True)
    opened.execute(CUSTOMERS)
    yield opened
    opened.close()


def app_of(driver: Driver) -> Any:
    module = pg_lookup if driver.name == "psycopg" else aio_lookup
    return driver.app(module.PgLookup)


def test_more_keys_than_a_query_takes(driver: Driver) -> None:
    app = app_of(driver)
    for count in (0, 1, 2, 1001, 100_000, 100_001):
        found = app.customer_by_id_bulk((i % 1000 + 1,) for i in range(count))
        ids = [row and row.id for row in found]
        assert ids == [i % 1000 + 1 if i % 1000 < 900 else None for i in range(count)]


def test_equal_keys_share_nothing(driver: Driver) -> None:
    app = app_of(driver)
    called = app.called_bulk([("c5",), ("c699",), ("c5",), ("none",), ("c200",)])
    assert [[row.id for row in rows] for rows in called] == [
        [5, 705],
        [699],
        [5, 705],
        [],
        [200, 900],
    ]
    called[0].clear()
    assert len(called[2]) == 2
    key = UUID("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11")
    driver.execute(f"INSERT INTO file VALUES ('{key}', 1, '', '{{a}}', '[1]')")
    one, other, third = app.file_by_id_bulk([(key,), (key,), (key,)])
    one.tags.append("b")
    one.meta.append(2)
    other.tags.append("c")
    assert (third.tags, third.meta) == (["a"], [1])
    tags = app.tags_of_bulk([(key,), (key,)])
    tags[0][0].append("b")
    assert tags == [[["a", "b"]], [["a"]]]


def test_keys_are_equal_as_the_server_sees_them(driver: Driver) -> None:
    app = app_of(driver)
    driver.execute("INSERT INTO customer (id, name) VALUES (1000, 'None')")
    found = app.called_bulk([(None,), ("None",)])  # nothing is equal to NULL
    assert [len(rows) for rows in found] == [0, 1]
    with pytest.raises(Exception, match="surrogates not allowed"):
        app.called_bulk([("a\ud83d",), ("b",)])


def test_a_key_of_another_type_is_an_error(driver: Driver) -> None:
    app = app_of(driver)
    key = UUID("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11")
    driver.execute(f"INSERT INTO file VALUES ('{key}', 1, '', '{{a}}', '[1]')")
    # asyncpg takes it for a UUID, the program cannot find its row then.
    for keys in ([(key,), (str(key),)], [(str(key),), (UUID(int=1),)]):
        with pytest.raises((TypeError, ValueError), match="^(expected a key like|id:)"):
            app.file_by_id_bulk(keys)
        with pytest.raises((TypeError, ValueError), match="^(expected a key like|id:)"):
            app.tags_of_bulk(keys)
    with pytest.raises(Exception, match="integer"):
        app.customer_by_id_bulk([(1,), ("2",)])
