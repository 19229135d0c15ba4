"""Reads from DuckDB."""

from collections.abc import Iterator
from typing import Any

import duckdb

from contest import Way
from gen import duckdb_reads
from gen.duckdb_reads import OrdersRow, UsersRow
from reads import Reads

USERS = "SELECT id, name, email, age, score FROM users"
ORDERS = "SELECT id, paid, total, due, placed, token FROM orders"
CHUNK = 2048


class Duck:
    def __init__(self, conn: duckdb.DuckDBPyConnection) -> None:
        self.conn = conn

    def get_user(self, user_id: int) -> UsersRow | None:
        row = self.conn.execute(f"{USERS} WHERE id = ?", [user_id]).fetchone()
        return UsersRow(*row) if row else None

    def get_order(self, order_id: int) -> OrdersRow | None:
        row = self.conn.execute(f"{ORDERS} WHERE id = ?", [order_id]).fetchone()
        return OrdersRow(*row) if row else None

    def all_users(self) -> list[UsersRow]:
        return [UsersRow(*row) for row in self.conn.execute(USERS).fetchall()]

    def all_orders(self) -> list[OrdersRow]:
        return [OrdersRow(*row) for row in self.conn.execute(ORDERS).fetchall()]

    def all_users_iter(self) -> Iterator[UsersRow]:
        result = self.conn.execute(USERS)
        while rows := result.fetchmany(CHUNK):
            for row in rows:
                yield UsersRow(*row)

    def all_orders_iter(self) -> Iterator[OrdersRow]:
        result = self.conn.execute(ORDERS)
        while rows := result.fetchmany(CHUNK):
            for row in rows:
                yield OrdersRow(*row)


class Ways(Reads):
    def __init__(self, plan: dict[str, Any], group: dict[str, Any]) -> None:
        super().__init__(plan, group)
        self.conn = duckdb.connect(config={"threads": 1})
        self.resources.callback(self.conn.close)
        self.conn.execute("SET TimeZone = 'UTC'")
        for script in duckdb_reads.DuckdbReads.get_migrations():
            self.conn.execute(script)
        self.app = duckdb_reads.DuckdbReads(self.conn)
        self.app.fill_users(self.stored)
        self.app.fill_orders(self.stored)

    def duckdb_generated(self) -> Way:
        return self.reading(self.app)

    def duckdb_hand(self) -> Way:
        return self.reading(Duck(self.conn))
