"""What the programs must print, computed without SQL: plain Python over the rows in data/.

    python3 oracle             prints the report
    python3 oracle --check     compares it with expected.txt
    python3 oracle --update    rewrites expected.txt

The statements' meaning is written down here a second time, by other means, so that neither an SQL engine nor the
generated code can vouch for itself. Arithmetic with money is exact (Fraction); only the printing rounds.
"""

import difflib
import sys
from pathlib import Path

from catalogue import catalogue
from changes import changes
from listening import listening
from people import people
from sales import sales
from shop import LOADED, out, rows


def report() -> str:
    rows("loaded", ([name, len(found)] for name, found in LOADED.items()))
    catalogue()
    people()
    sales()
    listening()
    changes()
    return "\n".join(out) + "\n"


def main() -> int:
    text, file = report(), Path(__file__).parent.parent / "expected.txt"
    if "--update" in sys.argv:
        file.write_text(text, encoding="utf-8")
    elif "--check" in sys.argv:
        diff = list(
            difflib.unified_diff(
                file.read_text(encoding="utf-8").splitlines(), text.splitlines(), "expected.txt", "oracle", lineterm=""
            )
        )
        print("\n".join(diff) if diff else f"oracle: expected.txt holds, {text.count('== ')} sections")
        return 1 if diff else 0
    else:
        print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
