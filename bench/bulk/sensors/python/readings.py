"""The rows of ../README.md, as whatever makes a row of nine values."""

import datetime as dt
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import TypeVar
from uuid import UUID

PRIME = 2147483647
FACTORS = (
    1103515245, 1812433253, 1566083941, 1597334677,
    1181783497, 1332534557, 1390208809, 1999999973,
)  # fmt: skip
CITIES = "Lisbon Oslo Zürich Nairobi Osaka Quito Tromsø Vienna".split()
TAGS = "indoor outdoor north calibrated rooftop hvac".split()
START = dt.datetime(2025, 1, 1, tzinfo=dt.timezone.utc)

R = TypeVar("R")


def h(k: int, i: int) -> int:
    return (i * FACTORS[k - 1] + k * 12345) % PRIME


def device(d: int) -> UUID:
    parts = (
        f"{h(1, d):08x}{h(2, d) % 65536:04x}4{h(3, d) % 4096:03x}",
        f"8{h(4, d) % 4096:03x}{h(5, d) % 65536:04x}{h(6, d):08x}",
    )
    return UUID("".join(parts))


DEVICES = [device(d) for d in range(1000)]


def readings(count: int, row: Callable[..., R]) -> Iterator[R]:
    for i in range(count):
        tag = h(8, i)
        yield row(
            DEVICES[h(1, i) % 1000],
            START + dt.timedelta(microseconds=i * 1000003),
            (h(2, i) % 6000 - 2000) / 100,
            (h(3, i) % 10000) / 100,
            Decimal(95000 + h(4, i) % 10000).scaleb(-2),
            h(5, i) % 101,
            h(6, i) % 50 == 0,
            f"{CITIES[h(7, i) % 8]} {h(7, i) % 500}",
            [TAGS[(tag + n) % 6] for n in range(tag % 4)],
        )
