"""The generated bulk inserts against other ways of inserting the same rows, interleaved.

Each round runs every way once, in changing order, into an emptied table on disk. Every
run is verified: the hash over all rows must be that of the same rows by way of pyarrow.
"""

import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import islice
from operator import attrgetter
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pyarrow as pa
from gen.sensors import Sensors, SensorReadingsRow

sys.path.insert(0, str(Path(__file__).parents[1] / "python"))
from readings import readings

ROWS = int(os.environ.get("ROWS", "1000000"))
ROUNDS = int(os.environ.get("ROUNDS", "5"))
COLUMNS = SensorReadingsRow.__slots__
SLOW = 1000  # rows of the ways that take milliseconds for each
SCHEMA = pa.schema(
    [
        ("device_id", pa.uuid()),
        ("timestamp", pa.timestamp("us", "UTC")),
        ("temperature", pa.float64()),
        ("humidity", pa.float64()),
        ("pressure", pa.decimal128(10, 2)),
        ("battery_level", pa.int16()),
        ("is_anomaly", pa.bool_()),
        ("location", pa.string()),
        ("tags", pa.list_(pa.string())),
    ]
)


def batch(rows: list[SensorReadingsRow]) -> pa.RecordBatch:
    columns = {name: list(map(attrgetter(name), rows)) for name in COLUMNS}
    ids = [id.int.to_bytes(16, "big") for id in columns["device_id"]]
    columns["device_id"] = pa.array(ids, pa.binary(16)).cast(pa.uuid())
    return pa.record_batch(
        [pa.array(columns[f.name], f.type) for f in SCHEMA], schema=SCHEMA
    )


def batches(rows: list[SensorReadingsRow], size: int) -> Iterator[pa.RecordBatch]:
    source = iter(rows)
    while some := list(islice(source, size)):
        yield batch(some)


class Bench:
    """A database on disk, and the rows in the forms that the ways take."""

    def __init__(self, path: str) -> None:
        self.conn = duckdb.connect(path)
        self.conn.execute(Sensors.get_migrations()[0])
        self.app = Sensors(self.conn)
        self.rows = list(readings(ROWS, SensorReadingsRow))
        self.table = pa.Table.from_batches(batches(self.rows, 122_880))
        self.conn.execute("ATTACH ':memory:' AS memory")
        self.conn.register("source", self.table)
        self.conn.execute("CREATE TABLE memory.readings AS FROM source")
        self.conn.unregister("source")
        self.ways: dict[str, Callable[[], object]] = {
            "generated, from rows": lambda: self.app.bulk_insert_sensor_readings(
                self.rows
            ),
            "rows to pyarrow, reader of 30,720": self.reader,
            "rows to pyarrow, 122,880 a statement": self.by_chunks,
            "rows to pandas": self.pandas,
            f"executemany, {SLOW} rows": self.executemany,
            "generated, from Arrow": lambda: self.app.bulk_insert_sensor_readings_arrow(
                self.table
            ),
            "INSERT … SELECT from a table in memory": lambda: self.conn.execute(
                "INSERT INTO sensor_readings FROM memory.readings"
            ),
        }

    def insert(self, source: object) -> None:
        self.conn.register("source", source)
        self.conn.execute("INSERT INTO sensor_readings FROM source")
        self.conn.unregister("source")

    def reader(self) -> None:
        self.insert(
            pa.RecordBatchReader.from_batches(SCHEMA, batches(self.rows, 30_720))
        )

    def by_chunks(self) -> None:
        self.conn.begin()
        for some in batches(self.rows, 122_880):
            self.insert(pa.Table.from_batches([some]))
        self.conn.commit()

    def pandas(self) -> None:
        data: dict[str, Any] = {
            name: list(map(attrgetter(name), self.rows)) for name in COLUMNS
        }
        data["device_id"] = list(map(str, data["device_id"]))
        self.insert(pd.DataFrame(data))

    def executemany(self) -> None:
        values = attrgetter(*COLUMNS)
        self.conn.begin()
        self.conn.executemany(
            "INSERT INTO sensor_readings VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            [values(row) for row in self.rows[:SLOW]],
        )
        self.conn.commit()

    def run(self, way: str) -> tuple[float, float]:
        self.app.clear()
        self.conn.execute("CHECKPOINT")
        wall, cpu = time.perf_counter(), time.process_time()
        self.ways[way]()
        took = (time.perf_counter() - wall, time.process_time() - cpu)
        count = SLOW if "executemany" in way else ROWS
        sql = "SELECT count(*) FROM sensor_readings"
        assert self.conn.execute(sql).fetchone() == (count,)
        if count == ROWS:
            sql = "SELECT sum(hash(s)) FROM {} AS s"
            stored = self.conn.execute(sql.format("sensor_readings")).fetchone()
            assert stored == self.conn.execute(sql.format("memory.readings")).fetchone()
        return took


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(f"{folder}/bench.duckdb")
        wanted = os.environ.get("WAYS")
        ways = wanted.split(";") if wanted else list(bench.ways)
        found: dict[str, list[tuple[float, float]]] = {way: [] for way in ways}
        for _ in range(ROUNDS):
            for way in random.sample(ways, len(ways)):
                found[way].append(bench.run(way))
        for way, times in found.items():
            wall = statistics.median(t[0] for t in times) * 1000
            cpu = statistics.median(t[1] for t in times) * 1000
            print(f"{way:40} {wall:8.0f} ms wall {cpu:8.0f} ms processor")


main()
