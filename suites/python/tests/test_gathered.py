"""Rows that a statement gathers in a value have what the table's own rows have."""

import sqlite3
from collections.abc import Generator
from dataclasses import fields
from typing import Any

import pytest

from contract import opened
from contract.postgres import DRIVERS, Driver, database
from gen.aio import pg_gathered as aio_gathered
from gen.gathered import Gathered
from gen.pg import pg_gathered, pg_gathered_lists

MODULES: dict[str, Any] = {"psycopg": pg_gathered, "asyncpg": aio_gathered}
LARGE = 9007199254740993


@pytest.fixture(params=DRIVERS, ids=lambda driver: driver.name)
def driver(request: pytest.FixtureRequest) -> Generator[Driver]:
    with database(pg_gathered.PgGathered, "gathered") as url:
        opened = request.param(url)
        yield opened
        opened.close()


def values(row: Any) -> list[str]:
    return [f"{f.name} {getattr(row, f.name)!r}" for f in fields(row)]


def test_gathered(driver: Driver) -> None:
    app = driver.app(MODULES[driver.name].PgGathered)
    things = {row.id: row for row in app.things()}
    makers = app.everything()
    assert [[t.id for t in m.things] for m in makers] == [[2, LARGE], [], [3]]
    for maker in makers:
        for thing in maker.things:
            assert values(thing) == values(things[thing.id])
    missing = app.missing()
    assert missing[1].things == [None]
    assert missing[1].large is None
    assert [o.id for o in missing[0].others] == [2, 3]
    assert missing[2].others is None
    each = app.one_each()
    assert (each[0].thing.mood, each[1].thing) == ("so so", None)
    assert [e.sure.id for e in each] == [LARGE, None, 3]
    assert [[t.id for t in r.twice] for r in app.arrays()] == [[2, LARGE], [], [3]]
    assert [len(r.things or []) for r in app.lateral_rows_iter()] == [2, 0, 1]
    assert next(made.name for made in app.plucked()) == "Ada"
    surveys = app.surveys()[0]
    assert [s.moods for s in surveys.surveys] == [["ok", "so so", None], []]
    assert [s.later for s in surveys.later] == [["sad"], None]
    assert app.add_maker(id=4, name="Dee").made.name == "Dee"


def test_lists_within(driver: Driver) -> None:
    """asyncpg reads no lists in such rows: in a unit with it, what has some is JSON."""
    as_json = driver.app(MODULES[driver.name].PgGathered).catalogue()[0]
    assert [t["ids"] for t in as_json.things] == [[2, LARGE], [2, LARGE]]
    if driver.name == "asyncpg":
        return
    lists = driver.app(pg_gathered_lists.PgGatheredLists)
    ada, bo, _ = (r.made for r in lists.lists())
    assert (ada.moods, bo.moods) == (["ok", "so so"], [])
    assert (ada.ids, ada.codes, bo.codes) == ([2, LARGE], ["b   ", "ab  "], None)
    assert ada.spots == [None, "(1,2)"]
    assert [t.mood for t in ada.things] == ["ok", "so so"]
    first = lists.catalogue()[0]
    assert next(t.tags for t in first.things) is None
    assert [(t.tag, t.at) for t in first.things[1].tags] == [("a,b", 1), ("", 2)]
    assert first.things[1].ids == [2, LARGE]


def test_gathered_in_sqlite() -> None:
    conn, app = opened(Gathered, "gathered")
    things = {row.id: row for row in app.things()}
    makers = app.everything()
    assert [[t.id for t in m.things] for m in makers] == [[2, LARGE], [], [3]]
    for maker in makers:
        for thing in maker.things:
            assert values(thing) == values(things[thing.id])
    first, second = app.catalogue()[:2]
    assert [t.ids for t in first.things] == [[2, LARGE], [2, LARGE]]
    assert (first.before, second.before, second.things) == ([], ["Ada"], [])
    missing = app.missing()
    assert [(t.id, t.strength) for t in missing[1].things] == [(None, None)]
    assert [[t.id for t in m.large] for m in missing] == [[LARGE], [], [3]]
    each = app.one_each()
    assert [e.thing.id if e.thing else None for e in each] == [LARGE, None, 3]
    assert [e.sure.id for e in each] == [LARGE, None, 3]
    kept = app.kept()
    assert [k.whole.things is None for k in kept] == [False, True, False]
    assert [len(k.things) for k in kept] == [2, 0, 1]
    assert app.as_json().part.startswith('{"bytes":')
    assert app.said().startswith('[{"id":1}')
    assert next(made.name for made in app.plucked()) == "Ada"
    assert [t.asked for t in app.narrowed(asked="x", id=3)[0].things] == ["x"]
    assert app.some(size=1).rows[0].more.name == "Ada"
    found = app.things_of_bulk([(3,), (1,)])
    assert [[t.thing.id for t in rows] for rows in found] == [[3], [2, LARGE]]
    assert app.add_maker(id=4, name="Dee").made.name == "Dee"
    # A table that is not STRICT may hold anything.
    conn.execute("UPDATE thing SET strength = 'many' WHERE id = 3")
    with pytest.raises(sqlite3.DataError, match='column "things": expected INTEGER'):
        app.everything()
