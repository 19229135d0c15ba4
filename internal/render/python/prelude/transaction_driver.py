"""What a synchronous driver has for transactions."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

_within: Callable[[Any], bool]


_enclosed: Callable[[Any, str, bool], AbstractContextManager[None]]


_conflicting: Callable[[BaseException], bool]
