"""Test databases by duckdb."""

from __future__ import annotations

from pathlib import Path

import duckdb

_Connection = duckdb.DuckDBPyConnection


def _open(path: Path, alone: bool = False) -> _Connection:
    """Open a database: each statement is for itself anyway."""
    del alone
    return duckdb.connect(str(path))
