"""What `tests: true` generates: a database for each test, with the schema and TESTDATA."""

import asyncio
import os
from collections.abc import Generator
from contextlib import AbstractContextManager, ExitStack
from typing import Any

import psycopg
import pytest

from gen.scratch.aio.notes import Notes as AsyncNotes
from gen.scratch.aio.notes import NotesQuerier as AsyncQuerier
from gen.scratch.aio.notes import PeopleRow as AsyncPerson
from gen.scratch.aio.notes_testing import new_test_database as new_aio
from gen.scratch.duck.notes import Notes as DuckNotes
from gen.scratch.duck.notes_testing import new_test_database as new_duck
from gen.scratch.pg.notes import Notes as PgNotes
from gen.scratch.pg.notes_testing import new_test_database as new_pg
from gen.scratch.sqlite.notes import Notes as SqliteNotes
from gen.scratch.sqlite.notes import NotesReader, PeopleRow
from gen.scratch.sqlite.notes_testing import new_test_database as new_sqlite

DRIVERS: list[tuple[Any, Any]] = [
    (new_sqlite, SqliteNotes),
    (new_duck, DuckNotes),
    (new_pg, PgNotes),
]


@pytest.fixture(autouse=True)
def address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", os.environ["SQG_TEST_POSTGRES_URL"])


@pytest.mark.parametrize(("new", "notes"), DRIVERS, ids=["sqlite", "duck", "pg"])
def test_alone(new: Any, notes: Any) -> None:
    """Each test has the schema and TESTDATA, beside others, and finds its migrations applied."""
    with ExitStack() as open_now:
        for _ in range(3):
            manager: AbstractContextManager[Any] = new()
            db = open_now.enter_context(manager)
            app = notes(db)
            assert notes.apply_migrations(db) == []
            assert len(app.people()) == 2
            assert app.count_notes() == 0
            app.add_note(1, 1, "mine")
            assert app.count_notes() == 1
            assert app.old_notes() == ["from a migration"]


def names(wanted: list[str]) -> list[str]:
    with psycopg.connect(os.environ["SQG_TEST_POSTGRES_URL"]) as admin:
        found = admin.execute(
            "SELECT datname FROM pg_database WHERE datname = ANY(%s)", (wanted,)
        )
        return [row[0] for row in found]


def test_dropped() -> None:
    """The database is dropped where a test fails within a transaction."""
    name = ""
    with pytest.raises(ZeroDivisionError), new_pg() as db:
        name = db.info.dbname
        PgNotes(db).add_note(1, 1, "lost")
        assert names([name]) == [name]
        raise ZeroDivisionError
    assert names([name]) == []


def test_async() -> None:
    async def play() -> str:
        async with new_aio() as db:
            assert await AsyncNotes.apply_migrations(db) == []
            app = AsyncNotes(db)
            assert len(await app.people()) == 2
            await app.add_note(1, 1, "mine")
            assert await app.count_notes() == 1
            name: str = await db.fetchval("SELECT current_database()")
            assert names([name]) == [name]
            await db.execute("BEGIN")
            return name

    assert names([asyncio.run(play())]) == []


def greet(notes: NotesReader) -> str:
    """What has the statements: the database, or a fake."""
    return f"Hello, {notes.people()[-1].name}"


class Fake:
    """A fake names no base: mypy compares its methods with those of the Protocol."""

    def people(self) -> list[PeopleRow]:
        return [PeopleRow(1, "nobody")]

    def people_iter(self) -> Generator[PeopleRow, None, None]:
        yield from self.people()

    def people_raw(self) -> list[tuple[int, str]]:
        return [(1, "nobody")]

    def add_note(self, id: int, author: int, body: str) -> int:
        return 1

    def count_notes(self) -> int:
        return 0

    def old_notes(self) -> list[str]:
        return []

    def old_notes_iter(self) -> Generator[str, None, None]:
        yield from ()


def test_fake() -> None:
    """A function takes the class or a fake."""
    assert greet(Fake()) == "Hello, nobody"
    with new_sqlite() as db:
        assert greet(SqliteNotes(db)).startswith("Hello, Grace")


def test_async_fake() -> None:
    async def count(notes: AsyncQuerier) -> list[AsyncPerson]:
        assert await notes.count_notes() == 0
        return [person async for person in notes.people_iter()]

    async def play() -> int:
        async with new_aio() as db, db.transaction():
            return len(await count(AsyncNotes(db)))

    assert asyncio.run(play()) == 2


def test_no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL")
    monkeypatch.delenv("PGHOST", raising=False)
    with pytest.raises(RuntimeError, match="sqg test-server -- COMMAND"), new_pg():
        pass
