"""What the programs must print, computed without SQL: plain Python over the rows in data/.

    python3 oracle             prints the report
    python3 oracle --check     compares it with expected.txt
    python3 oracle --update    rewrites expected.txt

The statements' meaning is written down here a second time, by other means, so that neither an SQL engine nor the
generated code can vouch for itself. Arithmetic with money is exact (Fraction); only the printing rounds.
"""

import difflib
import re
import sys
from pathlib import Path

from catalogue import catalogue
from changes import changes
from listening import listening
from people import people
from sales import sales
from shop import LOADED, out, rows

HERE = Path(__file__).parent.parent


def report() -> str:
    rows("loaded", ([name, len(found)] for name, found in LOADED.items()))
    catalogue()
    people()
    sales()
    listening()
    changes()
    return "\n".join(out) + "\n"


def statements(folder: Path) -> set[str]:
    """The names of the statements in a folder's files."""
    files = folder.glob("*.sql")
    return {
        n for f in files for n in re.findall(r"(?m)^(?:--|/\*) (?:QUERY|EXEC) (\w+)", f.read_text(encoding="utf-8"))
    }


def check(text: str) -> int:
    """The report must be the expected one, and have a section for every statement, whose names are the engines' alike."""
    names, postgres = statements(HERE / "sql"), statements(HERE / "postgres" / "sql")
    found = (HERE / "expected.txt").read_text(encoding="utf-8").splitlines()
    problems = list(difflib.unified_diff(found, text.splitlines(), "expected.txt", "oracle", lineterm=""))
    reported = {re.split(r"[ ,]", title)[0] for title in re.findall(r"(?m)^== (.*)", text)}
    problems += [f"statement {name} is in no section" for name in sorted(names - reported)]
    problems += [f"statement {name} is of one engine only" for name in sorted(names ^ (postgres - {"continue_ids"}))]
    print(
        "\n".join(problems)
        or f"oracle: expected.txt holds, {text.count('== ')} sections, {len(names)} statements"
    )
    return 1 if problems else 0


def main() -> int:
    text = report()
    if "--check" in sys.argv:
        return check(text)
    if "--update" in sys.argv:
        (HERE / "expected.txt").write_text(text, encoding="utf-8")
    else:
        print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
