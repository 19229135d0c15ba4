"""Times test databases in Python: python databases.py ROUNDS prints a row for each engine."""

import importlib.util
import statistics
import sys
import time


def module(engine: str):
    """The generated module of an engine, whose folder is not a package: one of them is called as a driver."""
    sys.path.insert(0, f"target/python/{engine}")
    spec = importlib.util.spec_from_file_location(f"{engine}_testing", f"target/python/{engine}/notes_testing.py")
    loaded = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = loaded
    spec.loader.exec_module(loaded)
    return loaded


engines = {engine: module(engine) for engine in ("sqlite", "duckdb", "postgres")}
first: dict[str, float] = {}
walls: dict[str, list[float]] = {engine: [] for engine in engines}
processors: dict[str, list[float]] = {engine: [] for engine in engines}
for _ in range(int(sys.argv[1]) + 1):
    for engine, testing in engines.items():
        wall, processor = time.perf_counter(), time.process_time()
        with testing.new_test_database():
            pass
        wall, processor = time.perf_counter() - wall, time.process_time() - processor
        if engine in first:
            walls[engine].append(wall * 1e3)
            processors[engine].append(processor * 1e3)
        else:
            first[engine] = wall * 1e3
for engine in engines:
    median, least, own = statistics.median(walls[engine]), min(walls[engine]), statistics.median(processors[engine])
    print(f"| Python, {engine} | {first[engine]:.0f} | {median:.1f} | {least:.1f} | {own:.1f} |")
