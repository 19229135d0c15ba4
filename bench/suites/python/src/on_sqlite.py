"""Ways into SQLite. Its rows are tuples of the values that it stores."""

import json
import sqlite3
from datetime import datetime
from decimal import Decimal
from itertools import chain
from typing import Any
from uuid import UUID

from readings import readings

from contest import Contest, Way
from gen.sqlite_readings import CheckRowsRow, SensorReadingsRow, SqliteReadings
from sensors import COLUMNS, expect

INSERT = f"INSERT INTO sensor_readings ({', '.join(COLUMNS)}) VALUES"
PLACES = "(?,?,?,?,?,?,?,?,?)"
CHUNK = 100


def stored(
    device_id: UUID,
    timestamp: datetime,
    temperature: float,
    humidity: float,
    pressure: Decimal,
    battery_level: int,
    is_anomaly: bool,
    location: str,
    tags: list[str],
) -> tuple[Any, ...]:
    return (
        str(device_id),
        timestamp.isoformat(timespec="microseconds"),
        temperature,
        humidity,
        str(pressure),
        battery_level,
        int(is_anomaly),
        location,
        json.dumps(tags, separators=(",", ":")),
    )


class Ways(Contest):
    def __init__(self, plan: dict[str, Any], group: dict[str, Any]) -> None:
        super().__init__(plan, group)
        rows = self.rows
        self.conn = sqlite3.connect(f"{plan['dir']}/{rows}.sqlite")
        self.resources.callback(self.conn.close)
        for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "temp_store=MEMORY"):
            self.conn.execute(f"PRAGMA {pragma}")
        for script in SqliteReadings.get_migrations():
            self.conn.executescript(script)
        self.app = SqliteReadings(self.conn)  # its caller commits
        self.app.fill_reference(rows)
        self.conn.commit()
        self.tuples = list(readings(rows, stored))

    def clear(self) -> None:
        self.app.clear()
        self.conn.commit()
        self.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def verify(self) -> None:
        expect(self.app.check_rows(), CheckRowsRow(self.rows, self.rows))
        if self.conn.in_transaction:
            raise RuntimeError("the rows are not committed")

    def sqlite_ceiling(self) -> Way:
        def way() -> None:
            with self.conn:
                self.app.copy_reference()

        return way

    def sqlite_generated(self) -> Way:
        rows = [SensorReadingsRow(*values) for values in self.tuples]

        def way() -> None:
            with self.conn:
                self.app.bulk_insert_sensor_readings(rows)

        return way

    def sqlite_executemany(self) -> Way:
        def way() -> None:
            with self.conn:
                self.conn.executemany(f"{INSERT} {PLACES}", self.tuples)

        return way

    def sqlite_multi_values(self) -> Way:
        many = f"{INSERT} {','.join([PLACES] * CHUNK)}"
        whole = len(self.tuples) - len(self.tuples) % CHUNK

        def way() -> None:
            with self.conn:
                for i in range(0, whole, CHUNK):
                    some = chain.from_iterable(self.tuples[i : i + CHUNK])
                    self.conn.execute(many, tuple(some))
                self.conn.executemany(f"{INSERT} {PLACES}", self.tuples[whole:])

        return way

    def sqlite_single(self) -> Way:
        def way() -> None:
            with self.conn:
                for row in self.tuples:
                    self.conn.execute(f"{INSERT} {PLACES}", row)

        return way
