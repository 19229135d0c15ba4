"""Ways into DuckDB on disk. Rows are tuples of Python's values; for the generated code, its own rows of the same values."""

from pathlib import Path
from typing import Any

import duckdb
from readings import readings

from contest import Contest, Way
from gen.duckdb_readings import DuckdbReadings, SensorReadingsRow
from sensors import COLUMNS, columns, expect

REFERENCE = Path("../../bulk/sensors/duckdb-reference.sql")
ROW_GROUP = 122_880


class Ways(Contest):
    def __init__(self, plan: dict[str, Any], group: dict[str, Any]) -> None:
        super().__init__(plan, group)
        rows = self.rows
        self.conn = duckdb.connect(f"{plan['dir']}/sensors.duckdb")
        self.resources.callback(self.conn.close)
        self.conn.execute("DROP TABLE IF EXISTS sensor_readings")
        for script in DuckdbReadings.get_migrations():
            self.conn.execute(script)
        self.app = DuckdbReadings(self.conn)
        self.control = DuckdbReadings(self.conn.cursor())  # sees what is committed
        self.conn.execute(REFERENCE.read_text(), {"rows": rows})
        checksum = "SELECT count(*), sum(hash(r)) FROM reference AS r"
        self.expected = self.conn.execute(checksum).fetchone()
        self.tuples = list(readings(rows, lambda *values: values))

    def clear(self) -> None:
        self.app.clear()
        self.conn.execute("CHECKPOINT")

    def verify(self) -> None:
        found = self.control.checksum()
        expect(found and (found.rows, found.checksum), self.expected)

    def insert(self, source: object) -> None:
        """Insert whatever DuckDB can scan, its columns in the table's order."""
        self.conn.register("source", source)
        self.conn.execute("INSERT INTO sensor_readings SELECT * FROM source")
        self.conn.unregister("source")

    def duckdb_ceiling(self) -> Way:
        """A temporary table is in memory."""
        sql = "INSERT INTO sensor_readings SELECT * FROM reference"
        return lambda: self.conn.execute(sql)

    def duckdb_generated(self) -> Way:
        rows = [SensorReadingsRow(*values) for values in self.tuples]
        return lambda: self.app.bulk_insert_sensor_readings(rows)

    def duckdb_executemany(self) -> Way:
        insert = "INSERT INTO sensor_readings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"

        def way() -> None:
            self.conn.begin()
            try:
                self.conn.executemany(insert, self.tuples)
                self.conn.commit()
            except BaseException:
                self.conn.rollback()
                raise

        return way

    def duckdb_pandas(self) -> Way:
        import pandas as pd

        return lambda: self.insert(pd.DataFrame(self.tuples, columns=COLUMNS))

    def duckdb_polars(self) -> Way:
        """By columns, and without a schema: both are faster. Polars has no UUID."""
        import polars as pl

        def way() -> None:
            values = columns(self.tuples)
            values["device_id"] = list(map(str, values["device_id"]))
            self.insert(pl.DataFrame(values))

        return way

    def duckdb_pyarrow(self) -> Way:
        from arrow import reader

        return lambda: self.insert(reader(self.tuples))

    def arrow_generated(self) -> Way:
        from arrow import table

        source = table(self.tuples, ROW_GROUP)
        return lambda: self.app.bulk_insert_sensor_readings_arrow(source)

    def arrow_select(self) -> Way:
        from arrow import table

        source = table(self.tuples, ROW_GROUP)
        return lambda: self.insert(source)
