"""Helpers of generated code for transactions with duckdb."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager, suppress

import duckdb
from duck import _in_transaction
from transaction import _causes
from transaction_data import _CONFLICTS


def _within(conn: duckdb.DuckDBPyConnection) -> bool:
    return _in_transaction(conn)


@contextmanager
def _enclosed(
    conn: duckdb.DuckDBPyConnection, begin: str, nested: bool
) -> Generator[None, None, None]:
    """Do the work in a transaction that begin begins."""
    assert not nested
    conn.execute(begin)
    try:
        yield
        conn.execute("COMMIT")
    except BaseException:
        with suppress(duckdb.Error):  # a COMMIT that fails has ended it
            conn.execute("ROLLBACK")
        raise


def _conflicting(error: BaseException) -> bool:
    return any(text in str(e) for e in _causes(error) for text in _CONFLICTS)
