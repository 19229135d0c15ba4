"""Generated code for PostgreSQL against a real server: the same tests for both drivers."""

import asyncio
import inspect
import itertools
import os
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import contextmanager
from functools import cache
from typing import Any, Protocol, final

import asyncpg
import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import TransactionStatus
from psycopg.rows import dict_row, tuple_row
from psycopg.types.json import set_json_loads

from contract import CORPUS

URL = os.environ.get("SQG_TEST_POSTGRES_URL", "")

# Settings that get in the way of code that relies on the usual ones.
HOSTILE = (
    "SET DateStyle = 'German, DMY'; SET IntervalStyle = 'sql_standard';"
    " SET bytea_output = 'escape'; SET extra_float_digits = 0"
)


class Generated(Protocol):
    """What every generated class with migrations has."""

    def __init__(self, conn: Any) -> None: ...

    @staticmethod
    def get_migrations() -> list[str]: ...


class Psycopg:
    """python/postgres/psycopg, with a connection that is set up unlike what is usual."""

    name = "psycopg"
    module = "pg"

    def __init__(self, url: str, autocommit: bool = True) -> None:
        self.conn: psycopg.Connection[Any] = psycopg.connect(url, autocommit=True)
        self.conn.row_factory = dict_row
        self.conn.execute(HOSTILE.encode())
        set_json_loads(lambda _: "spoilt", self.conn)
        self.conn.autocommit = autocommit

    def app(self, generated: Any) -> Any:
        return generated(self.conn)

    def execute(self, statement: str) -> None:
        psycopg.ClientCursor(self.conn).execute(statement.encode())

    def rollback(self) -> None:
        self.conn.rollback()

    def value(self, statement: str) -> Any:
        cursor = psycopg.Cursor(self.conn, row_factory=tuple_row)
        row = cursor.execute(statement.encode()).fetchone()
        assert row
        return row[0]

    def in_transaction(self) -> bool:
        idle = TransactionStatus.IDLE
        return self.conn.info.transaction_status != idle

    def call(self, function: Callable[..., Any], *args: Any) -> Any:
        return function(self.conn, *args)

    def close(self) -> None:
        self.conn.close()


@final
class Synchronous:
    """An asynchronous object whose methods are called as synchronous ones."""

    def __init__(self, target: Any, loop: asyncio.AbstractEventLoop) -> None:
        self._target = target
        self._loop = loop

    def __getattr__(self, name: str) -> Any:
        member = getattr(self._target, name)
        if not callable(member):
            return member

        def method(*args: Any, **kwargs: Any) -> Any:
            return self._plain(member(*args, **kwargs))

        return method

    def _plain(self, result: Any) -> Any:
        if inspect.isawaitable(result):
            return self._loop.run_until_complete(_awaited(result))
        if hasattr(result, "__anext__"):
            return self._rows(result)
        if hasattr(result, "__aenter__"):
            return Synchronous(result, self._loop)
        return result

    def _rows(self, rows: AsyncGenerator[Any, None]) -> Generator[Any, None, None]:
        end = object()
        try:
            while (row := self._plain(anext(rows, end))) is not end:
                yield row
        finally:
            self._plain(rows.aclose())

    def __enter__(self) -> "Synchronous":
        self._plain(self._target.__aenter__())
        return self

    def __exit__(self, *error: object) -> None:
        self._plain(self._target.__aexit__(*error))


async def _awaited(result: Awaitable[Any]) -> Any:
    return await result


class Asyncpg:
    """python/postgres/asyncpg."""

    name = "asyncpg"
    module = "aio"

    def __init__(self, url: str, autocommit: bool = True) -> None:
        self._loop = asyncio.new_event_loop()
        self.conn: Any = self._run(asyncpg.connect(**place_of(url)))
        self._run(self.conn.execute(HOSTILE))
        # asyncpg has no implicit transactions; it wants to know of explicit ones.
        self._outer: Any = None if autocommit else self.conn.transaction()
        if self._outer:
            self._run(self._outer.start())

    def _run(self, result: Awaitable[Any]) -> Any:
        return self._loop.run_until_complete(_awaited(result))

    def app(self, generated: Any) -> Any:
        if hasattr(generated, "set_codecs"):
            self._run(generated.set_codecs(self.conn))
        return Synchronous(generated(self.conn), self._loop)

    def execute(self, statement: str) -> None:
        self._run(self.conn.execute(statement))

    def rollback(self) -> None:
        if self._outer:
            self._run(self._outer.rollback())
            self._outer = None

    def value(self, statement: str) -> Any:
        return self._run(self.conn.fetchval(statement))

    def in_transaction(self) -> bool:
        return bool(self.conn.is_in_transaction())

    def call(self, function: Callable[..., Any], *args: Any) -> Any:
        return self._run(function(self.conn, *args))

    def close(self) -> None:
        if not self.conn.is_closed():
            self._run(self.conn.close())
        self._run(self._loop.shutdown_asyncgens())
        self._loop.close()


Driver = Psycopg | Asyncpg

DRIVERS: list[type[Psycopg] | type[Asyncpg]] = [Psycopg, Asyncpg]

_NUMBERS = itertools.count()


def admin(database: str = "postgres") -> psycopg.Connection[tuple[Any, ...]]:
    return psycopg.connect(url_of(database), autocommit=True)


def url_of(database: str) -> str:
    return make_conninfo(URL, dbname=database)


def place_of(url: str) -> dict[str, Any]:
    """What asyncpg takes for a URL."""
    place: dict[str, Any] = conninfo_to_dict(url)
    place["database"] = place.pop("dbname")
    return place


TEMPLATES: list[str] = []


@cache
def template(
    generated: type[Generated],
    feature: str,
    file: str = "postgres",
    settings: tuple[str, ...] = (),
) -> str:
    """A database with a corpus file's schema and TESTDATA."""
    name = f"sqg_py_{os.getpid()}_{next(_NUMBERS)}"
    with admin() as conn:
        conn.execute(
            sql.SQL("CREATE DATABASE {} STRATEGY FILE_COPY").format(
                sql.Identifier(name)
            )
        )
    TEMPLATES.append(name)
    with admin(name) as conn:
        for setting in settings:
            conn.execute(setting.encode())
    with admin(name) as conn:
        for script in generated.get_migrations():
            conn.execute(script.encode())
        for script in testdata(feature, file) if feature else []:
            conn.execute(script.encode())
    return name


def testdata(feature: str, file: str) -> list[str]:
    """The TESTDATA blocks of a corpus file."""
    text = (CORPUS / feature / f"{file}.sql").read_text("utf-8")
    blocks = re.split(r"^-- (?=[A-Z]{4,}\b)", text, flags=re.MULTILINE)
    return [b.partition("\n")[2] for b in blocks if b.startswith("TESTDATA")]


def drop_templates() -> None:
    """Drop what template() has made, unless the server goes anyway."""
    if not TEMPLATES or os.environ.get("SQG_TEST_POSTGRES_TEMPORARY"):
        return
    with admin() as conn:
        for name in TEMPLATES:
            drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
            conn.execute(drop.format(sql.Identifier(name)))
        TEMPLATES.clear()


def emptied(generated: type[Generated], feature: str) -> str:
    """The URL of the database that tests of a feature share, its tables empty."""
    url = url_of(template(generated, feature))
    tables = (
        "SELECT string_agg(format('%I.%I', schemaname, tablename), ', ')"
        # Sessions of other tests that are about to end have temporary tables.
        " FROM pg_tables WHERE schemaname !~ '^(pg_|information_schema$)'"
    )
    with psycopg.connect(url, autocommit=True) as conn:
        found = conn.execute(tables).fetchone()
        assert found
        conn.execute(f"TRUNCATE {found[0]}".encode())
    return url


@contextmanager
def database(
    generated: type[Generated],
    feature: str,
    file: str = "postgres",
    settings: tuple[str, ...] = (),
) -> Generator[str]:
    """The URL of a database of its own, gone afterwards."""
    source = template(generated, feature, file, settings)
    name = f"sqg_py_{os.getpid()}_{next(_NUMBERS)}"
    create = sql.SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY FILE_COPY")
    drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
    with admin() as conn:
        conn.execute(create.format(sql.Identifier(name), sql.Identifier(source)))
        if settings:  # a copy has no settings of its database
            with admin(name) as own:
                own.execute(settings[-1].encode())
        try:
            yield url_of(name)
        finally:
            conn.execute(drop.format(sql.Identifier(name)))
