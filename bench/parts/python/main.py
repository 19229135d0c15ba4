"""Compares searches with 1 to 12 optional parts of which none, half or all are given: generated methods, a text
that is written for the case, clauses that are joined by hand, (? IS NULL OR …), and SQLAlchemy Core."""

import os
import sqlite3
import time
from statistics import median

from gen.parts import Parts
from ways import WAYS, Filter, Search

# The processor time for which a way runs in a round, at least.
SAMPLE = 0.02

# After how many rows the values of a column come again; the steps of columns are prime to it.
PERIOD = 20011
STEPS = [1, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37]

ROWS = int(os.environ.get("ROWS", "100000"))
ROUNDS = int(os.environ.get("ROUNDS", "15"))


def filled() -> sqlite3.Connection:
    """A database in memory with the items."""
    db = sqlite3.connect(":memory:")
    Parts.apply_migrations(db)
    values = ", ".join(f"?1 * {step} % {PERIOD}" for step in STEPS)
    insert = f"INSERT INTO item VALUES (?1, 'item ' || ?1, {values})"
    db.executemany(insert, ((row,) for row in range(1, ROWS + 1)))
    db.commit()
    return db


def spent(search: Search, values: Filter, calls: int) -> float:
    """The processor time of a call, by that of several."""
    start = time.process_time()
    for _ in range(calls):
        search(values)
    return (time.process_time() - start) / calls


def compare(db: sqlite3.Connection, values: Filter, given: int) -> None:
    """Prints the ratios of a case's ways to the first one: medians over all rounds, in which the ways take turns."""
    searches = [way(db, values) for way in WAYS.values()]
    expected = searches[0](values)
    assert expected
    for name, search in zip(WAYS, searches, strict=True):
        assert search(values) == expected, name
    calls = [max(1, int(SAMPLE / spent(s, values, 3))) for s in searches]
    times: list[list[float]] = [[] for _ in searches]
    for turn in range(ROUNDS):
        for n in range(len(searches)):
            i = (n + turn) % len(searches)
            times[i].append(spent(searches[i], values, calls[i]))
    ratios = [
        median(t / first for t, first in zip(own, times[0], strict=True))
        for own in times[1:]
    ]
    shown = " | ".join(f"{ratio:.2f}" for ratio in ratios)
    print(f"| {len(values)} | {given} | {median(times[0]) * 1e6:.1f} µs | {shown} |")


def main() -> None:
    db = filled()
    print(f"| parts | given | {' | '.join(WAYS)} |")
    for count in [1, 2, 3, 6, 9, 12]:
        for given in sorted({0, count // 2, count}):
            steps = enumerate(STEPS[:count])
            compare(
                db,
                [ROWS // 2 * step % PERIOD if i < given else None for i, step in steps],
                given,
            )


main()
