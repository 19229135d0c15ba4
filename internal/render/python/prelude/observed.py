"""Observed appenders of synchronous drivers."""

from __future__ import annotations

from common import _Operation, _Row
from sqlite import Appender


class _ObservedAppender(Appender[_Row]):
    operation: _Operation

    def _end(self, error: BaseException | None) -> None:
        self.operation.rows = self.rows
        try:
            super()._end(error)
        except BaseException as failure:
            self.operation.end(failure)
            raise
        self.operation.end(error)
