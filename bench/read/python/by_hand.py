"""What one writes for the driver by hand, with the row types of the generated code."""

import datetime as dt
import sqlite3
from collections.abc import Iterable, Iterator
from decimal import Decimal
from uuid import UUID

from bench_read import OrdersRow, UsersRow


def get_user(conn: sqlite3.Connection, user_id: int) -> UsersRow | None:
    row = conn.execute(
        "SELECT id, name, email, age, created_at FROM users WHERE id = ?", (user_id,)
    ).fetchone()
    if row is None:
        return None
    return UsersRow(*row)


def all_users(conn: sqlite3.Connection) -> list[UsersRow]:
    cursor = conn.execute("SELECT id, name, email, age, created_at FROM users")
    return [UsersRow(*row) for row in cursor]


def all_users_iter(conn: sqlite3.Connection) -> Iterator[UsersRow]:
    for row in conn.execute("SELECT id, name, email, age, created_at FROM users"):
        yield UsersRow(*row)


def emails(conn: sqlite3.Connection) -> list[str]:
    return [row[0] for row in conn.execute("SELECT email FROM users")]


def order(row: tuple[int, int, float, str | None, str, str]) -> OrdersRow:
    """Converts, and trusts what is stored."""
    return OrdersRow(
        row[0],
        bool(row[1]),
        Decimal(str(row[2])),
        None if row[3] is None else dt.date.fromisoformat(row[3]),
        dt.datetime.fromisoformat(row[4]),
        UUID(row[5]),
    )


def get_order(conn: sqlite3.Connection, order_id: int) -> OrdersRow | None:
    row = conn.execute(
        "SELECT id, paid, total, due, placed, token FROM orders WHERE id = ?",
        (order_id,),
    ).fetchone()
    if row is None:
        return None
    return order(row)


def all_orders(conn: sqlite3.Connection) -> list[OrdersRow]:
    cursor = conn.execute("SELECT id, paid, total, due, placed, token FROM orders")
    return [order(row) for row in cursor]


def insert_users(conn: sqlite3.Connection, rows: Iterable[UsersRow]) -> None:
    with conn:
        conn.executemany(
            "INSERT INTO users (id, name, email, age, created_at)"
            " VALUES (?, ?, ?, ?, ?)",
            ((r.id, r.name, r.email, r.age, r.created_at) for r in rows),
        )


def insert_orders(conn: sqlite3.Connection, rows: Iterable[OrdersRow]) -> None:
    with conn:
        conn.executemany(
            "INSERT INTO orders (id, paid, total, due, placed, token)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (
                (
                    r.id,
                    int(r.paid),
                    str(r.total),
                    None if r.due is None else r.due.isoformat(),
                    r.placed.astimezone(dt.timezone.utc).isoformat(" "),
                    str(r.token),
                )
                for r in rows
            ),
        )
