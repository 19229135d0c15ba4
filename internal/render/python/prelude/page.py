"""Helpers of queries whose rows come in pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic

from common import _Row


@dataclass(frozen=True)
class Page(Generic[_Row]):
    """A page of rows, and the cursors for ``after`` and ``before``; None if there is no such page."""

    rows: list[_Row]
    next: str | None
    previous: str | None


class _Paging:
    """The requested page. A cursor has the query's tag and the keys of its row."""

    def __init__(
        self,
        query: str,
        tag: str,
        size: int,
        after: str | None,
        before: str | None,
        *reads: Callable[[str], object],
    ) -> None:
        if size < 1:
            raise ValueError("a page has at least one row")
        if after is not None and before is not None:
            raise ValueError("give after or before, not both")
        self.limit = size + 1  # the row behind the page is there if another page is
        self._size = size
        self._tag = _key_text(tag)
        self._after, self._before = after is not None, before is not None
        self.keys: tuple[Any, ...] = (None,) * len(reads)
        cursor = before if after is None else after
        if cursor is not None:
            of, *parts = cursor.split(".")
            if of != self._tag or len(parts) != len(reads):
                raise ValueError(f"not a cursor of {query}")
            try:
                self.keys = tuple(
                    [
                        _read_key(part, read)
                        for part, read in zip(parts, reads, strict=True)
                    ]
                )
            except (ValueError, ArithmeticError):
                raise ValueError(f"not a cursor of {query}") from None

    def of(
        self, rows: list[_Row], keys: Callable[[_Row], tuple[object, ...]]
    ) -> Page[_Row]:
        """A page of rows. One row more than requested means another page."""
        more = len(rows) > self._size
        rows = rows[: self._size]
        if self._before:
            rows.reverse()

        def cursor(row: _Row) -> str:
            return ".".join([self._tag, *map(_key_text, keys(row))])

        return Page(
            rows,
            cursor(rows[-1]) if rows and (self._before or more) else None,
            cursor(rows[0])
            if rows and (more if self._before else self._after)
            else None,
        )


def _key_text(key: object) -> str:
    if key is None:
        return "-"
    iso: Callable[[], str] | None = getattr(key, "isoformat", None)
    return (str(key) if iso is None else iso()).encode(errors="surrogatepass").hex()


def _read_key(part: str, read: Callable[[str], object]) -> object:
    if part == "-":
        return None
    return read(bytes.fromhex(part).decode(errors="surrogatepass"))


def _truth(text: str) -> bool:
    if text not in ("True", "False"):
        raise ValueError(text)
    return text == "True"
