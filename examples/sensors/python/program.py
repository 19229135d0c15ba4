"""Loads the sensor readings and asks for them: the same for every driver that waits for its answers."""

import datetime as dt
import sys
import time
from types import ModuleType
from typing import Any

from readings import START, readings


def run(sensors: Any, types: ModuleType, count: int) -> None:
    """Sensors is the generated class on a connection, types its module."""
    start = time.perf_counter()
    sensors.bulk_insert_sensor_readings(types.SensorReadingsInsert(*r) for r in readings(0, count))
    timed("sensor_readings", count, start)
    checked("sensor_readings", sensors.checksum())
    start = time.perf_counter()
    with sensors.create_raw_readings_appender() as appender:
        for r in readings(0, count):
            appender.append(types.RawReadingsRow(*r))
    timed("raw_readings", count, start)
    checked("raw_readings", sensors.raw_checksum())
    as_sent = sum(row == types.RawReadingsRow(*r) for row, r in zip(sensors.all_raw_iter(), readings(0, count)))
    print(f"streamed | {count} | {as_sent} as sent")
    change(sensors, count)
    checked("after", sensors.checksum())
    ask(sensors, count)


def change(sensors: Any, count: int) -> None:
    some = list(readings(count, 10))
    devices, times = [r.device_id for r in some], [r.timestamp for r in some]
    inserted = sensors.insert_reading_batch(some)
    corrected = sensors.set_temperature_batch((r.device_id, r.timestamp, 42.0) for r in some)
    print(f"batch | {inserted} inserted | {corrected} corrected")
    corrected = sensors.set_temperatures(devices, times, [r.temperature for r in some])
    deleted = sensors.delete_readings(devices, times)
    inserted = sensors.insert_readings(
        device_ids=devices,
        timestamps=times,
        temperatures=[r.temperature for r in some],
        locations=[r.location for r in some],
    )
    print(f"lists | {corrected} corrected | {deleted} deleted | {inserted} inserted", end="")
    print(f" | {sensors.delete_readings(devices, times)} deleted")


def ask(sensors: Any, count: int) -> None:
    (last,) = readings(count - 1, 1)
    for row in sensors.latest_of_device(last.device_id, 5):
        print(f"latest | {row.temperature:.2f} | {row.pressure} | {row.battery_level} | {','.join(row.tags)}")
    for tag in sensors.readings_per_tag():
        print(f"tag | {tag.tag} | {tag.readings}")
    for city in sensors.readings_per_city():
        print(f"city | {city.city} | {city.readings} | {city.anomalies} | {city.lowest_battery} | {city.pressure}")
    tagged = sensors.tagged(["indoor", "hvac"], START, START + dt.timedelta(hours=1))
    print(f"tagged in the first hour | {tagged}")


def checked(name: str, checksum: Any) -> None:
    print(f"{name} | {checksum.rows} | {checksum.checksum}")


def timed(name: str, count: int, start: float) -> None:
    seconds = time.perf_counter() - start
    print(f"{name}: {count} rows in {seconds:.2f} s, {count / seconds:,.0f} a second", file=sys.stderr)
