"""Which queries share a row type."""

from typing import get_type_hints

from contract import opened
from gen.rows import NamedPerson, PersonRow, Rows


def result(method: object) -> object:
    return get_type_hints(method)["return"]


def test_types() -> None:
    assert result(Rows.all_people) == list[PersonRow]
    assert result(Rows.person_by_id) == PersonRow | None
    assert result(Rows.add_person) == PersonRow | None
    assert result(Rows.name_by_id) == NamedPerson | None
    assert result(Rows.names_like) == list[NamedPerson]
    own = Rows.people_reordered, Rows.all_animals, Rows.people_with_birth
    for method in own:
        assert result(method) != list[PersonRow]


def test_values() -> None:
    _, q = opened(Rows, "rows")
    ada = PersonRow(1, "Ada", "1815")
    assert q.all_people() == [ada, PersonRow(2, "Bob", None)]
    assert q.person_by_id(1) == ada
    assert q.names_like("A%") == [NamedPerson(1, "Ada")]
    assert q.add_person(3, "Cyd", None) == PersonRow(3, "Cyd", None)
    assert q.bulk_insert_person([PersonRow(4, "Dan", "1970")]) == 1
    assert [p.name for p in q.people_with_birth()] == ["Ada", "Dan"]


def test_equality_is_by_type_and_value() -> None:
    _, q = opened(Rows, "rows")
    (rex,) = q.all_animals()
    person: object = PersonRow(rex.id, rex.name, rex.born)
    assert rex != person
    assert repr(rex) == "AllAnimalsRow(id=1, name='Rex', born=None)"
