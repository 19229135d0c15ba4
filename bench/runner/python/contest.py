"""What the contests of all suites have in common."""

import abc
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, Self

Way = Callable[[], object]


class Contest(abc.ABC):
    """A database, and the ways to do something with its rows.

    A way is a method of its name. It prepares what it may before the clock starts, and
    returns what is measured; it raises ImportError where its package is not there. One
    that fails leaves no transaction behind.
    """

    calls = 1  # of the operation in one run

    def __init__(self, plan: dict[str, Any], group: dict[str, Any]) -> None:
        self.plan = plan
        self.group = group
        self.rows: int = group["rows"]
        self.resources = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.resources.close()

    def way(self, method: str) -> Way:
        make: Callable[[], Way] = getattr(self, method.replace("-", "_"))
        return make()

    def versions(self) -> dict[str, str]:
        """Versions of what is not a package."""
        return {}

    def server_ms(self) -> float:
        """Processor time of the server so far, where there is one."""
        return 0

    @abc.abstractmethod
    def clear(self) -> None:
        """Get ready for a run."""

    @abc.abstractmethod
    def verify(self) -> None:
        """Fail unless the run did what it must."""
