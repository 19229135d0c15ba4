"""The readings that every language computes alike; bench/bulk/sensors has the formula."""

import datetime as dt
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple
from uuid import UUID

A = (0, 1103515245, 1812433253, 1566083941, 1597334677, 1181783497, 1332534557, 1390208809, 1999999973)
CITY = ("Lisbon", "Oslo", "Zürich", "Nairobi", "Osaka", "Quito", "Tromsø", "Vienna")
TAG = ("indoor", "outdoor", "north", "calibrated", "rooftop", "hvac")
START = dt.datetime(2025, 1, 1, tzinfo=dt.timezone.utc)


class Reading(NamedTuple):
    device_id: UUID
    timestamp: dt.datetime
    temperature: float
    humidity: float
    pressure: Decimal
    battery_level: int
    is_anomaly: bool
    location: str
    tags: list[str]


def h(k: int, i: int) -> int:
    return (i * A[k] + k * 12345) % 2147483647


def device(d: int) -> UUID:
    return UUID(
        f"{h(1, d):08x}{h(2, d) % 65536:04x}4{h(3, d) % 4096:03x}8{h(4, d) % 4096:03x}{h(5, d) % 65536:04x}{h(6, d):08x}"
    )


DEVICES = [device(d) for d in range(1000)]


def readings(first: int, count: int) -> Iterator[Reading]:
    """Rows by number, one at a time."""
    for i in range(first, first + count):
        city, tag = h(7, i), h(8, i)
        yield Reading(
            DEVICES[h(1, i) % 1000],
            START + dt.timedelta(microseconds=i * 1000003),
            (h(2, i) % 6000 - 2000) / 100,
            (h(3, i) % 10000) / 100,
            Decimal(95000 + h(4, i) % 10000).scaleb(-2),
            h(5, i) % 101,
            h(6, i) % 50 == 0,
            f"{CITY[city % 8]} {city % 500}",
            [TAG[(tag + n) % 6] for n in range(tag % 4)],
        )
