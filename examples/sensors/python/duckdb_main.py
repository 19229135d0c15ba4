"""Loads the sensor readings into a DuckDB file, asks for them, and for those in a Parquet file that it writes.

python3 duckdb_main.py ROWS DATABASE
"""

import sys

import duckdb

from gen.duckdb import sensors
from gen.duckdb.archive import Archive
from program import checked, run


def main(count: int, file: str) -> None:
    with duckdb.connect(file) as db:
        sensors.Sensors.apply_migrations(db)
        run(sensors.Sensors(db), sensors, count)
        parquet = file + ".parquet"
        db.execute("COPY raw_readings TO '" + parquet.replace("'", "''") + "'")
        archive = Archive(db)
        checked("archived", archive.archived(parquet))
        for city in archive.archived_below(-19.5, parquet):
            print(f"cold | {city.city} | {city.readings} | {city.coldest:.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
