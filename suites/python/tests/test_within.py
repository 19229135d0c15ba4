"""Types of the application inside of others: lists, composite types, ranges, maps, unions and domains."""

import json
from datetime import date
from typing import Any
from uuid import UUID

import duckdb
import pytest
from asyncpg import Range as AsyncpgRange
from psycopg.types.range import Range

from contract import CORPUS, opened, value
from contract.app_types import Day, Key
from contract.postgres import DRIVERS, Driver, emptied
from gen import duck_within as duck
from gen.aio import pg_within as aio
from gen.pg import pg_within as pg
from gen.within import GraphRow, Within

BAD = Key(-1)


def uuid(number: int) -> str:
    return str(UUID(int=number))


def keys(*numbers: int) -> list[Key | None]:
    """Keys, of which 0 is none."""
    return [Key(n) if n else None for n in numbers]


def check_stored(engine: str, table: str, row: Any) -> None:
    """The texts of a stored row are those that the corpus says of its table."""
    values = json.loads((CORPUS / "within" / "values.json").read_text())[engine][table]
    assert {n: getattr(row, n) for n in row.__slots__} == values


def test_lists_of_sqlite() -> None:
    conn, q = opened(Within)
    assert q.bulk_insert_graph([GraphRow(Key(1), None), GraphRow(Key(2), Key(1))]) == 2
    assert q.add_graph_bulk([(Key(3), Key(2))]) == 1
    assert q.find_graphs([Key(3), Key(1), Key(7)]) == [Key(1), Key(3)]
    assert value(conn, "SELECT max(parent) FROM graph") == uuid(2)
    with pytest.raises(ValueError, match="ids: -1 is no key"):
        q.find_graphs([BAD])


def test_parts_of_duckdb() -> None:
    conn = duckdb.connect()
    q = duck.DuckWithin(conn)
    for script in q.get_migrations():
        conn.execute(script)

    def row(number: int, links: list[Key | None], whose: Any) -> duck.GraphRow:
        top = duck.GraphTop(Key(3), "top", keys(0, 1))
        names = {"a": Key(9), "b": None}
        grid = [keys(7), None, keys(0, 8)]
        return duck.GraphRow(
            Key(number), links, [], grid, keys(1, 2), top, names, whose
        )

    first = row(1, keys(5, 0, 6), duck.GraphWhose("id", Key(4)))
    second = row(2, [], duck.GraphWhose("label", "x"))
    assert q.bulk_insert_graph([first]) == 1
    assert q.add_graph(**{n: getattr(second, n) for n in second.__slots__}) == 1
    assert q.all_graphs() == [first, second]
    check_stored("duckdb", "graph", q.graph_text(Key(1)))
    assert q.find_graphs([Key(2), Key(7)]) == [Key(2)]
    assert q.set_links_bulk([([Key(8)], Key(1)), ([], Key(2))]) == 2
    assert q.links_of(Key(1)) == [Key(8)]
    place = "{'x': 1, 'label': a b}"
    spots = [
        duck.SpotRow(Key(1), place, "so so"),
        duck.SpotRow(Key(2), place, None),
    ]
    assert q.bulk_insert_spot(spots[:1]) == 1
    assert q.add_spot_bulk([(Key(2), place, None)]) == 1
    assert q.all_spots() == spots
    assert q.places_of("so so") == [place]
    check_stored("duckdb", "spot", q.spot_text(Key(1)))
    with pytest.raises(ValueError, match="-1 is no key"):
        q.set_links([BAD], Key(1))
    with pytest.raises(ValueError, match="-1 is no key"):
        q.bulk_insert_graph([row(3, [BAD], duck.GraphWhose("label", "x"))])
    conn.close()


@pytest.mark.parametrize("cls", DRIVERS, ids=lambda cls: cls.name)
def test_parts_of_postgres(cls: type[Driver]) -> None:
    driver = cls(emptied(pg.PgWithin, "within"), True)
    module: Any = {"psycopg": pg, "asyncpg": aio}[driver.name]
    app = driver.app(module.PgWithin)
    made: Any = Range if driver.name == "psycopg" else AsyncpgRange
    epoch = date(1970, 1, 1).toordinal()
    days = made(Day(epoch + 10), Day(epoch + 20))

    def row(number: int, links: list[Key | None]) -> Any:
        node = module.Node(Key(3), "top", keys(0, 1))
        return module.GraphRow(
            Key(number),
            Key(9),
            links,
            [],
            [keys(7, 0), keys(0, 8)],
            module.Node(Key(4), None, None),
            [node, None, module.Node(None, None, None)],
            made(Key(1), None),
            days,
        )

    first, second = row(1, keys(5, 0, 6)), row(2, [])
    assert app.bulk_insert_graph([first]) == 1
    assert app.add_graph(**{n: getattr(second, n) for n in second.__slots__}) == 1
    assert app.all_graphs() == [first, second]
    assert app.find_graphs([Key(2), Key(7)]) == [Key(2)]
    assert app.links_of(Key(1)) == keys(5, 0, 6)
    driver.execute("SET DateStyle = 'ISO'")
    check_stored("postgres", "graph", app.graph_text(Key(1)))
    many: Any = [(Key(n), Key(9), keys(2, 0), [], days) for n in range(1, 4)]
    assert app.add_link_bulk(many) == 3
    stored = [module.LinkRow(*r) for r in many]
    assert app.bulk_insert_link([module.LinkRow(Key(4), None, [], [None], None)]) == 1
    assert app.all_links()[:3] == stored
    check_stored("postgres", "link", app.link_text(Key(1)))
    assert app.set_targets_bulk([([BAD, None][1:], Key(1)), ([], Key(2))]) == 2
    assert [r.targets for r in app.all_links()] == [[None], [], keys(2, 0), []]
    assert app.link_of_bulk([(Key(2),), (Key(8),)])[1] is None
    place = '(1,"a b")'
    spots = [
        module.SpotRow(Key(1), place, [place, None], "so so", [None, "good"]),
        module.SpotRow(Key(2), place, [], None, None),
    ]
    assert app.bulk_insert_spot(spots[:1]) == 1
    assert app.add_spot_bulk([(Key(2), place, [], None, None)]) == 1
    assert app.all_spots() == spots
    assert app.places_of("so so") == [place]
    check_stored("postgres", "spot", app.spot_text(Key(1)))
    with pytest.raises(ValueError, match="-1 is no key"):
        app.set_targets([BAD], Key(1))
    with pytest.raises(ValueError, match="-1 is no key"):
        app.bulk_insert_link([module.LinkRow(Key(5), None, [BAD], None, None)])
    driver.close()
