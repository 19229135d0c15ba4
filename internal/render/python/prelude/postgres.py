"""Helpers of the code generated for PostgreSQL: its binary format, as COPY and parameters take it."""

import datetime as dt
import ipaddress
import json
import re
import struct
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import MAX_EMAX, MAX_PREC, ROUND_HALF_UP, Context, Decimal
from typing import Any
from uuid import UUID

from common import _From, _unfit


@dataclass(frozen=True, slots=True)
class Interval:
    """A span of time as PostgreSQL has it: no number of days makes a month."""

    months: int = 0
    days: int = 0
    microseconds: int = 0

    @classmethod
    def of(cls, delta: dt.timedelta) -> "Interval":
        """The interval of a timedelta."""
        rest = dt.timedelta(seconds=delta.seconds, microseconds=delta.microseconds)
        return cls(0, delta.days, rest // dt.timedelta(microseconds=1))

    def timedelta(self) -> dt.timedelta:
        """The timedelta of an interval without months."""
        if self.months:
            raise ValueError(f"{self} has months, which a timedelta has not")
        return dt.timedelta(days=self.days, microseconds=self.microseconds)


Inet = (
    ipaddress.IPv4Address
    | ipaddress.IPv6Address
    | ipaddress.IPv4Interface
    | ipaddress.IPv6Interface
)
"""A host's address; an interface where the length of its network's prefix is known."""


Cidr = ipaddress.IPv4Network | ipaddress.IPv6Network


def _encode_date(value: object, name: str) -> dt.date:
    if not isinstance(value, dt.date) or isinstance(value, dt.datetime):
        raise _unfit(name, "a date", value)
    return value


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
    return value


def _encode_json(value: object, name: str) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name}: {error}") from error


def _encode_list(values: Iterable[_From], name: str) -> list[_From]:
    if isinstance(values, (str, bytes)):
        raise _unfit(name, "a sequence of values", values)
    return list(values)


_NULL = b"\xff\xff\xff\xff"


_pack_length = struct.Struct(">i").pack


def _sized(data: bytes) -> bytes:
    return _pack_length(len(data)) + data


def _pack_bool(value: object) -> bytes:
    if not isinstance(value, bool):
        raise TypeError(f"expected a bool, got {type(value).__qualname__}")
    return b"\x01" if value else b"\x00"


_pack_int2 = struct.Struct(">h").pack


_pack_int4 = struct.Struct(">i").pack


_pack_int8 = struct.Struct(">q").pack


_pack_oid = struct.Struct(">I").pack


_pack_float4 = struct.Struct(">f").pack


_pack_float8 = struct.Struct(">d").pack


_NUMERIC_SIGN = {"n": 0xC000, "N": 0xC000, "F": 0xD000}


def _pack_numeric(value: Decimal) -> bytes:
    sign, digits, exponent = value.as_tuple()
    if isinstance(exponent, str):
        special = _NUMERIC_SIGN[exponent]
        return struct.pack(">4H", 0, 0, special | (sign and special == 0xD000) << 13, 0)
    # Groups of four digits, the decimal point between two of them.
    text = "".join(map(str, digits)) + "0" * (
        exponent % 4 if exponent < 0 else exponent
    )
    scale = max(0, -exponent)
    groups = (scale + 3) // 4
    text = text.zfill(len(text) + -len(text) % 4)
    values = [int(text[i : i + 4]) for i in range(0, len(text), 4)]
    weight = len(values) - groups - 1
    head = struct.pack(">HhHH", len(values), weight, sign << 14, scale)
    return head + struct.pack(f">{len(values)}H", *values)


_SHIFT = (10000, 1000, 100, 10, 1)


def _short_numeric(value: Decimal, scale: int) -> tuple[int, int, int, int]:
    """Sign and digits, by four, of which there are two groups before the point."""
    whole, _, fraction = str(value).partition(".")
    if len(whole) < 5 and len(fraction) < 5 and whole.isdecimal() and fraction:
        return 0, 0, int(whole), int(fraction) * _SHIFT[len(fraction)]
    if value.is_nan():
        return 0xC000, 0, 0, 0
    exact = Context(prec=MAX_PREC, Emax=MAX_EMAX, rounding=ROUND_HALF_UP)
    rounded = abs(value.quantize(Decimal((0, (1,), -scale)), context=exact))
    number, last = divmod(int(rounded.scaleb(4, exact)), 10000)
    first, middle = divmod(number, 10000)
    if first > 9999:
        raise ValueError("the number has too many digits")
    return 0x4000 if value < 0 else 0, first, middle, last


def _pack_text(value: str) -> bytes:
    data = value.encode()
    if 0 in data:
        raise ValueError("text cannot hold a NUL character")
    return data


def _pack_texts(oid: int, values: Sequence[str | None]) -> bytes:
    """A list of text, by far the most frequent one, like any other list."""
    count = len(values)
    if count == 0:
        return struct.pack(">iiI", 0, 0, oid)
    if isinstance(values, (str, bytes)):
        raise TypeError("expected a sequence of values")
    parts = [_pack_array_head(1, 0, oid, count, 1)]
    for value in values:
        if value is None:
            parts.append(_NULL)
        else:
            data = value.encode()
            if 0 in data:
                raise ValueError("text cannot hold a NUL character")
            parts.append(_pack_length(len(data)))
            parts.append(data)
    return b"".join(parts)


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


def _micros(value: dt.datetime) -> int:
    since = value - _EPOCH
    return (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds


def _pack_timestamp(value: dt.datetime) -> bytes:
    return _pack_int8(_micros(value))


_EPOCH_UTC = dt.datetime(2000, 1, 1, tzinfo=dt.timezone.utc)


def _micros_utc(value: dt.datetime) -> int:
    since = value - _EPOCH_UTC
    return (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds


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
    parts = [_pack_array_head(1, 0, oid, count, 1)]
    for value in values:
        if value is None:
            parts.append(_NULL)
        else:
            data = pack(value)
            parts.append(_pack_length(len(data)))
            parts.append(data)
    return b"".join(parts)


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


_Column = tuple[str, str, bool, Callable[[Any], bytes]]
"""A column's name and type, whether it takes NULL, and what writes its values."""


def _unfit_row(
    pack: Callable[[Any], bytes],
    columns: Iterable[_Column],
    rows: Iterable[object],
    before: int,
) -> ValueError:
    """Find the row and the column of the value that PostgreSQL cannot hold."""
    for ordinal, row in enumerate(rows, before + 1):
        try:
            pack(row)
        except Exception as error:
            return _unfit_column(columns, row, f"row {ordinal}") or ValueError(
                f"row {ordinal}: {error}"
            )
    return ValueError(f"one of the rows after row {before} cannot be written")


def _unfit_column(
    columns: Iterable[_Column], row: object, where: str
) -> ValueError | None:
    attributes: tuple[str, ...] = getattr(row, "__slots__", ())
    for attribute, column in zip(attributes, columns, strict=False):
        name, type_name, nullable, pack = column
        value = getattr(row, attribute)
        if value is None:
            if nullable:
                continue
            return ValueError(f"{where}: {name}: NULL where the column takes none")
        try:
            pack(value)
        except ValueError as error:
            return ValueError(f"{where}: {name}: {error}")
        except Exception:
            return ValueError(
                f"{where}: {name}: {value!r:.100} is no value of type {type_name}"
            )
    return None


_LOCK_MIGRATIONS = (
    "SELECT pg_advisory_xact_lock(hashtextextended('_sqg_migrations', 0))"
)


_FIND_MIGRATIONS = """\
SELECT quote_ident(n.nspname) || '._sqg_migrations'
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.oid = to_regclass('_sqg_migrations')"""


_CREATE_MIGRATIONS = """\
CREATE TABLE _sqg_migrations (
  project text NOT NULL,
  migration_id text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project, migration_id)
)"""


_FIND_MIGRATION = """\
SELECT checksum FROM {}
WHERE project = $1::text AND migration_id = $2::text"""


_RECORD_MIGRATION = """\
INSERT INTO {} (project, migration_id, checksum)
VALUES ($1, $2, $3)"""


_SEARCH_PATH = "SELECT current_setting('search_path')"


_SET_SEARCH_PATH = "SELECT set_config('search_path', $1::text, false)"


_KEEP_SEARCH_PATH = """\
SELECT set_config('search_path', $1::text, false)
WHERE current_setting('search_path') IN ('', '""')"""


_COPY_HEAD = b"PGCOPY\n\xff\r\n\x00" + bytes(8)


_COPY_END = b"\xff\xff"


_COPY_CHUNK = 1 << 18


_COPY_ROWS = 128
