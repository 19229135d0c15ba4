"""The ways to search that are compared. Each makes what runs for a case."""

import sqlite3
from collections.abc import Callable, Sequence

import sqlalchemy as sa

from gen.parts import ItemRow, Parts

# The value of each column to search by, None for none.
Filter = Sequence[int | None]
Search = Callable[[Filter], list[ItemRow]]

BEGIN = "SELECT id, name FROM item WHERE true"
END = " ORDER BY id LIMIT 10"
COLUMNS = [f"c{i:02}" for i in range(1, 13)]


def fixed(db: sqlite3.Connection, case: Filter) -> Search:
    """Runs a text that was written for what is given in this case: what nothing can be faster than."""
    given = zip(COLUMNS, case, strict=False)
    text = BEGIN + "".join(f" AND {c} = ?" for c, v in given if v is not None) + END

    def search(values: Filter) -> list[ItemRow]:
        args = [v for v in values if v is not None]
        return [ItemRow(*row) for row in db.execute(text, args)]

    return search


def clauses(db: sqlite3.Connection, _: Filter) -> Search:
    """Joins the clauses that are asked for in each call, as people do by hand."""

    def search(values: Filter) -> list[ItemRow]:
        text, args = BEGIN, []
        for column, value in zip(COLUMNS, values, strict=False):
            if value is not None:
                text += f" AND {column} = ?"
                args.append(value)
        return [ItemRow(*row) for row in db.execute(text + END, args)]

    return search


def is_null_or(db: sqlite3.Connection, case: Filter) -> Search:
    """Has one text for all cases, in which a filter that is NULL lets everything pass."""
    conditions = (
        f" AND (?{i} IS NULL OR {c} = ?{i})" for i, c in enumerate(COLUMNS, 1)
    )
    text = BEGIN + "".join(c for c, _ in zip(conditions, case, strict=False)) + END

    def search(values: Filter) -> list[ItemRow]:
        return [ItemRow(*row) for row in db.execute(text, values)]

    return search


def built(db: sqlite3.Connection, _: Filter) -> Search:
    """Core of SQLAlchemy, which keeps what it has compiled."""
    engine = sa.create_engine("sqlite://", creator=lambda: db, poolclass=sa.StaticPool)
    connection = engine.connect()
    item = sa.table("item", *(sa.column(name) for name in ["id", "name", *COLUMNS]))
    columns = [item.c[name] for name in COLUMNS]

    def search(values: Filter) -> list[ItemRow]:
        query = sa.select(item.c.id, item.c.name)
        for column, value in zip(columns, values, strict=False):
            if value is not None:
                query = query.where(column == value)
        found = connection.execute(query.order_by(item.c.id).limit(10))
        return [ItemRow(*row) for row in found]

    return search


def generated(db: sqlite3.Connection, case: Filter) -> Search:
    """Calls the method for the number of parts."""
    parts = Parts(db)
    return {
        1: lambda v: parts.search_one(c01=v[0]),
        2: lambda v: parts.search_two(c01=v[0], c02=v[1]),
        3: lambda v: parts.search_three(c01=v[0], c02=v[1], c03=v[2]),
        6: lambda v: parts.search_six(
            c01=v[0],
            c02=v[1],
            c03=v[2],
            c04=v[3],
            c05=v[4],
            c06=v[5],
        ),
        9: lambda v: parts.search_nine(
            c01=v[0],
            c02=v[1],
            c03=v[2],
            c04=v[3],
            c05=v[4],
            c06=v[5],
            c07=v[6],
            c08=v[7],
            c09=v[8],
        ),
        12: lambda v: parts.search_twelve(
            c01=v[0],
            c02=v[1],
            c03=v[2],
            c04=v[3],
            c05=v[4],
            c06=v[5],
            c07=v[6],
            c08=v[7],
            c09=v[8],
            c10=v[9],
            c11=v[10],
            c12=v[11],
        ),
    }[len(case)]


WAYS: dict[str, Callable[[sqlite3.Connection, Filter], Search]] = {
    "text of the case": fixed,
    "clauses": clauses,
    "sqg": generated,
    "IS NULL OR": is_null_or,
    "SQLAlchemy Core": built,
}
