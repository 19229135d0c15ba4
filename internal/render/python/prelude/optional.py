"""Helpers of statements with optional parts."""

from __future__ import annotations

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
        self._texts: dict[int, tuple[str, tuple[int, ...]]] = {}

    def of(self, given: int, values: tuple[object, ...]) -> tuple[str, tuple[Any, ...]]:
        """The text for the given conditions, and the values to bind."""
        text = self._texts.get(given)
        if text is None:
            text = self._texts[given] = self._made(given)
        sql, binds = text
        return sql, tuple([values[bind] for bind in binds])

    def _made(self, given: int) -> tuple[str, tuple[int, ...]]:
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
        return "".join(sql), tuple(numbers)


UNSET: Final[Any] = ...  # a parameter that is left out, where None is a value of it


def _bits(*conditions: bool) -> int:
    """The conditions that hold, the first as the lowest bit."""
    return sum(1 << bit for bit, holds in enumerate(conditions) if holds)
