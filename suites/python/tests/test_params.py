"""Order, types, repetition and nullability of parameters."""

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
    assert contract.by_name(q.many, twelve) == "".join(twelve)
    assert parameters(q.many) == [f"p{n}: str" for n in twelve]


def test_optional(q: Any) -> None:
    assert [r.id for r in q.optional_filters(None, None, None)] == [1, 2, 3, 4, 5]
    anvil = (1, "anvil", "tools", 99.5)
    assert [*map(astuple, q.optional_filters("tools", 50, None))] == [anvil]
    assert [r.id for r in q.optional_filters(None, None, "%l")] == [1, 4, 5]
    assert q.insert_item(name="x", category=None, price=1, stock=2, added=None) == 1
    assert parameters(q.insert_item) == [
        "name: str",
        "category: str | None",
        "price: float",
        "stock: int",
        "added: str | None",
    ]
    assert q.update_item(id=6, category=None, added="2024-02-02", delta=3) == 1
    assert q.set_name_or_keep(None, 6) == 1
    item = q.without_set(6)
    assert item is not None
    assert (item.name, item.stock, item.added) == ("x", 5, "2024-02-02")
