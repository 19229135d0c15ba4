"""What the ways of an engine have in common."""

import abc
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from operator import itemgetter
from typing import Any, Self

Way = Callable[[], object]

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


class Contest(abc.ABC):
    """A database, the rows, and the ways to insert them into it.

    A way is a method of its name. It prepares what it may before the clock starts, and
    returns what is measured; it raises ImportError where its package is not there. One
    that fails leaves no transaction behind.
    """

    def __init__(self, plan: dict[str, Any], rows: int) -> None:
        self.plan = plan
        self.rows = rows
        self.resources = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.resources.close()

    def way(self, method: str) -> Way:
        make: Callable[[], Way] = getattr(self, method.replace("-", "_"))
        return make()

    def versions(self) -> dict[str, str]:
        """Versions of what is not a package."""
        return {}

    def server_ms(self) -> float:
        """Processor time of the server so far, where there is one."""
        return 0

    @abc.abstractmethod
    def clear(self) -> None:
        """Empty the table."""

    @abc.abstractmethod
    def verify(self) -> None:
        """Fail unless the table holds the rows that it must."""


def expect(stored: object, expected: object) -> None:
    if stored != expected:
        raise RuntimeError(f"the table holds {stored}, and must hold {expected}")
