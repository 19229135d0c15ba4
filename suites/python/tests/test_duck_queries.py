"""Queries, streams, batches and migrations against a real DuckDB."""

import json
import threading
from pathlib import Path
from typing import Any

import duckdb
import pytest

from contract import CORPUS, OPEN, by_name
from contract.duck import opened, value
from contract.memory import Growth
from gen.duck.duck_batch import DuckBatch
from gen.duck.duck_migrations import DuckMigrations
from gen.duck.duck_names import DuckNames
from gen.duck.duck_observed import DuckObserved
from gen.duck.duck_overrides import DuckOverrides
from gen.duck.duck_params import DuckParams
from gen.duck.duck_results import BooksRow, DuckResults
from gen.duck.duck_returning import DuckReturning
from gen.duck.duck_sources import DuckSources
from gen.duck.duck_tasks import DuckTasks, TaskStatus
from gen.duck.duck_text import DuckText

EXPECTED: list[dict[str, str]] = json.loads(
    (CORPUS / "text" / "expected.json").read_text("utf-8")
)


def books() -> tuple[duckdb.DuckDBPyConnection, DuckResults]:
    conn, app = opened(DuckResults)
    for i in range(3):
        assert (
            app.add_book(
                id=i,
                title=f"title {i}",
                author=None if i else "Ada",
                pages=100 + i,
                price=7.5,
            )
            == 1
        )
    return conn, app


def test_results() -> None:
    _, app = books()
    assert app.all_books()[0] == BooksRow(0, "title 0", "Ada", 100, 7.5)
    assert app.all_books_raw()[1] == (1, "title 1", None, 101, 7.5)
    assert app.titles() == ["title 0", "title 1", "title 2"]
    assert app.authors() == ["Ada", None, None]
    assert app.title_of(1) == "title 1"
    assert app.title_of(9) is None
    assert app.author_of(1) is None
    found = app.find_book(2)
    assert found
    assert found.pages == 102
    assert app.find_book(9) is None
    first = app.first_book()
    assert first
    assert first.id == 0
    assert app.remove_book(9) == 0
    assert app.copy_books() == 0
    assert app.remove_shorter_than(101) == 1
    assert app.remove_all_books() == 2
    assert app.shelve_index() == 0


def test_frames_with_packages() -> None:
    pytest.importorskip("pyarrow")
    _, app = books()
    assert app.all_books_arrow().num_rows == 3
    assert app.numbers_arrow(4)["i"].to_pylist() == [1, 2, 3, 4]
    pytest.importorskip("pandas")
    assert len(app.all_books_df()) == 3
    assert len(app.numbers_df(4)) == 4


def test_streams() -> None:
    conn, app = books()
    assert list(app.all_books_iter()) == app.all_books()
    stream = app.numbers_iter(1_000_000)
    assert next(stream).i == 1
    stream.close()
    assert app.count_books() == 3
    # A second one takes the connection's only result, which is never mistaken for it.
    outer = app.numbers_iter(10)
    next(outer)
    assert len(list(app.all_books_iter())) == 3
    with pytest.raises(duckdb.ProgrammingError, match="another statement"):
        list(outer)
    # One on a cursor() is of its own.
    other = DuckResults(conn.cursor())
    rows = [(a.i, b) for a in app.numbers_iter(3) for b in other.titles_iter()]
    assert len(rows) == 9


def test_millions_of_rows_in_constant_memory() -> None:
    """DuckDB 2 reads some 10 to 70 MB ahead of a slow reader, of any number of rows; all of these rows are 128 MB."""
    _, app = opened(DuckParams)
    rows = 16_000_000
    growth = Growth()
    assert growth.count(app.numbers_to_iter(rows)) == rows
    assert growth.most < 100 * 2**20


def test_an_error_leaves_the_connection_usable() -> None:
    _, app = books()
    bad: Any = "{"
    with pytest.raises(duckdb.Error):
        app.fails_at_run_time(bad)
    with pytest.raises(duckdb.Error):
        app.add_book(id=0, title="twice", author=None, pages=1, price=None)
    assert app.count_books() == 3


@pytest.mark.parametrize("case", EXPECTED, ids=lambda case: case["query"])
def test_text(case: dict[str, str]) -> None:
    _, app = opened(DuckText)
    row = getattr(app, case["query"])()
    assert row.value == case["value"]
    echoed = app.echo(case["value"])
    assert echoed
    assert echoed.value == case["value"]


def test_layout_of_statements() -> None:
    _, app = opened(DuckText)
    comments = app.comments()
    assert comments
    assert (comments.one, comments.two) == (1, 2)
    assert app.layout() == 6


def test_parameters() -> None:
    _, app = opened(DuckParams, "params")
    assert by_name(app.many, [f"{i:02d}" for i in range(1, 13)]) == "".join(
        f"{i:02d}" for i in range(1, 13)
    )
    assert len(app.optional_filters(None, None, None)) >= len(app.paged(2, 0))


def test_names() -> None:
    _, app = opened(DuckNames, "names")
    row = app.reserved_columns()
    assert row
    values = [getattr(row, name) for name in type(row).__slots__]
    assert values == list(range(1, len(values) + 1))


def test_returning() -> None:
    conn, app = opened(DuckReturning)
    assert app.add_task("one") == 1
    assert [row.title for row in app.add_two("two", "x", "three")] == ["two", "three"]
    assert value(conn, "SELECT count(*) FROM task") == 3
    assert len(app.all_tasks()) == 3


def test_tasks() -> None:
    _, app = opened(DuckTasks, "tasks")
    id = app.add_task(
        title="new",
        status=TaskStatus.PENDING,
        tags=["a", None],
        priority_scores=[1, None],
    )
    assert id
    assert app.get_tasks_with_status(TaskStatus.PENDING)[0].id == id
    assert app.set_status_batch([(id, TaskStatus.CANCELLED), (id, None)]) == 2
    assert app.tag_all([id], "old") == 1
    assert app.get_events()[0].created_at.tzinfo is not None


def test_sources() -> None:
    conn = duckdb.connect()
    OPEN.append(conn)
    conn.execute(DuckSources.get_migrations()[0])
    app = DuckSources(conn)
    path = "it's $1 a \\ pöth"
    found = app.source_path(path)
    assert found
    assert found.path == path
    data = CORPUS / "sources" / "data"
    assert len(app.events(str(data / "events.parquet"))) == 10
    assert app.count_events(str(data / "events.parquet")) == 10
    assert [row.name for row in app.users(str(data / "users.csv"))] == ["Ada", None]


def test_overrides() -> None:
    _, app = opened(DuckOverrides)
    document = app.get_document(1)
    assert document is None


def test_batch() -> None:
    conn, app = opened(DuckBatch)
    assert app.insert_reading_batch([]) == 0
    rows = (("a", i, 0.5) for i in range(500))
    assert app.insert_reading_batch(rows) == 500
    with pytest.raises(duckdb.ConstraintException):
        app.insert_reading_batch([("b", 1, None), ("a", 1, None)])
    assert value(conn, "SELECT count(*) FROM reading") == 500
    bad: Any = [(1, True, None), (2, True, "yesterday")]
    with pytest.raises(ValueError, match="row 2: since: expected a datetime"):
        app.set_flag_batch(bad)
    assert app.all_flags() == []
    assert app.delete_sensor_batch([("a",), ("b",)]) == 500
    conn.begin()
    app.insert_reading_batch([("c", 1, None)])
    conn.rollback()
    assert app.all_readings() == []


def test_a_batch_that_fails_aborts_the_callers_transaction() -> None:
    conn, app = opened(DuckBatch)
    conn.begin()
    bad: Any = [(1, True, None), (2, True, "yesterday")]
    with pytest.raises(ValueError, match="row 2"):
        app.set_flag_batch(bad)
    with pytest.raises(duckdb.TransactionException):
        app.all_flags()
    conn.rollback()
    assert app.all_flags() == []


def test_migrations() -> None:
    conn = duckdb.connect()
    OPEN.append(conn)
    ids = ["001_tables", "002_macro", "003_data", "004_rebuild", "005 view"]
    assert DuckMigrations.pending_migrations(conn) == ids
    assert conn.execute("SELECT * FROM duckdb_tables()").fetchall() == []
    assert DuckMigrations.apply_migrations(conn) == ids
    assert DuckMigrations.pending_migrations(conn) == []
    assert DuckMigrations.apply_migrations(conn) == []
    assert DuckMigrations(conn).by_macro()
    with pytest.raises(duckdb.Error, match='migration "001_tables"'):
        DuckMigrations.apply_migrations(conn, "another project")
    assert DuckMigrations.apply_migrations(conn) == []
    meant = "checksum = repeat('a', 64) WHERE migration_id = '005 view'"
    conn.execute(f"UPDATE _sqg_migrations SET {meant}")
    assert DuckMigrations.apply_migrations(conn) == []
    conn.execute("UPDATE _sqg_migrations SET checksum = 'x'")
    for change in (DuckMigrations.apply_migrations, DuckMigrations.pending_migrations):
        with pytest.raises(duckdb.DatabaseError, match=r"has changed.*:was\(x\)"):
            change(conn)
    conn.begin()
    with pytest.raises(duckdb.ProgrammingError, match="transactions of their own"):
        DuckMigrations.apply_migrations(conn)


def test_migrations_go_to_the_database_in_use() -> None:
    conn = duckdb.connect()
    OPEN.append(conn)
    conn.execute("ATTACH ':memory:' AS other; USE other")
    applied = DuckMigrations.apply_migrations(conn)
    assert len(applied) == 5
    assert DuckMigrations.apply_migrations(conn) == []
    assert conn.execute("SELECT current_database()").fetchall() == [("other",)]
    tables = "SELECT DISTINCT database_name FROM duckdb_tables()"
    assert conn.execute(tables).fetchall() == [("other",)]
    assert DuckMigrations(conn).by_macro()
    conn.execute("USE memory")
    assert DuckMigrations.pending_migrations(conn) == applied
    assert DuckMigrations.apply_migrations(conn) == applied


def test_the_table_of_an_older_sqg_is_adopted() -> None:
    conn = duckdb.connect()
    OPEN.append(conn)
    for script in DuckMigrations.get_migrations()[:2]:
        conn.execute(script)
    conn.execute("""
        CREATE TABLE _sqg_migrations (
            project TEXT NOT NULL,
            migration_id TEXT NOT NULL,
            applied_at TIMESTAMP NOT NULL DEFAULT now(),
            PRIMARY KEY (project, migration_id)
        );
        INSERT INTO _sqg_migrations (project, migration_id)
        VALUES ('old', '001_tables'), ('old', '002_macro');
    """)
    missing = ["003_data", "004_rebuild", "005 view"]
    assert DuckMigrations.pending_migrations(conn, "old") == missing
    assert DuckMigrations.apply_migrations(conn, "old") == missing
    assert DuckMigrations.apply_migrations(conn, "old") == []
    count = "SELECT count(*), count(checksum) FROM main._sqg_migrations"
    assert conn.execute(count).fetchone() == (5, 3)


def test_migrations_at_once(tmp_path: Path) -> None:
    conn = duckdb.connect(str(tmp_path / "shared.db"))
    OPEN.append(conn)
    applied: list[list[str]] = []
    failed: list[Exception] = []

    def apply() -> None:
        try:
            applied.append(DuckMigrations.apply_migrations(conn.cursor()))
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=apply) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert sum(map(len, applied)) == 5


def test_observer() -> None:
    conn, _ = opened(DuckResults)
    heard: list[tuple[str, int, str]] = []

    def observer(name: str) -> Any:
        def ended(rows: int, error: BaseException | None) -> None:
            heard.append((name, rows, type(error).__name__))

        return ended

    app = DuckObserved(conn, observer)
    app.add_book(id=1, title="a", author=None, pages=1, price=None)
    app.all_books()
    list(app.numbers_iter(5))
    bad: Any = "{"
    with pytest.raises(duckdb.Error):
        app.fails_at_run_time(bad)
    assert heard == [
        ("add_book", 1, "NoneType"),
        ("all_books", 1, "NoneType"),
        ("numbers", 5, "NoneType"),
        ("fails_at_run_time", 0, heard[-1][2]),
    ]
    assert heard[-1][2] != "NoneType"
