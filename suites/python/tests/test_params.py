"""Order, types, repetition and nullability of parameters."""

import datetime as dt
import inspect
from collections.abc import Callable
from dataclasses import astuple
from typing import Any

import pytest

import contract
from contract import duck
from gen.duck.duck_params import DuckParams
from gen.params import Params

ENGINES = {"sqlite": (contract.opened, Params), "duckdb": (duck.opened, DuckParams)}


@pytest.fixture(params=ENGINES)
def q(request: pytest.FixtureRequest) -> Any:
    opened: tuple[Any, Any] = ENGINES[request.param]
    return opened[0](opened[1], "params")[1]


def parameters(method: Callable[..., Any]) -> list[str]:
    signature = inspect.signature(method)
    return [
        f"{p.name}: {p.annotation if isinstance(p.annotation, str) else inspect.formatannotation(p.annotation)}"
        for p in signature.parameters.values()
    ]


def test_order_and_types(q: Any) -> None:
    assert astuple(q.order_of_set(2, 1)) == (1, 2)
    assert astuple(q.order_of_use(3, 1, "2")) == (1, "2", 3)
    assert parameters(q.order_of_set) == ["b: int", "a: int"]
    assert parameters(q.order_of_use) == ["z: int", "x: int", "y: str"]
    twelve = [f"{n:02}" for n in range(1, 13)]
    assert q.many(*twelve) == "".join(twelve)
    assert parameters(q.many) == [f"p{n}: str" for n in twelve]


def test_casts(q: Any) -> None:
    assert astuple(q.casts(1, "1", 5, b"\0")) == (2, "1!", 2.5, b"\0")
    assert q.typed_by_yaml(dt.date(2024, 1, 31)) == 30


def test_uses(q: Any) -> None:
    assert q.repeated("tools") == [1, 3]
    assert q.repeated("bolt") == [2]
    assert q.set_anywhere(0.5, 50) == [3, 4, 5]
    assert q.between(0.5, 12) == [3, 4]
    assert q.in_list(1, 5, 9) == [1, 5]
    assert q.in_json("[1,3]") == [1, 3]
    assert q.like_pattern("%o%") == [2, 4]
    assert q.row_value(12.0, 3) == [5, 1]
    assert [row.running for row in q.in_cte(1.0)] == [99.5, 111.5, 156.5]
    assert [row.id for row in q.everywhere(10, "clamp", 2, 2)] == [1, 2, 4, 5]
    assert q.tight(2, 3, 5) == 21
    item = q.without_set(4)
    assert item is not None
    assert (item.name, item.category) == ("dowel", None)
    row = q.not_parameters(2)
    assert row is not None
    assert astuple(row)[:4] == ("${a}", 1, "it's ${c}", 3)


def test_optional(q: Any) -> None:
    assert [r.id for r in q.optional_filters(None, None, None)] == [1, 2, 3, 4, 5]
    anvil = (1, "anvil", "tools", 99.5)
    assert [*map(astuple, q.optional_filters("tools", 50, None))] == [anvil]
    assert [r.id for r in q.optional_filters(None, None, "%l")] == [1, 4, 5]
    assert q.insert_item("x", None, 1, 2, None) == 1
    assert parameters(q.insert_item) == [
        "name: str",
        "category: str | None",
        "price: float",
        "stock: int",
        "added: str | None",
    ]
    assert q.update_item(6, None, "2024-02-02", 3) == 1
    assert q.set_name_or_keep(None, 6) == 1
    item = q.without_set(6)
    assert item is not None
    assert (item.name, item.stock, item.added) == ("x", 5, "2024-02-02")


def test_paging(q: Any) -> None:
    assert [*map(astuple, q.paged(2, 1))] == [(2, "bolt"), (3, "clamp")]
    assert [*map(astuple, q.keyset(3, 10))] == [(4, "dowel"), (5, "easel")]
