"""Names that Python does not like still reach their values."""

from dataclasses import astuple

from contract import by_name, opened
from gen.names import Names


def test_columns() -> None:
    _, q = opened(Names, "names")
    row = q.hostile_columns()
    assert row is not None
    assert astuple(row) == (
        *(1, "second", 7, "first", 1, "quote", "double", 42, "namae"),
        *(3, 4, 5, "proto", "ctor", 6, 200),
    )
    assert (row.class_, row.größe, row.名前, row.camel_case) == (
        "first",
        42,
        "namae",
        6,
    )
    duplicates = q.duplicates()
    assert duplicates is not None
    assert astuple(duplicates) == (1, "left", 1, "right")
    near = q.near_duplicates()
    assert near is not None
    assert astuple(near) == (1, 2, 3, 4, 5)
    unnamed = q.unnamed()
    assert unnamed is not None
    assert astuple(unnamed) == (1, 2, 1, "text", 1.5, 1, 2)
    assert q.unnamed_value() == 1
    empty = q.empty_names()
    assert empty is not None
    assert astuple(empty) == (1, 2, 3, 4, 5)
    reserved = q.reserved_columns()
    assert reserved is not None
    assert astuple(reserved) == tuple(range(1, 120))
    assert (reserved.yield_, reserved.count, reserved.index) == (95, 108, 109)


def test_parameters() -> None:
    _, q = opened(Names)
    hostile = by_name(q.hostile_params, [f"{n}," for n in range(32)])
    assert hostile is not None
    assert hostile.joined == "".join(f"{n}," for n in range(32))
    assert by_name(q.reserved_params, [2**n for n in range(35)]) == 2**35 - 1


def test_methods() -> None:
    _, q = opened(Names, "names")
    numbered = [
        *(q.class_(), q.delete(), q.constructor(), q.to_string(), q.hash_code()),
        *(q.import_(), q.init(), q.close(), q.db(), q.prepare(), q.notify()),
        *(q.lambda_(),),
    ]
    assert numbered == list(range(1, 13))
    assert q.n2nd_try() == 20
    assert q.it_s_a_list_really() == 21
    assert q.größe() == 22
    camel = q.camel_case_name()
    assert camel.some_value == 13
    assert [row.value for row in q.http_server_list()] == [14]
    assert (q.list_().value, q.object_().value) == (15, 16)
    assert (q.row().value, q.string().value) == (17, 18)
    assert q.type("right") == 1
