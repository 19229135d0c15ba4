"""Helpers of generated code for transactions with psycopg 3."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import psycopg
from postgres import _UNCERTAIN
from postgres_psycopg import _run
from psycopg.pq import TransactionStatus
from transaction import _causes
from transaction_data import _BEGIN, _CHECK, _CONFLICTS, _SET


def _within(conn: psycopg.Connection[Any]) -> bool:
    return conn.info.transaction_status != TransactionStatus.IDLE


@contextmanager
def _enclosed(
    conn: psycopg.Connection[Any], begin: str, nested: bool
) -> Generator[None, None, None]:
    """Do the work in a transaction that begin begins, or in a savepoint."""
    committing = False
    try:
        with conn.transaction():
            if begin != _BEGIN:
                _run(conn, _SET + begin.removeprefix(_BEGIN))
            yield
            if conn.info.transaction_status == TransactionStatus.INERROR:
                _run(conn, _CHECK)  # fails, as a COMMIT would not
            committing = not nested
    except psycopg.Error as error:
        if committing and conn.closed:
            error.args = (f"{_UNCERTAIN}: {error}",)
        raise


def _conflicting(error: BaseException) -> bool:
    return any(getattr(e, "sqlstate", None) in _CONFLICTS for e in _causes(error))
