"""Every value of every type goes in and out as DuckDB has it."""

import datetime as dt
import inspect
import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypedDict, cast
from uuid import UUID

import duckdb
import pytest

from contract import CORPUS, OPEN, arguments
from contract.duck import opened
from gen.duck.duck_types import (
    DuckTypes,
    Interval,
    Mood,
    NestedRow,
    NumberOrText,
)


class Exact(TypedDict):
    value: str


class Value(Exact, total=False):
    text: str


class Column(TypedDict):
    table: str
    column: str
    type: str
    values: list[Value]


class Refused(TypedDict):
    table: str
    column: str
    values: list[str]


CASES = json.loads((CORPUS / "types" / "duckdb.json").read_text("utf-8"))
COLUMNS = cast(list[Column], CASES["types"])
REFUSED = cast(list[Refused], CASES["refused"])

# What Python has no value of.
BEYOND = re.compile(r"infinity|\(BC\)|\d{5,}-\d\d-\d\d|24:00:00")


def first(column: Column) -> str:
    return column["values"][0]["value"].replace(", infinity", "")


class Types:
    """The generated class over one database, in which rows come and go."""

    def __init__(self) -> None:
        self.conn, self.app = opened(DuckTypes)
        OPEN.remove(self.conn)  # it serves more than one test

    def utc(self, sql: str, params: list[str]) -> None:
        self.conn.execute("SET TimeZone = 'UTC'")
        self.conn.execute(sql, params)
        self.conn.execute("SET TimeZone = 'Asia/Kolkata'")

    def store(self, table: str) -> None:
        """Make a row that Python can hold."""
        self.conn.execute(f"DELETE FROM {table}")
        getattr(self.app, f"store_{table}")(1)
        own = [column for column in COLUMNS if column["table"] == table]
        sets = ", ".join(
            f"{column['column']} = CAST(${i} AS {column['type']})"
            for i, column in enumerate(own, 1)
        )
        self.utc(f"UPDATE {table} SET {sets}", [first(column) for column in own])

    def storage(self, table: str, id: int) -> Any:
        self.conn.execute("SET TimeZone = 'UTC'")
        row = getattr(self.app, f"{table}_storage")(id)
        self.conn.execute("SET TimeZone = 'Asia/Kolkata'")
        return row

    def get(self, table: str) -> Any:
        return getattr(self.app, f"get_{table}")(1)

    def insert(self, row: Any) -> Callable[[], object]:
        table = type(row).__name__.removesuffix("Row").lower()
        return lambda: getattr(self.app, f"insert_{table}")(**arguments(row))

    def bulk(self, table: str, row: Any) -> int:
        count: int = getattr(self.app, f"bulk_insert_{table}")([row])
        return count


@pytest.fixture(scope="module")
def types() -> Types:
    return Types()


@pytest.mark.parametrize(
    "column", COLUMNS, ids=lambda column: f"{column['table']}-{column['column']}"
)
def test_values(types: Types, column: Column) -> None:
    table = column["table"]
    for value in column["values"]:
        for name in (column["column"], column["column"] + "_null"):
            types.store(table)
            update = f"UPDATE {table} SET {name} = CAST($1 AS {column['type']})"
            types.utc(update, [value["value"]])
            stored = types.storage(table, 1)
            assert getattr(stored, name) == value.get("text", value["value"])
            if BEYOND.search(value["value"]) and "INTERVAL" not in column["type"]:
                with pytest.raises(duckdb.DataError, match=f'column "{name}"'):
                    types.get(table)
                continue
            row = types.get(table)
            types.insert(replace(row, id=2))()
            assert types.storage(table, 2) == stored, "insert"
            assert types.bulk(table, replace(row, id=3)) == 1
            assert types.storage(table, 3) == stored, "bulk"
            found = getattr(types.app, f"find_{table}")
            names = found.__annotations__.keys() - {"return"}
            args = {name: getattr(row, name) for name in names}
            assert found(**args) == [1, 2, 3]
            if table == "nested":
                continue
            look = inspect.signature(getattr(types.app, f"look_{table}")).parameters
            key = tuple(args[name] for name in look)
            for count in 1, 5:  # each by itself, and all in one query
                many = getattr(types.app, f"look_{table}_bulk")
                assert many([key] * count) == [[1, 2, 3]] * count


@pytest.mark.parametrize(
    "refused", REFUSED, ids=lambda refused: f"{refused['table']}-{refused['column']}"
)
def test_refused(types: Types, refused: Refused) -> None:
    table, name = refused["table"], refused["column"]
    types.store(table)
    row = types.get(table)
    good = getattr(row, name)
    for text in refused["values"]:
        bad: Any = type(good)(json.loads(text)) if name == "a3" else text
        if isinstance(good, int):
            bad = int(text)
        elif table == "numbers":
            bad = type(good)(text)
        spoilt = replace(row, id=2, **{name: bad})
        with pytest.raises((duckdb.Error, AttributeError)):
            types.insert(spoilt)()
        with pytest.raises(ValueError, match=f"^row 1: {name}: "):
            types.bulk(table, spoilt)
        assert types.storage(table, 2) is None


def test_literals(types: Types) -> None:
    types.store("named")
    types.conn.execute("UPDATE named SET un = 1, un_null = 'x', e = 'it''s'")
    named = types.app.get_named(1)
    assert named
    assert named.un == NumberOrText("number", 1)
    assert named.un_null == NumberOrText("text", "x")
    assert named.e is Mood.IT_S
    assert str(named.e) == "it's"
    types.store("times")
    types.conn.execute(
        "UPDATE times SET d = '9999-12-31', tz = '2024-01-01 00:00:00+05:30',"
        " iv = '14 months -3 days 1 second', tsns = '2024-01-01 00:00:00.000000001'"
    )
    times = types.app.get_times(1)
    assert times
    assert times.d == dt.date.max
    assert times.tz == dt.datetime(2023, 12, 31, 18, 30, tzinfo=dt.timezone.utc)
    assert times.iv == Interval(14, -3, 1_000_000)
    assert times.tsns == 1704067200 * 10**9 + 1
    types.store("texts")
    texts = types.app.get_texts(1)
    assert texts
    assert texts.u == UUID(int=0)


def test_the_wrong_kind_of_a_time_names_the_column(types: Types) -> None:
    types.store("times")
    row = types.app.get_times(1)
    assert row
    naive, aware = dt.datetime(2024, 1, 1), dt.datetime.now(dt.timezone.utc)
    wrong: dict[str, Any] = {"ts": aware, "tz": naive, "d": naive, "tm": "12:00"}
    for name, bad in wrong.items():
        spoilt = replace(row, id=2, **{name: bad})
        with pytest.raises((TypeError, ValueError), match=f"^{name}: "):
            types.insert(spoilt)()
        with pytest.raises(ValueError, match=f"^row 1: {name}: "):
            types.bulk("times", spoilt)


def test_null_at_every_level(types: Types) -> None:
    types.store("nested")
    row = types.app.get_nested(1)
    assert isinstance(row, NestedRow)
    row = replace(
        row, id=2, li=[None], lst=[None], lf=[None], m={"a": None}, lun=[None]
    )
    types.insert(row)()
    types.bulk("nested", replace(row, id=3))
    assert types.storage("nested", 2) == types.storage("nested", 3)
    assert types.app.get_nested(2) == row
