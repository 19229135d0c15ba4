"""Helpers of generated code for transactions with asyncpg."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from postgres_asyncpg import _Connection
from postgres_asyncpg_writes import _atomic
from transaction import _T, _allow, _causes, _pause
from transaction_data import _BEGIN, _CHECK, _CONFLICTS, _SET


async def _transact(
    conn: _Connection, work: Callable[[], Awaitable[_T]], begin: str, retry: int
) -> _T:
    """Call work in a transaction, and again after a conflict with another.

    Within a transaction it is a savepoint, where a conflict is the outer transaction's.
    """
    retries = _allow(begin, retry, conn.is_in_transaction())
    tries = 0
    while True:
        try:
            async with _atomic(conn):
                if begin != _BEGIN:
                    await conn.execute(_SET + begin.removeprefix(_BEGIN))
                result = await work()
                await conn.execute(_CHECK)  # fails where a statement has failed
                return result
        except Exception as error:
            if tries >= retries or not _conflicting(error):
                raise
        await asyncio.sleep(_pause(tries))
        tries += 1


def _conflicting(error: BaseException) -> bool:
    return any(getattr(e, "sqlstate", None) in _CONFLICTS for e in _causes(error))
