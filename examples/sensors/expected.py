"""What every program must print, computed without a database.

    python3 expected.py ROWS [CHECKSUM]

Only the checksum of all rows comes from a server, which computed it from the formula in SQL: bench/bulk/sensors. That of
DuckDB is given, and the programs for DuckDB also ask for the readings in a Parquet file.
"""

import sys
from collections import Counter, defaultdict
from decimal import Decimal
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "python"))

from readings import START, readings  # noqa: E402

SENSORS = HERE.parent.parent / "bench" / "bulk" / "sensors" / "expected.tsv"


def main(count: int, duckdb: str | None = None) -> None:
    known = dict(line.split("\t") for line in SENSORS.read_text(encoding="utf-8").splitlines())
    checksum = duckdb or known.get(str(count))
    if checksum is None:
        sys.exit(f"the checksum of {count} rows is not known; those of {', '.join(list(known)[1:])} are")
    tags, cities, pressure = Counter(), defaultdict(list), defaultdict(Decimal)
    of_device, cold, tagged = defaultdict(list), defaultdict(list), 0
    last = None
    for last in readings(0, count):
        tags.update(last.tags)
        city = last.location.split(" ")[0]
        cities[city].append((last.is_anomaly, last.battery_level))
        pressure[city] += last.pressure
        of_device[last.device_id].append(last)
        if last.temperature < -19.5:
            cold[city].append(last.temperature)
        tagged += not {"indoor", "hvac"}.isdisjoint(last.tags) and (last.timestamp - START).total_seconds() < 3600
    assert last is not None
    print(f"sensor_readings | {count} | {checksum}")
    print(f"raw_readings | {count} | {checksum}")
    print(f"streamed | {count} | {count} as sent")
    print("batch | 10 inserted | 10 corrected")
    print("lists | 10 corrected | 10 deleted | 10 inserted | 10 deleted")
    print(f"after | {count} | {checksum}")
    for row in reversed(of_device[last.device_id][-5:]):
        print(f"latest | {row.temperature:.2f} | {row.pressure} | {row.battery_level} | {','.join(row.tags)}")
    for tag in sorted(tags):
        print(f"tag | {tag} | {tags[tag]}")
    for city, rows in sorted(cities.items(), key=lambda item: (-len(item[1]), item[0].encode())):
        anomalies, lowest = sum(a for a, _ in rows), min(b for _, b in rows)
        print(f"city | {city} | {len(rows)} | {anomalies} | {lowest} | {pressure[city]}")
    print(f"tagged in the first hour | {tagged}")
    if duckdb:
        print(f"archived | {count} | {checksum}")
        for city, cities_cold in sorted(cold.items(), key=lambda item: item[0].encode()):
            print(f"cold | {city} | {len(cities_cold)} | {min(cities_cold):.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
