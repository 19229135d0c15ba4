"""Test databases by psycopg: copies of a template that the first test makes."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import psycopg
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

_Connection = psycopg.Connection[Any]


@contextmanager
def _test_database() -> Generator[_Connection, None, None]:
    if not (os.environ.get("DATABASE_URL") or os.environ.get("PGHOST")):
        raise RuntimeError(_NO_SERVER)
    with _admin() as admin:
        name = _copy_template(admin)
    try:
        with _connect(name) as db:
            try:
                yield db
            finally:
                db.close()
    finally:
        with _admin() as admin:
            _run(admin, _DROP_DATABASE % name)


def _connect(database: str | None = None) -> _Connection:
    """Connect to a database, to that of the server's address if it is None."""
    address = os.environ.get("DATABASE_URL", "")
    return (
        psycopg.connect(address, dbname=database)
        if database
        else psycopg.connect(address)
    )


def _admin(database: str | None = None) -> _Connection:
    try:
        db = _connect(database)
    except psycopg.OperationalError as error:
        raise RuntimeError(f"{error} ({_NO_SERVER})") from error
    db.autocommit = True
    return db


def _run(db: _Connection, sql: str) -> list[str]:
    """Run a statement, and return the texts in the first column of its rows."""
    cursor = db.execute(sql.encode())
    return [row[0] for row in cursor] if cursor.description else []


def _copy_template(admin: _Connection) -> str:
    """Make a database like the template, which is made where there is none, and return its name."""
    _run(admin, _LOCK)
    for sql in _run(admin, _STALE):
        _run(admin, sql)
    if make := _run(admin, _MISSING):
        for sql in make:
            _run(admin, sql)
        with _admin(_MAKING) as db:
            for sql in _SCHEMA:
                try:
                    _run(db, sql)
                except psycopg.Error as error:
                    raise RuntimeError(f"{error}, in {sql}") from error
        _run(admin, _READY)
    [name] = _run(admin, _NEW_NAME)
    _run(admin, _COPY_DATABASE % name)
    return name
