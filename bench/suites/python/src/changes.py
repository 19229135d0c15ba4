"""Ways to change accounts of PostgreSQL by their key."""

from operator import attrgetter
from typing import Any

from accounts import Stored
from contest import Way
from gen.psycopg.accounts import Accounts, ChangesRow
from sensors import expect

UNNEST = 10_000  # values in a list

CHANGE = {
    "update": "UPDATE account SET balance = {}, changed_at = {} WHERE id = {}",
    "delete": "DELETE FROM account WHERE id = {}",
    "upsert": (
        "INSERT INTO account (id, owner, balance, changed_at) VALUES ({}, {}, {}, {})"
        " ON CONFLICT (id) DO UPDATE SET"
        " balance = excluded.balance, changed_at = excluded.changed_at"
    ),
}
VALUES = {
    "update": attrgetter("balance", "changed_at", "id"),
    "delete": lambda change: (change.id,),
    "upsert": attrgetter("id", "owner", "balance", "changed_at"),
}
FROM_STAGED = {
    "update": (
        "UPDATE account AS a SET balance = s.balance, changed_at = s.changed_at"
        " FROM staged AS s WHERE a.id = s.id"
    ),
    "delete": "DELETE FROM account AS a USING staged AS s WHERE a.id = s.id",
    "upsert": (
        "INSERT INTO account SELECT * FROM staged ON CONFLICT (id) DO UPDATE SET"
        " balance = excluded.balance, changed_at = excluded.changed_at"
    ),
}


class Ways(Stored):
    def __init__(self, plan: dict[str, Any], group: dict[str, Any]) -> None:
        super().__init__(plan, group)
        self.expected = self.control.expected_outcome(self.kind == "delete")
        self.changes = self.control.changes()
        self.tuples = list(map(VALUES[self.kind], self.changes))

    def clear(self) -> None:
        if self.rows >= 100_000:
            self.control.forget_accounts()
            self.control.refill_accounts()
        else:
            self.control.forget_changed()
            # Or accounts come back to where they were only in every other run, and
            # else side by side at the end.
            self.conn.execute("VACUUM account")
            self.control.restore_changed()
        self.conn.execute("VACUUM ANALYZE account")
        # Or one falls upon whoever fills the log.
        self.conn.execute("CHECKPOINT")

    def verify(self) -> None:
        expect(self.control.stored(), self.expected)

    def changes_on_server(self) -> Way:
        return getattr(Accounts(self.conn), f"{self.kind}_from_server")

    def changes_psycopg_generated(self) -> Way:
        change = getattr(Accounts(self.conn), f"{self.kind}_account_bulk")
        return lambda: change(self.tuples)

    def changes_asyncpg_generated(self) -> Way:
        conn = self.asyncpg_connection()
        from gen.asyncpg import accounts as generated

        change = getattr(generated.Accounts(conn), f"{self.kind}_account_bulk")
        return lambda: self.loop.run_until_complete(change(self.tuples))

    def changes_psycopg_staged(self) -> Way:
        """By COPY into a temporary table, which is analyzed, and a statement that joins it."""
        rows = [(c.id, c.owner, c.balance, c.changed_at) for c in self.changes]

        def way() -> None:
            with self.conn.transaction():
                self.conn.execute(
                    "CREATE TEMP TABLE staged (LIKE account) ON COMMIT DROP"
                )
                with self.conn.cursor().copy("COPY staged FROM STDIN") as copy:
                    for row in rows:
                        copy.write_row(row)
                self.conn.execute("ANALYZE staged")
                self.conn.execute(FROM_STAGED[self.kind].encode())

        return way

    def changes_psycopg_unnest(self) -> Way:
        """Lists of up to 10,000 values."""
        app = Accounts(self.conn)
        pieces = [
            self.changes[i : i + UNNEST] for i in range(0, len(self.changes), UNNEST)
        ]

        def change(part: list[ChangesRow]) -> None:
            ids = [c.id for c in part]
            if self.kind == "delete":
                app.delete_unnest(ids)
                return
            balances = [c.balance for c in part]
            times = [c.changed_at for c in part]
            if self.kind == "update":
                app.update_unnest(ids, balances, times)
            else:
                app.upsert_unnest(
                    ids=ids,
                    owners=[c.owner for c in part],
                    balances=balances,
                    times=times,
                )

        def way() -> None:
            with self.conn.transaction():
                for part in pieces:
                    change(part)

        return way

    def changes_psycopg_executemany(self) -> Way:
        sql = CHANGE[self.kind].format(*["%s"] * 4).encode()

        def way() -> None:
            with self.conn.transaction():
                self.conn.cursor().executemany(sql, self.tuples)

        return way

    def changes_asyncpg_executemany(self) -> Way:
        conn = self.asyncpg_connection()
        sql = CHANGE[self.kind].format("$1", "$2", "$3", "$4")
        return lambda: self.loop.run_until_complete(conn.executemany(sql, self.tuples))

    def changes_psycopg_single(self) -> Way:
        sql = CHANGE[self.kind].format(*["%s"] * 4).encode()

        def way() -> None:
            with self.conn.transaction():
                for row in self.tuples:
                    self.conn.execute(sql, row)

        return way
