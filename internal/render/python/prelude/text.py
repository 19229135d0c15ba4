"""Values as the text that SQL has of them."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

from common import _unfit


def _encode_decimal(value: object, name: str) -> str:
    if not isinstance(value, Decimal):
        raise _unfit(name, "a Decimal", value)
    if not value.is_finite():
        raise ValueError(f"{name}: expected a finite Decimal, got {value}")
    return f"{value:f}"


def _encode_date(value: object, name: str) -> str:
    if not isinstance(value, dt.date) or isinstance(value, dt.datetime):
        raise _unfit(name, "a date", value)
    return value.isoformat()


def _encode_time(value: object, name: str) -> str:
    if not isinstance(value, dt.time):
        raise _unfit(name, "a time", value)
    if value.tzinfo is not None:
        raise ValueError(f"{name}: expected a naive time, got one with a time zone")
    return value.isoformat()


def _encode_timestamp(value: object, name: str) -> str:
    if not isinstance(value, dt.datetime):
        raise _unfit(name, "a datetime", value)
    if value.tzinfo is not None:
        raise ValueError(f"{name}: expected a naive datetime, got an aware one")
    return value.isoformat(" ")


def _encode_timestamptz(value: object, name: str) -> str:
    if not isinstance(value, dt.datetime):
        raise _unfit(name, "a datetime", value)
    if value.utcoffset() is None:
        raise ValueError(f"{name}: expected an aware datetime, got a naive one")
    return value.astimezone(dt.timezone.utc).isoformat(" ")
