"""Helpers of generated code for transactions with sqlite3."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager, suppress

from transaction import _causes
from transaction_data import _CONFLICTS


def _within(conn: sqlite3.Connection) -> bool:
    return conn.in_transaction


@contextmanager
def _enclosed(
    conn: sqlite3.Connection, begin: str, nested: bool
) -> Generator[None, None, None]:
    """Do the work in a transaction that begin begins, or in a savepoint."""
    conn.execute("SAVEPOINT sqg" if nested else begin)
    try:
        yield
        conn.execute("RELEASE sqg" if nested else "COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # some errors have ended it
            if nested:
                conn.execute("ROLLBACK TO sqg")
                conn.execute("RELEASE sqg")
            else:
                conn.execute("ROLLBACK")
        raise


def _conflicting(error: BaseException) -> bool:
    return any(text in str(e) for e in _causes(error) for text in _CONFLICTS)
