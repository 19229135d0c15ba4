"""The suite's runner: main.py PLAN, a file of JSON. Prints an event of JSON a line.

The ways of a group take turns, so that whatever else the machine does hits all of them.
After every run, outside of the clock, the contest verifies what it did.
"""

import gc
import importlib.metadata as packages
import json
import platform
import sqlite3
import statistics
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import measure
from contest import Contest, Way
from contests import CONTESTS, PACKAGES


@dataclass
class Run:
    wall: float
    client: float
    server: float
    memory: float

    def time(self, plan: dict[str, Any]) -> float:
        """What counts: time, or the processors' time."""
        if plan.get("clock") == "processor":
            return self.client + self.server
        return self.wall


def say(**event: object) -> None:
    print(json.dumps(event), flush=True)


def versions() -> dict[str, str]:
    found = {"python": platform.python_version(), "sqlite": sqlite3.sqlite_version}
    for name in PACKAGES:
        with suppress(packages.PackageNotFoundError):
            found[name] = packages.version(name)
    return found


def run(contest: Contest, way: Way, rows: int) -> Run:
    contest.clear()
    if rows >= 100_000:
        gc.collect()
    before = measure.forget_peak()
    server, client = contest.server_ms(), time.process_time()
    start = time.perf_counter()
    way()
    wall = time.perf_counter() - start
    client, server = time.process_time() - client, contest.server_ms() - server
    memory = measure.peak_mb() - before
    contest.verify()
    return Run(wall * 1000, client * 1000, server, memory)


def report(group: dict[str, Any], method: str, **what: object) -> None:
    about = {k: group[k] for k in ("operation", "rows")}
    say(result={**about, "method": method, **what})


def skip(group: dict[str, Any], method: str, missing: ImportError) -> None:
    why = f"a package that it needs is not to be had here: {missing}"
    report(group, method, skipped_reason=why)


def fail(group: dict[str, Any], method: str, error: Exception) -> None:
    traceback.print_exception(error)
    report(group, method, failed=f"{type(error).__name__}: {error}")


def prepare(group: dict[str, Any], contest: Contest) -> dict[str, Way]:
    ways = {}
    for method in group["methods"]:
        try:
            ways[method] = contest.way(method)
        except ImportError as missing:
            skip(group, method, missing)
        except Exception as error:  # noqa: BLE001
            fail(group, method, error)
    return ways


def rounds(plan: dict[str, Any]) -> Iterator[tuple[int, bool]]:
    """Rounds by their number, and whether they count.

    There are so many at least, and more while the time allows them.
    """
    for warm_up in range(plan["warm_ups"]):
        yield warm_up, False
    start = time.perf_counter()
    for n in range(plan["most_runs"]):
        took = (time.perf_counter() - start) * 1000
        if n >= plan["runs"] and took >= plan["budget_ms"]:
            break
        yield plan["warm_ups"] + n, True


def order(names: list[str], turn: int) -> list[str]:
    """Another one begins each round, and follows another one."""
    first = turn // 2 % max(len(names), 1)
    names = names[first:] + names[:first]
    return names[::-1] if turn % 2 else names


def compare(plan: dict[str, Any], group: dict[str, Any], contest: Contest) -> None:
    ways = prepare(group, contest)
    # The rows are there for all ways: without this, each pays for the collector's walks over what others hold.
    gc.collect()
    gc.freeze()
    runs: dict[str, list[Run]] = {method: [] for method in ways}
    for turn, counts in rounds(plan):
        for method in order(list(runs), turn):
            say(run=f"{group['operation']}, {group['rows']:,} rows: {method}")
            try:
                took = run(contest, ways[method], group["rows"])
            except Exception as error:  # noqa: BLE001
                # Out of the contest; the others go on.
                del runs[method]
                fail(group, method, error)
                continue
            if counts:
                runs[method].append(took)
    for method, took_each in runs.items():
        report(
            group,
            method,
            calls=contest.calls,
            runs_ms=[round(r.time(plan), 3) for r in took_each],
            client_cpu_ms=round(statistics.median(r.client for r in took_each), 3),
            server_cpu_ms=round(statistics.median(r.server for r in took_each), 3),
            memory_mb=round(max(r.memory for r in took_each), 1),
            verified=True,
        )
    gc.unfreeze()


def main() -> None:
    plan = json.loads(Path(sys.argv[1]).read_text())
    say(versions=versions())
    for group in plan["groups"]:
        try:
            module = import_module(CONTESTS[group["operation"]])
        except ImportError as missing:
            for method in group["methods"]:
                skip(group, method, missing)
            continue
        contest: Contest
        with module.Ways(plan, group) as contest:
            say(versions=contest.versions())
            compare(plan, group, contest)


main()
