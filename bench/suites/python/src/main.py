"""The suite's runner: main.py PLAN, a file of JSON. Prints an event of JSON a line.

The ways of a group take turns, so that whatever else the machine does hits all of them.
After every run, outside of the clock, the engine compares what it has stored with rows
that it has computed itself.
"""

import gc
import importlib.metadata as packages
import json
import platform
import sqlite3
import statistics
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import measure
from contest import Contest, Way

# Where the ways of an operation are; what they need may not be there on every machine.
CONTESTS = {
    "insert-postgres": "on_postgres",
    "insert-duckdb": "on_duckdb",
    "arrow-duckdb": "on_duckdb",
    "insert-sqlite": "on_sqlite",
}
PACKAGES = "psycopg asyncpg adbc-driver-postgresql duckdb pyarrow pandas polars".split()


@dataclass
class Run:
    wall: float
    client: float
    server: float
    peak: float


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
    measure.forget_peak()
    server, client = contest.server_ms(), time.process_time()
    start = time.perf_counter()
    way()
    wall = time.perf_counter() - start
    client, server = time.process_time() - client, contest.server_ms() - server
    peak = measure.peak_mb()
    contest.verify()
    return Run(wall * 1000, client * 1000, server, peak)


def skip(group: dict[str, Any], method: str, missing: ImportError) -> None:
    result = {
        "operation": group["operation"],
        "method": method,
        "rows": group["rows"],
        "skipped_reason": f"a package that it needs is not to be had here: {missing}",
    }
    say(result=result)


def prepare(group: dict[str, Any], contest: Contest) -> dict[str, Way]:
    ways = {}
    for method in group["methods"]:
        try:
            ways[method] = contest.way(method)
        except ImportError as missing:
            skip(group, method, missing)
    return ways


def compare(plan: dict[str, Any], group: dict[str, Any], contest: Contest) -> None:
    ways = prepare(group, contest)
    # The rows are there for all ways: without this, each pays for the collector's walks over what others hold.
    gc.collect()
    gc.freeze()
    runs: dict[str, list[Run]] = {method: [] for method in ways}
    for turn in range(plan["warm_ups"] + plan["runs"]):
        for i in range(len(ways)):
            method = list(ways)[(i + turn) % len(ways)]
            say(run=f"{group['operation']}, {group['rows']:,} rows: {method}")
            try:
                took = run(contest, ways[method], group["rows"])
            except Exception as error:
                raise RuntimeError(
                    f"{group['operation']} by {method} failed"
                ) from error
            if turn >= plan["warm_ups"]:
                runs[method].append(took)
    for method, took_each in runs.items():
        result: dict[str, Any] = {
            "operation": group["operation"],
            "method": method,
            "rows": group["rows"],
            "runs_ms": [round(r.wall, 3) for r in took_each],
            "client_cpu_ms": round(statistics.median(r.client for r in took_each), 3),
            "server_cpu_ms": round(statistics.median(r.server for r in took_each), 3),
            "peak_rss_mb": round(max(r.peak for r in took_each)),
            "verified": True,
        }
        say(result=result)
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
        with module.Ways(plan, group["rows"]) as contest:
            say(versions=contest.versions())
            compare(plan, group, contest)


main()
