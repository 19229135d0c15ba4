"""Rows, one row, values, one value and affected rows, on every kind of connection."""

import sqlite3
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from contract import MODES, connected
from gen.results import BooksRow, FindBookRow, Results

EMMA = BooksRow(1, "Emma", "Jane Austen", 474, 7.5)
EDDA = BooksRow(2, "Edda", None, 120, None)


@pytest.fixture(params=MODES)
def results(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Results]:
    path = tmp_path / "books.db"
    with connected(request.param, path, Results.get_migrations()) as conn:
        yield Results(conn)


@pytest.fixture
def books(results: Results) -> Results:
    for book in EMMA, EDDA:
        affected = results.add_book(
            id=book.id,
            title=book.title,
            author=book.author,
            pages=book.pages,
            price=book.price,
        )
        assert affected == 1
    return results


def test_all(books: Results) -> None:
    assert books.all_books() == [EMMA, EDDA]
    assert list(books.all_books_iter()) == [EMMA, EDDA]
    assert books.all_books_raw() == [
        (1, "Emma", "Jane Austen", 474, 7.5),
        (2, "Edda", None, 120, None),
    ]


def test_one(books: Results) -> None:
    assert books.find_book(1) == FindBookRow(1, "Emma", "Jane Austen", 474, 7.5)
    assert books.find_book(id=3) is None
    first = books.first_book()  # two rows match
    assert first is not None
    assert first.title == "Emma"


def test_an_error_leaves_the_connection_usable(books: Results) -> None:
    with pytest.raises(sqlite3.OperationalError, match="malformed JSON"):
        books.fails_at_run_time("{")
    with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
        books.add_book(id=1, title="Emma", author=None, pages=1, price=None)
    assert books.count_books() == 2


def test_streams_overlap_and_nest(results: Results) -> None:
    first, second = results.numbers_iter(1000), results.numbers_iter(1000)
    for a, b in zip(first, second, strict=True):
        assert a == b
        if a.i % 300 == 0:
            assert [row.i for row in results.numbers_iter(3)] == [1, 2, 3]
            assert results.number_values(2) == [1, 2]
    assert len(results.numbers(10_000)) == 10_000


def test_a_stream_that_is_left_holds_nothing(books: Results) -> None:
    stream = books.all_books_iter()
    assert next(stream) == EMMA
    stream.close()
    plucked = books.titles_iter()
    assert list(islice(plucked, 1)) == ["Emma"]
    plucked.close()
    # An open read would make this "database table is locked".
    assert books.shelve_index() == 0
    books.remove_all_books()
    assert list(stream) == []


def test_one_holds_nothing(books: Results, tmp_path: Path) -> None:
    assert books.first_book() is not None  # a second row was not read
    books.remove_all_books()
    books.shelve_index()
