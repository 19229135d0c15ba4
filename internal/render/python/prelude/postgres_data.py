"""What sqg writes of PostgreSQL's types."""

from __future__ import annotations

_AS_BYTES: tuple[str, ...]
