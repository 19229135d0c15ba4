"""Rows as an Arrow stream, column by column, by nothing but the standard library.

The structures are those of the Arrow C data interface.
"""

import array
import ctypes
import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import accumulate, chain
from typing import Any, final
from uuid import UUID

from common import _unfit
from text import _encode_decimal


def _offsets(values: Sequence[Any]) -> "array.array[int]":
    return array.array("q", accumulate(map(len, values), initial=0))


_Release = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


_Get = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)


_GetError = ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_void_p)


class _CSchema(ctypes.Structure):
    _fields_ = (
        ("format", ctypes.c_char_p),
        ("name", ctypes.c_char_p),
        ("metadata", ctypes.c_char_p),
        ("flags", ctypes.c_int64),
        ("n_children", ctypes.c_int64),
        ("children", ctypes.c_void_p),
        ("dictionary", ctypes.c_void_p),
        ("release", _Release),
        ("private_data", ctypes.c_void_p),
    )


class _CArray(ctypes.Structure):
    _fields_ = (
        ("length", ctypes.c_int64),
        ("null_count", ctypes.c_int64),
        ("offset", ctypes.c_int64),
        ("n_buffers", ctypes.c_int64),
        ("n_children", ctypes.c_int64),
        ("buffers", ctypes.c_void_p),
        ("children", ctypes.c_void_p),
        ("dictionary", ctypes.c_void_p),
        ("release", _Release),
        ("private_data", ctypes.c_void_p),
    )


class _CStream(ctypes.Structure):
    _fields_ = (
        ("get_schema", _Get),
        ("get_next", _Get),
        ("get_last_error", _GetError),
        ("release", _Release),
        ("private_data", ctypes.c_void_p),
    )


@dataclass(frozen=True)
class _Layout:
    """How the values of a type lie in memory.

    fill gives buffers and the values of children. Where there is a default, it stands in
    None's place.
    """

    format: str
    fill: Callable[[Sequence[Any]], tuple[list[Any], list[Sequence[Any]]]]
    default: object
    children: tuple[tuple[str, "_Layout"], ...] = ()
    metadata: bytes | None = None


def _numbers(format: str, code: str) -> _Layout:
    return _Layout(format, lambda values: ([array.array(code, values)], []), 0)


def _fill_bools(values: Sequence[Any]) -> tuple[list[Any], list[Sequence[Any]]]:
    _require(values, bool, "a bool")
    return [array.array("b", values)], []


def _require(values: Sequence[Any], kind: type, expected: str) -> None:
    if set(map(type, values)) - {kind}:
        for value in values:
            if not isinstance(value, kind):
                raise _unfit("", expected, value)


def _fill_texts(values: Sequence[str]) -> tuple[list[Any], list[Sequence[Any]]]:
    text = "".join(values)
    if text.isascii():
        return [_offsets(values), text.encode()], []
    return _fill_blobs([value.encode() for value in values])


def _fill_blobs(values: Sequence[bytes]) -> tuple[list[Any], list[Sequence[Any]]]:
    return [_offsets(values), b"".join(values)], []


def _texts(encode: Callable[[Any, str], str]) -> _Layout:
    """Values as their text, which the statement casts."""

    def fill(values: Sequence[Any]) -> tuple[list[Any], list[Sequence[Any]]]:
        return _fill_texts(["" if v is None else encode(v, "") for v in values])

    return _Layout("U", fill, None)


def _label_of(value: Any, name: str) -> str:
    label: str = value.value
    return label


def _fill_decimals(values: Sequence[Any]) -> tuple[list[Any], list[Sequence[Any]]]:
    _require(values, Decimal, "a Decimal")
    buffers, children = _fill_texts(list(map(str, values)))
    if b"E" in buffers[1] or b"n" in buffers[1]:  # 1E-38, Infinity, NaN
        return _fill_texts([_encode_decimal(value, "") for value in values])
    return buffers, children


def _fill_uuids(values: Sequence[UUID]) -> tuple[list[Any], list[Sequence[Any]]]:
    return [b"".join([value.int.to_bytes(16, "big") for value in values])], []


def _fill_dates(values: Sequence[Any]) -> tuple[list[Any], list[Sequence[Any]]]:
    if set(map(type, values)) - {dt.date}:
        for value in values:
            if not isinstance(value, dt.date) or isinstance(value, dt.datetime):
                raise _unfit("", "a date", value)
    return [array.array("i", [value.toordinal() - 719163 for value in values])], []


def _instants(format: str, epoch: dt.datetime) -> _Layout:
    """Microseconds since an epoch, which is aware where the values have to be."""

    def fill(values: Sequence[Any]) -> tuple[list[Any], list[Sequence[Any]]]:
        micros: list[int] = []
        for value in values:
            since = value - epoch
            seconds = since.days * 86_400 + since.seconds
            micros.append(seconds * 1_000_000 + since.microseconds)
        return [array.array("q", micros)], []

    return _Layout(format, fill, epoch)


def _lists(item: _Layout) -> _Layout:
    def fill(values: Sequence[Any]) -> tuple[list[Any], list[Sequence[Any]]]:
        if {str, bytes} & set(map(type, values)):
            raise TypeError("expected a sequence of values")
        return [_offsets(values)], [list(chain.from_iterable(values))]

    return _Layout("+L", fill, (), (("item", item),))


def _maps(key: _Layout, value: _Layout) -> _Layout:
    def fill(values: Sequence[Any]) -> tuple[list[Any], list[Sequence[Any]]]:
        ends = array.array("i", accumulate(map(len, values), initial=0))
        return [ends], [list(chain.from_iterable(value.items() for value in values))]

    def fill_entries(values: Sequence[Any]) -> tuple[list[Any], list[Sequence[Any]]]:
        return [], [[entry[0] for entry in values], [entry[1] for entry in values]]

    entries = _Layout("+s", fill_entries, None, (("key", key), ("value", value)))
    return _Layout("+m", fill, {}, (("entries", entries),))


def _structs(kind: type, *fields: tuple[str, str, _Layout]) -> _Layout:
    """Fields, each with its name in SQL and that of its attribute."""

    def fill(values: Sequence[Any]) -> tuple[list[Any], list[Sequence[Any]]]:
        _require([value for value in values if value is not None], kind, kind.__name__)
        return [], [
            [None if value is None else getattr(value, attribute) for value in values]
            for _, attribute, _ in fields
        ]

    children = tuple((name, layout) for name, _, layout in fields)
    return _Layout("+s", fill, None, children)


def _unions(tag: str, *members: tuple[str, _Layout]) -> _Layout:
    """The number of the member that a union is, and all members."""
    numbers = {name: number for number, (name, _) in enumerate(members)}

    def fill(values: Sequence[Any]) -> tuple[list[Any], list[Sequence[Any]]]:
        tags = [None if value is None else numbers[value.tag] for value in values]
        return [], [
            tags,
            *(
                [
                    value.value if value is not None and value.tag == name else None
                    for value in values
                ]
                for name in numbers
            ),
        ]

    return _Layout("+s", fill, None, ((tag, _numbers("C", "B")), *members))


_BOOL = _Layout("c", _fill_bools, False)


_INT8 = _numbers("c", "b")


_INT16 = _numbers("s", "h")


_INT32 = _numbers("i", "i")


_INT64 = _numbers("l", "q")


_UINT8 = _numbers("C", "B")


_UINT16 = _numbers("S", "H")


_UINT32 = _numbers("I", "I")


_UINT64 = _numbers("L", "Q")


_FLOAT = _numbers("g", "d")


_TEXT = _Layout("U", _fill_texts, "")


_BLOB = _Layout("Z", _fill_blobs, b"")


_DECIMAL = _Layout("U", _fill_decimals, Decimal(0))


_DATE = _Layout("tdD", _fill_dates, dt.date(1970, 1, 1))


_TIMESTAMP = _instants("tsu:", dt.datetime(1970, 1, 1))


_TIMESTAMPTZ = _instants("tsu:UTC", dt.datetime(1970, 1, 1, tzinfo=dt.timezone.utc))


_UUID = _Layout(
    "w:16",
    _fill_uuids,
    UUID(int=0),
    metadata=b"\1\0\0\0\x14\0\0\0ARROW:extension:name\n\0\0\0arrow.uuid",
)


_LABEL = _texts(_label_of)


def _integer_text(value: int, name: str) -> str:
    return str(int(value))


_HUGEINT = _texts(_integer_text)


@dataclass
class _Data:
    """Values in memory, with everything that the structure points to."""

    length: int
    nulls: int
    buffers: list[Any]
    children: list["_Data"]


def _data(layout: _Layout, values: Sequence[Any]) -> _Data:
    nulls, validity = 0, None
    if type(None) in set(map(type, values)):
        present = ["0" if value is None else "1" for value in values]
        present.reverse()
        bits = "".join(present)
        nulls = bits.count("0")
        validity = int(bits, 2).to_bytes((len(values) + 7) // 8, "little")
        if layout.default is not None:
            default = layout.default
            values = [default if value is None else value for value in values]
    buffers, parts = layout.fill(values)
    children = [
        _data(child, part)
        for (_, child), part in zip(layout.children, parts, strict=True)
    ]
    return _Data(len(values), nulls, [validity, *buffers], children)


@final
class _Batches:
    """Batches of columns as a stream that others read without a copy."""

    def __init__(
        self, fields: Sequence[tuple[str, _Layout]], batches: Sequence[_Data]
    ) -> None:
        self._layout = _Layout("+s", lambda _: ([], []), None, tuple(fields))
        self._batches = batches
        self._kept: list[object] = []  # whatever the structures point to

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        batches = iter(self._batches)

        def get_schema(_: int, out: int) -> int:
            self._schema(_CSchema.from_address(out), "", self._layout)
            return 0

        def get_next(_: int, out: int) -> int:
            target = _CArray.from_address(out)
            batch = next(batches, None)
            if batch is None:
                target.release = _Release()
            else:
                self._fill(target, batch)
            return 0

        stream = _CStream(
            _Get(get_schema), _Get(get_next), _GetError(), _RELEASE_STREAM, None
        )
        self._kept.append(stream)
        new = ctypes.pythonapi.PyCapsule_New
        new.restype = ctypes.py_object
        new.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
        return new(ctypes.addressof(stream), b"arrow_array_stream", None)

    def _schema(self, out: _CSchema, name: str, layout: _Layout) -> None:
        children = [_CSchema() for _ in layout.children]
        for child, (child_name, child_layout) in zip(
            children, layout.children, strict=True
        ):
            self._schema(child, child_name, child_layout)
        texts = (layout.format.encode(), name.encode(), layout.metadata)
        self._kept.append(texts)
        out.format, out.name, out.metadata = texts
        out.flags = 2  # every value may be NULL; whether one is, its data says
        out.n_children = len(children)
        out.children = self._pointers(children)
        out.dictionary = out.private_data = None
        out.release = _RELEASE_SCHEMA

    def _fill(self, out: _CArray, data: _Data) -> None:
        children = [_CArray() for _ in data.children]
        for child, child_data in zip(children, data.children, strict=True):
            self._fill(child, child_data)
        addresses = [_address(buffer) for buffer in data.buffers]
        buffers = (ctypes.c_void_p * len(addresses))(*addresses)
        self._kept.append(buffers)
        out.length, out.null_count, out.offset = data.length, data.nulls, 0
        out.n_buffers = len(addresses)
        out.buffers = ctypes.addressof(buffers)
        out.n_children = len(children)
        out.children = self._pointers(children)
        out.dictionary = out.private_data = None
        out.release = _RELEASE_ARRAY

    def _pointers(self, children: Sequence[ctypes.Structure]) -> int | None:
        if not children:
            return None
        pointers = (ctypes.c_void_p * len(children))(*map(ctypes.addressof, children))
        self._kept += (*children, pointers)
        return ctypes.addressof(pointers)


def _address(buffer: Any) -> int | None:
    if buffer is None:
        return None
    if isinstance(buffer, bytes):
        return ctypes.cast(ctypes.c_char_p(buffer), ctypes.c_void_p).value
    address: int = buffer.buffer_info()[0]
    return address


def _release_schema(address: int) -> None:
    # What it points to lives as long as the object that the stream came from.
    _CSchema.from_address(address).release = _Release()


def _release_array(address: int) -> None:
    _CArray.from_address(address).release = _Release()


def _release_stream(address: int) -> None:
    _CStream.from_address(address).release = _Release()


_RELEASE_SCHEMA = _Release(_release_schema)


_RELEASE_ARRAY = _Release(_release_array)


_RELEASE_STREAM = _Release(_release_stream)
