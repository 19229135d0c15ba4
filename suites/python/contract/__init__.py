"""What the tests of the generated code share."""

import inspect
import os
import re
import sqlite3
import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any, Protocol, TypeVar

CORPUS = Path(__file__).parents[3] / "corpus"


class Closeable(Protocol):
    """A connection, as tests leave it."""

    def close(self) -> None: ...


class Generated(Protocol):
    """What every generated class with migrations has."""

    def __init__(self, conn: sqlite3.Connection) -> None: ...

    @staticmethod
    def get_migrations() -> list[str]: ...


G = TypeVar("G", bound=Generated)
R = TypeVar("R")


def migrate(conn: sqlite3.Connection, generated: type[Generated]) -> None:
    """Run the migrations as scripts, without tracking."""
    for script in generated.get_migrations():
        conn.executescript(script)


def testdata(conn: sqlite3.Connection, feature: str) -> None:
    """Run the rows of a corpus file's TESTDATA blocks."""
    text = (CORPUS / feature / "sqlite.sql").read_text("utf-8")
    blocks = re.split(r"^-- (?=[A-Z]{4,}\b)", text, flags=re.MULTILINE)
    for block in blocks:
        if block.startswith("TESTDATA"):
            conn.executescript(block.partition("\n")[2])


def value(conn: sqlite3.Connection, sql: str, *params: object) -> object:
    """The first value that a statement gives, straight from the driver."""
    row: tuple[object, ...] = conn.execute(sql, params).fetchone()
    return row[0]


def by_name(method: Callable[..., R], values: Iterable[object]) -> R:
    """Call a method with a value for each of its parameters, in their order."""
    names = inspect.signature(method).parameters
    return method(**dict(zip(names, values, strict=True)))


def arguments(row: Any, **changed: object) -> dict[str, Any]:
    """The fields of a row as keyword arguments, some of them changed."""
    return {f.name: getattr(row, f.name) for f in fields(row)} | changed


OPEN: list[Closeable] = []
"""What opened() has opened; closed after each test."""


def opened(generated: type[G], feature: str = "") -> tuple[sqlite3.Connection, G]:
    """For python/sqlite: a database in memory with TESTDATA, and the generated class."""
    conn = sqlite3.connect(":memory:", isolation_level=None)
    OPEN.append(conn)
    migrate(conn, generated)
    if feature:
        testdata(conn, feature)
    return conn, generated(conn)


def other_row_factory(cursor: sqlite3.Cursor, row: tuple[object, ...]) -> object:
    return {"row": row}


MODES: dict[str, Callable[[str], sqlite3.Connection]] = {
    "default": sqlite3.connect,
    "immediate": lambda path: sqlite3.connect(path, isolation_level="IMMEDIATE"),
    "manual": lambda path: sqlite3.connect(path, isolation_level=None),
}
"""Connections by the way they handle transactions."""

if sys.version_info >= (3, 12):
    MODES["autocommit"] = lambda path: sqlite3.connect(path, autocommit=True)
    MODES["pep249"] = lambda path: sqlite3.connect(path, autocommit=False)


@contextmanager
def connected(
    mode: str, path: Path, migrations: list[str]
) -> Generator[sqlite3.Connection, None, None]:
    """A connection whose settings get in the way of careless code."""
    with_schema = sqlite3.connect(path)
    with_schema.execute("PRAGMA synchronous = OFF")
    for script in migrations:
        with_schema.executescript(script)
    with_schema.close()
    conn = MODES[mode](os.fspath(path))
    conn.row_factory = other_row_factory
    try:
        yield conn
    finally:
        conn.close()
