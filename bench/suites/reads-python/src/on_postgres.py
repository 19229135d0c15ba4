"""Reads from PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import psycopg

import measure
from contest import Way
from gen.asyncpg import postgres_reads as generated_asyncpg
from gen.psycopg import postgres_reads as generated_psycopg
from gen.psycopg.postgres_reads import OrdersRow, UsersRow
from reads import LOOKUPS, Reads

USERS = "SELECT id, name, email, age, score FROM users"
ORDERS = "SELECT id, paid, total, due, placed, token FROM orders"
CHUNK = 1000


class Psycopg:
    def __init__(self, conn: psycopg.Connection[Any]) -> None:
        self.conn = conn

    def get_user(self, user_id: int) -> UsersRow | None:
        row = self.conn.execute(f"{USERS} WHERE id = %s", (user_id,)).fetchone()
        return UsersRow(*row) if row else None

    def get_order(self, order_id: int) -> OrdersRow | None:
        row = self.conn.execute(f"{ORDERS} WHERE id = %s", (order_id,)).fetchone()
        return OrdersRow(*row) if row else None

    def all_users(self) -> list[UsersRow]:
        return [UsersRow(*row) for row in self.conn.execute(USERS)]

    def all_orders(self) -> list[OrdersRow]:
        return [OrdersRow(*row) for row in self.conn.execute(ORDERS)]

    def all_users_iter(self) -> Iterator[UsersRow]:
        with self.conn.transaction(), self.conn.cursor("users") as cursor:
            cursor.itersize = CHUNK
            for row in cursor.execute(USERS):
                yield UsersRow(*row)

    def all_orders_iter(self) -> Iterator[OrdersRow]:
        with self.conn.transaction(), self.conn.cursor("orders") as cursor:
            cursor.itersize = CHUNK
            for row in cursor.execute(ORDERS):
                yield OrdersRow(*row)


class Asyncpg:
    def __init__(self, conn: Any) -> None:
        self.conn = conn

    async def get_user(self, user_id: int) -> UsersRow | None:
        row = await self.conn.fetchrow(f"{USERS} WHERE id = $1", user_id)
        return UsersRow(*row) if row else None

    async def get_order(self, order_id: int) -> OrdersRow | None:
        row = await self.conn.fetchrow(f"{ORDERS} WHERE id = $1", order_id)
        return OrdersRow(*row) if row else None

    async def all_users(self) -> list[UsersRow]:
        return [UsersRow(*row) for row in await self.conn.fetch(USERS)]

    async def all_orders(self) -> list[OrdersRow]:
        return [OrdersRow(*row) for row in await self.conn.fetch(ORDERS)]

    async def all_users_iter(self) -> AsyncIterator[UsersRow]:
        async with self.conn.transaction():
            async for row in self.conn.cursor(USERS, prefetch=CHUNK):
                yield UsersRow(*row)

    async def all_orders_iter(self) -> AsyncIterator[OrdersRow]:
        async with self.conn.transaction():
            async for row in self.conn.cursor(ORDERS, prefetch=CHUNK):
                yield OrdersRow(*row)


async def read(operation: str, queries: Any) -> list[Any]:
    """The operations of reads.py, awaited."""
    match operation:
        case "lookup":
            return [await queries.get_user(i) for i in LOOKUPS]
        case "order":
            return [await queries.get_order(i) for i in LOOKUPS]
        case "stream":
            return [row async for row in queries.all_users_iter()]
        case "order-stream":
            return [row async for row in queries.all_orders_iter()]
    rows: list[Any] = await getattr(queries, f"all_{operation}")()
    return rows


class Ways(Reads):
    def __init__(self, plan: dict[str, Any], group: dict[str, Any]) -> None:
        super().__init__(plan, group)
        server = plan["server"]
        self.place = {key: server[key] for key in ("host", "port", "user")}
        self.database = server["database"]
        self.loop = asyncio.new_event_loop()
        self.resources.callback(self.loop.close)
        conn = psycopg.connect(**self.place, dbname=self.database, autocommit=True)
        self.conn = self.resources.enter_context(conn)
        self.server_pids = [self.conn.info.backend_pid]
        self.conn.execute("DROP TABLE IF EXISTS users, orders")
        for script in generated_psycopg.PostgresReads.get_migrations():
            self.conn.execute(script.encode())
        self.app = generated_psycopg.PostgresReads(self.conn)
        self.app.fill_users(self.stored)
        self.app.fill_orders(self.stored)
        self.conn.execute("VACUUM ANALYZE")

    def versions(self) -> dict[str, str]:
        return {"postgresql": self.conn.info.parameter_status("server_version") or ""}

    def server_ms(self) -> float:
        return sum(map(measure.process_ms, self.server_pids))

    def psycopg_generated(self) -> Way:
        return self.reading(self.app)

    def psycopg_hand(self) -> Way:
        return self.reading(Psycopg(self.conn))

    def awaiting(self, queries: Any) -> Way:
        def way() -> None:
            self.got = self.loop.run_until_complete(read(self.operation, queries))

        return way

    def asyncpg_connection(self) -> Any:
        import asyncpg

        opening = asyncpg.connect(**self.place, database=self.database)
        conn = self.loop.run_until_complete(opening)
        self.resources.callback(lambda: self.loop.run_until_complete(conn.close()))
        self.server_pids.append(conn.get_server_pid())
        return conn

    def asyncpg_generated(self) -> Way:
        return self.awaiting(generated_asyncpg.PostgresReads(self.asyncpg_connection()))

    def asyncpg_hand(self) -> Way:
        return self.awaiting(Asyncpg(self.asyncpg_connection()))
