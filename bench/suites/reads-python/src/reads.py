"""What is read, by whichever code: each gives the generated code's own dataclasses."""

import datetime as dt
from collections.abc import Callable, Iterable
from decimal import Decimal
from itertools import islice
from typing import Any
from uuid import UUID

from contest import Contest, Way

LOOKED_UP = 10_000
LOOKUPS = range(1, LOOKED_UP, 50)

# A method's calls of a run, as the generated code names them; hand-written code takes the same names.
OPERATIONS: dict[str, Callable[[Any], Any]] = {
    "lookup": lambda q: [q.get_user(i) for i in LOOKUPS],
    "order": lambda q: [q.get_order(i) for i in LOOKUPS],
    "users": lambda q: q.all_users(),
    "orders": lambda q: q.all_orders(),
    "stream": lambda q: list(q.all_users_iter()),
    "order-stream": lambda q: list(q.all_orders_iter()),
}

Row = tuple[Any, ...]


def user(i: int) -> Row:
    return (i, f"user number {i}", f"user{i}@example.org", i % 90 or None, i / 4)


def order(i: int) -> Row:
    due = dt.date(2025, 1, 1) + dt.timedelta(days=i % 365)
    placed = dt.datetime(2025, 1, 1, tzinfo=dt.timezone.utc) + dt.timedelta(seconds=i)
    total = (Decimal(i) / 4).quantize(Decimal("0.01"))
    return (i, i % 2 == 0, total, due if i % 5 else None, placed, UUID(int=i))


class Reads(Contest):
    """The rows of the two tables, which a subclass has filled."""

    def __init__(self, plan: dict[str, Any], group: dict[str, Any]) -> None:
        super().__init__(plan, group)
        self.operation, _, self.engine = group["operation"].rpartition("-")
        lookup = self.operation in ("lookup", "order")
        self.calls = len(LOOKUPS) if lookup else 1
        self.stored = LOOKED_UP if lookup else self.rows
        make = order if self.operation.startswith("order") else user
        wanted = LOOKUPS if lookup else range(1, self.rows + 1)
        self.expected = [make(i) for i in wanted]
        self.got: Iterable[Any] = ()

    def reading(self, queries: Any) -> Way:
        """A way through code that has the generated names."""
        read = OPERATIONS[self.operation]

        def way() -> None:
            self.got = read(queries)

        return way

    def clear(self) -> None:
        self.got = ()

    def verify(self) -> None:
        got = list(self.got)
        if len(got) != len(self.expected):
            raise RuntimeError(f"{len(got)} rows, not {len(self.expected)}")
        for row, expected in zip(got, self.expected, strict=True):
            names = islice(type(row).__dataclass_fields__, len(expected))
            if tuple(getattr(row, name) for name in names) != expected:
                raise RuntimeError(f"{row} is not {expected}")
