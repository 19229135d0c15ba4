"""Rows as an Arrow stream, column by column, by nothing but the standard library.

The structures are those of the Arrow C data interface.
"""

from __future__ import annotations

import ctypes
import datetime as dt
import errno
import struct
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import accumulate, chain, islice
from operator import countOf
from typing import Any, final
from uuid import UUID

from common import _unfit
from text import _encode_decimal


def _packed(code: str, values: Sequence[Any]) -> bytes:
    return struct.pack(f"{len(values)}{code}", *values)


def _offsets(values: Sequence[Any], code: str = "q") -> bytes:
    return _packed(code, list(accumulate(map(len, values), initial=0)))


_Release = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


_Get = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)


_GetError = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)


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

    fill gives buffers and the values of children. Where there is a default, fill takes no
    None, and the default stands in its place.
    """

    format: str
    fill: Callable[[Sequence[Any]], tuple[list[bytes], list[Sequence[Any]]]]
    default: object
    children: tuple[tuple[str, _Layout], ...] = ()
    metadata: bytes | None = None


def _numbers(format: str, code: str) -> _Layout:
    return _Layout(format, lambda values: ([_packed(code, values)], []), 0)


def _fill_bools(values: Sequence[Any]) -> tuple[list[bytes], list[Sequence[Any]]]:
    _require(values, bool, "a bool")
    return [bytes(values)], []


def _require(values: Sequence[Any], kind: type, expected: str) -> None:
    if countOf(map(type, values), kind) < len(values):
        for value in values:
            if not isinstance(value, kind):
                raise _unfit("", expected, value)


def _fill_texts(values: Sequence[str]) -> tuple[list[bytes], list[Sequence[Any]]]:
    text = "".join(values)
    if text.isascii():
        return [_offsets(values), text.encode()], []
    return _fill_blobs(list(map(str.encode, values)))


def _fill_blobs(values: Sequence[bytes]) -> tuple[list[bytes], list[Sequence[Any]]]:
    return [_offsets(values), b"".join(values)], []


def _texts(encode: Callable[[Any, str], str]) -> _Layout:
    """Values as their text, which the statement casts."""

    def fill(values: Sequence[Any]) -> tuple[list[bytes], list[Sequence[Any]]]:
        return _fill_texts(["" if v is None else encode(v, "") for v in values])

    return _Layout("U", fill, None)


def _encoded(encode: Callable[[Any], Any], layout: _Layout) -> _Layout:
    """Values that a function of the program makes others of."""

    def fill(values: Sequence[Any]) -> tuple[list[bytes], list[Sequence[Any]]]:
        none = layout.default
        return layout.fill([none if v is None else encode(v) for v in values])

    return _Layout(layout.format, fill, None, layout.children, layout.metadata)


def _label_of(value: Any, name: str) -> str:
    label: str = value.value
    return label


def _fill_decimals(values: Sequence[Any]) -> tuple[list[bytes], list[Sequence[Any]]]:
    _require(values, Decimal, "a Decimal")
    buffers, children = _fill_texts([str(value) for value in values])
    if b"E" in buffers[1] or b"n" in buffers[1]:  # 1E-38, Infinity, NaN
        return _fill_texts([_encode_decimal(value, "") for value in values])
    return buffers, children


def _fill_uuids(values: Sequence[UUID]) -> tuple[list[bytes], list[Sequence[Any]]]:
    return [b"".join([value.int.to_bytes(16, "big") for value in values])], []


def _fill_dates(values: Sequence[Any]) -> tuple[list[bytes], list[Sequence[Any]]]:
    if countOf(map(type, values), dt.date) < len(values):
        for value in values:
            if not isinstance(value, dt.date) or isinstance(value, dt.datetime):
                raise _unfit("", "a date", value)
    return [_packed("i", [value.toordinal() - 719163 for value in values])], []


def _instants(format: str, epoch: dt.datetime) -> _Layout:
    """Microseconds since an epoch, which is aware where the values have to be."""

    def fill(values: Sequence[Any]) -> tuple[list[bytes], list[Sequence[Any]]]:
        micros = [
            (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds
            for since in [value - epoch for value in values]
        ]
        return [_packed("q", micros)], []

    return _Layout(format, fill, epoch)


def _lists(item: _Layout) -> _Layout:
    def fill(values: Sequence[Any]) -> tuple[list[bytes], list[Sequence[Any]]]:
        if {str, bytes} & set(map(type, values)):
            raise TypeError("expected a sequence of values")
        return [_offsets(values)], [list(chain.from_iterable(values))]

    return _Layout("+L", fill, (), (("item", item),))


def _maps(key: _Layout, value: _Layout) -> _Layout:
    def fill(values: Sequence[Any]) -> tuple[list[bytes], list[Sequence[Any]]]:
        entries = chain.from_iterable(value.items() for value in values)
        return [_offsets(values, "i")], [list(entries)]

    def fill_entries(values: Sequence[Any]) -> tuple[list[bytes], list[Sequence[Any]]]:
        return [], [[entry[0] for entry in values], [entry[1] for entry in values]]

    entries = _Layout("+s", fill_entries, None, (("key", key), ("value", value)))
    return _Layout("+m", fill, {}, (("entries", entries),))


def _structs(kind: type, *fields: tuple[str, str, _Layout]) -> _Layout:
    """Fields, each with its name in SQL and that of its attribute."""

    def fill(values: Sequence[Any]) -> tuple[list[bytes], list[Sequence[Any]]]:
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

    def fill(values: Sequence[Any]) -> tuple[list[bytes], list[Sequence[Any]]]:
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
    buffers: list[bytes | None]
    children: list[_Data]


def _data(layout: _Layout, values: Sequence[Any]) -> _Data:
    present = values
    if layout.default is not None:
        try:
            return _filled(layout, values)
        except Exception:  # which costs less than looking for None in every column
            if type(None) not in map(type, values):
                raise
        present = [layout.default if value is None else value for value in values]
    data = _filled(layout, present)
    if type(None) in map(type, values):
        bits = "".join(["0" if value is None else "1" for value in reversed(values)])
        data.nulls = bits.count("0")
        data.buffers[0] = int(bits, 2).to_bytes((len(values) + 7) // 8, "little")
    return data


def _filled(layout: _Layout, values: Sequence[Any]) -> _Data:
    buffers, parts = layout.fill(values)
    children = [
        _data(child, part)
        for (_, child), part in zip(layout.children, parts, strict=True)
    ]
    return _Data(len(values), 0, [None, *buffers], children)


@final
class _Batches:
    """Batches of columns as a stream that others read without a copy.

    A batch is made when it is read, on one of DuckDB's threads while others write the
    batches before it.
    """

    def __init__(
        self,
        fields: Sequence[tuple[str, _Layout]],
        batches: Callable[[], Iterator[_Data]],
    ) -> None:
        layout = _Layout("+s", lambda _: ([], []), None, tuple(fields))
        self._schema = _CSchema()
        self._described = _describe_schema(self._schema, "", layout)
        self._batches = batches
        self._streams: list[_CStream] = []
        self._lent: list[threading.Event] = []
        self.errors: list[BaseException] = []  # why a batch could not be made

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        # A stream does not refer to self, so that all is freed as soon as self is.
        schema, batches = self._schema, self._batches()
        lent, errors = self._lent, self.errors

        def get_schema(_: int, out: int) -> int:
            ctypes.memmove(out, ctypes.addressof(schema), ctypes.sizeof(schema))
            return 0

        def get_next(address: int, out: int) -> int:
            reader, target = _CStream.from_address(address), _CArray.from_address(out)
            target.release = _Release()
            if not reader.private_data:
                reader.private_data = _lend(lent, None)
            try:
                for batch in islice(batches, 1):
                    described = _describe_array(target, batch)
                    target.private_data = _lend(lent, (batch, described))
            except BaseException as error:
                errors.append(error)
                return errno.EINVAL
            return 0

        stream = _CStream(
            _Get(get_schema), _Get(get_next), _GET_ERROR, _RELEASE_STREAM, None
        )
        self._streams.append(stream)
        new = ctypes.pythonapi.PyCapsule_New
        new.restype = ctypes.py_object
        new.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
        return new(ctypes.addressof(stream), b"arrow_array_stream", None)

    def wait(self) -> None:
        """Wait until all that is read is given back.

        A thread that does so needs Python, and takes the process down where that ends.
        """
        for returned in self._lent:
            returned.wait(1)


def _describe_schema(out: _CSchema, name: str, layout: _Layout) -> list[object]:
    """Fill the structure for a type; return what it points to."""
    children = [_CSchema() for _ in layout.children]
    kept = [
        _describe_schema(child, *field)
        for child, field in zip(children, layout.children, strict=True)
    ]
    pointers = _pointers(children)
    texts = (layout.format.encode(), name.encode(), layout.metadata)
    out.format, out.name, out.metadata = texts
    out.flags = 2  # every value may be NULL; whether one is, its data says
    out.n_children = len(children)
    out.children = ctypes.addressof(pointers)
    out.dictionary = out.private_data = None
    out.release = _RELEASE_SCHEMA
    return [kept, children, pointers, texts]


def _describe_array(out: _CArray, data: _Data) -> list[object]:
    """Fill the structure for values in memory; return what it points to besides them."""
    children = [_CArray() for _ in data.children]
    kept = [
        _describe_array(child, child_data)
        for child, child_data in zip(children, data.children, strict=True)
    ]
    pointers = _pointers(children)
    buffers = (ctypes.c_char_p * len(data.buffers))(*data.buffers)
    out.length, out.null_count, out.offset = data.length, data.nulls, 0
    out.n_buffers = len(data.buffers)
    out.buffers = ctypes.addressof(buffers)
    out.n_children = len(children)
    out.children = ctypes.addressof(pointers)
    out.dictionary = out.private_data = None
    out.release = _RELEASE_ARRAY
    return [kept, children, pointers, buffers]


def _pointers(children: Sequence[ctypes.Structure]) -> ctypes.Array[ctypes.c_void_p]:
    return (ctypes.c_void_p * len(children))(*map(ctypes.addressof, children))


def _release_schema(address: int) -> None:
    # What it points to lives as long as the batches.
    _CSchema.from_address(address).release = _Release()


_read: dict[int, tuple[threading.Event, object]] = {}  # what is not released yet


def _lend(lent: list[threading.Event], kept: object) -> int:
    """Keep what is read until it is given back; return its number."""
    returned = threading.Event()
    lent.append(returned)
    _read[id(returned)] = returned, kept
    return id(returned)


def _give_back(number: int | None) -> None:
    if number in _read:  # of what is in an array, only the array itself is
        _read.pop(number)[0].set()


def _release_array(address: int) -> None:
    array = _CArray.from_address(address)
    array.release = _Release()
    _give_back(array.private_data)


def _release_stream(address: int) -> None:
    stream = _CStream.from_address(address)
    stream.release = _Release()
    _give_back(stream.private_data)


_NO_BATCH = ctypes.create_string_buffer(b"the rows cannot be encoded")


def _get_error(_: int) -> int:
    return ctypes.addressof(_NO_BATCH)


_GET_ERROR = _GetError(_get_error)


_RELEASE_SCHEMA = _Release(_release_schema)


_RELEASE_ARRAY = _Release(_release_array)


_RELEASE_STREAM = _Release(_release_stream)
