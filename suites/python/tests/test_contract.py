"""The corpus' statements return what the engine says that they return."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark import ParameterSet

import contract
from contract import duck
from contract.expected import Case, Contract, Player, contracts, plays, unit
from contract.postgres import Asyncpg, Psycopg, database


@contextmanager
def sqlite(cls: Any, feature: str, file: str, settings: list[str]) -> Generator[Any]:
    yield contract.opened(cls, feature)[1]


@contextmanager
def duckdb(cls: Any, feature: str, file: str, settings: list[str]) -> Generator[Any]:
    yield duck.opened(cls, feature, settings=settings)[1]


# Text that the server makes of values depends on the session.
USUAL = (
    "SET DateStyle = ISO; SET IntervalStyle = postgres; SET bytea_output = hex;"
    " SET extra_float_digits = 1; SET TimeZone = UTC"
)


def server(driver: Any) -> Any:
    @contextmanager
    def postgres(
        cls: Any, feature: str, file: str, settings: list[str]
    ) -> Generator[Any]:
        with database(cls, feature, file, tuple(settings)) as url:
            connected = driver(url)
            try:
                connected.execute(USUAL)
                yield connected.app(cls)
            finally:
                connected.close()

    return postgres


# Generator, engine, module of a feature, and its object over a new database.
DRIVERS: list[tuple[str, str, str, Any]] = [
    ("python/sqlite", "sqlite", "gen.{feature}", sqlite),
    (duck.GENERATOR, "duckdb", "gen.duck.duck_{feature}", duckdb),
    ("python/postgres", "postgres", "gen.pg.pg{version}_{feature}", server(Psycopg)),
    (
        "python/postgres/asyncpg",
        "postgres",
        "gen.aio.pg{version}_{feature}",
        server(Asyncpg),
    ),
]

# Some features with the other kinds of rows.
for kind in ("frozen", "namedtuple", "msgspec", "pydantic"):
    DRIVERS.extend(
        (f"{generator} {kind}", engine, module.replace("gen.", f"gen.{kind}."), open_)
        for generator, engine, module, open_ in DRIVERS[:4]
    )


def made(module: str) -> bool:
    """Whether there is such a generated module."""
    return (
        Path(contract.__file__)
        .parents[1]
        .joinpath(*module.split("."))
        .with_suffix(".py")
        .exists()
    )


def cases() -> Generator[ParameterSet]:
    for generator, engine, module, open_ in DRIVERS:
        for feature, file, expected in contracts(engine):
            where = module.format(
                feature={"types": "types_"}.get(feature, feature),
                version=file.removeprefix("postgres"),
            )
            if " " in generator and not made(where):
                continue
            for case in expected["cases"]:
                for variants in plays(expected, case):
                    name = f"{generator} {feature} {file}: {case['case']}"
                    if len(variants) == 1:
                        name += f", {variants[0] or 'list'}"
                    yield pytest.param(
                        generator,
                        where,
                        open_,
                        feature,
                        file,
                        expected,
                        case,
                        variants,
                        id=name,
                    )


@pytest.mark.parametrize(
    ("generator", "module", "open_", "feature", "file", "expected", "case", "variants"),
    list(cases()),
)
def test_contract(
    generator: str,
    module: str,
    open_: Any,
    feature: str,
    file: str,
    expected: Contract,
    case: Case,
    variants: Sequence[str],
) -> None:
    cls = unit(module)
    gaps = case.get("gaps", {}).items()
    reason = next((why for name, why in gaps if generator.startswith(name)), None)
    testdata = feature if case.get("testdata") else ""
    with open_(cls, testdata, file, expected.get("settings", [])) as app:
        player = Player(cls, app, expected, variants)
        if reason is None:
            player.play(case)
            return
        with pytest.raises(Exception):  # noqa: B017, PT011
            player.play(case)
