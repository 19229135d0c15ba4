"""The generated appenders against other ways of inserting the same rows, interleaved.

Each round runs every way once, in changing order, into an emptied table; what is
printed are medians of wall time, of the client's CPU time, and of the rounds' ratios to
the generated code's wall time with the same driver.
"""

import asyncio
import gc
import json
import operator
import os
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import asyncpg
import psycopg
import psycopg.conninfo
from gen.asyncpg_rows.sensors import Sensors as AsyncpgSensors
from gen.asyncpg_rows.sensors import SensorReadingsRow as AsyncpgRow
from gen.psycopg_rows.sensors import Sensors
from gen.psycopg_rows.sensors import SensorReadingsRow as PsycopgRow
from gen.psycopg_rows.sensors import _pack_sensor_readings_rows as pack  # type: ignore
from readings import readings

URL = os.environ["SQG_TEST_POSTGRES_URL"]
ROWS = int(os.environ.get("ROWS", "100000"))
ROUNDS = int(os.environ.get("ROUNDS", "5"))
COLUMNS = (
    "device_id timestamp temperature humidity pressure battery_level is_anomaly"
    " location tags"
).split()
TYPES = "uuid timestamptz float8 float8 numeric int2 bool text text[]".split()
COPY = f"COPY sensor_readings ({', '.join(COLUMNS)}) FROM STDIN"
INSERT = "INSERT INTO sensor_readings VALUES (%s,%s,%s,%s,%s,%s,%s,%s,%s)"
HEAD = b"PGCOPY\n\xff\r\n\x00" + bytes(8)
MEGABYTE = 1 << 20

Way = Callable[[], object]


class Bench:
    """The connections, and the rows in the forms that the ways take."""

    def __init__(self, rows: int, ways: list[str]) -> None:
        self.rows = rows
        self.conn = psycopg.connect(URL, autocommit=True)
        self.loop = asyncio.new_event_loop()
        place: dict[str, Any] = psycopg.conninfo.conninfo_to_dict(URL)
        place["database"] = place.pop("dbname")
        self.async_conn = self.loop.run_until_complete(asyncpg.connect(**place))
        self.psycopg_rows = list(readings(rows, PsycopgRow))
        if "ours_asyncpg" in ways:
            self.asyncpg_rows = list(readings(rows, AsyncpgRow))
        self.tuples = list(readings(rows, lambda *values: values))
        encoded = HEAD + pack(self.psycopg_rows) + b"\xff\xff"
        self.encoded = [
            encoded[i : i + MEGABYTE] for i in range(0, len(encoded), MEGABYTE)
        ]

    def ours_psycopg(self) -> None:
        Sensors(self.conn).bulk_insert_sensor_readings(self.psycopg_rows)

    def ours_asyncpg(self) -> None:
        app = AsyncpgSensors(self.async_conn)
        self.loop.run_until_complete(
            app.bulk_insert_sensor_readings(self.asyncpg_rows)
        )

    def ceiling(self) -> None:
        with self.conn.cursor().copy(f"{COPY} (FORMAT binary)") as copy:
            for chunk in self.encoded:
                copy.write(chunk)

    def psycopg_binary(self) -> None:
        with self.conn.cursor().copy(f"{COPY} (FORMAT binary)") as copy:
            copy.set_types(TYPES)
            for row in self.tuples:
                copy.write_row(row)

    def psycopg_binary_rows(self) -> None:
        """From the rows that the generated code takes: their tuples are made here."""
        values = operator.attrgetter(*PsycopgRow.__slots__)
        with self.conn.cursor().copy(f"{COPY} (FORMAT binary)") as copy:
            copy.set_types(TYPES)
            for row in self.psycopg_rows:
                copy.write_row(values(row))

    def psycopg_text(self) -> None:
        with self.conn.cursor().copy(COPY) as copy:
            for row in self.tuples:
                copy.write_row(row)

    def asyncpg_records(self) -> None:
        self.loop.run_until_complete(
            self.async_conn.copy_records_to_table(
                "sensor_readings", records=self.tuples, columns=COLUMNS
            )
        )

    def psycopg_executemany(self) -> None:
        with self.conn.transaction():
            self.conn.cursor().executemany(INSERT, self.tuples)

    def close(self) -> None:
        self.conn.close()
        self.loop.run_until_complete(self.async_conn.close())
        self.loop.close()


WAYS = (
    "ceiling ours_psycopg ours_asyncpg psycopg_binary psycopg_binary_rows psycopg_text"
    " asyncpg_records psycopg_executemany"
).split()


def expected() -> dict[int, str]:
    lines = Path("../sensors/expected.tsv").read_text().splitlines()[1:]
    return {int(rows): checksum for rows, checksum in map(str.split, lines)}


def main() -> None:
    setup = psycopg.connect(URL, autocommit=True)
    setup.execute("DROP TABLE IF EXISTS sensor_readings")
    for script in Sensors.get_migrations():
        setup.execute(script.encode())
    setup.close()
    ways = os.environ.get("WAYS", "").split()
    ways = ways or (WAYS if ROWS <= 100_000 else WAYS[:-1])
    bench = Bench(ROWS, ways)
    # The rows of all ways are held at once: without this, every way pays for the collector's walks over the others'.
    gc.collect()
    gc.freeze()
    app = Sensors(bench.conn)
    wall: dict[str, list[float]] = {way: [] for way in ways}
    cpu: dict[str, list[float]] = {way: [] for way in ways}
    want = expected().get(ROWS)
    for turn in range(-1, ROUNDS):
        for way in random.Random(turn).sample(ways, len(ways)):
            app.clear()
            gc.collect()
            start, start_cpu = time.perf_counter(), time.process_time()
            getattr(bench, way)()
            took, took_cpu = time.perf_counter() - start, time.process_time() - start_cpu
            if turn < 0 and (found := app.checksum()) and want:
                assert (found.rows, found.checksum) == (ROWS, want), way
            if turn >= 0:
                wall[way].append(took * 1000)
                cpu[way].append(took_cpu * 1000)
    bench.close()
    print(f"{ROWS} rows, Python {sys.version.split()[0]}, median of {ROUNDS} rounds, ms")
    for way in ways:
        ours = wall["ours_asyncpg" if "asyncpg" in way else "ours_psycopg"]
        ratios = [a / b for a, b in zip(wall[way], ours, strict=True)]
        times = {
            "way": way,
            "rows": ROWS,
            "wall_ms": round(statistics.median(wall[way]), 1),
            "least_ms": round(min(wall[way]), 1),
            "cpu_ms": round(statistics.median(cpu[way]), 1),
            "times_ours": round(statistics.median(ratios), 2),
        }
        print(json.dumps(times))


if __name__ == "__main__":
    main()
