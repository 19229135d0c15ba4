"""How rows get into a PostgreSQL table by COPY, whichever driver sends them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from sys import maxsize
from typing import Any, Generic

from common import _Row


def _unfit_row(
    columns: Sequence[_Column], rows: Iterable[object], before: int, error: Exception
) -> ValueError:
    """Find the row and the column of the value that PostgreSQL cannot hold."""
    for ordinal, row in enumerate(rows, before + 1):
        unfit = _unfit_column(columns, row, f"row {ordinal}")
        if unfit is not None:
            return unfit
    return ValueError(f"one of the rows after row {before} cannot be written: {error}")


def _unfit_column(
    columns: Iterable[_Column], row: object, where: str
) -> ValueError | None:
    attributes: Iterable[str] = getattr(type(row), "__annotations__", ())
    for attribute, column in zip(attributes, columns, strict=False):
        name, type_name, nullable, pack = column
        value = getattr(row, attribute)
        if value is None:
            if nullable:
                continue
            return ValueError(f"{where}: {name}: NULL in a NOT NULL column")
        try:
            pack(value)
        except ValueError as error:
            return ValueError(f"{where}: {name}: {error}")
        except Exception:
            return ValueError(
                f"{where}: {name}: {value!r:.100} is no value of type {type_name}"
            )
    return None


_Column = tuple[str, str, bool, Callable[[Any], bytes]]
"""A column's name and type, whether it takes NULL, and what writes its values."""


_COPY_HEAD = b"PGCOPY\n\xff\r\n\x00" + bytes(8)


_COPY_END = b"\xff\xff"


_COPY_CHUNK = 1 << 16


_COPY_ROWS = 128


class _CopyRows(Generic[_Row]):
    """An appender's rows on their way to the server; this neither awaits nor blocks."""

    copied = True

    def __init__(
        self,
        insert_sql: str,
        copy_from: int,
        pack: Callable[[Sequence[_Row]], bytes],
        values: Callable[[_Row], Sequence[object]],
        columns: Sequence[_Column],
    ) -> None:
        self.insert_sql = insert_sql
        self.run: Callable[[Any, list[Any]], Any] | None = None  # instead of that
        self.columns = columns
        self._copy_from = copy_from
        self._pack = pack
        self._values = values
        self.single: list[_Row] = []  # not packed yet
        self._packed: list[bytes] = []
        self._few: list[_Row] = []  # what is packed, while INSERT would write it faster
        self._count = 0
        self._size = 0
        self._before = 0

    @property
    def total(self) -> int:
        return self._before + len(self.single)

    def keep(self, row: _Row) -> bool:
        """Keep a row; report whether there are enough to be packed."""
        self.single.append(row)
        return len(self.single) == _COPY_ROWS

    def take_single(self) -> list[_Row]:
        single, self.single = self.single, []
        return single

    def pack(self, rows: list[_Row]) -> bool:
        """Pack rows; report whether there are enough to be sent."""
        try:
            data = self._pack(rows)
        except Exception as error:
            raise _unfit_row(self.columns, rows, self._before, error) from error
        if self._count < self._copy_from:
            self._few += rows
        self._packed.append(data)
        self._count += len(rows)
        self._before += len(rows)
        self._size += len(data)
        return self._size > _COPY_CHUNK

    def take(self) -> bytes:
        """Take what is packed."""
        data = b"".join(self._packed)
        self.clear()
        return data

    def take_few(self) -> list[Sequence[object]]:
        """Take what is packed as parameters of an INSERT, where that is faster."""
        if self._count >= self._copy_from:
            return []
        values = [self._values(row) for row in self._few]
        self.clear()
        return values

    def clear(self) -> None:
        self._packed.clear()
        self._few.clear()
        self._count = 0
        self._size = 0

    def __bool__(self) -> bool:
        return bool(self._packed)


class _InsertRows(_CopyRows[_Row]):
    """The same for a table that COPY has no representation of: INSERT writes all rows."""

    copied = False

    def __init__(
        self, insert_sql: str, values: Callable[[_Row], Sequence[object]]
    ) -> None:
        super().__init__(insert_sql, maxsize, lambda _: b"", values, ())
        self._at_once = 8 * _COPY_ROWS

    def pack(self, rows: list[_Row]) -> bool:
        super().pack(rows)
        return self._count >= self._at_once
