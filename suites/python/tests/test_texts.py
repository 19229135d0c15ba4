"""Whatever a call is given, the text that reaches the driver is one that sqg lists for the statement."""

import json
import random
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import asyncpg
import psycopg
import pytest

import contract
from contract import duck
from contract.expected import VARIANTS, Contract, Player, Step, contracts, unit
from contract.postgres import Asyncpg, Psycopg, database

# What generated code sends beside the texts of statements, and what it puts around one to read its rows.
AROUND = re.compile(
    r"(begin|commit|rollback|savepoint|release|fetch|close)\b[\w ]*", re.IGNORECASE
)
FRAMES = [
    re.compile(r"DECLARE \w+ [A-Z ]*CURSOR [A-Z ]*FOR (.*)", re.DOTALL),
    re.compile(r"SELECT #.*? FROM \(\n(.*)\n\)", re.DOTALL),
]

HOSTILE = [
    "'; DROP TABLE product; --",
    "a' OR '1'='1",
    "--? }",
    "${name}",
    "?",
    "$1",
]
"""Texts that would change one that they became part of."""


class Heard:
    """A connection that writes down each text that is given to one of its methods."""

    def __init__(self, conn: Any, texts: set[str]) -> None:
        self._conn = conn
        self._texts = texts

    def __getattr__(self, name: str) -> Any:
        member = getattr(self._conn, name)
        if not callable(member):
            return member

        def method(*args: Any, **kwargs: Any) -> Any:
            if args and isinstance(args[0], str):
                self._texts.add(args[0])
            result = member(*args, **kwargs)
            return Heard(result, self._texts) if name == "cursor" else result

        return method


def heard(patch: pytest.MonkeyPatch, cls: type, names: Iterable[str]) -> set[str]:
    """The texts that methods of a driver's class are given from now on."""
    texts: set[str] = set()
    for name in names:
        own = getattr(cls, name)

        def method(self: Any, sql: Any, *args: Any, own: Any = own, **kw: Any) -> Any:
            texts.add(sql.decode() if isinstance(sql, bytes) else sql)
            return own(self, sql, *args, **kw)

        patch.setattr(cls, name, method)
    return texts


def listed(name: str, generator: str) -> set[str]:
    model = json.loads(Path(__file__).parents[1].joinpath("texts.json").read_text())
    texts = {
        text["sql"]
        for unit in model["units"]
        for query in unit["queries"]
        for text in query["texts"]
        if unit["name"] == name and text["generator"] == generator
    }
    assert texts, (
        "run: sqg inspect --texts suites/texts.yaml > suites/python/texts.json"
    )
    return texts


def fuzzed(expected: Contract, count: int) -> list[Step]:
    """Calls whose arguments are those of any other call of the statement, or hostile."""
    calls = [s for c in expected["cases"] for s in c["steps"] if s.get("args")]
    choose = random.Random(1)
    steps: list[Step] = []
    for _ in range(count):
        step = choose.choice(calls)
        args: list[Any] = []
        for i, param in enumerate(expected["statements"][step["call"]]["params"]):
            given = [s["args"][i] for s in calls if s["call"] == step["call"]]
            if re.search(r" text\b", param) and choose.random() < 0.25:
                given = HOSTILE
            args.append(choose.choice(given))
        steps.append({**step, "args": args})
    return steps


def play(cls: Any, app: Any, expected: Contract) -> None:
    player = Player(cls, app, expected, VARIANTS)
    for step in fuzzed(expected, 500):
        # What it returns is not what the step says.
        with suppress(Exception, pytest.fail.Exception):
            player.play({"steps": [step]})


def plainly(text: str) -> str:
    """A statement's text without what generated code puts around it."""
    framed = [m for frame in FRAMES if (m := frame.fullmatch(text))]
    return framed[0][1] if framed else text


def compare(texts: set[str], name: str, generator: str) -> None:
    known = listed(name, generator)
    plain = {plainly(text) for text in texts}
    others = {t for t in plain if t not in known and not AROUND.fullmatch(t)}
    assert not others
    assert len(plain) > 60, "they prove little"


def of(engine: str, feature: str) -> Contract:
    (found,) = [c for f, file, c in contracts(engine) if (f, file) == (feature, engine)]
    return found


FEATURES = pytest.mark.parametrize("feature", ["parts", "pages"])


@FEATURES
def test_sqlite(feature: str) -> None:
    texts: set[str] = set()
    cls = unit(f"gen.{feature}")
    conn, _ = contract.opened(cls, feature)
    play(cls, cls(Heard(conn, texts)), of("sqlite", feature))
    compare(texts, f"sqlite-{feature}", "python/sqlite")


@FEATURES
def test_duckdb(feature: str) -> None:
    texts: set[str] = set()
    cls = unit(f"gen.duck.duck_{feature}")
    conn, _ = duck.opened(cls, feature)
    play(cls, cls(Heard(conn, texts)), of("duckdb", feature))
    compare(texts, f"duckdb-{feature}", "python/duckdb")


@FEATURES
def test_psycopg(feature: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cls = unit(f"gen.pg.pg_{feature}")
    with database(cls, feature) as url:
        driver = Psycopg(url)
        texts = heard(monkeypatch, psycopg.RawCursor, ["execute"])
        texts_held = heard(monkeypatch, psycopg.RawServerCursor, ["execute"])
        play(cls, driver.app(cls), of("postgres", feature))
        driver.close()
    compare(texts | texts_held, f"postgres-{feature}", "python/postgres/psycopg")


@FEATURES
def test_asyncpg(feature: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cls = unit(f"gen.aio.pg_{feature}")
    with database(cls, feature) as url:
        driver = Asyncpg(url)
        app = driver.app(cls)
        names = ["execute", "fetch", "fetchrow", "fetchval", "prepare", "cursor"]
        texts = heard(monkeypatch, asyncpg.Connection, names)
        play(cls, app, of("postgres", feature))
        driver.close()
    compare(texts, f"postgres-{feature}", "python/postgres/asyncpg")
