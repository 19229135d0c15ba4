"""What PostgreSQL 17 and 18 brought."""

import inspect
import typing
from collections import defaultdict
from dataclasses import astuple, fields
from typing import Any

import pytest

from contract.postgres import DRIVERS, Driver, admin, database
from gen.aio import pg18_appender as aio_appender
from gen.aio import pg18_nullability as aio_nullability
from gen.aio import pg18_returning as aio_returning
from gen.pg import pg18_appender, pg18_nullability, pg18_returning

each_driver = pytest.mark.parametrize("driver", DRIVERS, ids=lambda d: d.name)


@pytest.fixture(autouse=True)
def newer_server() -> None:
    with admin() as conn:
        version = conn.info.server_version
    if version < 180000:
        pytest.skip("needs PostgreSQL 18")


@each_driver
def test_appenders(driver: type[Driver]) -> None:
    with database(pg18_appender.Pg18Appender, "appender", "postgres18") as url:
        conn = driver(url)
        module: Any = pg18_appender if conn.name == "psycopg" else aio_appender
        app = conn.app(module.Pg18Appender)
        rows = [module.RectangleInsert(i, 2, "blue") for i in range(1, 50)]
        assert app.bulk_insert_rectangle(rows) == 49
        assert astuple(app.all_rectangles()[48]) == (49, 49, 2, 98, "49x2", "blue")
        assert (
            app.bulk_insert_event([module.EventInsert(f"e{i}") for i in range(50)])
            == 50
        )
        assert {event.version for event in app.all_events()} == {7}
        conn.close()


@each_driver
def test_returning(driver: type[Driver]) -> None:
    with database(pg18_returning.Pg18Returning, "returning", "postgres18") as url:
        conn = driver(url)
        module: Any = pg18_returning if conn.name == "psycopg" else aio_returning
        app = conn.app(module.Pg18Returning)
        assert astuple(app.add_and_compare("one")) == (None, 1, 1)
        assert astuple(app.upsert_and_compare("one")) == (1, 2, False)
        assert astuple(app.upsert_and_compare("two")) == (None, 1, True)
        assert app.rename_task(1, "x") is None
        conn.execute("UPDATE task SET note = 'n' WHERE title = 'one'")
        assert astuple(app.rename_task(1, "first")) == ("one", "first", "n", None)
        hit = app.hit_task(5, 1)
        assert (hit.before, hit.after, hit.gained) == (2, 7, 5)
        assert astuple(app.delete_and_compare(1)) == ("first", None, "first")
        merged = app.merge_tasks(["two", "three", None])
        assert sorted((m.action, m.title, m.wanted) for m in merged) == [
            ("INSERT", "three", "three"),
            ("UPDATE", "two", "two"),
        ]
        marked = app.mark_unwanted(["three"])
        assert [(m.action, m.note, m.wanted) for m in marked] == [
            ("UPDATE", "unwanted", None)
        ]
        assert len(app.all_tasks()) == 2
        conn.close()


@each_driver
def test_nullability(driver: type[Driver]) -> None:
    """Of names that end in _v none is NULL; of those in _n one is at least once."""
    generated = pg18_nullability.Pg18Nullability
    seen: defaultdict[str, set[bool]] = defaultdict(set)
    for name, method in inspect.getmembers(generated, inspect.isfunction):
        returned = inspect.signature(method, eval_str=True).return_annotation
        if typing.get_origin(returned) is not list or name.endswith(
            ("_raw", "_migrations")
        ):
            continue
        with database(generated, "nullability", "postgres18") as url:
            conn = driver(url)
            module: Any = (
                pg18_nullability if conn.name == "psycopg" else aio_nullability
            )
            for row in getattr(conn.app(module.Pg18Nullability), name)(
                *["x" for _ in list(inspect.signature(method).parameters)[1:]]
            ):
                for field in fields(row):
                    none = getattr(row, field.name) is None
                    seen[f"{name}.{field.name}"].add(none)
            conn.close()
    assert len(seen) > 20
    for name, nones in seen.items():
        if name.endswith("_v"):
            assert nones == {False}, name
        elif name.endswith("_n"):
            assert True in nones, name
