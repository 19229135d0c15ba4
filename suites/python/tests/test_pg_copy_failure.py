"""What happens in the middle of a COPY: the server or the connection dies, a statement
is cancelled, the disk is full. Nothing may be half-written, nothing may hang, and what
is said of the connection must be true. SQG_ROUNDS says how often each is tried, each
time at another row.
"""

import os
import random
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from typing import Any

import psycopg
import pytest

from contract.copy_server import Server, Wire
from contract.postgres import DRIVERS, Driver, Psycopg
from gen.aio import pg_appender as aio
from gen.aio import pg_batch as aio_batch
from gen.pg import pg_appender as pg
from gen.pg import pg_batch

ROUNDS = int(os.environ.get("SQG_ROUNDS", "2"))
ROWS = 100_000
TRIES = [(driver, own) for driver in DRIVERS for own in (True, False)] * ROUNDS
RANDOM = random.Random(1)
LOST = r"(?i)^(?!.*confirmed the write).*(terminat|closed|lost|reset|pipe|server)"

trying = pytest.mark.parametrize(
    ("driver", "own"), TRIES, ids=[f"{d.name}-{own}" for d, own in TRIES]
)


def serving(limits: str = "") -> Generator[Server, None, None]:
    with closing(Server(limits)) as server:
        with psycopg.connect(server.url) as conn:
            for generated in (pg.PgAppender, pg_batch.PgBatch):
                for script in generated.get_migrations():
                    conn.execute(script.encode())
        yield server


@pytest.fixture(scope="module")
def running() -> Generator[Server, None, None]:
    yield from serving()


@pytest.fixture(scope="module")
def small() -> Generator[Server, None, None]:
    """Whose files may have 18 MB; a segment of its log has 16."""
    yield from serving("ulimit -f 36864; ")


@pytest.fixture
def server(running: Server) -> Server:
    """With rows from before."""
    with psycopg.connect(running.url) as conn:
        conn.execute("TRUNCATE narrow")
        conn.execute("INSERT INTO narrow SELECT -i FROM generate_series(1, 7) AS i")
    return running


def stored(server: Server) -> int:
    with psycopg.connect(server.url) as conn:
        row = conn.execute("SELECT count(*) FROM narrow").fetchone()
    assert row
    return int(row[0])


def rows_with(
    driver: Driver, event: Callable[[], object], count: int = ROWS
) -> Iterator[Any]:
    """Rows, in the middle of which something happens."""
    module = pg if driver.name == "psycopg" else aio
    at = RANDOM.randrange(2000, ROWS - 2000)
    for i in range(count):
        if i == at:
            event()
        yield module.NarrowRow(i, "a value of some length, so that rows fill buffers")


def app_of(driver: Driver) -> Any:
    return driver.app((pg if driver.name == "psycopg" else aio).PgAppender)


def nothing() -> None: ...


def loses(driver: Driver, event: Callable[[], object], match: str = LOST) -> None:
    """An insert loses its connection."""
    with pytest.raises(Exception, match=match):
        app_of(driver).bulk_insert_narrow(rows_with(driver, event))
    hears_of_it(driver)


def hears_of_it(driver: Driver) -> None:
    """Whoever uses a lost connection."""
    conn: Any = driver.conn
    assert conn.closed if isinstance(driver, Psycopg) else conn.is_closed()
    with pytest.raises(Exception, match="closed|lost"):
        driver.value("SELECT 1")
    driver.close()


@trying
def test_the_server_is_killed(driver: type[Driver], own: bool, server: Server) -> None:
    loses(driver(server.url, own), server.kill)
    server.start()
    assert stored(server) == 7


@trying
def test_the_server_ends_the_connection(
    driver: type[Driver], own: bool, server: Server
) -> None:
    opened = driver(server.url, own)
    backend = opened.value("SELECT pg_backend_pid()")

    def end() -> None:
        with psycopg.connect(server.url) as conn:
            conn.execute("SELECT pg_terminate_backend(%s, 10000)", (backend,))

    loses(opened, end)
    assert stored(server) == 7


@trying
def test_the_connection_is_cut(driver: type[Driver], own: bool, server: Server) -> None:
    with closing(Wire(server.port)) as wire:
        loses(driver(server.url_at(wire.port), own), wire.cut)
    assert stored(server) == 7


def copy_rows(driver: Driver) -> object:
    return app_of(driver).bulk_insert_narrow(rows_with(driver, nothing, 10**9))


def insert_rows(driver: Driver) -> object:
    module = pg if driver.name == "psycopg" else aio
    rows = [module.NarrowRow(i, "a value" * 400_000) for i in range(7)]
    return app_of(driver).bulk_insert_narrow(rows)


def run_batch(driver: Driver) -> object:
    module: Any = pg_batch if driver.name == "psycopg" else aio_batch
    rows = (("a value" * 300, i, 0.0) for i in range(20_000))
    return driver.app(module.PgBatch).insert_reading_batch(rows)


@pytest.mark.parametrize("write", [copy_rows, insert_rows, run_batch])
@pytest.mark.parametrize("own", [True, False])
@pytest.mark.parametrize("driver", DRIVERS, ids=lambda driver: driver.name)
def test_the_connection_is_cut_while_the_server_takes_nothing(
    driver: type[Driver], own: bool, write: Callable[[Driver], object], server: Server
) -> None:
    with closing(Wire(server.port)) as wire:
        opened = driver(server.url_at(wire.port), own)
        wire.cut_when_full_of = b"a value"
        with pytest.raises(Exception, match=LOST):
            write(opened)
        hears_of_it(opened)
    assert stored(server) == 7


@pytest.mark.parametrize("driver", DRIVERS * ROUNDS, ids=lambda driver: driver.name)
def test_the_connection_is_cut_before_the_commit_is_confirmed(
    driver: type[Driver], server: Server
) -> None:
    """All rows or none: nobody can know which, and the error says so."""
    with closing(Wire(server.port)) as wire:
        opened = driver(server.url_at(wire.port))
        wire.cut_at_answer_to = b"COMMIT"
        loses(opened, nothing, "before the server confirmed the write: ")
    assert stored(server) == 7 + ROWS


@trying
def test_the_copy_is_cancelled(driver: type[Driver], own: bool, server: Server) -> None:
    opened = driver(server.url, own)
    app = app_of(opened)
    backend = opened.value("SELECT pg_backend_pid()")

    def cancel() -> None:
        with psycopg.connect(server.url) as conn:
            conn.execute("SELECT pg_cancel_backend(%s)", (backend,))

    with pytest.raises(Exception, match="canceling statement due to user request"):
        app.bulk_insert_narrow(rows_with(opened, cancel))
    assert opened.value("SELECT count(*) FROM narrow") == 7
    app.bulk_insert_narrow(rows_with(opened, nothing, 100))
    assert opened.value("SELECT count(*) FROM narrow") == 107
    if not own:
        opened.rollback()
        assert stored(server) == 7
    opened.close()


@trying
def test_the_disk_is_full(driver: type[Driver], own: bool, small: Server) -> None:
    opened = driver(small.url, own)
    app = app_of(opened)
    with pytest.raises(Exception, match="could not extend file"):
        app.bulk_insert_narrow(rows_with(opened, nothing, 400_000))
    assert opened.value("SELECT count(*) FROM narrow") == 0
    if not own:
        opened.rollback()
        opened = replaced(opened, small)
    opened.execute("VACUUM narrow")  # gives back what the rows of nobody took
    assert app_of(opened).bulk_insert_narrow(rows_with(opened, nothing, 50)) == 50
    opened.execute("TRUNCATE narrow")
    opened.close()


def replaced(driver: Driver, server: Server) -> Driver:
    """A connection without an open transaction."""
    driver.close()
    return type(driver)(server.url)
