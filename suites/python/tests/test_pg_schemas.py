"""An application with an enum and arrays, and one whose names are in several schemas."""

import datetime as dt
from collections.abc import Generator
from dataclasses import astuple
from typing import Any

import psycopg
import pytest

from contract.postgres import DRIVERS, Driver, database
from gen.aio import pg_schemas as aio_schemas
from gen.aio import pg_tasks as aio_tasks
from gen.pg import pg_schemas, pg_tasks

each_driver = pytest.mark.parametrize("driver", DRIVERS, ids=lambda d: d.name)


@each_driver
def test_tasks(driver: type[Driver]) -> None:
    with database(pg_tasks.PgTasks, "tasks") as url:
        conn = driver(url)
        module: Any = pg_tasks if conn.name == "psycopg" else aio_tasks
        app, status = conn.app(module.PgTasks), module.TaskStatus
        assert [astuple(t) for t in app.get_tasks_by_status(status.ACTIVE)] == [
            (1, "write", status.ACTIVE)
        ]
        assert app.get_tasks_with_status(status.ACTIVE)[0].status is status.ACTIVE
        assert status("active") is status.ACTIVE
        assert [astuple(t) for t in app.get_all_tasks()] == [
            (1, "write", ["urgent", "backend"], [10, 20, 30]),
            (2, "rest", None, None),
        ]
        conn.execute("UPDATE tasks SET created_at = '2026-05-04 03:02:01.5+02'")
        at = dt.datetime(2026, 5, 4, 1, 2, 1, 500_000, dt.timezone.utc)
        assert {event.created_at for event in app.get_events()} == {at}
        assert (
            app.add_task(title="new", status=None, tags=None, priority_scores=[1, None])
            == 3
        )
        assert (
            app.add_task(
                title="old", status=status.PENDING, tags=["a", None], priority_scores=[]
            )
            == 4
        )
        app.set_status_batch([(3, status.COMPLETED), (4, None)])
        assert app.tag_all([2, 4], "late") == 2
        rows = [
            module.TasksInsert("five", status.CANCELLED, ["x,y", None, ""], [5, None]),
            module.TasksInsert("six", None, None, None),
        ]
        assert app.bulk_insert_tasks(rows * 20) == 40
        stored = (
            "SELECT string_agg(concat_ws('|', id, status, tags, priority_scores),"
            " ' ' ORDER BY id) FROM tasks WHERE id BETWEEN 2 AND 6"
        )
        assert conn.value(stored) == (
            '2|{late} 3|completed|{1,NULL} 4|{a,NULL,late}|{} 5|cancelled|{"x,y",'
            'NULL,""}|{5,NULL} 6'
        )
        assert {c.status: c.tasks for c in app.count_by_status()} == {
            status.ACTIVE: 1,
            status.COMPLETED: 1,
            status.CANCELLED: 20,
            None: 22,
        }
        assert [t.title for t in app.tasks_tagged("late")] == ["rest", "old"]
        conn.close()


class Schemas:
    """What the application's owner sets up, and then the migrations."""

    def __init__(self, conn: Any) -> None: ...

    @staticmethod
    def get_migrations() -> list[str]:
        setup = 'CREATE SCHEMA app; CREATE SCHEMA "Mixed Case"; SET search_path = app, public'
        return [setup, *pg_schemas.PgSchemas.get_migrations()]


@pytest.fixture(scope="module")
def url() -> Generator[str, None, None]:
    with database(Schemas, "schemas") as url:
        yield url


@each_driver
def test_schemas(driver: type[Driver], url: str) -> None:
    conn = driver(url)
    conn.execute("SET search_path = app, public")
    conn.execute(
        'TRUNCATE app.task, public.task, only_public, "Mixed Case"."Task List"'
    )
    module: Any = pg_schemas if conn.name == "psycopg" else aio_schemas
    app = conn.app(module.PgSchemas)
    state, public, mixed = module.AppState, module.State, module.MixedCaseState
    app.add_app_task(1, state.NEW, public.ON)
    app.add_public_task(1, public.OFF, "one")
    assert app.app_tasks() == [module.AppTaskRow(1, state.NEW, public.ON)]
    assert app.public_tasks() == [module.TaskRow(1, public.OFF, "one")]
    row = module.RowType(2, None, public.ON)
    app.add_mixed(id=1, state=mixed.B, row=row, rows=[row, None])
    assert app.mixed() == [module.TaskListRow(1, mixed.B, row, [row, None])]
    assert astuple(app.mixed_storage(1)) == ("b", "(2,,on)", '{"(2,,on)",NULL}')
    assert app.by_state(state.NEW) == [1]
    assert app.by_public_state(public.OFF) == [1]
    assert app.by_mixed_state(mixed.B) == [1]
    assert app.by_either([state.NEW], [public.OFF]) == [1]
    assert astuple(app.both_states()[0]) == (1, state.NEW, public.OFF)
    assert app.next(public.ON) is public.OFF
    conn.close()


@each_driver
def test_appenders_of_several_schemas(driver: type[Driver], url: str) -> None:
    """Few rows, which INSERT writes, and more, which COPY does."""
    conn = driver(url)
    conn.execute("SET search_path = app, public")
    conn.execute(
        'TRUNCATE app.task, public.task, only_public, "Mixed Case"."Task List"'
    )
    module: Any = pg_schemas if conn.name == "psycopg" else aio_schemas
    app = conn.app(module.PgSchemas)
    state, public, mixed = module.AppState, module.State, module.MixedCaseState
    row = module.RowType(7, mixed.A, None)
    for ids in (range(1, 2), range(2, 40)):
        app.bulk_insert_task(
            [module.AppTaskRow(i, state.DONE, [public.ON, None][i % 2]) for i in ids]
        )
        app.bulk_insert_public_task(
            [module.TaskRow(i, public.OFF, f"task {i}") for i in ids]
        )
        app.bulk_insert_only_public([module.OnlyPublicRow(i, f"n{i}") for i in ids])
        app.bulk_insert_mixed_case_task_list(
            [module.TaskListRow(i, mixed.B, [row, None][i % 2], [row] * i) for i in ids]
        )
    with psycopg.connect(url) as other:
        found = other.execute(
            "SELECT (SELECT count(*) || ' ' || count(other) FROM app.task WHERE state = 'done'),"
            " (SELECT max(label) FROM public.task WHERE state = 'off'),"
            " (SELECT count(*) FROM only_public),"
            ' (SELECT sum(cardinality("Rows")) FROM "Mixed Case"."Task List")'
        ).fetchone()
    assert found == ("39 19", "task 9", 39, sum(range(40)))
    with pytest.raises(Exception, match="violates check constraint"):
        app.bulk_insert_mixed_case_task_list(
            [module.TaskListRow(-i, mixed.B, None, []) for i in range(30)]
        )
    conn.close()
