"""Runs the music shop with one of Python's drivers.

    python3 main.py sqlite DATA_DIR DATABASE       a file to make
    python3 main.py psycopg DATA_DIR DATABASE      the URL of an empty PostgreSQL database
    python3 main.py asyncpg DATA_DIR DATABASE
    python3 main.py duckdb DATA_DIR DATABASE       a file to make
"""

import asyncio
import inspect
import json
import sqlite3
import sys
from collections.abc import AsyncGenerator, Callable, Iterator
from pathlib import Path
from typing import Any

from shop import Engine, migrated_again, run


def typed(music: Any, document: Callable[[str], object] = json.loads, counts_batches: bool = True) -> Engine:
    """Lists are arrays, a status is an enum, and the engine's own ids go on behind those that were loaded."""
    return Engine(
        music,
        flag=bool,
        composers=lambda name: [] if name is None else [name],
        status=music.InvoiceStatus,
        document=document,
        ids=list,
        loaded=lambda shop: shop.continue_ids(),
        counts_batches=counts_batches,
    )


def sqlite(data: Path, database: str) -> None:
    from gen import music

    engine = Engine(
        music,
        flag=int,
        composers=lambda name: name,
        status=str,
        document=str,
        ids=json.dumps,
        loaded=lambda shop: None,
    )
    db = sqlite3.connect(database)
    music.Music.apply_migrations(db)
    run(music.Music(db), engine, data)
    db.commit()
    migrated_again(music.Music.apply_migrations(db))
    db.commit()
    db.close()


def psycopg(data: Path, database: str) -> None:
    from psycopg import connect

    from gen.postgres import music

    engine = typed(music)
    with connect(database) as db:
        music.Music.apply_migrations(db)
        shop = music.Music(db)
        run(shop, engine, data)
        db.commit()
        migrated_again(music.Music.apply_migrations(db))


class Awaited:
    """What asyncpg's generated code makes, with each call awaited: so that the shop's program does for it, too."""

    def __init__(self, loop: asyncio.AbstractEventLoop, made: Any) -> None:
        self._loop, self._made = loop, made

    def __getattr__(self, name: str) -> Any:
        member = getattr(self._made, name)
        return self._awaited(member) if callable(member) else member

    def _awaited(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: object, **named: object) -> Any:
            result = method(*args, **named)
            if inspect.isawaitable(result):
                return self._loop.run_until_complete(result)
            return self._each(result) if inspect.isasyncgen(result) else Awaited(self._loop, result)

        return call

    def _each(self, rows: AsyncGenerator[Any]) -> Iterator[Any]:
        try:
            while True:
                yield self._loop.run_until_complete(anext(rows))
        except StopAsyncIteration:
            return
        finally:
            self._loop.run_until_complete(rows.aclose())

    def __enter__(self) -> "Awaited":
        self._loop.run_until_complete(self._made.__aenter__())
        return self

    def __exit__(self, *error: Any) -> None:
        self._loop.run_until_complete(self._made.__aexit__(*error))


def asyncpg(data: Path, database: str) -> None:
    from asyncpg import connect

    from gen.asyncpg import music

    engine = typed(music, counts_batches=False)
    loop = asyncio.new_event_loop()
    db = loop.run_until_complete(connect(database))
    loop.run_until_complete(music.Music.apply_migrations(db))
    run(Awaited(loop, music.Music(db)), engine, data)
    migrated_again(loop.run_until_complete(music.Music.apply_migrations(db)))
    loop.run_until_complete(db.close())
    loop.close()


def duckdb(data: Path, database: str) -> None:
    from duckdb import connect

    from gen.duckdb import music

    engine = typed(music, document=str)
    with connect(database) as db:
        music.Music.apply_migrations(db)
        run(music.Music(db), engine, data)
        migrated_again(music.Music.apply_migrations(db))


DRIVERS = {"sqlite": sqlite, "psycopg": psycopg, "asyncpg": asyncpg, "duckdb": duckdb}

if __name__ == "__main__":
    driver, data, database = sys.argv[1:]
    DRIVERS[driver](Path(data), database)
