"""The server of the contests on PostgreSQL, and connections to it."""

import asyncio
from typing import Any

import psycopg

import measure
from contest import Contest


class Server(Contest):
    """The ways of psycopg take turns over `conn`; each of the others has a connection of its own."""

    def __init__(self, plan: dict[str, Any], group: dict[str, Any]) -> None:
        super().__init__(plan, group)
        server = plan["server"]
        self.place = {key: server[key] for key in ("host", "port", "user")}
        self.database = server["database"]
        self.loop = asyncio.new_event_loop()
        self.resources.callback(self.loop.close)
        self.conn = self.connect()
        self.server_pids = [self.conn.info.backend_pid]

    def connect(self) -> psycopg.Connection[Any]:
        conn = psycopg.connect(**self.place, dbname=self.database, autocommit=True)
        return self.resources.enter_context(conn)

    def asyncpg_connection(self) -> Any:
        import asyncpg

        opening = asyncpg.connect(**self.place, database=self.database)
        conn = self.loop.run_until_complete(opening)
        self.resources.callback(lambda: self.loop.run_until_complete(conn.close()))
        self.server_pids.append(conn.get_server_pid())
        return conn

    def versions(self) -> dict[str, str]:
        return {"postgresql": self.conn.info.parameter_status("server_version") or ""}

    def server_ms(self) -> float:
        return sum(map(measure.process_ms, self.server_pids))
