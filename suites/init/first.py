#!/usr/bin/env python3
"""Walks from an empty folder to the first output, by the steps that `sqg init` prints and no others.

    first.py SQG [GENERATOR…]

SQG is the program; without generators it is all of them but rust/duckdb, which compiles DuckDB. What runs, and what it
prints, is the transcript. At its end is a table of the seconds of each: by the clock, and of processors.
"""

import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from math import ceil

EXPECTED = "added: Try sqg\nopen: Try sqg (It took a minute.)\n1 notes, 0 open\n"


def spent() -> float:
    """Seconds of processors of what has run and ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


def generators(sqg: str) -> list[str]:
    """Every generator by its full name, as the schema of sqg.yaml lists them."""
    schema = json.loads(subprocess.check_output([sqg, "schema"]))
    ids = schema["properties"]["sql"]["items"]["properties"]["gen"]["items"]["properties"]["generator"]["enum"]
    full = [name for name in ids if not any(other.startswith(name + "/") for other in ids)]
    return [name for name in full if name != "rust/duckdb"]


def steps(said: str) -> Iterator[str]:
    """The indented lines behind `next:`."""
    for line in said.split("\nnext:\n")[1].splitlines():
        if line.startswith("  "):
            yield line.strip()


def walk(generator: str, env: dict[str, str]) -> tuple[int, float, float]:
    """The number of steps until the right output, and the seconds by the clock and of processors."""
    with tempfile.TemporaryDirectory() as empty:
        clock, cpu = time.monotonic(), spent()
        folder, said = empty, ""

        def run(command: str) -> str:
            print("$ " + command, flush=True)
            ran = subprocess.run(
                ["bash", "-c", command],
                cwd=folder,
                env=env,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
            print(ran.stdout, end="", flush=True)
            if ran.returncode != 0:
                sys.exit(f"{generator}: `{command}` failed")
            return ran.stdout

        todo = [f"sqg init --generator {generator} --output app"]
        done = 0
        while todo:
            step = todo.pop(0)
            if step.startswith("cd "):
                print("$ " + step)
                folder = os.path.join(folder, step.removeprefix("cd "))
            else:
                said = run(step)
            done += 1
            todo = todo or (list(steps(said)) if done == 1 else [])
        if not re.sub(r"\x1b\[[0-9;]*m", "", said).endswith(EXPECTED):
            sys.exit(f"{generator}: the last step printed something else")
        return done, time.monotonic() - clock, spent() - cpu


def main() -> None:
    sqg = os.path.abspath(sys.argv[1])
    # What a project of its own has, and not what this shell has of servers and colours.
    env = {name: value for name, value in os.environ.items() if not name.startswith("PG") and name != "DATABASE_URL"}
    env["PATH"] = os.path.dirname(sqg) + os.pathsep + env["PATH"]
    rows = []
    for generator in sys.argv[2:] or generators(sqg):
        print(f"\n# {generator}")
        done, clock, cpu = walk(generator, env)
        rows.append(f"| `{generator}` | {done} | {ceil(clock)} | {ceil(cpu)} |")
    print("\n| generator | steps | seconds | of processors |\n|---|--:|--:|--:|")
    print("\n".join(rows))


if __name__ == "__main__":
    main()
