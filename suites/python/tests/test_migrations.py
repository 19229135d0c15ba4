"""Migrations run once, all or none, also where starters race or the text changed."""

import multiprocessing
import sqlite3
from itertools import chain
from pathlib import Path

import pytest

from contract import MODES, connected, value
from gen import migrations
from gen.migrations import Migrations

IDS = ["001_tables", "002_trigger", "003_data", "004_rebuild", "005 view"]


def recorded(conn: sqlite3.Connection) -> list[tuple[str, str]]:
    cursor = conn.cursor()
    cursor.row_factory = None
    cursor.execute("SELECT project, migration_id FROM _sqg_migrations ORDER BY rowid")
    return cursor.fetchall()


def test_texts() -> None:
    texts = Migrations.get_migrations()
    assert len(texts) == 5
    assert "legacy_account" not in "".join(texts)
    assert "test; data" not in "".join(texts)


@pytest.mark.parametrize("mode", MODES)
def test_applied_once(mode: str, tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    with connected(mode, path, []) as conn:
        if mode == "pep249":
            with pytest.raises(sqlite3.ProgrammingError, match="autocommit = True"):
                Migrations.apply_migrations(conn)
            setattr(conn, "autocommit", True)  # noqa: B010 (there from 3.12 on)
        assert Migrations.pending_migrations(conn) == IDS
        assert conn.execute("SELECT name FROM sqlite_schema").fetchall() == []
        assert Migrations.apply_migrations(conn) == IDS
        assert not conn.in_transaction
        assert Migrations.apply_migrations(conn) == []
        assert Migrations.pending_migrations(conn) == []
        assert recorded(conn) == [("contract/migrations", i) for i in IDS]
        queries = Migrations(conn)
        assert [(row.id, row.owner, row.balance) for row in queries.accounts()] == [
            (1, 'O\'Neill; "the first"', 100),
            (2, "Zoë `${x}`", 51),
        ]
        assert [row.id for row in queries.rich_accounts()] == [1]
        assert queries.tables() == ["_sqg_migrations", "account", "audit"]
        with pytest.raises(sqlite3.OperationalError, match="no such table"):
            queries.legacy_owner(1)


def test_the_trigger_works() -> None:
    conn = sqlite3.connect(":memory:", isolation_level=None)
    for script in Migrations.get_migrations()[:2]:
        conn.executescript(script)
    conn.execute("INSERT INTO account (owner) VALUES ('x')")
    Migrations(conn).set_balance(1, 5)
    assert [row.change for row in Migrations(conn).audit_trail()] == ["up;5"]
    assert value(conn, "SELECT note FROM account") == "changed; by trigger"
    conn.close()


def test_projects_do_not_meet(tmp_path: Path) -> None:
    with connected("default", tmp_path / "m.db", []) as conn:
        Migrations.apply_migrations(conn, "one")
        with pytest.raises(
            sqlite3.OperationalError,
            match='^migration "001_tables": table account already exists',
        ):
            Migrations.apply_migrations(conn, project="two")
        assert {project for project, _ in recorded(conn)} == {"one"}
        assert not conn.in_transaction


def test_what_fails_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = migrations._MIGRATIONS  # pyright: ignore[reportPrivateUsage]
    script = "CREATE TABLE t (a); SELECT missing;"
    broken = (*known, ("006", "x", "y", script, ()))
    monkeypatch.setattr(migrations, "_MIGRATIONS", broken)
    with connected("default", tmp_path / "m.db", []) as conn:
        with pytest.raises(
            sqlite3.OperationalError, match='^migration "006": no such column: missing'
        ):
            Migrations.apply_migrations(conn)
        assert not conn.in_transaction
        assert [i for _, i in recorded(conn)] == IDS
        conn.row_factory = None
        table = "SELECT count(*) FROM sqlite_schema WHERE name = 't'"
        assert value(conn, table) == 0


def test_checksums(tmp_path: Path) -> None:
    with connected("default", tmp_path / "m.db", []) as conn:
        Migrations.apply_migrations(conn, "mine")
        record = "UPDATE _sqg_migrations SET checksum = ? WHERE migration_id = ?"
        # Earlier versions recorded the checksum of the text.
        for entry in migrations._MIGRATIONS:  # pyright: ignore[reportPrivateUsage]
            conn.execute(record, (entry[2][0], entry[0]))
        conn.commit()
        assert Migrations.apply_migrations(conn, "mine") == []
        conn.execute(record, ("a" * 64, "005 view"))
        conn.commit()
        assert Migrations.apply_migrations(conn, "mine") == []
        conn.execute(record, ("x", "002_trigger"))
        conn.commit()
        with pytest.raises(sqlite3.DatabaseError, match='"002_trigger"') as error:
            Migrations.apply_migrations(conn, "mine")
        assert str(error.value).endswith("annotate it with :was(x)")


def test_one_before_those_that_are_applied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with connected("default", tmp_path / "m.db", []) as conn:
        Migrations.apply_migrations(conn)
        known = migrations._MIGRATIONS  # pyright: ignore[reportPrivateUsage]
        merged = ("000", "x", (), "CREATE TABLE merged (a)", ())
        monkeypatch.setattr(migrations, "_MIGRATIONS", (merged, *known))
        with pytest.raises(
            sqlite3.DatabaseError, match='"000" .* comes before "001_tables"'
        ):
            Migrations.apply_migrations(conn)
        monkeypatch.setattr(migrations, "_MIGRATIONS", (*known, merged))
        assert Migrations.apply_migrations(conn) == ["000"]


def test_a_changed_migration_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with connected("default", tmp_path / "m.db", []) as conn:
        Migrations.apply_migrations(conn, "mine")
        changed = list(migrations._MIGRATIONS)  # pyright: ignore[reportPrivateUsage]
        changed[2] = ("003_data", "0" * 64, ("1" * 64,), "DELETE FROM account", ())
        monkeypatch.setattr(migrations, "_MIGRATIONS", tuple(changed))
        message = 'migration "003_data" of project "mine" has changed'
        for change in (Migrations.apply_migrations, Migrations.pending_migrations):
            with pytest.raises(sqlite3.DatabaseError, match=message):
                change(conn, "mine")
        assert not conn.in_transaction
        assert len(Migrations(conn).accounts()) == 2


def test_foreign_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that is made again takes no rows with it, and none is left alone."""
    with connected("default", tmp_path / "m.db", []) as conn:
        conn.executescript("""
            CREATE TABLE mine (account INTEGER REFERENCES account ON DELETE CASCADE);
            INSERT INTO mine VALUES (1);
            PRAGMA foreign_keys = ON;
        """)
        conn.row_factory = None
        assert Migrations.apply_migrations(conn) == IDS
        assert value(conn, "SELECT count(*) FROM mine") == 1
        assert value(conn, "PRAGMA foreign_keys") == 1
        known = migrations._MIGRATIONS  # pyright: ignore[reportPrivateUsage]
        broken = (*known, ("006", "c", "t", "DELETE FROM account", ()))
        monkeypatch.setattr(migrations, "_MIGRATIONS", broken)
        message = '^migration "006": FOREIGN KEY constraint failed: mine refers to'
        with pytest.raises(sqlite3.IntegrityError, match=message):
            Migrations.apply_migrations(conn)
        assert len(Migrations(conn).accounts()) == 2
        assert value(conn, "PRAGMA foreign_keys") == 1
        conn.execute("PRAGMA foreign_keys = OFF")
        assert Migrations.apply_migrations(conn) == ["006"]
        assert value(conn, "PRAGMA foreign_keys") == 0


def test_the_table_of_an_older_sqg_is_adopted(tmp_path: Path) -> None:
    with connected("default", tmp_path / "m.db", []) as conn:
        for script in Migrations.get_migrations()[:2]:
            conn.executescript(script)
        conn.executescript("""
            CREATE TABLE _sqg_migrations (
                project TEXT NOT NULL,
                migration_id TEXT NOT NULL,
                applied_at TEXT NOT NULL DEFAULT (datetime('now')),
                PRIMARY KEY (project, migration_id)
            );
            INSERT INTO _sqg_migrations (project, migration_id)
            VALUES ('old', '001_tables'), ('old', '002_trigger');
        """)
        assert Migrations.pending_migrations(conn, "old") == IDS[2:]
        assert Migrations.apply_migrations(conn, "old") == IDS[2:]
        assert Migrations.apply_migrations(conn, "old") == []
        assert recorded(conn) == [("old", i) for i in IDS]
        unknown = "SELECT count(*) FROM _sqg_migrations WHERE checksum IS NULL"
        conn.row_factory = None
        assert value(conn, unknown) == 2


@pytest.mark.parametrize("mode", [m for m in MODES if m != "pep249"])
def test_not_inside_a_transaction(mode: str, tmp_path: Path) -> None:
    with connected(mode, tmp_path / "m.db", []) as conn:
        conn.execute("BEGIN")
        with pytest.raises(
            sqlite3.ProgrammingError, match="need transactions of their own"
        ):
            Migrations.apply_migrations(conn)
        assert conn.in_transaction


def test_text_factory_does_not_matter(tmp_path: Path) -> None:
    with connected("default", tmp_path / "m.db", []) as conn:
        conn.text_factory = bytes
        assert Migrations.apply_migrations(conn) == IDS
        assert Migrations.apply_migrations(conn) == []


TRIGGER = "CREATE TRIGGER t AFTER INSERT ON x BEGIN SELECT 1; SELECT ';END;'; END;"


@pytest.mark.parametrize(
    "pieces",
    [
        [""],
        ["-- nothing; here"],
        ["SELECT 1"],
        ["SELECT 1;", ""],
        ["SELECT 1;", "SELECT ';';", ""],
        ["SELECT ';' /* ; */;", " -- ;\nSELECT 2;", " -- ;"],
        [TRIGGER, "DROP TRIGGER t;", TRIGGER.replace("TRIGGER", "TEMP TRIGGER"), ""],
        ['SELECT a AS ";", a AS [;], a AS `;` FROM x;', " SELECT 1"],
    ],
)
def test_split(pieces: list[str]) -> None:
    assert list(migrations._split("".join(pieces))) == pieces  # pyright: ignore[reportPrivateUsage]
    conn = sqlite3.connect(":memory:")
    conn.execute("CREATE TABLE x (a)")
    for piece in pieces:
        conn.execute(piece)
    conn.close()


def start(path: Path, barrier: object, results: object) -> None:
    conn = sqlite3.connect(path, timeout=30)
    barrier.wait()  # type: ignore[attr-defined]  # pyright: ignore
    results.put(Migrations.apply_migrations(conn))  # type: ignore[attr-defined]  # pyright: ignore
    conn.close()


def test_starters_race(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    starters = 4
    barrier, results = context.Barrier(starters), context.Queue()
    processes = [
        context.Process(target=start, args=(tmp_path / "m.db", barrier, results))
        for _ in range(starters)
    ]
    for process in processes:
        process.start()
    applied: list[list[str]] = [results.get(timeout=60) for _ in processes]
    for process in processes:
        process.join()
    assert sorted(chain.from_iterable(applied)) == IDS
