"""Generated methods against hand-written driver code, interleaved in one process.

Each round runs both, in changing order, and gives one ratio of their CPU times; what is
printed is the median ratio with the quartiles beside it. Needs nothing but Python.
"""

import datetime as dt
import gc
import os
import sqlite3
import statistics
import sys
import time
from collections.abc import Callable
from decimal import Decimal
from uuid import UUID

import by_hand
from bench_read import BenchRead, OrdersRow, UsersRow

ROWS = 10_000
ROUNDS = int(os.environ.get("ROUNDS", "41"))
LOOKUPS = range(1, ROWS, 2)

USERS = [
    UsersRow(
        i,
        f"name {i}",
        f"user{i}@example.org",
        None if i % 7 == 0 else i % 90,
        "2025-01-01 00:00:00",
    )
    for i in range(1, ROWS + 1)
]
PLACED = dt.datetime(2025, 1, 1, tzinfo=dt.timezone.utc)
ORDERS = [
    OrdersRow(
        i,
        i % 2 == 0,
        Decimal(i) / 4,
        None if i % 5 == 0 else dt.date(2025, 1, 1 + i % 28),
        PLACED + dt.timedelta(seconds=i),
        UUID(int=i),
    )
    for i in range(1, ROWS + 1)
]


def cpu(run: Callable[[], object]) -> int:
    start = time.process_time_ns()
    run()
    return time.process_time_ns() - start


def compare(
    name: str,
    generated: Callable[[], object],
    hand: Callable[[], object],
    per: int,
    before: Callable[[], object] = gc.collect,
) -> None:
    ratios: list[float] = []
    times: list[int] = []
    for i in range(-3, ROUNDS):
        order = (generated, hand) if i % 2 else (hand, generated)
        took: dict[Callable[[], object], int] = {}
        for run in order:
            before()
            took[run] = cpu(run)
        if i >= 0:
            ratios.append(took[generated] / took[hand])
            times.append(took[generated])
    low, middle, high = statistics.quantiles(ratios, n=4)
    each = statistics.median(times) / per
    print(f"{name:34} {middle:6.3f}  ({low:.3f} .. {high:.3f}) {each:9.0f} ns")


def main() -> None:
    conn = sqlite3.connect(":memory:")
    for script in BenchRead.get_migrations():
        conn.executescript(script)
    queries = BenchRead(conn)
    queries.bulk_insert_users(USERS)
    queries.bulk_insert_orders(ORDERS)
    conn.commit()
    assert queries.all_users() == by_hand.all_users(conn) == USERS
    assert queries.all_orders() == by_hand.all_orders(conn) == ORDERS

    print(f"Python {sys.version.split()[0]}, SQLite {sqlite3.sqlite_version}")
    print(
        "generated / by hand: CPU time, median (quartiles), per row or call generated"
    )
    compare(
        "point lookup",
        lambda: [queries.get_user(i) for i in LOOKUPS],
        lambda: [by_hand.get_user(conn, i) for i in LOOKUPS],
        len(LOOKUPS),
    )
    compare(
        "scan of 10,000 rows, list",
        queries.all_users,
        lambda: by_hand.all_users(conn),
        ROWS,
    )
    compare(
        "scan of 10,000 rows, iterator",
        lambda: list(queries.all_users_iter()),
        lambda: list(by_hand.all_users_iter(conn)),
        ROWS,
    )
    compare(
        "scan of 10,000 rows, one column",
        queries.emails,
        lambda: by_hand.emails(conn),
        ROWS,
    )
    compare(
        "point lookup, converted and checked",
        lambda: [queries.get_order(i) for i in LOOKUPS],
        lambda: [by_hand.get_order(conn, i) for i in LOOKUPS],
        len(LOOKUPS),
    )
    compare(
        "scan, converted and checked",
        queries.all_orders,
        lambda: by_hand.all_orders(conn),
        ROWS,
    )

    def emptied() -> None:
        conn.execute("DELETE FROM users")
        conn.execute("DELETE FROM orders")
        conn.commit()
        gc.collect()

    def generated_insert() -> None:
        with conn:
            queries.bulk_insert_users(USERS)

    def generated_insert_orders() -> None:
        with conn:
            queries.bulk_insert_orders(ORDERS)

    compare(
        "bulk insert of 10,000 rows",
        generated_insert,
        lambda: by_hand.insert_users(conn, USERS),
        ROWS,
        emptied,
    )
    compare(
        "bulk insert, converted and checked",
        generated_insert_orders,
        lambda: by_hand.insert_orders(conn, ORDERS),
        ROWS,
        emptied,
    )
    conn.close()


if __name__ == "__main__":
    main()
