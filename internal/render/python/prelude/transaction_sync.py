"""Helpers of generated code for transactions with synchronous drivers."""

from __future__ import annotations

from collections.abc import Callable
from time import sleep
from typing import Any

from transaction import _T, _allow, _pause
from transaction_driver import _conflicting, _enclosed, _within


def _transact(conn: Any, work: Callable[[], _T], begin: str, retry: int) -> _T:
    """Call work in a transaction, and again after a conflict with another.

    Within a transaction it is a savepoint, where a conflict is the outer transaction's.
    """
    nested = _within(conn)
    retries = _allow(begin, retry, nested)
    tries = 0
    while True:
        try:
            with _enclosed(conn, begin, nested):
                return work()
        except Exception as error:
            if tries >= retries or not _conflicting(error):
                raise
        sleep(_pause(tries))
        tries += 1
