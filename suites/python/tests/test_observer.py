"""The observer hears of every operation, once, by name."""

import sqlite3
from collections.abc import Callable, Iterator

import pytest

from contract import migrate
from gen.observed import NarrowRow, Observed
from gen.observed_batch import ObservedBatch
from gen.results import Results

Event = tuple[str, int, str]


class Log:
    def __init__(self) -> None:
        self.started: list[str] = []
        self.ended: list[Event] = []

    def __call__(self, query: str) -> Callable[[int, BaseException | None], None]:
        self.started.append(query)

        def ended(rows: int, error: BaseException | None) -> None:
            self.ended.append((query, rows, type(error).__name__ if error else ""))

        return ended

    def take(self) -> list[Event]:
        assert len(self.started) == len(self.ended)
        events, self.ended, self.started = self.ended, [], []
        return events


@pytest.fixture
def conn() -> Iterator[sqlite3.Connection]:
    conn = sqlite3.connect(":memory:", isolation_level=None)
    yield conn
    conn.close()


def test_text(conn: sqlite3.Connection) -> None:
    migrate(conn, Observed)
    sent: list[str] = []
    conn.set_trace_callback(sent.append)
    Observed(conn).titles()
    assert sent == [Observed.text_of("titles")]
    assert ObservedBatch.text_of("insert_reading") is not None
    assert Observed.text_of("no_statement") is None


def test_operations(conn: sqlite3.Connection) -> None:
    migrate(conn, Observed)
    log = Log()
    q = Observed(conn, observer=log)
    q.add_book(id=1, title="Emma", author=None, pages=474, price=None)
    q.find_book(1)
    q.find_book(2)
    q.title_of(1)
    q.author_of(1)
    q.all_books()
    q.all_books_raw()
    q.titles()
    q.raise_prices(1, 10_000)
    q.shelve_index()
    assert log.take() == [
        ("add_book", 1, ""),
        ("find_book", 1, ""),
        ("find_book", 0, ""),
        ("title_of", 1, ""),
        ("author_of", 1, ""),
        ("all_books", 1, ""),
        ("all_books", 1, ""),
        ("titles", 1, ""),
        ("raise_prices", 0, ""),
        ("shelve_index", 0, ""),
    ]
    with pytest.raises(sqlite3.OperationalError):
        q.fails_at_run_time("{")
    with pytest.raises(sqlite3.IntegrityError):
        q.add_book(id=1, title="Emma", author=None, pages=474, price=None)
    assert log.take() == [
        ("fails_at_run_time", 0, "OperationalError"),
        ("add_book", 0, "IntegrityError"),
    ]


def test_streams_end_when_they_are_closed(conn: sqlite3.Connection) -> None:
    log = Log()
    q = Observed(conn, log)
    stream = q.numbers_iter(100)
    next(stream)
    next(stream)
    assert (log.started, log.ended) == (["numbers"], [])
    stream.close()
    assert log.take() == [("numbers", 2, "")]
    assert len(list(q.number_values_iter(5))) == 5
    assert log.take() == [("number_values", 5, "")]


def test_bulk(conn: sqlite3.Connection) -> None:
    migrate(conn, Observed)
    log = Log()
    q = Observed(conn, log)
    q.bulk_insert_narrow(NarrowRow(i, None) for i in range(100))
    assert log.take() == [("narrow", 100, "")]
    with q.create_narrow_appender() as appender:
        appender.append(NarrowRow(1, None))
        assert log.ended == []
    assert log.take() == [("narrow", 1, "")]
    with pytest.raises(ValueError, match="row 1: k"):
        q.bulk_insert_narrow([NarrowRow(2**70, None)])
    ((name, _, error),) = log.take()
    assert (name, error) == ("narrow", "OverflowError")


def test_batch(conn: sqlite3.Connection) -> None:
    migrate(conn, ObservedBatch)
    log = Log()
    q = ObservedBatch(conn, log)
    q.insert_reading_batch([("a", 1, 1), ("a", 2, 2)])
    with pytest.raises(sqlite3.IntegrityError):
        q.insert_reading_batch([("a", 1, 1)])
    assert log.take() == [
        ("insert_reading", 2, ""),
        ("insert_reading", 0, "IntegrityError"),
    ]


def test_without_an_observer(conn: sqlite3.Connection) -> None:
    migrate(conn, Observed)
    assert Observed(conn).bulk_insert_narrow([NarrowRow(1, None)]) == 1
    assert not hasattr(Results(conn), "_observer")
