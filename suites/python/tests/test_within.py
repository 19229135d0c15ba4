"""Types of the application inside of others: lists, composite types, ranges, maps, unions and domains."""

from typing import Any
from uuid import UUID

import duckdb
import pytest
from asyncpg import Range as AsyncpgRange
from psycopg.types.range import Range

from contract import opened, value
from contract.app_types import Day, Key
from contract.postgres import DRIVERS, Driver, emptied
from gen import duck_within as duck
from gen.aio import pg_within as aio
from gen.pg import pg_within as pg
from gen.within import GraphRow, Within

BAD = Key(-1)


def uuid(number: int) -> str:
    return str(UUID(int=number))


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
        top = duck.GraphTop(Key(3), "top", [None, Key(1)])
        pair: list[Key | None] = [Key(1), None]
        names = {"a": Key(9), "b": None}
        return duck.GraphRow(
            Key(number), links, [], [[Key(7)], None], pair, top, names, whose
        )

    first = row(1, [Key(5), None], duck.GraphWhose("id", Key(4)))
    second = row(2, [], duck.GraphWhose("label", "x"))
    assert q.bulk_insert_graph([first]) == 1
    assert q.add_graph(**{n: getattr(second, n) for n in second.__slots__}) == 1
    assert q.all_graphs() == [first, second]
    assert q.find_graphs([Key(2), Key(7)]) == [Key(2)]
    assert q.set_links_bulk([([Key(8)], Key(1)), ([], Key(2))]) == 2
    assert q.links_of(Key(1)) == [Key(8)]
    text = q.graph_text(Key(1))
    assert text is not None
    assert text.links == f"[{uuid(8)}]"
    assert text.top == f"{{'id': {uuid(3)}, 'label': top, 'near': [NULL, {uuid(1)}]}}"
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

    def row(number: int, links: list[Key | None]) -> Any:
        node = module.Node(Key(3), "top", [None, Key(1)])
        return module.GraphRow(
            Key(number),
            Key(9),
            links,
            [],
            [[Key(7), None]],
            node,
            [node, None],
            made(Key(1), None),
            made(Day(735000), Day(735010)),
        )

    first, second = row(1, [Key(5), None]), row(2, [])
    assert app.bulk_insert_graph([first]) == 1
    assert app.add_graph(**{n: getattr(second, n) for n in second.__slots__}) == 1
    assert app.all_graphs() == [first, second]
    assert app.find_graphs([Key(2), Key(7)]) == [Key(2)]
    assert app.links_of(Key(1)) == [Key(5), None]
    text = app.graph_text(Key(1))
    assert text.links == f"{{{uuid(5)},NULL}}"
    assert text.parent == uuid(9)
    assert text.top == f'({uuid(3)},top,"{{NULL,{uuid(1)}}}")'
    assert text.span == f"[{uuid(1)},)"
    assert text.days == "[12.05.2013,22.05.2013)"
    days = made(Day(735000), Day(735010))
    many = [(Key(n), Key(9), [Key(n)], None, days) for n in range(1, 4)]
    assert app.add_link_bulk(many) == 3
    stored = [module.LinkRow(*r) for r in many]
    assert app.bulk_insert_link([module.LinkRow(Key(4), None, [], [None], None)]) == 1
    assert app.all_links()[:3] == stored
    assert app.set_targets_bulk([([BAD, None][1:], Key(1)), ([], Key(2))]) == 2
    assert [r.targets for r in app.all_links()] == [[None], [], [Key(3)], []]
    assert app.link_of_bulk([(Key(2),), (Key(8),)])[1] is None
    with pytest.raises(ValueError, match="-1 is no key"):
        app.set_targets([BAD], Key(1))
    with pytest.raises(ValueError, match="-1 is no key"):
        app.bulk_insert_link([module.LinkRow(Key(5), None, [BAD], None, None)])
    driver.close()
