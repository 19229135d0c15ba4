"""Loads the sensor readings with psycopg and asks for them.

python3 psycopg_main.py ROWS URL
"""

import datetime as dt
import sys
import time
from typing import cast

import psycopg

from gen.psycopg.sensors import Checksum, RawReadingsRow, SensorReadingsRow, Sensors
from readings import START, readings


def main(count: int, url: str) -> None:
    # One row after the other commits itself, as a transaction of an hour would keep the server from tidying up.
    with psycopg.connect(url, autocommit=True) as db:
        Sensors.apply_migrations(db)
        sensors = Sensors(db)
        start = time.perf_counter()
        sensors.bulk_insert_sensor_readings(SensorReadingsRow(*r) for r in readings(0, count))
        timed("sensor_readings", count, start)
        checked("sensor_readings", sensors.checksum())
        start = time.perf_counter()
        with sensors.create_raw_readings_appender() as appender:
            for r in readings(0, count):
                appender.append(RawReadingsRow(*r))
        timed("raw_readings", count, start)
        checked("raw_readings", sensors.raw_checksum())
        as_sent = sum(row == RawReadingsRow(*r) for row, r in zip(sensors.all_raw_iter(), readings(0, count)))
        print(f"streamed | {count} | {as_sent} as sent")
        change(sensors, count)
        checked("after", sensors.checksum())
        ask(sensors, count)


def change(sensors: Sensors, count: int) -> None:
    some = list(readings(count, 10))
    devices, times = [r.device_id for r in some], [r.timestamp for r in some]
    inserted = sensors.insert_reading_batch(some)
    corrected = sensors.set_temperature_batch((r.device_id, r.timestamp, 42.0) for r in some)
    print(f"batch | {inserted} inserted | {corrected} corrected")
    corrected = sensors.set_temperatures(devices, times, [r.temperature for r in some])
    deleted = sensors.delete_readings(devices, times)
    inserted = sensors.insert_readings(devices, times, [r.temperature for r in some], [r.location for r in some])
    print(f"lists | {corrected} corrected | {deleted} deleted | {inserted} inserted", end="")
    print(f" | {sensors.delete_readings(devices, times)} deleted")


def ask(sensors: Sensors, count: int) -> None:
    (last,) = readings(count - 1, 1)
    for row in sensors.latest_of_device(last.device_id, 5):
        tags = ",".join(cast(list[str], row.tags))
        print(f"latest | {row.temperature:.2f} | {row.pressure} | {row.battery_level} | {tags}")
    for tag in sensors.readings_per_tag():
        print(f"tag | {tag.tag} | {tag.readings}")
    for city in sensors.readings_per_city():
        print(f"city | {city.city} | {city.readings} | {city.anomalies} | {city.lowest_battery} | {city.pressure}")
    tagged = sensors.tagged(["indoor", "hvac"], START, START + dt.timedelta(hours=1))
    print(f"tagged in the first hour | {tagged}")


def checked(name: str, checksum: Checksum | None) -> None:
    assert checksum is not None
    print(f"{name} | {checksum.rows} | {checksum.checksum}")


def timed(name: str, count: int, start: float) -> None:
    seconds = time.perf_counter() - start
    print(f"{name}: {count} rows in {seconds:.2f} s, {count / seconds:,.0f} a second", file=sys.stderr)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
