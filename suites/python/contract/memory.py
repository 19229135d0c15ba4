"""Resident memory while rows go by: a maximum that an earlier test has reached would hide what a later one takes."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

T = TypeVar("T")
STATM = Path("/proc/self/statm")
PAGE = os.sysconf("SC_PAGE_SIZE")


def resident() -> int:
    """The process's resident memory in bytes."""
    if not STATM.exists():
        pytest.skip("the system has no /proc/self/statm")
    return int(STATM.read_text().split()[1]) * PAGE


class Growth:
    """How far memory has grown since this was made, looked at as every ten thousandth row goes by."""

    def __init__(self) -> None:
        self._before = resident()
        self.most = 0

    def of(self, rows: Iterable[T]) -> Iterator[T]:
        for i, row in enumerate(rows):
            if i % 10_000 == 0:
                self.most = max(self.most, resident() - self._before)
            yield row

    def count(self, rows: Iterable[object]) -> int:
        return sum(1 for _ in self.of(rows))
