"""Ways into PostgreSQL. Rows are tuples, as each driver takes them; for the generated code, its own rows of the same values."""

from typing import Any

from readings import readings

from contest import Way
from gen.psycopg.postgres_readings import PostgresReadings, SensorReadingsRow
from sensors import COLUMNS, expect
from server import Server

COPY = f"COPY sensor_readings ({', '.join(COLUMNS)}) FROM STDIN"
TYPES = "uuid timestamptz float8 float8 numeric int2 bool text text[]".split()
PIECE = 1 << 16


class Ways(Server):
    def __init__(self, plan: dict[str, Any], group: dict[str, Any]) -> None:
        super().__init__(plan, group)
        rows = self.rows
        self.control = PostgresReadings(self.connect())  # sees what is committed
        self.conn.execute("DROP TABLE IF EXISTS sensor_readings, reference, devices")
        self.conn.execute("DROP FUNCTION IF EXISTS device, hex, h")
        for script in PostgresReadings.get_migrations():
            self.conn.execute(script.encode())
        self.control.fill_reference(rows)
        self.expected = self.control.expected(rows)
        self.tuples = list(readings(rows, lambda *values: values))

    def clear(self) -> None:
        self.control.clear()
        if self.rows >= 100_000:
            # Or one falls upon whoever fills the log.
            self.conn.execute("CHECKPOINT")

    def verify(self) -> None:
        found = self.control.checksum()
        expect(found and (found.rows, found.checksum), (self.rows, self.expected))

    def psycopg_ceiling(self) -> Way:
        """The bytes of the copy as the server itself makes them."""
        columns = ", ".join(COLUMNS)
        source = f"COPY (SELECT {columns} FROM reference ORDER BY i) TO STDOUT"
        with self.conn.cursor().copy(f"{source} (FORMAT binary)") as copy:
            encoded = b"".join(copy)
        pieces = [encoded[i : i + PIECE] for i in range(0, len(encoded), PIECE)]

        def way() -> None:
            with self.conn.cursor().copy(f"{COPY} (FORMAT binary)") as copy:
                for piece in pieces:
                    copy.write(piece)

        return way

    def psycopg_generated(self) -> Way:
        rows = [SensorReadingsRow(*values) for values in self.tuples]
        app = PostgresReadings(self.conn)
        return lambda: app.bulk_insert_sensor_readings(rows)

    def psycopg_copy_binary(self) -> Way:
        def way() -> None:
            with self.conn.cursor().copy(f"{COPY} (FORMAT binary)") as copy:
                copy.set_types(TYPES)
                for row in self.tuples:
                    copy.write_row(row)

        return way

    def psycopg_copy_text(self) -> Way:
        def way() -> None:
            with self.conn.cursor().copy(COPY) as copy:
                for row in self.tuples:
                    copy.write_row(row)

        return way

    def psycopg_executemany(self) -> Way:
        insert = "INSERT INTO sensor_readings VALUES (%s,%s,%s,%s,%s,%s,%s,%s,%s)"

        def way() -> None:
            with self.conn.transaction():
                self.conn.cursor().executemany(insert, self.tuples)

        return way

    def asyncpg_generated(self) -> Way:
        conn = self.asyncpg_connection()
        from gen.asyncpg import postgres_readings as generated

        rows = [generated.SensorReadingsRow(*values) for values in self.tuples]
        app = generated.PostgresReadings(conn)
        return lambda: self.loop.run_until_complete(
            app.bulk_insert_sensor_readings(rows)
        )

    def asyncpg_records(self) -> Way:
        conn = self.asyncpg_connection()
        return lambda: self.loop.run_until_complete(
            conn.copy_records_to_table(
                "sensor_readings", records=self.tuples, columns=COLUMNS
            )
        )

    def asyncpg_executemany(self) -> Way:
        conn = self.asyncpg_connection()
        insert = "INSERT INTO sensor_readings VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9)"
        return lambda: self.loop.run_until_complete(
            conn.executemany(insert, self.tuples)
        )

    def adbc_ingest(self) -> Way:
        from adbc_driver_postgresql import dbapi

        from arrow import ingestible, table

        server = f"{self.place['user']}@{self.place['host']}:{self.place['port']}"
        conn = dbapi.connect(f"postgresql://{server}/{self.database}")
        self.resources.enter_context(conn)
        with conn.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            self.server_pids.append(cursor.fetchone()[0])
        conn.commit()

        def way() -> None:
            try:
                with conn.cursor() as cursor:
                    source = ingestible(table(self.tuples))
                    cursor.adbc_ingest("sensor_readings", source, mode="append")
                conn.commit()
            except BaseException:
                conn.rollback()
                raise

        return way
