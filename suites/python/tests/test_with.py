"""Statements that start with WITH, which sqlite3 itself takes for a SELECT."""

import sqlite3
from pathlib import Path

import pytest

from contract import MODES, connected, value
from gen.layout import Layout

TABLE = "measurement_of_a_rather_long_named_thing"


@pytest.mark.parametrize("mode", MODES)
def test_affected_rows_and_transactions(mode: str, tmp_path: Path) -> None:
    path = tmp_path / "with.db"
    with connected(mode, path, Layout.get_migrations()) as conn:
        q = Layout(conn)
        assert q.insert_by_query(True) == 3
        assert q.update_by_query(1, 99) == 1
        assert q.update_by_query_batch([(1, 2), (3, 99), (98, 99)]) == 3
        assert q.was_it_checked_by_anyone() == [True, False, False]
        other = sqlite3.connect(path)
        commits_alone = mode in {"manual", "autocommit"}
        assert conn.in_transaction == (not commits_alone)
        assert value(other, f"SELECT count(*) FROM {TABLE}") == 3 * commits_alone
        conn.rollback()
        assert value(other, f"SELECT count(*) FROM {TABLE}") == 3 * commits_alone
        other.close()


def test_a_batch_that_fails(tmp_path: Path) -> None:
    path = tmp_path / "with.db"
    with connected("manual", path, Layout.get_migrations()) as conn:
        q = Layout(conn)
        q.insert_by_query(None)
        with pytest.raises(ValueError, match="row 2: second: Python int too large"):
            q.update_by_query_batch([(1, 2), (3, 2**64)])
        assert not conn.in_transaction
        assert q.was_it_checked_by_anyone() == [None, None, None]
