"""Helpers of the code generated for PostgreSQL: its binary format, as COPY and parameters take it."""

from __future__ import annotations

import datetime as dt
import ipaddress
import json
import re
import struct
from collections.abc import Callable, Iterable, Sequence
from decimal import MAX_PREC, Context, Decimal, InvalidOperation, Overflow, localcontext
from itertools import chain
from typing import Any
from uuid import UUID

from common import _From, _unfit
from interval import Interval


def _encode_date(value: object, name: str) -> dt.date:
    if not isinstance(value, dt.date) or isinstance(value, dt.datetime):
        raise _unfit(name, "a date", value)
    return value


Inet = (
    ipaddress.IPv4Address
    | ipaddress.IPv6Address
    | ipaddress.IPv4Interface
    | ipaddress.IPv6Interface
)
"""A host's address; an interface where the length of its network's prefix is known."""


Cidr = ipaddress.IPv4Network | ipaddress.IPv6Network


_UNCERTAIN = "the connection was lost before the server confirmed the write"


def _encode_time(value: object, name: str) -> dt.time:
    if not isinstance(value, dt.time):
        raise _unfit(name, "a time", value)
    if value.tzinfo is not None:
        raise ValueError(f"{name}: expected a naive time, got one with a time zone")
    return value


def _encode_timetz(value: object, name: str) -> dt.time:
    if not isinstance(value, dt.time):
        raise _unfit(name, "a time", value)
    if value.utcoffset() is None:
        raise ValueError(f"{name}: expected a time with a UTC offset, got one without")
    return value


def _encode_timestamp(value: object, name: str) -> dt.datetime:
    if not isinstance(value, dt.datetime):
        raise _unfit(name, "a datetime", value)
    if value.tzinfo is not None:
        raise ValueError(f"{name}: expected a naive datetime, got an aware one")
    return value


def _encode_timestamptz(value: object, name: str) -> dt.datetime:
    if not isinstance(value, dt.datetime):
        raise _unfit(name, "a datetime", value)
    if value.utcoffset() is None:
        raise ValueError(f"{name}: expected an aware datetime, got a naive one")
    if not _FIRST_UTC <= value <= _LAST_UTC:
        raise ValueError(f"{name}: {value} is outside of UTC's years 1 to 9999")
    return value


_FIRST_UTC = dt.datetime.min.replace(tzinfo=dt.timezone.utc)


_LAST_UTC = dt.datetime.max.replace(tzinfo=dt.timezone.utc)


def _encode_json(value: object, name: str) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name}: {error}") from error


def _encode_list(values: Iterable[_From], name: str) -> list[_From]:
    if isinstance(values, (str, bytes)):
        raise _unfit(name, "a sequence of values", values)
    return list(values)


def _encode_lists(
    values: Sequence[Sequence[_From]], name: str, depth: int
) -> list[Sequence[_From]]:
    try:
        _dimensions(values, depth)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name}: {error}") from error
    return list(values)


_NULL = b"\xff\xff\xff\xff"


_pack_length = struct.Struct(">i").pack


def _sized(data: bytes) -> bytes:
    return _pack_length(len(data)) + data


_sized_bool = struct.Struct(">ib").pack


_sized_int2 = struct.Struct(">ih").pack


_sized_int4 = struct.Struct(">ii").pack


_sized_int8 = struct.Struct(">iq").pack


_sized_oid = struct.Struct(">iI").pack


_sized_float4 = struct.Struct(">if").pack


_sized_float8 = struct.Struct(">id").pack


_sized_uuid = struct.Struct(">i16s").pack


def _sized_or_null(
    pack: Callable[[Sequence[_From]], list[bytes]], values: Sequence[_From | None]
) -> list[bytes]:
    """A column that takes NULL, from what writes one that does not."""
    packed = iter(pack([value for value in values if value is not None]))
    return [_NULL if value is None else _sized(next(packed)) for value in values]


def _flag(value: object) -> int:
    """What struct writes for a bool, in whose place it would take any number."""
    if value is True:
        return 1
    if value is False:
        return 0
    raise TypeError(f"expected a bool, got {type(value).__qualname__}")


def _pack_bool(value: object) -> bytes:
    return bytes((_flag(value),))


_pack_int2 = struct.Struct(">h").pack


_pack_int4 = struct.Struct(">i").pack


_pack_int8 = struct.Struct(">q").pack


_pack_oid = struct.Struct(">I").pack


_pack_float4 = struct.Struct(">f").pack


_pack_float8 = struct.Struct(">d").pack


def _pack_numeric(value: Decimal) -> bytes:
    text = str(value)
    if value.is_snan():
        raise ValueError("PostgreSQL has no signalling NaN")
    if not value.is_finite():
        infinity = 0xF000 if text[0] == "-" else 0xD000
        return struct.pack(">4H", 0, 0, 0xC000 if value.is_nan() else infinity, 0)
    if "E" in text:
        text = f"{value:f}"
    # Groups of four digits, the decimal point between two of them.
    whole, _, fraction = text.lstrip("-").partition(".")
    digits = "0" * (-len(whole) % 4) + whole + fraction + "0" * (-len(fraction) % 4)
    groups = [int(digits[i : i + 4]) for i in range(0, len(digits), 4)]
    weight, sign = (len(whole) - 1) // 4, 0x4000 if text[0] == "-" else 0
    head = struct.pack(">HhHH", len(groups), weight, sign, len(fraction))
    return head + struct.pack(f">{len(groups)}H", *groups)


_SHORT_NUMERIC = Context(prec=MAX_PREC, Emax=11, traps=[InvalidOperation, Overflow])


_TEN_THOUSAND = Decimal(10_000)


_SHORT_POSITIVE = 0x0003_0001_0000_0004
"""Three groups of digits, two of them before the point; no sign; four digits behind."""


_SHORT_NEGATIVE = 0x0003_0001_4000_0004


_SHORT_NAN = 0x0003_0001_C000_0004


_pack_short_digits = struct.Struct(">QHHH").pack


def _short_numerics(values: Sequence[Decimal]) -> list[bytes]:
    """Numbers with up to eight digits before the point and four behind it.

    The server rounds: digits behind the fourth do not matter where the column's scale
    is less than that.
    """
    try:
        with localcontext(_SHORT_NUMERIC):
            numbers = [int(value * _TEN_THOUSAND) for value in values]
    except (ArithmeticError, ValueError):
        if len(values) > 1:
            return [_short_numeric(value) for value in values]
        if not values[0].is_qnan():
            raise
        return [_pack_short_digits(_SHORT_NAN, 0, 0, 0)]
    return [
        _pack_short_digits(_SHORT_POSITIVE, n // 10**8, n // 10**4 % 10**4, n % 10**4)
        if n >= 0
        else _pack_short_digits(
            _SHORT_NEGATIVE, -n // 10**8, -n // 10**4 % 10**4, -n % 10**4
        )
        for n in numbers
    ]


def _short_numeric(value: Decimal) -> bytes:
    return _short_numerics((value,))[0]


def _pack_text(value: str) -> bytes:
    data = value.encode()
    if 0 in data:
        raise ValueError("text cannot hold a NUL character")
    return data


def _texts(values: Sequence[str]) -> list[bytes]:
    if "\0" in "".join(values):
        raise ValueError("text cannot hold a NUL character")
    return [value.encode() for value in values]


def _pack_char(value: str) -> bytes:
    if len(value) == 4 and value[0] == "\\":
        return bytes((int(value[1:], 8),))  # as the server writes what is not ASCII
    data = value.encode()
    if len(data) > 1:
        raise ValueError('"char" is a single byte')
    return data or b"\x00"


def _pack_bytea(value: bytes) -> bytes:
    return bytes(memoryview(value))


def _pack_bits(value: str) -> bytes:
    if not set(value) <= {"0", "1"}:
        raise ValueError("a string of bits has characters 0 and 1 only")
    size = (len(value) + 7) // 8
    return _pack_length(len(value)) + int("0" + value.ljust(size * 8, "0"), 2).to_bytes(
        size, "big"
    )


def _days(value: dt.date) -> int:
    return _encode_date(value, "date").toordinal() - 730120


def _pack_date(value: dt.date) -> bytes:
    return _pack_int4(_days(value))


def _time_micros(value: dt.time) -> int:
    return _day_micros(_encode_time(value, "time"))


def _pack_time(value: dt.time) -> bytes:
    return _pack_int8(_time_micros(value))


def _day_micros(value: dt.time) -> int:
    seconds = (value.hour * 60 + value.minute) * 60 + value.second
    return seconds * 1_000_000 + value.microsecond


_pack_micros_zone = struct.Struct(">qi").pack


def _pack_timetz(value: dt.time) -> bytes:
    offset = _encode_timetz(value, "timetz").utcoffset() or dt.timedelta()
    if offset % dt.timedelta(seconds=1):
        raise ValueError("an offset has whole seconds")
    return _pack_micros_zone(_day_micros(value), -(offset // dt.timedelta(seconds=1)))


_EPOCH = dt.datetime(2000, 1, 1)


_EPOCH_UTC = dt.datetime(2000, 1, 1, tzinfo=dt.timezone.utc)


_FIRST_MICROS = -63_082_281_600_000_000


_LAST_MICROS = 252_455_615_999_999_999
"""The first and the last microsecond that Python reads."""


def _micros_since(epoch: dt.datetime, values: Iterable[dt.datetime]) -> list[int]:
    micros = [
        (span.days * 86_400 + span.seconds) * 1_000_000 + span.microseconds
        for span in [value - epoch for value in values]
    ]
    if micros and not _FIRST_MICROS <= min(micros) <= max(micros) <= _LAST_MICROS:
        raise ValueError("outside of UTC's years 1 to 9999")
    return micros


def _micros(value: dt.datetime) -> int:
    return _micros_since(_EPOCH, (value,))[0]


def _pack_timestamp(value: dt.datetime) -> bytes:
    return _pack_int8(_micros(value))


def _micros_utc(value: dt.datetime) -> int:
    return _micros_since(_EPOCH_UTC, (value,))[0]


def _pack_timestamptz(value: dt.datetime) -> bytes:
    return _pack_int8(_micros_utc(value))


_pack_span = struct.Struct(">qii").pack


def _pack_interval(value: Interval) -> bytes:
    return _pack_span(value.microseconds, value.days, value.months)


def _pack_uuid(value: UUID) -> bytes:
    return value.bytes


def _pack_json(value: object) -> bytes:
    return _encode_json(value, "json").encode()


def _pack_jsonb(value: object) -> bytes:
    return b"\x01" + _pack_json(value)


def _pack_jsonb_text(value: str) -> bytes:
    return b"\x01" + _pack_text(value)


def _pack_inet(value: Inet) -> bytes:
    prefix: int = value.max_prefixlen
    if isinstance(value, (ipaddress.IPv4Interface, ipaddress.IPv6Interface)):
        prefix = value.network.prefixlen
    if getattr(value, "scope_id", None):
        raise ValueError("inet has no scope")
    return bytes((2 if value.version == 4 else 3, prefix, 0, len(value.packed))) + (
        value.packed
    )


def _pack_cidr(value: Cidr) -> bytes:
    address = value.network_address.packed
    return bytes((2 if value.version == 4 else 3, value.prefixlen, 1, len(address))) + (
        address
    )


def _pack_macaddr(value: str) -> bytes:
    data = bytes.fromhex(re.sub("[:.-]", "", value))
    if len(data) != 6:
        raise ValueError("a macaddr has 6 bytes")
    return data


def _pack_macaddr8(value: str) -> bytes:
    data = bytes.fromhex(re.sub("[:.-]", "", value))
    if len(data) != 8:
        raise ValueError("a macaddr8 has 8 bytes")
    return data


_LEXEME = re.compile(r"\s*(?:'((?:[^']|'')*)'|([^\s':]+))(?::((?:\d+[A-D*]?,?)+))?")


def _pack_tsvector(value: str) -> bytes:
    lexemes: dict[bytes, list[int]] = {}
    end = 0
    while end < len(value.rstrip()):
        found = _LEXEME.match(value, end)
        if found is None:
            raise ValueError("expected lexemes in quotes, each with its positions")
        end = found.end()
        quoted, plain, places = found.groups()
        word = plain if quoted is None else quoted.replace("''", "'")
        word = re.sub(r"\\(.)", r"\1", word)
        positions = lexemes.setdefault(_pack_text(word), [])
        for place in filter(None, (places or "").split(",")):
            weight = " DCBA".find(place[-1].replace("*", "A")) - 1
            positions.append(max(weight, 0) << 14 | int(place.rstrip("ABCD*")))
    parts = [_pack_length(len(lexemes))]
    for lexeme, positions in sorted(
        lexemes.items(), key=lambda item: (len(item[0]), item[0])
    ):
        parts.append(lexeme + b"\x00")
        parts.append(struct.pack(f">{1 + len(positions)}H", len(positions), *positions))
    return b"".join(parts)


def _unpack_tsvector(data: bytes) -> str:
    lexemes: list[str] = []
    start = 4
    for _ in range(int.from_bytes(data[:4], "big")):
        end = data.index(0, start)
        word = data[start:end].decode().replace("\\", "\\\\").replace("'", "''")
        count = int.from_bytes(data[end + 1 : end + 3], "big")
        start = end + 3 + 2 * count
        places = struct.unpack(f">{count}H", data[end + 3 : start])
        positions = [f"{p & 0x3FFF}{' CBA'[p >> 14].strip()}" for p in places]
        lexemes.append(f"'{word}'{':' if count else ''}{','.join(positions)}")
    return " ".join(lexemes)


_pack_array_head = struct.Struct(">iiIii").pack


def _pack_array(
    oid: int, pack: Callable[[Any], bytes], values: Sequence[object]
) -> bytes:
    """A list in PostgreSQL's binary format, which has no number for a schema's types."""
    count = len(values)
    if isinstance(values, (str, bytes)):
        raise TypeError("expected a sequence of values")
    if count == 0:
        return struct.pack(">iiI", 0, 0, oid)
    head = _pack_array_head(1, 0, oid, count, 1)
    if type(None) in set(map(type, values)):
        items = [_NULL if value is None else _sized(pack(value)) for value in values]
        return head + b"".join(items)
    packed = list(map(pack, values))
    if len(set(map(len, packed))) == 1:  # as numbers are: one length for all
        length = _pack_length(len(packed[0]))
        return head + length + length.join(packed)
    return head + b"".join(map(_sized, packed))


_SIZES = tuple(map(_pack_length, range(256)))


_LOWER_BOUND = _pack_length(1)


def _text_arrays(oid: int, column: Sequence[Sequence[Any]]) -> list[bytes]:
    """Lists of text, by far the most frequent ones, like any other lists."""
    try:
        plain = "\0" not in "".join(chain.from_iterable(column))
    except TypeError:  # there is None in a list
        plain = False
    if not plain or str in map(type, column):
        return [_pack_array(oid, _pack_text, values) for values in column]
    empty = struct.pack(">iiI", 0, 0, oid)
    head = struct.pack(">iiI", 1, 0, oid)
    packed: list[bytes] = []
    for values in column:
        if not values:
            packed.append(empty)
            continue
        count = len(values)
        length = _SIZES[count] if count < 256 else _pack_length(count)
        parts = [head, length, _LOWER_BOUND]
        for value in values:
            data = value.encode()
            size = len(data)
            parts += (_SIZES[size] if size < 256 else _pack_length(size), data)
        packed.append(b"".join(parts))
    return packed


def _dimensions(values: Sequence[Any] | None, depth: int) -> list[int]:
    """How long lists in lists are, the outermost first; nothing if there are none."""
    if values is None or isinstance(values, (str, bytes)):
        raise TypeError("expected a sequence of values")
    if depth == 1 or not values:
        return [len(values)] if values else []
    lengths = [_dimensions(value, depth - 1) for value in values]
    if [] in lengths:
        raise ValueError("an array of several dimensions cannot have empty lists")
    if any(length != lengths[0] for length in lengths):
        raise ValueError("the lists of an array differ in length")
    return [len(values), *lengths[0]]


def _pack_lists(
    depth: int, oid: int, pack: Callable[[Any], bytes], values: Sequence[Any]
) -> bytes:
    """Lists in lists, which are one array: its elements follow each other."""
    lengths = _dimensions(values, depth)
    parts = [struct.pack(">iiI", len(lengths), 0, oid)]
    parts += [struct.pack(">ii", length, 1) for length in lengths]
    for _ in lengths[1:]:
        values = [value for inner in values for value in inner]
    parts += [_NULL if value is None else _sized(pack(value)) for value in values]
    return b"".join(parts)


def _unpack_char(data: bytes) -> str:
    byte = data[0]
    return f"\\{byte:03o}" if byte > 127 else chr(byte) if byte else ""


_pack_field_head = struct.Struct(">Ii").pack


def _pack_record(*fields: tuple[int, bytes | None]) -> bytes:
    parts = [_pack_length(len(fields))]
    for oid, data in fields:
        parts.append(_pack_field_head(oid, -1 if data is None else len(data)))
        parts.append(data or b"")
    return b"".join(parts)


def _pack_range(pack: Callable[[Any], bytes], value: Any) -> bytes:
    if value.isempty:
        return b"\x01"
    flags = value.lower_inc << 1 | value.upper_inc << 2
    flags |= (value.lower is None) << 3 | (value.upper is None) << 4
    bounds = (value.lower, value.upper)
    sized = [_sized(pack(bound)) for bound in bounds if bound is not None]
    return bytes((flags,)) + b"".join(sized)


def _pack_multirange(pack: Callable[[Any], bytes], values: Iterable[Any]) -> bytes:
    ranges = [_sized(_pack_range(pack, value)) for value in values]
    return _pack_length(len(ranges)) + b"".join(ranges)


def _pack_vector(values: Sequence[float]) -> bytes:
    """Numbers in pgvector's binary format."""
    return struct.pack(f">Hxx{len(values)}f", len(values), *values)


def _pack_halfvec(values: Sequence[float]) -> bytes:
    return struct.pack(f">Hxx{len(values)}e", len(values), *values)


def _pack_hstore(value: dict[str, str | None]) -> bytes:
    parts = [_pack_length(len(value))]
    for key, of_key in value.items():
        parts.append(_sized(_pack_text(key)))
        parts.append(_NULL if of_key is None else _sized(_pack_text(of_key)))
    return b"".join(parts)


def _hstore_pairs(value: dict[str, str | None], name: str) -> list[str | None]:
    """The keys, each with its value behind it."""
    try:
        return list(chain.from_iterable(value.items()))
    except AttributeError:
        raise _unfit(name, "a dict", value) from None


def _read_hstore(pairs: Sequence[Any]) -> dict[str, str | None]:
    return dict(zip(pairs[::2], pairs[1::2], strict=True))


def _vector_texts(values: Iterable[Sequence[float] | None], _: str) -> list[str | None]:
    """Vectors of a list as the server reads them."""
    return [
        None if value is None else f"[{','.join(map(str, value))}]" for value in values
    ]


def _hstore_texts(
    values: Iterable[dict[str, str | None] | None], _: str
) -> list[str | None]:
    return [None if value is None else _hstore_text(value) for value in values]


def _hstore_text(value: dict[str, str | None]) -> str:
    return ",".join(
        f"{_hstore_quoted(key)}=>{'NULL' if of_key is None else _hstore_quoted(of_key)}"
        for key, of_key in value.items()
    )


def _hstore_quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
