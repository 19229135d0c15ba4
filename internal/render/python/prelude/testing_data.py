"""What is known of a test database when its file is written."""

from __future__ import annotations

_SCHEMA: list[str] = []


_NO_SERVER = ""


_LOCK = ""


_STALE = ""


_MISSING = ""


_MAKING = ""


_READY = ""


_NEW_NAME = ""


_COPY_DATABASE = "%s"


_DROP_DATABASE = "%s"
