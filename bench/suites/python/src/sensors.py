"""The columns of the readings, and how a table is compared."""

from collections.abc import Sequence
from operator import itemgetter
from typing import Any

COLUMNS = (
    "device_id",
    "timestamp",
    "temperature",
    "humidity",
    "pressure",
    "battery_level",
    "is_anomaly",
    "location",
    "tags",
)

Rows = Sequence[tuple[Any, ...]]


def columns(rows: Rows) -> dict[str, list[Any]]:
    """The rows by column, in one pass of C each."""
    return {name: list(map(itemgetter(i), rows)) for i, name in enumerate(COLUMNS)}


def expect(stored: object, expected: object) -> None:
    if stored != expected:
        raise RuntimeError(f"the table holds {stored}, and must hold {expected}")
