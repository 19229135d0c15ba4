"""Which queries share a row type."""

import sys
from types import NoneType
from typing import Any, get_args, get_type_hints

import pytest

import contract
from contract import duck
from gen.duck.duck_rows import DuckRows
from gen.rows import Rows


@pytest.fixture(params=["sqlite", "duckdb"])
def q(request: pytest.FixtureRequest) -> Any:
    if request.param == "sqlite":
        return contract.opened(Rows, "rows")[1]
    return duck.opened(DuckRows, "rows")[1]


def row_types(q: Any) -> tuple[Any, Any]:
    module: Any = sys.modules[type(q).__module__]
    return module.PersonRow, module.NamedPerson


def result(method: Any) -> object:
    """The row type of a list or of one row; with None where there may be no row."""
    returned = get_type_hints(method)["return"]
    return get_args(returned) or (returned,)


def test_types(q: Any) -> None:
    person, named = row_types(q)
    assert result(q.all_people) == (person,)
    assert result(q.person_by_id) == (person, NoneType)
    assert result(q.add_person) == (person,)
    assert result(q.name_by_id) == (named, NoneType)
    assert result(q.names_like) == (named,)
    assert result(q.people_reordered) == (person,)
    for method in q.all_animals, q.people_with_birth:
        assert result(method) != (person,)


def test_values(q: Any) -> None:
    person, named = row_types(q)
    ada = person(1, "Ada", "1815")
    assert q.all_people() == [ada, person(2, "Bob", None)]
    assert q.person_by_id(1) == ada
    assert q.people_reordered()[0] == ada
    assert q.names_like("A%") == [named(1, "Ada")]
    assert q.add_person(3, "Cyd", None) == person(3, "Cyd", None)
    assert q.bulk_insert_person([person(4, "Dan", "1970")]) == 1
    assert [p.name for p in q.people_with_birth()] == ["Ada", "Dan"]


def test_equality_is_by_type_and_value(q: Any) -> None:
    person, _ = row_types(q)
    (rex,) = q.all_animals()
    assert rex != person(rex.id, rex.name, rex.born)
    assert repr(rex) == "AnimalRow(id=1, name='Rex', born=None)"
