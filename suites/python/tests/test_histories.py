"""Migrations end as the corpus says, all at once and from each state between."""

import json
import sqlite3
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import asyncpg
import duckdb
import psycopg
import pytest

from contract import CORPUS
from contract.postgres import DRIVERS, Driver, admin, url_of
from gen import migrations as lite
from gen.aio import pg_migrations as aio
from gen.duck import duck_migrations as duck
from gen.pg import pg_migrations as pg

History = dict[str, Any]
Entry = tuple[str, str, tuple[str, ...], str, tuple[tuple[str, str], ...]]

PG_TABLES = """
SELECT coalesce(string_agg(c.oid::regclass::text, ',' ORDER BY c.oid::regclass::text), '')
FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v') AND n.nspname !~ '^(pg_|information)'
"""


class Database:
    """A database while a module's migrations are applied to it."""

    def __init__(self, module: Any, name: str, patch: pytest.MonkeyPatch) -> None:
        self.module: Any = module
        self.generated: Any = getattr(module, name)
        self.patch = patch

    def call(self, function: Callable[..., Any]) -> Any:
        raise NotImplementedError

    def tables(self) -> Any:
        raise NotImplementedError

    def apply(self, entries: Sequence[Entry]) -> list[str]:
        self.patch.setattr(self.module, "_MIGRATIONS", tuple(entries))
        applied: list[str] = self.call(self.generated.apply_migrations)
        return applied

    def pending(self, entries: Sequence[Entry]) -> list[str]:
        self.patch.setattr(self.module, "_MIGRATIONS", tuple(entries))
        pending: list[str] = self.call(self.generated.pending_migrations)
        return pending


class Lite(Database):
    def __init__(self, path: Path, patch: pytest.MonkeyPatch) -> None:
        super().__init__(lite, "Migrations", patch)
        self.path = path

    @contextmanager
    def connected(self) -> Generator[sqlite3.Connection, None, None]:
        conn = sqlite3.connect(self.path)
        try:
            yield conn
        finally:
            conn.close()

    def call(self, function: Callable[..., Any]) -> Any:
        with self.connected() as conn:
            return function(conn)

    def tables(self) -> Any:
        with self.connected() as conn:
            names = "SELECT name FROM sqlite_schema ORDER BY name"
            return conn.execute(names).fetchall()


class Duck(Database):
    def __init__(self, path: Path, patch: pytest.MonkeyPatch) -> None:
        super().__init__(duck, "DuckMigrations", patch)
        self.path = str(path)

    def call(self, function: Callable[..., Any]) -> Any:
        with duckdb.connect(self.path) as conn:
            return function(conn)

    def tables(self) -> Any:
        with duckdb.connect(self.path) as conn:
            names = "SELECT table_name FROM duckdb_tables() ORDER BY ALL"
            return conn.execute(names).fetchall()


class Postgres(Database):
    def __init__(
        self, driver: type[Driver], name: str, patch: pytest.MonkeyPatch
    ) -> None:
        module = pg if driver.name == "psycopg" else aio
        super().__init__(module, "PgMigrations", patch)
        self.driver, self.name = driver, name

    @contextmanager
    def connected(self) -> Generator[Driver, None, None]:
        conn = self.driver(url_of(self.name))
        try:
            yield conn
        finally:
            conn.close()

    def call(self, function: Callable[..., Any]) -> Any:
        with self.connected() as conn:
            return conn.call(function)

    def tables(self) -> Any:
        with self.connected() as conn:
            return conn.value(PG_TABLES)


def histories(engine: str) -> list[Any]:
    path = CORPUS / "histories" / f"{engine}.json"
    found: list[History] = json.loads(path.read_text("utf-8"))
    # What sqg refuses, a program may do or not.
    return [pytest.param(h, id=h["name"]) for h in found if "refused" not in h]


def entries_of(history: History) -> list[Entry]:
    found: list[Entry] = []
    scripts: list[str] = history["migrations"]
    for number, script in enumerate(scripts, 1):
        sql = script.removeprefix(":no_transaction ")
        alone: list[str] = sql.split(";") if sql != script else []
        steps = tuple(("", statement) for statement in alone)
        found.append((str(number), f"c{number}", (), sql, steps))
    return found


def play(history: History, empty: Callable[[int], Database]) -> None:
    """From each state all are applied, but for the migration that must fail from one."""
    entries = entries_of(history)
    ids = [entry[0] for entry in entries]
    fails: int = history.get("fails", 0)
    failed = False
    ends: list[object] = []
    for before in range(fails or len(entries)):
        database = empty(before)
        assert database.apply(entries[:before]) == ids[:before]
        try:
            assert database.apply(entries) == ids[before:]
        except (sqlite3.Error, duckdb.Error, psycopg.Error, asyncpg.PostgresError):
            failed = True
            assert database.pending(entries) == ids[fails - 1 :]
            continue
        assert database.pending(entries) == []
        ends.append(database.tables())
    assert failed == (fails > 0)
    assert all(end == ends[0] for end in ends)


@pytest.mark.parametrize("history", histories("sqlite"))
def test_sqlite(
    history: History, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(history, lambda n: Lite(tmp_path / f"{n}.db", monkeypatch))


@pytest.mark.parametrize("history", histories("duckdb"))
def test_duck(
    history: History, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(history, lambda n: Duck(tmp_path / f"{n}.db", monkeypatch))


@pytest.mark.parametrize("driver", DRIVERS, ids=lambda driver: driver.name)
@pytest.mark.parametrize("history", histories("postgres"))
def test_pg(
    history: History, driver: type[Driver], monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"sqg_history_{driver.name}_{n}" for n in range(9)]

    def empty(number: int) -> Database:
        with admin() as conn:
            conn.execute(f"CREATE DATABASE {names[number]}".encode())
        return Postgres(driver, names[number], monkeypatch)

    try:
        play(history, empty)
    finally:
        with admin() as conn:
            for name in names:
                drop = f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"
                conn.execute(drop.encode())
