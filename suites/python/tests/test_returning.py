"""Statements that change rows and return them."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from contract import MODES, connected, value
from gen.returning import Returning

Opened = tuple[sqlite3.Connection, Returning]


@pytest.fixture(params=MODES)
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opened]:
    path = tmp_path / "tasks.db"
    with connected(request.param, path, Returning.get_migrations()) as conn:
        yield conn, Returning(conn)


def test_changes_are_complete(opened: Opened, tmp_path: Path) -> None:
    conn, q = opened
    assert q.add_task("one") == 1
    assert [(t.id, t.done, t.note) for t in q.add_two("two", "x", "three")] == [
        (2, False, "x"),
        (3, False, None),
    ]
    upserted = q.upsert_task("one", "again")
    assert upserted is not None
    assert (upserted.hits, upserted.note) == (2, "again")
    assert q.add_if_new("one") is None
    assert q.add_if_new("four") == 4
    finished = q.finish_task(4)
    assert finished is not None
    assert finished.done is True
    assert q.finish_task(99) is None
    assert [t.id for t in q.finish_all()] == [1, 2, 3]
    deleted = q.delete_task(1)
    assert deleted is not None
    assert deleted.title == "one"
    conn.commit()
    other = sqlite3.connect(tmp_path / "tasks.db")
    assert value(other, "SELECT count(*) FROM task WHERE done") == 3
    other.close()
    assert sorted(q.delete_done()) == ["four", "three", "two"]
    assert q.all_tasks() == []


def test_one_commits_where_statements_commit(tmp_path: Path) -> None:
    path = tmp_path / "tasks.db"
    with connected("manual", path, Returning.get_migrations()) as conn:
        Returning(conn).add_task("one")
        other = sqlite3.connect(path)
        assert value(other, "SELECT count(*) FROM task") == 1
        other.close()
