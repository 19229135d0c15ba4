"""Every value of every type goes in and out as PostgreSQL has it, by both drivers."""

import asyncio
import datetime as dt
import json
import re
from collections.abc import Generator
from dataclasses import fields, replace
from typing import Any, TypedDict, cast

import asyncpg
import pytest
from asyncpg import Range

from contract import CORPUS, arguments
from contract.postgres import (
    DRIVERS,
    HOSTILE,
    Asyncpg,
    Driver,
    Psycopg,
    database,
    place_of,
)
from gen.aio import pg_types as aio
from gen.options.aio import pg_types as aio_text
from gen.options.pg import pg_types as pg_text
from gen.pg import pg_types as pg


class Exact(TypedDict):
    value: str


class Value(Exact, total=False):
    text: str
    again: str
    since: int
    unsupported: dict[str, str]


class Column(TypedDict):
    table: str
    column: str
    type: str
    values: list[Value]


COLUMNS = cast(
    list[Column],
    json.loads((CORPUS / "types" / "postgres.json").read_text("utf-8"))["types"],
)

# What Python holds in another way than the server writes it: see the documentation.
LOSSY = {
    "json": "floats and the layout of JSON text are Python's",
    "jsonb": "floats of JSON text are Python's",
    "json[]": "floats and the layout of JSON text are Python's",
    "jsonb[]": "floats of JSON text are Python's",
}


# What asyncpg writes as an infinity, and the seconds of an offset, which it drops.
TAKEN_FOR_OTHERS = re.compile("0001-01-01|9999-12-31|15:59:59")


class Types:
    """The generated class over one database, in which rows come and go."""

    def __init__(self, driver: Psycopg | Asyncpg, generated: Any) -> None:
        self.driver = driver
        self.lossy = {} if generated in (pg_text, aio_text) else LOSSY
        self.module = generated
        self.app = driver.app(generated.PgTypes)
        self.version: int = int(driver.value("SHOW server_version_num")) // 10000


def opened(driver: type[Driver], generated: Any) -> Generator[Types, None, None]:
    with database(pg.PgTypes, "types") as url:
        connected = driver(url)
        yield Types(connected, generated)
        connected.close()


@pytest.fixture(scope="module", params=DRIVERS, ids=lambda driver: driver.name)
def types(request: pytest.FixtureRequest) -> Generator[Types, None, None]:
    generated = {"psycopg": pg, "asyncpg": aio}[request.param.name]
    yield from opened(request.param, generated)


@pytest.fixture(scope="module", params=DRIVERS, ids=lambda driver: driver.name)
def texts(request: pytest.FixtureRequest) -> Generator[Types, None, None]:
    """The same with the option json: text."""
    generated = {"psycopg": pg_text, "asyncpg": aio_text}[request.param.name]
    yield from opened(request.param, generated)


# The oracle is PostgreSQL's text with its usual settings; generated code meets others.
USUAL = (
    "SET DateStyle = ISO; SET IntervalStyle = postgres; SET bytea_output = hex;"
    " SET extra_float_digits = 1; SET TimeZone = UTC; SET lc_monetary = 'C'"
)


def storage(types: Types, table: str, id: int) -> Any:
    types.driver.execute(USUAL)
    row = getattr(types.app, f"{table}_storage")(id)
    types.driver.execute(HOSTILE)
    return row


def store(types: Types, table: str, column: str, value: str) -> None:
    literal = value.replace("'", "''")
    types.driver.execute(f"DELETE FROM {table}")
    getattr(types.app, f"store_{table}")(1)
    types.driver.execute(f"{USUAL}; UPDATE {table} SET {column} = '{literal}'")
    types.driver.execute(HOSTILE)


def place(column: Column) -> str:
    return f"{column['table']}-{column['column']}"


@pytest.mark.parametrize("column", COLUMNS, ids=place)
def test_values(types: Types, column: Column) -> None:
    check_values(types, column)


@pytest.mark.parametrize(
    "column", [c for c in COLUMNS if c["type"] in LOSSY], ids=place
)
def test_json_is_its_text(texts: Types, column: Column) -> None:
    check_values(texts, column)


def check_values(types: Types, column: Column) -> None:
    table = column["table"]
    twin = column["column"] + "_null"
    nullable = any(f.name == twin for f in fields(row_class(types, table)))
    for value in column["values"]:
        if types.version < value.get("since", 0):
            continue
        for name in (column["column"], twin)[: 1 + nullable]:
            store(types, table, name, value["value"])
            stored = storage(types, table, 1)
            assert getattr(stored, name) == value.get("text", value["value"])
            get = getattr(types.app, f"get_{table}")
            infinite = "infinity" in value["value"].lower()
            dates = column["type"].startswith(("date", "timestamp", "dat", "ts"))
            own = infinite and dates and types.driver.name == "asyncpg"
            if unsupported(value) and not own:
                with pytest.raises(Exception, match=f'"{name}"'):
                    get(1)
                continue
            row = get(1)
            if column["type"] in types.lossy or (infinite and dates):
                continue
            if column["type"] == "nummultirange[]" and types.driver.name == "asyncpg":
                continue  # it takes them for an array of two dimensions
            if types.driver.name == "asyncpg" and TAKEN_FOR_OTHERS.search(
                value["value"]
            ):
                continue
            getattr(types.app, f"insert_{table}")(**arguments(row, id=2))
            again = value.get("again")
            expected = replace(stored, **{name: again}) if again else stored
            assert storage(types, table, 2) == expected, "insert"
            rows = [replace(row, id=i) for i in range(3, 30)]
            assert getattr(types.app, f"bulk_insert_{table}")(rows) == len(rows)
            assert storage(types, table, 20) == expected, "copy"


def row_class(types: Types, table: str) -> Any:
    name = "".join(word.capitalize() for word in table.split("_"))
    return getattr(types.module, f"{name}Row")


def unsupported(value: Value) -> bool:
    if "python" in value.get("unsupported", {}):
        return True
    return "*" in value.get("unsupported", {})


def test_asyncpg_refuses_to_write_an_infinity() -> None:
    """Which it would for the first and the last day that Python has."""
    utc = dt.timezone.utc
    with database(pg.PgTypes, "types") as url:
        driver = Asyncpg(url)
        app = driver.app(aio.PgTypes)
        app.store_times(1)
        row = app.get_times(1)
        for column, value in (
            ("d", dt.date.max),
            ("ts", dt.datetime.min),
            ("tz", dt.datetime.max.replace(tzinfo=utc)),
            ("tz", dt.datetime.min.replace(tzinfo=utc)),
        ):
            change: dict[str, Any] = {"id": 2, column: value}
            message = f"^{column}: asyncpg would store an infinity"
            with pytest.raises(ValueError, match=message):
                app.insert_times(**arguments(row, **change))
            for before in (0, 200):  # INSERT, COPY
                rows = [replace(row, id=i) for i in range(3, 3 + before)]
                message = f"^row {before + 1}: {column}: .* would store an infinity"
                with pytest.raises(ValueError, match=message):
                    app.bulk_insert_times([*rows, replace(row, **change)])
        driver.close()


def test_a_codec_for_json_is_told() -> None:
    async def read(url: str) -> None:
        conn = await asyncpg.connect(**place_of(url))
        await conn.set_type_codec(
            "jsonb", schema="pg_catalog", encoder=json.dumps, decoder=json.loads
        )
        for module in (aio, aio_text):
            with pytest.raises(ValueError, match='^column "jb": .* codec for JSON'):
                await module.PgTypes(conn).get_texts(1)
        await conn.close()

    with database(pg.PgTypes, "types") as url:
        driver = Psycopg(url)
        driver.app(pg.PgTypes).store_texts(1)
        driver.close()
        asyncio.run(read(url))


def test_an_infinite_interval_names_its_column_without_codecs() -> None:
    async def read(url: str) -> None:
        conn = await asyncpg.connect(**place_of(url))
        with pytest.raises(ValueError, match='^column .*"iv"'):
            await aio.PgTypes(conn).get_times(1)
        await conn.close()

    with database(pg.PgTypes, "types") as url:
        driver = Psycopg(url)
        driver.app(pg.PgTypes).store_times(1)
        driver.value("UPDATE times SET iv = 'infinity' RETURNING 1")
        driver.close()
        asyncio.run(read(url))


@pytest.mark.parametrize("driver", DRIVERS)
def test_an_instant_that_python_cannot_read_back(driver: type[Driver]) -> None:
    zone = dt.timezone(dt.timedelta(hours=-5))
    late = dt.datetime.max.replace(tzinfo=zone)
    early = dt.datetime.min.replace(tzinfo=dt.timezone(dt.timedelta(hours=5)))
    with database(pg.PgTypes, "types") as url:
        connected = driver(url)
        modules: dict[str, Any] = {"psycopg": pg, "asyncpg": aio}
        app = connected.app(modules[driver.name].PgTypes)
        app.store_times(1)
        row = app.get_times(1)
        for tz in (late, early):
            change: dict[str, Any] = {"id": 2, "tz": tz}
            with pytest.raises(ValueError, match="^tz: .* outside of UTC's years"):
                app.insert_times(**arguments(row, **change))
            for before in (0, 200):
                rows = [replace(row, id=i) for i in range(3, 3 + before)]
                message = f"^row {before + 1}: tz: .*outside of UTC's years"
                with pytest.raises(ValueError, match=message):
                    app.bulk_insert_times([*rows, replace(row, **change)])
        connected.close()


def test_asyncpg_refuses_ranges_that_would_become_infinite() -> None:
    with database(pg.PgTypes, "types") as url:
        driver = Asyncpg(url)
        app = driver.app(aio.PgTypes)
        app.store_ranges(1)
        row = app.get_ranges(1)
        day, last = dt.date(2026, 1, 1), dt.datetime.max.replace(tzinfo=dt.timezone.utc)
        for column, value in (
            ("rd", Range(day, dt.date.max)),
            ("rts", Range(dt.datetime.min, None)),
            ("rtz", Range(None, last)),
            ("md", [Range(day, day), Range(day, dt.date.max)]),
        ):
            change: dict[str, Any] = {"id": 2, column: value}
            message = f"^{column}: asyncpg would store an infinity"
            with pytest.raises(ValueError, match=message):
                app.insert_ranges(**arguments(row, **change))
        driver.close()
