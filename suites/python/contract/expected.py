"""What statements return, from the corpus: canonical text becomes the values that a method's annotations name."""

import datetime as dt
import importlib
import inspect
import json
import re
import struct
import types
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, is_dataclass
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import (
    Any,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)
from uuid import UUID

import pytest
from msgspec import Struct
from pydantic import BaseModel

from contract import CORPUS

T = TypeVar("T")

# As JSON has them: see the corpus' README.
Step = dict[str, Any]
Case = dict[str, Any]
Contract = dict[str, Any]


def contracts(engine: str) -> list[tuple[str, str, Contract]]:
    """Feature, file and contents of what the corpus says of an engine."""
    found = sorted(CORPUS.glob(f"*/{engine}*.expected.json"))
    return [(path.parent.name, _stem(path), _read(path)) for path in found]


def _stem(path: Path) -> str:
    return path.name.removesuffix(".expected.json")


def _read(path: Path) -> Contract:
    return cast(Contract, json.loads(path.read_text("utf-8")))


def unit(module: str) -> Any:
    """The class of a generated module."""
    found = vars(importlib.import_module(module)).values()
    (cls,) = [v for v in found if hasattr(v, "get_migrations")]
    return cls


def key(name: str) -> str:
    return re.sub(r"[\W_]", "", name).lower()


VARIANTS = ("", "iter", "raw")


def plays(contract: Contract, case: Case) -> Sequence[Sequence[str]]:
    """The variants of methods that each play of a case asks: all, or one at a time where a query changes rows."""
    called = [
        contract["statements"].get(step.get("call", ""), {}) for step in case["steps"]
    ]
    if any(s.get("changes") and s["result"] in LISTS for s in called):
        return [[variant] for variant in VARIANTS]
    return [VARIANTS]


LISTS = {"rows", "values"}
# What stands behind a type, and an argument that is not given.
MARKS = re.compile("( null| optional| flag)+$")
LEFT = object()
KINDS = ("call", "batch", "bulk", "append")


def _row_of(step: Step) -> str:
    """What an error says of the row that it is about."""
    return f"row {step['failed']}: " if "failed" in step else ""


class Player:
    """Plays cases with an object of a generated class."""

    def __init__(
        self, cls: Any, app: Any, contract: Contract, variants: Sequence[str]
    ) -> None:
        self._cls = cls
        self._app = app
        self._statements = contract["statements"]
        self._variants = variants
        # Methods are found by the letters and digits of their names: a language's case and escapes do not matter.
        self._methods = {key(n): n for n in dir(cls) if not n.startswith("_")}

    def play(self, case: Case) -> None:
        for number, step in enumerate(case["steps"], 1):
            try:
                self._step(step)
            except Exception as error:
                compared = isinstance(error, AssertionError)
                wanted = "or" in step and step["or"] in str(error)
                if not compared and wanted and _row_of(step) in str(error):
                    continue
                text = json.dumps(step, ensure_ascii=False)
                raise AssertionError(f"step {number}: {text}: {error!r}") from error

    def _step(self, step: Step) -> None:
        if "call" not in step:
            check = self._bulk
        elif self._statements[step["call"]]["result"] in LISTS:
            check = self._list
        elif self._statements[step["call"]]["result"].startswith("pages"):
            check = self._pages
        else:
            check = self._one
        if "error" not in step:
            return check(step)
        with pytest.raises(Exception, match=re.escape(step["error"])) as failure:
            check(step)  # each driver has errors of its own
        assert not isinstance(failure.value, AssertionError)
        assert _row_of(step) in str(failure.value)
        return None

    def _bulk(self, step: Step) -> None:
        name = (
            f"bulk_insert_{step['append']}"
            if "append" in step
            else f"{step['batch']}_batch"
            if "batch" in step
            else f"{step['bulk']}_bulk"
        )
        method, hints = self._method(name)
        (rows,) = [h for n, h in hints.items() if n != "return"]
        types = self._types(step, "params")
        element = element_of(rows)
        values: Iterable[Any] = (
            row_of(element, types, v, "rows") for v in rows_given(step)
        )
        if is_typeddict(element):
            _, keywords = self._method(step["batch"])
            values = (dict_of(keywords, types, v) for v in rows_given(step))
        got = method(values)
        if "found" not in step:
            return assert_same(got, step.get("count"))
        result = self._statements[step["bulk"]]["result"]
        columns = self._types(step, "columns")
        (element,) = get_args(hints["return"])
        if result in LISTS:
            (row,) = get_args(element)
            return assert_same(
                got,
                [
                    [row_of(row, columns, r, result) for r in rows]
                    for rows in step["found"]
                ],
            )
        return assert_same(
            got,
            [
                row_of(element, columns, rows[0], result) if rows else None
                for rows in step["found"]
            ],
        )

    def _one(self, step: Step) -> None:
        name = step["call"]
        method, hints = self._method(name)
        args = self._args(step, hints)
        got = method(*args)
        signature = self._statements[name]
        if signature["result"] == "count":
            return assert_same(got, step.get("count"))
        if signature["result"] == "row":
            sure = signature.get("found", False) or signature.get("sure", False)
            assert (type(None) in get_args(hints["return"])) != sure
        row = step.get("row")
        if row is None:
            return assert_same(got, None)
        types = self._types(step, "columns")
        return assert_same(
            got, row_of(hints["return"], types, row, signature["result"])
        )

    def _list(self, step: Step) -> None:
        name = step["call"]
        there = [v for v in self._variants if self._has(name + v)]
        assert not self._statements[name].get("apart") or not self._has(name + "iter")
        for variant in there or [""]:
            method, hints = self._method(name + variant)
            args = self._args(step, hints)
            got = list(method(*args))
            types, rows = self._types(step, "columns"), step.get("rows", [])
            if variant == "raw":
                types = ["raw" if t == "json" else t for t in types]
                at = self._statements[name].get("at", range(len(types)))
                types, rows = as_sent(types, at), [as_sent(r, at) for r in rows]
            if variant == "raw" and any(isinstance(t, List) for t in types):
                assert len(got) == sum(flat_rows(types, row) for row in rows)
                continue
            element, result = (
                get_args(hints["return"])[0],
                self._statements[name]["result"],
            )
            assert_same(got, [row_of(element, types, r, result) for r in rows])

    def _pages(self, step: Step) -> None:
        """From the first page to the last, and back; the last two parameters are the cursors."""
        method, hints = self._method(step["call"])
        (row,) = get_args(hints["return"])
        types, args = self._types(step, "columns"), self._args(step, hints)
        pages = step.get("pages", [])
        result = self._statements[step["call"]]["result"].removeprefix("pages of ")

        def turn(number: int, *cursors: Any) -> Any:
            page = method(*args[:-2], *cursors)
            assert_same(
                page.rows, [row_of(row, types, r, result) for r in pages[number]]
            )
            assert (page.next is None) == (number == len(pages) - 1), page
            assert (page.previous is None) == (number == 0), page
            return page

        if "error" in step:
            method(*args)
            return
        number, page = 0, turn(0, LEFT, LEFT)
        while page.next is not None:
            number += 1
            page = turn(number, page.next, LEFT)
        while page.previous is not None:
            number -= 1
            page = turn(number, LEFT, page.previous)
        assert number == 0

    def _args(self, step: Step, hints: dict[str, Any]) -> list[Any]:
        own = [h for n, h in hints.items() if n != "return"]
        return values_of(own, self._types(step, "params"), step.get("args", []))

    def _types(self, step: Step, of: str) -> "list[Type]":
        """The types of a statement's parameters or columns."""
        name = next(step[kind] for kind in KINDS if kind in step)
        return types_of(self._statements[name].get(of, []))

    def _has(self, name: str) -> bool:
        return key(name) in self._methods

    def _method(self, name: str) -> tuple[Callable[..., Any], dict[str, Any]]:
        own = self._methods.get(key(name)) or self._methods["n" + key(name)]
        method, function = getattr(self._app, own), getattr(self._cls, own)
        keywords = [
            p.name
            for p in inspect.signature(function).parameters.values()
            if p.kind is p.KEYWORD_ONLY
        ]
        hints = get_type_hints(function)
        if not keywords:
            return method, hints

        def call(*args: Any) -> Any:
            given = zip(keywords, args, strict=True)
            return method(**{name: arg for name, arg in given if arg is not LEFT})

        return call, hints


@dataclass
class Object:
    """Columns that are one value, which may be null."""

    types: "list[Type]"
    null: bool
    at: list[int]  # where these stand, if not one behind the other


@dataclass
class List:
    """Columns of which several rows make a list of objects."""

    types: "list[Type]"


Type = str | Object | List


def types_of(found: list[Any]) -> list[Type]:
    return [type_of(said) for said in found]


def type_of(said: Any) -> Type:
    if isinstance(said, str):
        return MARKS.sub("", said).rpartition(" ")[2]
    types = types_of(said["columns"])
    if "list" in said:
        return List(types)
    return Object(types, "null" in said, said.get("at", []))


def as_sent(values: list[T], at: Sequence[int]) -> list[T]:
    """Values in the order that the engine returns, of which `at` says where each stands."""
    return [
        value
        for _, value in sorted(zip(at, values, strict=True), key=lambda pair: pair[0])
    ]


def flat_rows(types: list[Type], row: list[Any]) -> int:
    """How many rows the engine returns for a row."""
    for type_, value in zip(types, row, strict=True):
        if isinstance(type_, List) and value:
            return sum(flat_rows(type_.types, item) for item in value)
    return 1


def flat(types: list[Type], values: list[Any]) -> list[tuple[Type, Any]]:
    """Columns by themselves: those of an object that is not there are NULL."""
    columns: list[tuple[Type, Any]] = []
    apart: dict[int, tuple[Type, Any]] = {}
    for type_, value in zip(types, values, strict=True):
        if isinstance(type_, Object):
            own: list[Any] = [None] * len(type_.types) if value is None else value
            inner = flat(type_.types, own)
            apart.update(zip(type_.at, inner, strict=False))
            columns += [] if type_.at else inner
        else:
            columns.append((type_, value))
    for at in sorted(apart):
        columns.insert(at, apart[at])
    return columns


class Anything(str):
    """A value whose type the annotation leaves open, as text."""

    __slots__ = ()


class Wire:
    """A list as the server sends it, which a driver that does not know its type leaves as it is."""


def assert_same(got: Any, expected: Any) -> None:
    assert same(got, expected), f"{got!r} is not {expected!r}"


def same(a: Any, b: Any) -> bool:
    """Equal, and of one type: 1 is neither True nor 1.0."""
    if isinstance(b, Anything):
        return str(a) == str(b)
    if isinstance(b, Wire):
        return isinstance(a, bytes)
    if not isinstance(a, type(b)) or isinstance(a, bool) is not isinstance(b, bool):
        return False
    if type(a) in {list, tuple}:
        pairs = [cast(list[Any], a), cast(list[Any], b)]
        return len(pairs[0]) == len(pairs[1]) and all(map(same, *pairs))
    if is_row(a):
        names = hints_of(type(cast(object, a)))
        return all(same(getattr(a, name), getattr(b, name)) for name in names)
    return bool(a == b)


def is_row(value: object) -> bool:
    """Whether a value is a row of generated code, or a value of a composite type."""
    if isinstance(value, (BaseModel, Struct)) or is_dataclass(value):
        return True
    return hasattr(value, "_fields")  # of a named tuple


def hints_of(row: type[Any]) -> dict[str, Any]:
    """The types of a row's fields, of whatever kind its class is."""
    if issubclass(row, BaseModel):  # whose class has annotations of its own
        row_hints = get_type_hints(row)
        return {name: row_hints[name] for name in row.model_fields}
    return get_type_hints(row)


def rows_given(step: Step) -> Iterator[list[Any]]:
    """The values of a step, so many times, with the time in place of #."""
    if "times" not in step:
        yield from step.get("values", [])
    for time in map(str, range(step.get("times", 0))):
        for row in step["values"]:
            yield [v.replace("#", time) if isinstance(v, str) else v for v in row]


def without_none(hint: Any) -> Any:
    if get_origin(hint) in {Union, types.UnionType}:
        own = [h for h in get_args(hint) if h is not types.NoneType]
        return own[0] if len(own) == 1 else Any
    return hint


def element_of(rows: Any) -> Any:
    """What is inserted: the first kind of rows, where there are several."""
    if get_origin(rows) in {Union, types.UnionType}:
        return element_of(get_args(rows)[0])
    return get_args(rows)[0]


def row_of(hint: Any, types: list[Type], values: list[Any], result: str) -> Any:
    """A row of the annotated class, or the value of one that is plucked."""
    if result in {"value", "values"}:
        return value_of(hint, types[0], values[0])
    hint = without_none(hint)
    if get_origin(hint) is tuple:
        columns, own = zip(*flat(types, values), strict=True)
        return tuple(values_of(get_args(hint), list(columns), list(own)))
    hints = hints_of(hint)
    fields = values_of(hints.values(), types, values)
    if issubclass(hint, BaseModel):
        return hint.model_construct(**dict(zip(hints, fields, strict=True)))
    return hint(*fields)


def dict_of(
    hints: dict[str, Any], types: list[Type], values: list[Any]
) -> dict[str, Any]:
    """A row of keywords, of which some are left out."""
    own = {name: hint for name, hint in hints.items() if name != "return"}
    given = zip(own, values_of(own.values(), types, values), strict=True)
    return {name: value for name, value in given if value is not LEFT}


def values_of(hints: Iterable[Any], types: list[Type], values: list[Any]) -> list[Any]:
    return [value_of(*each) for each in zip(hints, types, values, strict=True)]


def value_of(hint: Any, type_: Type, value: Any) -> Any:
    if isinstance(type_, List):
        (element,) = get_args(hint)
        return [row_of(element, type_.types, item, "rows") for item in value]
    if isinstance(type_, Object):
        assert (type(None) in get_args(hint)) == type_.null, hint
        if value is not None:
            return row_of(hint, type_.types, value, "rows")
    if value is None or isinstance(type_, Object):
        return None
    if value == {}:
        return LEFT
    hint = without_none(hint)
    if type_ == "float32":
        return struct.unpack("f", struct.pack("f", float(value)))[0]
    if type_ == "hstore" and get_origin(hint) is dict:
        return dict(zip(value[::2], value[1::2], strict=True))
    if isinstance(value, list):
        if hint is bytes:
            return Wire()
        (element,) = get_args(hint) or (Any,)
        inner = type_.removesuffix("[]")
        items: list[Any] = value  # pyright: ignore[reportUnknownVariableType]
        return [value_of(element, inner, item) for item in items]
    if hint is Any and type_ == "blob":
        return bytes.fromhex(value)
    if hint is Any or hint is object:
        return json.loads(value) if type_ == "json" else Anything(value)
    if hint is bytes and type_ != "blob":  # as the server sends it
        return str(value).encode()
    if hint in PARSE:
        return PARSE[hint](value)
    return own_type(hint, value)


def own_type(hint: Any, value: str) -> Any:
    """A value of a class of generated code, or of a driver's."""
    name = getattr(get_origin(hint) or hint, "__name__", "")
    if name == "Range":
        (element,) = get_args(hint)
        bounds = (value_of(element, "", text) for text in value[1:-1].split(","))
        # As PostgreSQL writes it: with the lower bound, without the upper one.
        return hint(*bounds)
    if name == "Interval":
        parts = [re.search(rf"(-?\d+) {unit}", value) for unit in ("mon", "day")]
        time = re.search(r"(\d\d):(\d\d):(\d\d)$", value)
        seconds = int(time[1]) * 3600 + int(time[2]) * 60 + int(time[3]) if time else 0
        months, days = (int(found[1]) if found else 0 for found in parts)
        return hint(months, days, seconds * 1_000_000)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint(value)
    raise AssertionError(f"no value of {hint} for {value!r}")


def _time(text: str) -> dt.time:
    return dt.time.fromisoformat(_digits(text))


def _timestamp(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(_digits(text))


def _digits(text: str) -> str:
    """Six digits of a second and minutes of an offset, as Python 3.10 wants them."""
    text = re.sub(r"\.(\d+)", lambda m: "." + m[1].ljust(6, "0"), text)
    return re.sub(r"([+-]\d\d)$", r"\1:00", text) if ":" in text else text


PARSE: dict[Any, Callable[[str], Any]] = {
    bool: lambda s: s == "true",
    bytes: bytes.fromhex,
    Decimal: Decimal,
    dt.date: dt.date.fromisoformat,
    dt.time: _time,
    dt.datetime: _timestamp,
    float: float,
    int: lambda s: int({"true": "1", "false": "0"}.get(s, s)),
    str: str,
    UUID: UUID,
}
