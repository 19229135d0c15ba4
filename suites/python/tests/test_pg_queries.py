"""What queries of PostgreSQL return, and streams that are read, left and abandoned."""

import datetime as dt
import gc
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import astuple, replace
from decimal import Decimal
from typing import Any

import psycopg
import pytest

from contract.memory import Growth
from contract.postgres import DRIVERS, Driver, database, emptied
from gen.aio import (
    pg_batch as aio_batch,
)
from gen.aio import (
    pg_drift as aio_drift,
)
from gen.aio import (
    pg_dumped as aio_dumped,
)
from gen.aio import (
    pg_migrations as aio_migrations,
)
from gen.aio import (
    pg_nullability as aio_nullability,
)
from gen.aio import (
    pg_params as aio_params,
)
from gen.aio import (
    pg_results as aio_results,
)
from gen.aio import (
    pg_returning as aio_returning,
)
from gen.aio import (
    pg_text as aio_text,
)
from gen.aio import (
    pg_types as aio_types,
)
from gen.pg import (
    pg_batch,
    pg_drift,
    pg_dumped,
    pg_migrations,
    pg_nullability,
    pg_params,
    pg_results,
    pg_returning,
    pg_text,
    pg_types,
)

ASYNC: dict[Any, Any] = {
    pg_batch: aio_batch,
    pg_migrations: aio_migrations,
    pg_nullability: aio_nullability,
    pg_params: aio_params,
    pg_results: aio_results,
    pg_returning: aio_returning,
    pg_text: aio_text,
    pg_types: aio_types,
}
MODES = [(driver, autocommit) for driver in DRIVERS for autocommit in (True, False)]


class Opened:
    """A driver's connection to a database with a feature's schema and rows."""

    def __init__(self, module: Any, name: str, driver: Driver) -> None:
        self.driver = driver
        self.module = module if driver.name == "psycopg" else ASYNC[module]
        self.generated = getattr(self.module, name)
        self.app = driver.app(self.generated)


@pytest.fixture(params=MODES, ids=lambda mode: f"{mode[0].name}-{mode[1]}")
def mode(request: pytest.FixtureRequest) -> Any:
    return request.param


def opening(module: Any, name: str, feature: str, mode: Any) -> Generator[Opened]:
    cls, autocommit = mode
    driver = cls(emptied(getattr(module, name), feature), autocommit)
    yield Opened(module, name, driver)
    driver.close()


@pytest.fixture
def results(mode: Any) -> Generator[Opened]:
    yield from opening(pg_results, "PgResults", "results", mode)


def test_results(results: Opened) -> None:
    app = results.app
    assert app.all_books() == []
    assert app.find_book(1) is None
    assert (
        app.add_book(id=1, title="Emma", author="Jane Austen", pages=474, price=7.5)
        == 1
    )
    assert app.add_book(id=2, title="Ö", author="x", pages=1, price=0.1) == 1
    assert [astuple(b) for b in app.all_books()] == [
        (1, "Emma", "Jane Austen", 474, 7.5),
        (2, "Ö", "x", 1, 0.1),
    ]
    assert app.all_books_raw()[0] == (1, "Emma", "Jane Austen", 474, 7.5)
    assert astuple(app.find_book(1)) == (1, "Emma", "Jane Austen", 474, 7.5)
    assert app.titles() == ["Emma", "Ö"]
    assert list(app.titles_iter()) == ["Emma", "Ö"]
    assert app.title_of(1) == "Emma"
    assert app.title_of(3) is None
    assert app.count_books() == 2
    assert app.total_pages() == 475
    assert app.first_book().id == 1
    assert app.raise_prices(2.0, 100) == 1
    assert app.remove_book(7) == 0
    assert app.copy_books() == 0
    assert app.remove_shorter_than(2) == 1
    assert app.remove_all_books() == 1
    assert app.shelve_index() == 0
    assert app.no_row() is None
    assert app.total_pages() is None


def test_an_error_leaves_the_connection_usable(results: Opened) -> None:
    in_transaction = results.driver.in_transaction()
    with pytest.raises(Exception, match="invalid input syntax for type json"):
        results.app.fails_at_run_time("{")
    if in_transaction or results.driver.in_transaction():
        results.driver.rollback()
    assert results.app.count_books() == 0
    with pytest.raises(Exception, match="division by zero"):
        list(results.app.fails_after_rows_iter(3))


def test_streams(results: Opened) -> None:
    app = results.app
    values = app.number_values_iter(2500)
    squares = app.numbers_iter(2500)
    results.driver.execute("INSERT INTO books VALUES (1, 't', 'a', 1, 1)")
    for i, row in zip(values, squares, strict=True):
        assert (i, i * i, f"number {i}") == astuple(row)[:1] + astuple(row)[1:]
        if i % 500 == 0:
            assert list(app.number_values_iter(3)) == [1, 2, 3]
            assert app.count_books() == 1
    assert results.driver.value("SELECT count(*) FROM pg_cursors WHERE name <> ''") == 0


def test_streams_left_early(results: Opened) -> None:
    app = results.app
    before = results.driver.in_transaction()
    with closing(app.number_values_iter(10_000_000)) as stream:
        assert next(stream) == 1
        assert app.add_book(id=1, title="a", author="b", pages=1, price=1.0) == 1
    assert results.driver.value("SELECT count(*) FROM pg_cursors WHERE name <> ''") == 0
    stream = app.number_values_iter(10_000)
    assert next(stream) == 1
    del stream
    gc.collect()
    assert results.driver.value("SELECT count(*) FROM pg_cursors WHERE name <> ''") == 0
    assert app.count_books() == 1
    with pytest.raises(ZeroDivisionError):
        for i in app.number_values_iter(10_000):
            app.add_book(id=i + 1, title="a", author="b", pages=1, price=1.0)
            raise ZeroDivisionError
    gc.collect()
    assert app.count_books() == 2
    if not before and results.driver.name == "asyncpg":
        assert not results.driver.in_transaction()


def test_millions_of_rows_in_constant_memory(results: Opened) -> None:
    """Without a transaction, where the cursor is held, and with one."""
    assert next(results.app.number_values_iter(1)) == 1
    rows = 500_000
    growth = Growth()
    assert growth.count(results.app.number_values_iter(rows)) == rows
    assert growth.most < 12 * 2**20


@pytest.fixture
def types(mode: Any) -> Generator[Opened]:
    yield from opening(pg_types, "PgTypes", "types", mode)


@pytest.mark.parametrize("driver", DRIVERS, ids=lambda driver: driver.name)
def test_values_that_types_forbid(driver: type[Driver]) -> None:
    with database(pg_types.PgTypes, "types") as url:
        types = Opened(pg_types, "PgTypes", driver(url))
        app = types.app
        types.driver.execute("ALTER TYPE mood ADD VALUE 'new'")
        app.store_named(1)
        types.driver.execute("UPDATE named SET e_null = 'new'")
        unknown = 'column "e_null": "new" is no label of mood'
        with pytest.raises(Exception, match=unknown):
            app.get_named(1)
        with pytest.raises(Exception, match=unknown):
            list(app.moods_iter())
        nested = 'column "matrix": an array of more dimensions than it is declared with'
        with pytest.raises(Exception, match=nested):
            app.undeclared_matrix()
        assert app.declared_matrix() == [[1, 2], [3, 4], [5, 6]]
        assert app.flattened([["a", "{b}"], ("c", None)]) == ["a", "{b}", "c", None]
        app.store_grids(1)
        assert app.ids_in([[7, 1], [5, 6]]) == [1]
        row = app.get_grids(1)
        refused: tuple[tuple[Any, str], ...] = (
            ([[1, 2], [3]], "the lists of an array differ in length"),
            ([[], []], "an array of several dimensions cannot have empty lists"),
            ([None, [1]], "expected a sequence of values|.* is no value of type"),
        )
        for broken, problem in refused:
            with pytest.raises(ValueError, match=f"^ids: ({problem})"):
                app.ids_in(broken)
            for count in (2, 40):
                rows = [replace(row, id=i, i4_g=[[i]]) for i in range(2, count + 1)]
                rows.append(replace(row, id=count + 1, i4_g=broken))
                where = f"^row {count}: i4_g: ({problem})"
                with pytest.raises(ValueError, match=where):
                    app.bulk_insert_grids(rows)
        uneven = replace(row, id=2, i8_g=[[[1], [2]], [[3, 4], [5, 6]]])
        with pytest.raises(ValueError, match="differ in length"):
            app.bulk_insert_grids([uneven])
        assert app.all_grids() == [row]
        assert app.mood_text(types.module.Mood.IT_S) == "it's"
        types.driver.close()


def test_named_parameters(types: Opened) -> None:
    app, mood = types.app, types.module.Mood
    app.store_named(1)
    assert app.with_mood(mood.HAPPY) == [1]
    assert app.with_mood(mood.SAD) == []
    assert app.with_moods([mood.SAD, mood.HAPPY]) == [1]
    assert app.with_moods([]) == []
    assert app.all_moods()[0] is mood.HAPPY
    assert f"{mood.HAPPY}" == "happy"
    assert mood.HAPPY == "happy"
    with pytest.raises(Exception, match="moods"):
        app.with_moods("happy")


def test_times_that_do_not_fit_a_parameter(types: Opened) -> None:
    module = types.module
    app = types.app
    app.store_times(1)
    row = app.get_times(1)
    naive = row.tz.replace(tzinfo=None)
    for change, message in (
        ({"tz": naive}, "tz: expected an aware datetime, got a naive one"),
        ({"ts": row.tz}, "ts: expected a naive datetime, got an aware one"),
        ({"d": row.ts}, "d: expected a date, got datetime"),
    ):
        args = {name: getattr(row, name) for name in module.TimesRow.__slots__}
        with pytest.raises((TypeError, ValueError), match=message):
            app.insert_times(**(args | {"id": 2} | change))


@pytest.fixture
def batch(mode: Any) -> Generator[Opened]:
    yield from opening(pg_batch, "PgBatch", "batch", mode)


def test_batches(batch: Opened) -> None:
    app = batch.app
    rows = [("a", i, float(i)) for i in range(3000)]
    assert app.insert_reading_batch(row for row in rows) == 3000
    assert app.insert_reading_batch([]) == 0
    duplicate = [("b", 1, 1.0), ("a", 5, 1.0)]
    with pytest.raises(Exception, match="duplicate key"):
        app.insert_reading_batch(duplicate)
    assert len(app.all_readings()) == 3000

    def broken() -> Any:
        yield ("c", 1, 1.0)
        raise LookupError("the source broke")

    with pytest.raises(LookupError):
        app.insert_reading_batch(broken())
    assert len(app.all_readings()) == 3000
    affected = app.delete_sensor_batch([("a",), ("nobody",)])
    assert affected == (3000 if batch.driver.name == "psycopg" else 2)
    with pytest.raises(ValueError, match="row 2: since: expected a naive datetime"):
        app.set_flag_batch([(1, True, None), (2, True, AWARE)])
    assert app.all_flags() == []


AWARE = dt.datetime.now(dt.timezone.utc)


@pytest.fixture
def returning(mode: Any) -> Generator[Opened]:
    yield from opening(pg_returning, "PgReturning", "returning", mode)


def test_returning(returning: Opened) -> None:
    app = returning.app
    one = app.add_task("one")
    assert app.add_task("two") == one + 1
    assert [t.title for t in app.add_two("three", None, "four")] == ["three", "four"]
    assert app.upsert_task("one", "again").hits == 2
    assert app.add_if_new("one") is None
    assert app.finish_task(one).done
    assert len(list(app.finish_all_iter())) == 3  # all is done though none is awaited
    assert len(app.archive_done()) == 4
    assert app.finish_and_count().noted == 4
    assert app.all_tasks() == []


@pytest.mark.parametrize("driver", DRIVERS, ids=lambda driver: driver.name)
def test_migrations_that_change_the_search_path(driver: type[Driver]) -> None:
    """Scripts that change where names are found do not hide what was applied."""
    with database(Empty, "results") as url:
        for applied in (5, 0):
            conn = driver(url)
            module = pg_dumped if conn.name == "psycopg" else aio_dumped
            assert len(conn.call(module.PgDumped.apply_migrations)) == applied
            assert conn.value("SELECT count(*) FROM _sqg_migrations") == 5
            assert conn.value("SELECT to_regclass('public.other') IS NOT NULL")
            assert conn.value("SELECT current_setting('search_path')") != "moved"
            conn.close()


@pytest.mark.parametrize("driver", DRIVERS, ids=lambda driver: driver.name)
def test_migrations(driver: type[Driver]) -> None:
    with database(Empty, "results") as url:
        conn = driver(url)
        module = pg_migrations if conn.name == "psycopg" else aio_migrations
        generated: Any = module.PgMigrations
        pending = conn.call(generated.pending_migrations)
        assert conn.value("SELECT to_regclass('_sqg_migrations')::text") is None
        ids = conn.call(generated.apply_migrations)
        assert ids == pending
        assert conn.call(generated.pending_migrations) == []
        assert len(ids) == len(generated.get_migrations())
        assert conn.call(generated.apply_migrations) == []
        settings = conn.value(
            "SELECT string_agg(value, ';' ORDER BY name) FROM setting"
        )
        assert settings == '"$user", public;0'
        meant = "checksum = repeat('a', 64) WHERE migration_id = '005 view'"
        conn.execute(f"UPDATE _sqg_migrations SET {meant}")
        assert conn.call(generated.apply_migrations) == []
        conn.execute("UPDATE _sqg_migrations SET checksum = 'x'")
        with pytest.raises(Exception, match=f'"{ids[0]}".*has changed since.*was.x'):
            conn.call(generated.apply_migrations)
        with pytest.raises(Exception, match=f'"{ids[0]}".*has changed since'):
            conn.call(generated.pending_migrations)
        inside = driver(url, autocommit=False)
        inside.value("SELECT 1")
        with pytest.raises(Exception, match="transactions of their own"):
            inside.call(generated.apply_migrations)
        inside.close()
        conn.close()


@pytest.mark.parametrize("driver", DRIVERS, ids=lambda driver: driver.name)
def test_a_migration_waits_for_a_lock_again(driver: type[Driver]) -> None:
    with database(Empty, "results") as url, ThreadPoolExecutor() as pool:
        conn = driver(url)
        module = pg_migrations if conn.name == "psycopg" else aio_migrations
        generated: Any = module.PgMigrations
        *_, last = conn.call(generated.apply_migrations)
        conn.execute(f"DELETE FROM _sqg_migrations WHERE migration_id = '{last}'")
        with psycopg.connect(url, autocommit=True) as other:
            kept = pool.submit(pg_migrations.PgMigrations(other).keep_out)
            with psycopg.connect(url, autocommit=True) as third:
                while not pg_migrations.PgMigrations(third).kept_out():
                    assert not kept.done()
            assert conn.call(generated.apply_migrations) == [last]
            kept.result()
        conn.close()


@pytest.mark.parametrize("driver", DRIVERS, ids=lambda driver: driver.name)
def test_a_session_ends_without_a_transaction(driver: type[Driver]) -> None:
    with database(Empty, "results") as url, ThreadPoolExecutor() as pool:
        conn = driver(url)
        module = pg_migrations if conn.name == "psycopg" else aio_migrations
        generated: Any = module.PgMigrations
        *_, index, last = conn.call(generated.apply_migrations)
        both = f"('{index}', '{last}')"
        conn.execute(f"DELETE FROM _sqg_migrations WHERE migration_id IN {both}")
        conn.execute("DROP INDEX setting_once")
        with psycopg.connect(url, autocommit=True) as other:
            ended = pool.submit(pg_migrations.PgMigrations(other).interrupt)
            with psycopg.connect(url, autocommit=True) as third:
                while not pg_migrations.PgMigrations(third).kept_out():
                    assert not ended.done()
                with pytest.raises(Exception, match="terminat|closed"):
                    conn.call(generated.apply_migrations)
                ended.result()
                assert "setting_once" not in pg_migrations.PgMigrations(third).indexes()
        conn.close()
        conn = driver(url)
        assert conn.call(generated.apply_migrations) == [index, last]
        found = "SELECT indisvalid FROM pg_index WHERE indexrelid = 'setting_once'::regclass"
        assert conn.value(found)
        conn.close()


def with_first(conn: Driver, generated: Any, ids: Sequence[str]) -> None:
    """Apply the first migrations as a sqg did that kept no checksums."""
    for script in generated.get_migrations()[: len(ids)]:
        conn.execute(script)
    conn.execute("""
        CREATE TABLE _sqg_migrations (
            project TEXT NOT NULL,
            migration_id TEXT NOT NULL,
            applied_at TIMESTAMP NOT NULL DEFAULT now(),
            PRIMARY KEY (project, migration_id)
        )
    """)
    for id in ids:
        conn.execute(
            "INSERT INTO _sqg_migrations (project, migration_id)"
            f" VALUES ('old', '{id}')"
        )


@pytest.mark.parametrize("driver", DRIVERS, ids=lambda driver: driver.name)
def test_the_table_of_an_older_sqg_is_adopted(driver: type[Driver]) -> None:
    with database(Empty, "results") as url:
        conn = driver(url)
        module = pg_migrations if conn.name == "psycopg" else aio_migrations
        generated: Any = module.PgMigrations
        with_first(conn, generated, ["001_tables", "002_trigger"])
        missing = len(generated.get_migrations()) - 2
        assert len(conn.call(generated.pending_migrations, "old")) == missing
        assert not conn.in_transaction()
        assert len(conn.call(generated.apply_migrations, "old")) == missing
        assert conn.call(generated.apply_migrations, "old") == []
        assert conn.value("SELECT count(checksum) FROM _sqg_migrations") == missing
        conn.close()


@pytest.mark.parametrize("driver", DRIVERS, ids=lambda driver: driver.name)
def test_a_migration_that_gets_no_lock(driver: type[Driver]) -> None:
    """The connection's lock_timeout holds; nothing is left, and the next call goes on."""
    with database(Empty, "results") as url:
        conn, other = driver(url), driver(url)
        module = pg_migrations if conn.name == "psycopg" else aio_migrations
        generated: Any = module.PgMigrations
        with_first(conn, generated, ["001_tables"])
        other.execute("BEGIN; LOCK TABLE account IN SHARE MODE")
        conn.execute("SET lock_timeout = '200ms'")
        with pytest.raises(Exception, match="(?s)002_trigger.*lock timeout"):
            conn.call(generated.apply_migrations, "old")
        assert not conn.in_transaction()
        assert conn.value("SELECT count(*) FROM _sqg_migrations") == 1
        other.execute("ROLLBACK")
        assert conn.call(generated.apply_migrations, "old")[0] == "002_trigger"
        assert conn.value("SHOW lock_timeout") == "200ms"
        conn.close()
        other.close()


@pytest.mark.parametrize("driver", DRIVERS, ids=lambda driver: driver.name)
def test_another_connection_changes_the_schema(driver: type[Driver]) -> None:
    """Statements are prepared again that have been run often enough to be kept."""
    with database(pg_drift.PgDrift, "drift") as url:
        conn, other = driver(url), driver(url)
        app = conn.app((pg_drift if conn.name == "psycopg" else aio_drift).PgDrift)
        other.execute("DROP VIEW adult")
        for change in ("bigint", "smallint", "integer"):
            for _ in range(8):
                assert [row.age for row in app.people()] == [36, 41]
                assert [row.age for row in app.renamed(given="Ann", id=1)] == [36]
            other.execute(f"ALTER TABLE person ALTER age TYPE {change}")
            assert [row.age for row in app.people()] == [36, 41]
            assert [row.age for row in app.renamed(given="Ann", id=1)] == [36]
        conn.close()
        other.close()


class Empty:
    """A database without a schema."""

    def __init__(self, conn: Any) -> None: ...

    @staticmethod
    def get_migrations() -> list[str]:
        return []


def test_numbers_of_parameters_of_any_size(types: Opened) -> None:
    app = types.app
    app.store_numbers(1)
    row = app.get_numbers(1)
    args = {name: getattr(row, name) for name in types.module.NumbersRow.__slots__}
    assert app.insert_numbers(**(args | {"id": 2, "n": Decimal("1e300")})) == 1
    with pytest.raises(Exception, match=r"(?i)out of range|value out of"):
        app.insert_numbers(**(args | {"id": 3, "i2": 100_000}))
