"""Every kind of value goes in, is stored and comes back as the corpus says."""

import datetime as dt
import json
import re
import sqlite3
from collections.abc import Callable
from dataclasses import astuple
from decimal import Decimal
from typing import Any, TypedDict
from uuid import UUID

import pytest
from _pytest.mark import ParameterSet

from contract import CORPUS, arguments, opened, value
from gen.types_ import GetMeantRow, PlainRow, StrictTypesRow, Types


class Value(TypedDict):
    value: str
    typeof: str
    text: str | None


class Kind(TypedDict):
    kind: str
    values: list[Value]


class Shown(TypedDict, total=False):
    shows: str


class Raw(Shown):
    kind: str
    sql: str
    reads: str | None


class Values(TypedDict):
    kinds: list[Kind]
    stored_by_others: list[Raw]


VALUES: Values = json.loads((CORPUS / "types" / "values.json").read_text("utf-8"))

UTC = dt.timezone.utc


def timestamp(text: str) -> dt.datetime:
    """Reads any number of fraction digits, as Python 3.10 does not."""
    head, _, fraction = text.partition(".")
    return dt.datetime.fromisoformat(head) + dt.timedelta(
        microseconds=int(fraction.ljust(6, "0") or 0)
    )


def instant(text: str) -> dt.datetime:
    for sign in "+-":
        moment, found, offset = text.rpartition(sign)
        if found and ":" in moment:
            hours, minutes = map(int, offset.split(":"))
            delta = dt.timedelta(hours=hours, minutes=minutes)
            zone = dt.timezone(delta if sign == "+" else -delta)
            return timestamp(moment).replace(tzinfo=zone)
    return timestamp(text.removesuffix("Z")).replace(tzinfo=UTC)


PARSE: dict[str, Callable[[str], object]] = {
    "bool": lambda s: s == "true",
    "int64": int,
    "float64": float,
    "decimal": Decimal,
    "decimal_text": Decimal,
    "text": str,
    "blob": bytes.fromhex,
    "date": dt.date.fromisoformat,
    "time": lambda s: timestamp("2000-01-01T" + s).time(),
    "timestamp": timestamp,
    "timestamptz": instant,
    "uuid": UUID,
    "json": str,
}

COLUMN = {
    "bool": "b",
    "int64": "i",
    "float64": "f",
    "decimal": "dec",
    "text": "t",
    "blob": "bin",
    "date": "d",
    "time": "tm",
    "timestamp": "ts",
    "timestamptz": "tz",
    "uuid": "u",
    "json": "j",
}

PLAIN = PlainRow(
    id=1, b=True, b_null=None, i=1, i_null=None, f=1.5, f_null=None,
    dec=Decimal("1.5"), dec_null=None, t="x", t_null=None, bin=b"x", bin_null=None,
    d=dt.date(2024, 2, 29), d_null=None, tm=dt.time(12), tm_null=None,
    ts=dt.datetime(2024, 2, 29, 12), ts_null=None,
    tz=dt.datetime(2024, 2, 29, 12, tzinfo=UTC), tz_null=None,
    u=UUID(int=1), u_null=None, j="{}", j_null=None,
)  # fmt: skip


MEANT = GetMeantRow(
    id=1, b=True, dec=Decimal("1.5"), d=dt.date(2024, 2, 29), tm=dt.time(12),
    ts=dt.datetime(2024, 2, 29, 12), tz=dt.datetime(2024, 2, 29, 12, tzinfo=UTC),
    u=UUID(int=1), j="{}", b_null=None, dec_null=None, d_null=None, tm_null=None,
    ts_null=None, tz_null=None, u_null=None, j_null=None,
)  # fmt: skip


def cases(*leave_out: str) -> list[ParameterSet]:
    return [
        pytest.param(kind["kind"], v, id=f"{kind['kind']}-{v['value']}")
        for kind in VALUES["kinds"]
        if kind["kind"] not in leave_out
        for v in kind["values"]
    ]


@pytest.mark.parametrize(("kind", "case"), cases("decimal_text"))
def test_plain(kind: str, case: Value) -> None:
    conn, types = opened(Types)
    column, sent = COLUMN[kind], PARSE[kind](case["value"])
    # A JSON column has NUMERIC affinity and tells numbers from text.
    for field in column, f"{column}_null":
        types.insert_plain(**arguments(PLAIN, id=2, **{field: sent}))
        stored = value(conn, f"SELECT typeof({field}) FROM plain WHERE id = 2")
        assert stored == case["typeof"]
        text = f"hex({field})" if kind == "blob" else f"CAST({field} AS TEXT)"
        if case["text"] is not None:
            stored = value(conn, f"SELECT {text} FROM plain WHERE id = 2")
            assert stored == case["text"]
        got = types.get_plain(2)
        assert got is not None
        read = getattr(got, field)
        assert type(read) is type(sent)
        assert read == sent
        assert [astuple(row) for row in types.all_plain()] == [astuple(got)]
        assert [astuple(row) for row in types.all_plain_iter()] == [astuple(got)]
        conn.execute("DELETE FROM plain")


@pytest.mark.parametrize(
    ("kind", "case"), cases("int64", "float64", "text", "blob", "decimal")
)
def test_meant(kind: str, case: Value) -> None:
    conn, types = opened(Types)
    column, sent = COLUMN[kind.removesuffix("_text")], PARSE[kind](case["value"])
    types.insert_meant(**arguments(MEANT, **{column: sent, f"{column}_null": sent}))
    got = types.get_meant(1)
    assert got is not None
    for field in column, f"{column}_null":
        read = getattr(got, field)
        assert type(read) is type(sent)
        assert read == sent
        if kind != "json":
            stored = value(conn, f"SELECT CAST({field} AS TEXT) FROM meant")
            assert stored == case["text"]


def test_null() -> None:
    conn, types = opened(Types)
    types.insert_plain(**arguments(PLAIN))
    assert types.get_plain(1) == PLAIN
    stored = types.plain_null_storage(1)
    assert stored is not None
    assert {getattr(stored, f"{c}_type") for c in COLUMN.values()} == {"null"}
    types.insert_meant(**arguments(MEANT))
    assert types.get_meant(1) == MEANT
    meant = types.meant_storage(1)
    assert meant is not None
    assert meant.dec_null_quoted == meant.j_null_quoted == "NULL"
    types.insert_strict(
        id=1,
        i=1,
        i_null=None,
        f=1.5,
        f_null=None,
        t="x",
        t_null=None,
        bin=b"x",
        bin_null=None,
        a=1,
        a_null=None,
    )
    assert types.get_strict(1) == StrictTypesRow(
        1, 1, None, 1.5, None, "x", None, b"x", None, 1, None
    )
    assert types.bools() == types.dates() == types.blobs() == [None]
    conn.close()


@pytest.mark.parametrize("any_value", [7, -(2**63), 1.5, "x", "", b"\0x"])
def test_any(any_value: float | str | bytes) -> None:
    conn, types = opened(Types)
    types.insert_strict(
        id=1,
        i=1,
        i_null=None,
        f=1,
        f_null=None,
        t="x",
        t_null=None,
        bin=b"x",
        bin_null=None,
        a=any_value,
        a_null=any_value,
    )
    assert value(conn, "SELECT typeof(f) FROM strict_types") == "real"
    got = types.get_strict(1)
    assert got is not None
    for read in got.a, got.a_null:
        assert (type(read), read) == (type(any_value), any_value)
    assert [astuple(row) for row in types.all_strict()] == [astuple(got)]


UNTOUCHED = {"int64", "float64", "text", "blob"}
"""Kinds that Python reads as they are stored: never another value, whatever it is."""


@pytest.mark.parametrize(
    "raw", VALUES["stored_by_others"], ids=lambda raw: f"{raw['kind']}-{raw['sql']}"
)
def test_stored_by_others(raw: Raw) -> None:
    conn, types = opened(Types)
    types.store_raw(1)
    column = COLUMN[raw["kind"]]
    conn.execute(f"UPDATE plain SET {column} = {raw['sql']}")
    if raw["reads"] is None and raw["kind"] in UNTOUCHED:
        got = types.get_plain(1)
        assert getattr(got, column) == value(conn, f"SELECT {column} FROM plain")
    elif raw["reads"] is None:
        stored = value(conn, f"SELECT typeof({column}) FROM plain")
        found = f"{str(stored).upper()} {raw.get('shows', '')}".rstrip()
        message = f'column "{column}": expected .*, got {re.escape(found)}$'
        with pytest.raises(sqlite3.DataError, match=message):
            types.get_plain(1)
        with pytest.raises(sqlite3.DataError, match=message):
            types.all_plain()
        with pytest.raises(sqlite3.DataError, match=message):
            next(types.all_plain_iter())
        assert types.all_plain_raw() == conn.execute("SELECT * FROM plain").fetchall()
    else:
        got = types.get_plain(1)
        assert getattr(got, column) == PARSE[raw["kind"]](raw["reads"])


SPOILERS = {
    "b": Types.spoil_bool,
    "dec": Types.spoil_decimal,
    "d": Types.spoil_date,
    "tm": Types.spoil_time,
    "ts": Types.spoil_timestamp,
    "tz": Types.spoil_timestamptz,
    "u": Types.spoil_uuid,
    "j": Types.spoil_json,
}


@pytest.mark.parametrize("column", SPOILERS)
def test_spoiled(column: str) -> None:
    _, types = opened(Types)
    types.store_raw(1)
    SPOILERS[column](types, b"\xff", 1)
    with pytest.raises(sqlite3.DataError, match=f'column "{column}": .*, got BLOB'):
        types.get_plain(1)


def test_the_row_that_cannot_be_read_is_named() -> None:
    conn, types = opened(Types)
    for key in range(1, 4):
        types.store_raw(key)
    conn.execute("UPDATE plain SET d = 'never' WHERE id = 3")
    with pytest.raises(sqlite3.DataError, match='^row 3: column "d": expected'):
        types.all_plain()
    conn.execute("UPDATE plain SET d = 'never' WHERE id = 1")
    with pytest.raises(sqlite3.DataError, match='^row 1: column "d": expected'):
        types.all_plain()


def test_plucked() -> None:
    _, types = opened(Types)
    types.insert_plain(**arguments(PLAIN, id=1, b_null=False, d_null=PLAIN.d))
    types.insert_plain(**arguments(PLAIN, id=2, bin_null=b"\0"))
    assert types.bools() == list(types.bools_iter()) == [False, None]
    assert types.decimals() == list(types.decimals_iter()) == [Decimal("1.5")] * 2
    assert types.dates() == list(types.dates_iter()) == [PLAIN.d, None]
    assert types.instants() == list(types.instants_iter()) == [PLAIN.tz] * 2
    assert types.blobs() == list(types.blobs_iter()) == [None, b"\0"]


def test_compared_as_stored() -> None:
    _, types = opened(Types)
    types.insert_plain(**arguments(PLAIN))

    def find(tz: dt.datetime) -> list[int]:
        looked_for: dict[str, Any] = {c: getattr(PLAIN, c) for c in COLUMN.values()}
        looked_for["tz"] = tz
        return types.find_plain(**looked_for)

    assert find(PLAIN.tz) == [1]
    assert find(PLAIN.tz + dt.timedelta(1)) == []
    elsewhere = PLAIN.tz.astimezone(dt.timezone(dt.timedelta(hours=-7)))
    assert find(elsewhere) == [1]


NAIVE, AWARE = dt.datetime(2024, 1, 1), dt.datetime(2024, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("column", "wrong", "message"),
    [
        ("b", 1, "b: expected a bool, got int"),
        ("dec", 1.5, "dec: expected a Decimal, got float"),
        ("dec", Decimal("NaN"), "dec: expected a finite Decimal, got NaN"),
        ("dec", Decimal("-Infinity"), "dec: expected a finite Decimal, got -Infinity"),
        ("d", "2024-01-01", "d: expected a date, got str"),
        ("d", NAIVE, "d: expected a date, got datetime"),
        ("tm", "12:00", "tm: expected a time, got str"),
        ("tm", AWARE.timetz(), "tm: expected a naive time, got one with a time zone"),
        ("ts", NAIVE.date(), "ts: expected a datetime, got date"),
        ("ts", AWARE, "ts: expected a naive datetime, got an aware one"),
        ("tz", "now", "tz: expected a datetime, got str"),
        ("tz", NAIVE, "tz: expected an aware datetime, got a naive one"),
        ("u", "x", "u: expected a UUID, got str"),
    ],
)
def test_values_that_cannot_be_stored(column: str, wrong: object, message: str) -> None:
    _, types = opened(Types)
    with pytest.raises((TypeError, ValueError), match=f"^{message}$"):
        types.insert_plain(**arguments(PLAIN, **{column: wrong}))
    assert types.all_plain() == []


def test_no_adapter_or_converter_is_relied_on() -> None:
    conn = sqlite3.connect(
        ":memory:", detect_types=sqlite3.PARSE_DECLTYPES, isolation_level=None
    )
    for script in Types.get_migrations():
        conn.executescript(script)
    types = Types(conn)
    types.insert_plain(**arguments(PLAIN, b=False))
    assert types.plain_storage(1) is not None
    conn.close()
