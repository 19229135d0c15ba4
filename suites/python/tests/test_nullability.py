"""Columns named *_v are not None in the types and in the data; *_n are."""

import inspect
import typing
from collections import defaultdict
from dataclasses import fields, is_dataclass

from contract import opened
from gen import nullability
from gen.nullability import Nullability

ROWS: list[type] = [
    c for _, c in inspect.getmembers(nullability, inspect.isclass) if is_dataclass(c)
]


def test_types() -> None:
    checked = 0
    for row in ROWS:
        hints = typing.get_type_hints(row)
        for name, hint in hints.items():
            nullable = type(None) in typing.get_args(hint)
            if name.endswith(("_v", "_n")):
                assert nullable == name.endswith("_n"), f"{row.__name__}.{name}"
                checked += 1
    assert checked > 50


def test_data() -> None:
    conn, queries = opened(Nullability, "nullability")
    seen: defaultdict[str, set[bool]] = defaultdict(set)
    results = [queries.aggregates(), queries.returned("Dan")]
    for name, method in inspect.getmembers(queries, inspect.ismethod):
        signature = inspect.signature(method)
        if name.endswith(("_iter", "_raw")) or name in {"aggregates", "returned"}:
            continue
        if typing.get_origin(signature.return_annotation) is list:
            arguments = ["ada@example.org" for _ in signature.parameters]
            results += method(*arguments)
    for row in results:
        assert row is not None
        for field in fields(row):
            none = getattr(row, field.name) is None
            seen[f"{type(row).__name__}.{field.name}"].add(none)
    conn.close()
    assert len(seen) > 50
    for name, nones in seen.items():
        if name.endswith("_v"):
            assert nones == {False}, name
        elif name.endswith("_n"):
            assert True in nones, name
