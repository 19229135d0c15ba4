"""Reads from SQLite."""

import datetime as dt
import sqlite3
from collections.abc import Iterator
from decimal import Decimal
from typing import Any
from uuid import UUID

from contest import Way
from gen import sqlite_reads
from gen.sqlite_reads import OrdersRow, UsersRow
from reads import Reads

USERS = "SELECT id, name, email, age, score FROM users"
ORDERS = "SELECT id, paid, total, due, placed, token FROM orders"


def convert(row: tuple[Any, ...]) -> tuple[Any, ...]:
    return (
        row[0],
        bool(row[1]),
        Decimal(str(row[2])),
        None if row[3] is None else dt.date.fromisoformat(row[3]),
        dt.datetime.fromisoformat(row[4]),
        UUID(row[5]),
    )


class Sqlite:
    def __init__(self, conn: sqlite3.Connection) -> None:
        self.conn = conn

    def get_user(self, user_id: int) -> UsersRow | None:
        row = self.conn.execute(f"{USERS} WHERE id = ?", (user_id,)).fetchone()
        return UsersRow(*row) if row else None

    def get_order(self, order_id: int) -> OrdersRow | None:
        row = self.conn.execute(f"{ORDERS} WHERE id = ?", (order_id,)).fetchone()
        return OrdersRow(*convert(row)) if row else None

    def all_users(self) -> list[UsersRow]:
        return [UsersRow(*row) for row in self.conn.execute(USERS)]

    def all_orders(self) -> list[OrdersRow]:
        return [OrdersRow(*convert(row)) for row in self.conn.execute(ORDERS)]

    def all_users_iter(self) -> Iterator[UsersRow]:
        for row in self.conn.execute(USERS):
            yield UsersRow(*row)

    def all_orders_iter(self) -> Iterator[OrdersRow]:
        for row in self.conn.execute(ORDERS):
            yield OrdersRow(*convert(row))


class Ways(Reads):
    def __init__(self, plan: dict[str, Any], group: dict[str, Any]) -> None:
        super().__init__(plan, group)
        self.conn = sqlite3.connect(":memory:")
        self.resources.callback(self.conn.close)
        for script in sqlite_reads.SqliteReads.get_migrations():
            self.conn.executescript(script)
        self.app = sqlite_reads.SqliteReads(self.conn)
        self.app.fill_users(self.stored)
        self.app.fill_orders(self.stored)

    def sqlite3_generated(self) -> Way:
        return self.reading(self.app)

    def sqlite3_hand(self) -> Way:
        return self.reading(Sqlite(self.conn))
