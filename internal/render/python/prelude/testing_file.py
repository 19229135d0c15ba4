"""Test databases that are files: the template is made once, and each test has a copy of it."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from testing_data import _SCHEMA
from testing_sqlite import _Connection, _open


@contextmanager
def _test_database() -> Generator[_Connection, None, None]:
    with TemporaryDirectory(prefix="sqg-test-") as folder:
        path = Path(folder, "test.db")
        path.write_bytes(_template())
        db = _open(path)
        try:
            yield db
        finally:
            db.close()


@cache
def _template() -> bytes:
    """Make a database file with the schema and TESTDATA, once per process."""
    with TemporaryDirectory(prefix="sqg-test-") as folder:
        path = Path(folder, "template.db")
        db = _open(path, alone=True)
        try:
            for sql in _SCHEMA:
                try:
                    db.execute(sql)
                except Exception as error:
                    raise RuntimeError(f"{error}, in {sql}") from error
        finally:
            db.close()
        return path.read_bytes()
