"""Columns named *_v are not None in the types and in the data; *_n are."""

import inspect
import typing
from collections import defaultdict
from dataclasses import fields, is_dataclass
from types import ModuleType
from typing import Any

import pytest

import contract
from contract import duck
from gen import nullability
from gen.duck import duck_nullability

ENGINES = pytest.mark.parametrize("module", [nullability, duck_nullability])


SINGLE = {"aggregates", "returned"}
INFINITE = {"days"}  # of DuckDB: one of them is infinite, which Python has not


@ENGINES
def test_types(module: ModuleType) -> None:
    checked = 0
    for _, row in inspect.getmembers(module, inspect.isclass):
        if not is_dataclass(row):
            continue
        for name, hint in typing.get_type_hints(row).items():
            nullable = type(None) in typing.get_args(hint)
            if name.endswith(("_v", "_n")):
                assert nullable == name.endswith("_n"), f"{row.__name__}.{name}"
                checked += 1
    assert checked > 50


@ENGINES
def test_data(module: ModuleType) -> None:
    queries: Any
    if module is nullability:
        _, queries = contract.opened(nullability.Nullability, "nullability")
    else:
        _, queries = duck.opened(duck_nullability.DuckNullability, "nullability")
    seen: defaultdict[str, set[bool]] = defaultdict(set)
    results = [queries.aggregates(), queries.returned("Dan")]
    for name, method in inspect.getmembers(queries, inspect.ismethod):
        signature = inspect.signature(method, eval_str=True)
        if name.endswith(("_iter", "_raw")) or name in SINGLE | INFINITE:
            continue
        if typing.get_origin(signature.return_annotation) is list:
            arguments = ["ada@example.org" for _ in signature.parameters]
            results += method(*arguments)
    for row in results:
        assert row is not None
        for field in fields(row):
            none = getattr(row, field.name) is None
            seen[f"{type(row).__name__}.{field.name}"].add(none)
    assert len(seen) > 50
    for name, nones in seen.items():
        if name.endswith("_v"):
            assert nones == {False}, name
        elif name.endswith("_n"):
            assert True in nones, name
