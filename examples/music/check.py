"""Compares a program's report with expected.txt.

    python3 check.py NAME REPORT     NAME is a generator, such as typescript/sqlite/turso

GAPS lists what a driver's engine cannot run, and why; such a section must say "not supported", and nothing else may. A
gap that starts to work is a failure, too, so that the list stays true.
"""

import difflib
import sys
from pathlib import Path

WINDOWS = "Turso 0.7 has neither this window function nor custom frames"
RECURSIVE = "Turso 0.7 has no recursive CTEs"
GAPS = {
    "typescript/sqlite/turso": {
        "track_neighbours 3": WINDOWS,
        "ranked_artists 3": WINDOWS,
        "moving_average 2023": WINDOWS,
        "customer_quartiles": WINDOWS,
        "staff_tree": RECURSIVE,
        "managers_of 9": RECURSIVE,
        "sales_calendar 2023-01-01": RECURSIVE,
    }
}


def sections(text: str) -> list[tuple[str, list[str]]]:
    """The report's sections: title and lines."""
    parts = text.split("\n== ") if text.startswith("== ") else [text]
    return [
        (lines[0].removeprefix("== "), lines[1:]) for lines in (part.removesuffix("\n").split("\n") for part in parts)
    ]


def main() -> int:
    name, file = sys.argv[1:]
    expected = sections((Path(__file__).parent / "expected.txt").read_text(encoding="utf-8"))
    found = sections(Path(file).read_text(encoding="utf-8"))
    if [title for title, _ in found] != [title for title, _ in expected]:
        diff = difflib.unified_diff(
            [t for t, _ in expected], [t for t, _ in found], "expected.txt", name, lineterm="", n=0
        )
        print(f"{name}: other sections\n" + "\n".join(diff))
        print(f"{name}: 0 passed, {len(expected)} failed")
        return 1
    gaps, passed, failed = dict(GAPS.get(name, {})), 0, 0
    for (title, want), (_, got) in zip(expected, found):
        unsupported = got[:1] and got[0].startswith("not supported")
        if unsupported and title in gaps:
            del gaps[title]
        elif want == got:
            passed += 1
        else:
            failed += 1
            print(
                f"{name}: {title}\n"
                + "\n".join(difflib.unified_diff(want, got, "expected.txt", name, lineterm="", n=0))
            )
    for title, why in gaps.items():
        failed += 1
        print(f"{name}: {title} works now: remove the gap ({why})")
    known = len(GAPS.get(name, {})) - len(gaps)
    print(
        f"{name}: {passed} passed, {failed} failed" + (f" ({known} statements are beyond its engine)" if known else "")
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
