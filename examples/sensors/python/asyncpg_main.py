"""Loads the sensor readings with asyncpg and asks for them.

python3 asyncpg_main.py ROWS URL
"""

import asyncio
import datetime as dt
import sys
import time
from typing import cast

import asyncpg

from gen.asyncpg.sensors import Checksum, RawReadingsRow, SensorReadingsInsert, Sensors
from readings import START, readings


async def main(count: int, url: str) -> None:
    db = await asyncpg.connect(url)
    try:
        await Sensors.apply_migrations(db)
        sensors = Sensors(db)
        start = time.perf_counter()
        await sensors.bulk_insert_sensor_readings(SensorReadingsInsert(*r) for r in readings(0, count))
        timed("sensor_readings", count, start)
        checked("sensor_readings", await sensors.checksum())
        start = time.perf_counter()
        async with sensors.create_raw_readings_appender() as appender:
            for r in readings(0, count):
                await appender.append(RawReadingsRow(*r))
        timed("raw_readings", count, start)
        checked("raw_readings", await sensors.raw_checksum())
        sent, as_sent = readings(0, count), 0
        async for row in sensors.all_raw_iter():
            as_sent += row == RawReadingsRow(*next(sent))
        print(f"streamed | {count} | {as_sent} as sent")
        await change(sensors, count)
        checked("after", await sensors.checksum())
        await ask(sensors, count)
    finally:
        await db.close()


async def change(sensors: Sensors, count: int) -> None:
    some = list(readings(count, 10))
    devices, times = [r.device_id for r in some], [r.timestamp for r in some]
    inserted = await sensors.insert_reading_batch(some)
    corrected = await sensors.set_temperature_batch((r.device_id, r.timestamp, 42.0) for r in some)
    print(f"batch | {inserted} inserted | {corrected} corrected")
    corrected = await sensors.set_temperatures(devices, times, [r.temperature for r in some])
    deleted = await sensors.delete_readings(devices, times)
    inserted = await sensors.insert_readings(
        device_ids=devices,
        timestamps=times,
        temperatures=[r.temperature for r in some],
        locations=[r.location for r in some],
    )
    print(f"lists | {corrected} corrected | {deleted} deleted | {inserted} inserted", end="")
    print(f" | {await sensors.delete_readings(devices, times)} deleted")


async def ask(sensors: Sensors, count: int) -> None:
    (last,) = readings(count - 1, 1)
    for row in await sensors.latest_of_device(last.device_id, 5):
        tags = ",".join(cast(list[str], row.tags))
        print(f"latest | {row.temperature:.2f} | {row.pressure} | {row.battery_level} | {tags}")
    for tag in await sensors.readings_per_tag():
        print(f"tag | {tag.tag} | {tag.readings}")
    for city in await sensors.readings_per_city():
        print(f"city | {city.city} | {city.readings} | {city.anomalies} | {city.lowest_battery} | {city.pressure}")
    tagged = await sensors.tagged(["indoor", "hvac"], START, START + dt.timedelta(hours=1))
    print(f"tagged in the first hour | {tagged}")


def checked(name: str, checksum: Checksum | None) -> None:
    assert checksum is not None
    print(f"{name} | {checksum.rows} | {checksum.checksum}")


def timed(name: str, count: int, start: float) -> None:
    seconds = time.perf_counter() - start
    print(f"{name}: {count} rows in {seconds:.2f} s, {count / seconds:,.0f} a second", file=sys.stderr)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2]))
