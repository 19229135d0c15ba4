"""Helpers of generated code for transactions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TypeVar

from transaction_data import _BEGIN, _UNNESTED


def _mode(option: str, value: str | None, modes: dict[str, str]) -> str:
    """Return the SQL of an option's value. Type checkers may not have seen it."""
    if value is None:
        return ""
    if value not in modes:
        known = ", ".join(modes)
        raise ValueError(f'there is no {option} "{value}": give one of {known}')
    return modes[value]


def _allow(begin: str, retry: int, nested: bool) -> int:
    """Refuse invalid options, and return the number of retries."""
    if retry < 0:
        raise ValueError(f"retry is {retry}: give 0 or more")
    if not nested:
        return retry
    if begin != _BEGIN:
        raise ValueError(
            "a transaction within another takes no options but retry: give them to the"
            " outer one"
        )
    if _UNNESTED is not None:
        raise RuntimeError(_UNNESTED)
    return 0


_T = TypeVar("_T")


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and its causes."""
    while error is not None:
        yield error
        error = error.__cause__


_LONGEST_PAUSE = 1000


def _pause(tries: int) -> float:
    """Return the seconds to wait.

    That is at random, so that transactions that have met do not meet again, and ever
    longer.
    """
    return random.random() * min(_LONGEST_PAUSE, 10 << min(tries, 10)) / 1000
