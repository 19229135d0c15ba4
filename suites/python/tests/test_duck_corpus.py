"""What the corpus has for DuckDB only, or other than SQLite."""

import subprocess
import sys
from dataclasses import astuple
from decimal import Decimal
from pathlib import Path

import duckdb

from contract import OPEN, by_name
from contract.duck import opened, value
from gen.duck.duck_migrations import DuckMigrations
from gen.duck.duck_names import DuckNames
from gen.duck.duck_params import DuckParams
from gen.duck.duck_returning import DuckReturning
from gen.duck.duck_schemas import (
    AppState,
    AppTaskRow,
    DuckSchemas,
    MixedCaseState,
    OnlyPublicRow,
    RowType,
    State,
    TaskListRow,
    TaskRow,
)


def test_parameters() -> None:
    conn, q = opened(DuckParams, "params")
    unlike = q.not_parameters(2)
    assert unlike
    assert astuple(unlike)[4:] == (" ${g} ", " $$ ${h} ", "' ${i}")
    assert q.in_array([1, 3]) == [1, 3]
    assert q.in_array([]) == []
    assert q.not_in_array(["anvil", "bolt"]) == [3, 4, 5]
    assert [r.id for r in q.optional_filters_uncast(None, None)] == [1, 2, 3, 4, 5]
    assert [r.id for r in q.optional_filters_uncast("tools", 50)] == [1]
    sampled = q.sampled("ab", 2)
    assert sampled
    assert astuple(sampled) == ("ab", 2, "abab")
    assert q.insert_two(id1=7, name1="x", price1=1, id2=8, name2="y", price2=2) == 2
    assert value(conn, "SELECT sum(id) FROM item WHERE id > 6") == 15
    assert q.numbers_to(3) == [0, 1, 2]


def test_names() -> None:
    _, q = opened(DuckNames, "names")
    hostile = q.hostile_columns()
    assert hostile
    assert astuple(hostile) == (
        *(1, "second", 7, "first", 1, "quote", "double", 42, "namae"),
        *(3, 4, 5, "proto", "ctor", 6, 200),
    )
    duplicates = q.duplicates()
    assert duplicates
    assert astuple(duplicates) == (1, "left", 1, "right")
    near = q.near_duplicates()
    assert near
    assert astuple(near) == (1, 2, 3, 4, 5)
    unnamed = q.unnamed()
    assert unnamed
    assert astuple(unnamed) == (1, 2, 1, "text", Decimal("1.5"), True, 2)
    assert q.unnamed_value() == 1
    empty = q.empty_names()
    assert empty
    assert astuple(empty) == (2, 3, 4, 5)
    joined = by_name(q.hostile_params, [f"{n}," for n in range(32)])
    assert joined
    assert joined.joined == "".join(f"{n}," for n in range(32))
    # 32 bits hold the sum of 31 powers of two.
    powers = [2**n if n < 31 else 0 for n in range(35)]
    assert by_name(q.reserved_params, powers) == 2**31 - 1
    numbered = [
        *(q.class_(), q.delete(), q.constructor(), q.to_string(), q.hash_code()),
        *(q.import_(), q.init(), q.close(), q.db(), q.prepare(), q.notify()),
        *(q.lambda_(), q.n2nd_try(), q.it_s_a_list_really(), q.größe()),
    ]
    assert numbered == [*range(1, 13), 20, 21, 22]
    assert (q.list_().value, q.object_().value) == (15, 16)
    assert (q.row().value, q.string().value) == (17, 18)
    assert [row.value for row in q.http_server_list()] == [14]
    assert q.type("right") == 1


def test_returning() -> None:
    conn, q = opened(DuckReturning)
    assert q.add_task("one") == 1
    assert [(t.id, t.done, t.note) for t in q.add_two("two", "x", "three")] == [
        (2, False, "x"),
        (3, False, None),
    ]
    upserted = q.upsert_task("one", "again")
    assert upserted
    assert (upserted.hits, upserted.note) == (2, "again")
    assert q.add_if_new("one") is None
    added = q.add_if_new("four")
    assert added
    finished = q.finish_task(added)
    assert finished
    assert finished.done is True
    assert q.finish_task(99) is None
    assert sorted(t.id for t in q.finish_all()) == [1, 2, 3]
    assert q.archive_one(2) == 1
    assert [astuple(t) for t in q.note_archived()] == [(2, "two")]
    assert [t.title for t in q.delete_archived()] == ["two"]
    deleted = q.delete_task(1)
    assert deleted
    assert deleted.title == "one"
    assert value(conn, "SELECT count(*) FROM task WHERE done") == 2
    assert sorted(q.delete_done()) == ["four", "three"]
    q.add_task("write")
    merged = [(row.title, row.note) for row in q.merge_tasks()]
    assert sorted(merged, key=str) == [("new", None), ("write", "again")]
    assert [row.title for row in q.all_archived()] == ["two"]


def test_schemas() -> None:
    conn = duckdb.connect()
    OPEN.append(conn)
    conn.execute('CREATE SCHEMA app; CREATE SCHEMA "Mixed Case"')
    conn.execute("SET search_path = 'app,main'")
    for script in DuckSchemas.get_migrations():
        conn.execute(script)
    q = DuckSchemas(conn)
    assert q.add_app_task(1, AppState.NEW, State.ON) == 1
    assert q.add_public_task(1, State.OFF, "one") == 1
    assert q.bulk_insert_task([AppTaskRow(2, AppState.DONE, None)]) == 1
    assert q.bulk_insert_main_task([TaskRow(2, State.ON, "two")]) == 1
    assert q.bulk_insert_only_public([OnlyPublicRow(1, "x")]) == 1
    assert [t.state for t in q.app_tasks()] == [AppState.NEW, AppState.DONE]
    assert [t.state for t in q.public_tasks()] == [State.OFF, State.ON]
    assert [t.name for t in q.all_only_public()] == ["x"]
    assert [(b.app_state, b.public_state) for b in q.both_states()] == [
        (AppState.NEW, State.OFF),
        (AppState.DONE, State.ON),
    ]
    assert q.by_state(AppState.NEW) == [1]
    assert q.by_public_state(State.OFF) == [1]
    assert q.by_either([AppState.NEW, AppState.DONE], [State.ON]) == [2]
    assert q.next(State.ON) is State.OFF
    row = RowType(1, MixedCaseState.B, State.OFF)
    other = RowType(2, None, State.ON)
    assert q.add_mixed(id=1, state=MixedCaseState.A, row=row, rows=[other, None]) == 1
    listed = TaskListRow(2, MixedCaseState.B, None, [])
    assert q.bulk_insert_mixed_case_task_list([listed]) == 1
    assert q.mixed() == [TaskListRow(1, MixedCaseState.A, row, [other, None]), listed]
    assert q.by_mixed_state(MixedCaseState.A) == [1]
    stored = q.mixed_storage(1)
    assert stored
    assert stored.row == "{'Id': 1, 'State': b, 'other': off}"


def test_processes_that_migrate_one_file(tmp_path: Path) -> None:
    """A file belongs to one process at a time: whoever comes second is told so."""
    path = tmp_path / "shared.db"
    conn = duckdb.connect(str(path))
    DuckMigrations.apply_migrations(conn)
    code = f"import duckdb; duckdb.connect({str(path)!r})"
    second = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert "Conflicting lock" in second.stderr
    conn.close()
    conn = duckdb.connect(str(path))
    OPEN.append(conn)
    assert DuckMigrations.apply_migrations(conn) == []
