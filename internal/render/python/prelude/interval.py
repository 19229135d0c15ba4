"""A span of time that keeps its months."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Interval:
    """A span of time as databases have it: no number of days makes a month."""

    months: int = 0
    days: int = 0
    microseconds: int = 0

    @classmethod
    def of(cls, delta: dt.timedelta) -> Interval:
        """The interval of a timedelta."""
        rest = dt.timedelta(seconds=delta.seconds, microseconds=delta.microseconds)
        return cls(0, delta.days, rest // dt.timedelta(microseconds=1))

    def timedelta(self) -> dt.timedelta:
        """The timedelta of an interval without months."""
        if self.months:
            raise ValueError(f"{self} has months, which a timedelta has not")
        return dt.timedelta(days=self.days, microseconds=self.microseconds)
