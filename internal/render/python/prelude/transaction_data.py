"""What sqg writes of an engine's transactions."""

from __future__ import annotations

_BEGIN: str


_SET: str


_CHECK: str


_UNNESTED: str | None


_CONFLICTS: tuple[str, ...]
