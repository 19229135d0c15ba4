"""What formatters make of a file is as in corpus/formatters, where Go's tests find that it means the same."""

import shutil
import subprocess
import sys
from pathlib import Path

FILES = Path(__file__).parents[3] / "corpus" / "formatters"


def run(*command: str | Path) -> str:
    return subprocess.run(
        [sys.executable, "-m", *command], capture_output=True, text=True
    ).stdout


def test_sqlparse() -> None:
    formatted = run("sqlparse", "--keywords", "upper", FILES / "products.sql")
    assert formatted == (FILES / "sqlparse.sql").read_text()


def test_sqlparse_that_indents() -> None:
    formatted = run("sqlparse", "--reindent", FILES / "products.sql")
    assert formatted == (FILES / "refused" / "sqlparse-reindent.sql").read_text()


def test_sqlfluff(tmp_path: Path) -> None:
    file = tmp_path / "products.sql"
    shutil.copy(FILES / "products.sql", file)
    run("sqlfluff", "fix", "--quiet", "--config", FILES / "sqlfluff.cfg", file)
    assert file.read_text() == (FILES / "sqlfluff.sql").read_text()
