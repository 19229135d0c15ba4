"""Helpers of statements with optional parts."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import Any, Final


class _Optional:
    """The text of a statement with optional parts. Each combination is joined once.

    A part has the conditions that must hold and those that must not, its SQL, and the number of the value that the
    placeholder behind it is for, or 0.
    """

    def __init__(
        self,
        mark: str,
        *parts: tuple[int, int, str, int],
        choices: tuple[int, ...] = (),
        query: str = "",
        refusals: tuple[tuple[int, int, str], ...] = (),
    ) -> None:
        self._mark = mark
        self._query = query
        self._refusals = refusals  # as a part's conditions, and what else to give
        self._choices = choices  # of the conditions of each one holds
        self._parts = parts
        self._texts: dict[tuple[bool, ...], tuple[str, Callable[..., Any]]] = {}

    def of(
        self, conditions: tuple[bool, ...], values: tuple[object, ...]
    ) -> tuple[str, tuple[Any, ...]]:
        """The text for what holds, and the values to bind."""
        text = self._texts.get(conditions)
        if text is None:
            text = self._texts[conditions] = self._made(conditions)
        sql, bound = text
        return sql, bound(values)

    def _made(self, conditions: tuple[bool, ...]) -> tuple[str, Callable[..., Any]]:
        given = sum(1 << bit for bit, holds in enumerate(conditions) if holds)
        if any(given & labels == 0 for labels in self._choices):
            raise ValueError("a choice is none of its labels")
        for need, without, cure in self._refusals:
            if given & need == need and not given & without:
                raise ValueError(f"{self._query} is not prepared for this: {cure}")
        sql: list[str] = []
        numbers: dict[int, int] = {}
        for need, without, text, bind in self._parts:
            if given & need != need or given & without:
                continue
            sql.append(text)
            if bind:
                number = numbers.setdefault(bind - 1, len(numbers) + 1)
                sql.append(f"${number}" if self._mark == "$" else "?")
        if len(numbers) > 1:
            return "".join(sql), itemgetter(*numbers)
        first = next(iter(numbers), 0)  # by a slice, as one item alone is no tuple
        return "".join(sql), itemgetter(slice(first, first + len(numbers)))


UNSET: Final[Any] = ...  # a parameter that is left out, where None is a value of it
