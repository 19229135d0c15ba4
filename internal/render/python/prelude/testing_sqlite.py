"""Test databases by sqlite3."""

from __future__ import annotations

import sqlite3
from pathlib import Path

_Connection = sqlite3.Connection


def _open(path: Path, alone: bool = False) -> _Connection:
    """Open a database as the driver does, or with each statement for itself."""
    return (
        sqlite3.connect(path, isolation_level=None) if alone else sqlite3.connect(path)
    )
