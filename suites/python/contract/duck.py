"""Generated code of python/duckdb against the real library."""

import re
from collections.abc import Iterable
from typing import Any, Protocol, TypeVar

import duckdb

from contract import CORPUS, OPEN

NEW = duckdb.__version__ >= "2"
# By which the corpus has gaps.
GENERATOR = "python/duckdb 2" if NEW else "python/duckdb"


class Generated(Protocol):
    """What every generated class with migrations has."""

    def __init__(self, conn: duckdb.DuckDBPyConnection) -> None: ...

    @staticmethod
    def get_migrations() -> list[str]: ...


G = TypeVar("G", bound=Generated)


def opened(
    generated: type[G],
    feature: str = "",
    path: str = ":memory:",
    settings: Iterable[str] = (),
) -> tuple[duckdb.DuckDBPyConnection, G]:
    """A new database with migrations and TESTDATA, and the generated class."""
    conn = duckdb.connect(path)
    OPEN.append(conn)
    conn.execute("SET TimeZone = 'Asia/Kolkata'")  # which no value may depend on
    if NEW:  # which fails where 1.5 gives NULL
        conn.execute("SET error_on_division_by_zero = false")
    for script in [*settings, *generated.get_migrations()]:
        conn.execute(script)
    if feature:
        text = (CORPUS / feature / "duckdb.sql").read_text("utf-8")
        blocks = re.split(r"^-- (?=[A-Z]{4,}\b)", text, flags=re.MULTILINE)
        for block in blocks:
            if block.startswith("TESTDATA"):
                conn.execute(block.partition("\n")[2])
    return conn, generated(conn)


def value(conn: duckdb.DuckDBPyConnection, sql: str) -> Any:
    """The first value that a statement gives, straight from the driver."""
    row = conn.execute(sql).fetchone()
    assert row
    return row[0]
