"""The appenders of synchronous drivers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import TracebackType


class _BulkInsert(ABC):
    """The end of its with statement closes it."""

    _closed = False

    @abstractmethod
    def flush(self) -> None:
        """Write the pending rows."""

    @abstractmethod
    def _end(self, error: BaseException | None) -> None: ...

    def _check_open(self) -> None:
        if self._closed:
            raise ValueError("the appender is closed")

    def _flush_last(self) -> None:
        self.flush()

    def close(self) -> None:
        """Write pending rows and keep all rows; a second call does nothing."""
        if not self._closed:
            self._flush_last()
            self._end(None)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if error is None:
            self.close()
        elif not self._closed:
            self._end(error)
