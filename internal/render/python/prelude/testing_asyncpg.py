"""Test databases by asyncpg: copies of a template that the first test makes."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import asyncpg
from testing_data import (
    _COPY_DATABASE,
    _DROP_DATABASE,
    _LOCK,
    _MAKING,
    _MISSING,
    _NEW_NAME,
    _NO_SERVER,
    _READY,
    _SCHEMA,
    _STALE,
)


@asynccontextmanager
async def _test_database() -> AsyncGenerator[asyncpg.Connection, None]:
    if not (os.environ.get("DATABASE_URL") or os.environ.get("PGHOST")):
        raise RuntimeError(_NO_SERVER)
    async with _admin() as admin:
        name = await _copy_template(admin)
    try:
        db = await _connect(name)
        try:
            yield db
        finally:
            db.terminate()
    finally:
        async with _admin() as admin:
            await _run(admin, _DROP_DATABASE % name)


async def _connect(database: str | None = None) -> asyncpg.Connection:
    """Connect to a database, to that of the server's address if it is None."""
    address = os.environ.get("DATABASE_URL") or None
    return await asyncpg.connect(address, database=database)


@asynccontextmanager
async def _admin(
    database: str | None = None,
) -> AsyncGenerator[asyncpg.Connection, None]:
    try:
        db = await _connect(database)
    except (OSError, asyncpg.PostgresError) as error:
        raise RuntimeError(f"{error} ({_NO_SERVER})") from error
    try:
        yield db
    finally:
        await db.close()


async def _run(db: asyncpg.Connection, sql: str) -> list[str]:
    """Run a statement, and return the texts in the first column of its rows."""
    return [row[0] for row in await db.fetch(sql)]


async def _copy_template(admin: asyncpg.Connection) -> str:
    """Make a database like the template, which is made where there is none, and return its name."""
    await _run(admin, _LOCK)
    for sql in await _run(admin, _STALE):
        await _run(admin, sql)
    if make := await _run(admin, _MISSING):
        for sql in make:
            await _run(admin, sql)
        async with _admin(_MAKING) as db:
            for sql in _SCHEMA:
                try:
                    await _run(db, sql)
                except asyncpg.PostgresError as error:
                    raise RuntimeError(f"{error}, in {sql}") from error
        await _run(admin, _READY)
    [name] = await _run(admin, _NEW_NAME)
    await _run(admin, _COPY_DATABASE % name)
    return name
