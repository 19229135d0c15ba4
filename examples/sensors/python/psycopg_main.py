"""Loads the sensor readings with psycopg and asks for them.

python3 psycopg_main.py ROWS URL
"""

import sys

import psycopg

from gen.psycopg import sensors
from program import run


def main(count: int, url: str) -> None:
    # One row after the other commits itself, as a transaction of an hour would keep the server from tidying up.
    with psycopg.connect(url, autocommit=True) as db:
        sensors.Sensors.apply_migrations(db)
        run(sensors.Sensors(db), sensors, count)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
