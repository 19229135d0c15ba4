"""Ways to look up accounts of PostgreSQL by their key, in the order of the keys."""

from operator import attrgetter
from typing import Any

from accounts import Stored
from contest import Way
from gen.asyncpg import accounts as asynchronous
from gen.psycopg.accounts import Account, Accounts

LIST = 10_000  # values in a list
COLUMNS = attrgetter("id", "owner", "balance", "changed_at")


def parts(keys: list[int]) -> list[list[int]]:
    return [keys[i : i + LIST] for i in range(0, len(keys), LIST)]


class Ways(Stored):
    def __init__(self, plan: dict[str, Any], group: dict[str, Any]) -> None:
        super().__init__(plan, group)
        self.keys = [change.id for change in self.control.changes()]
        self.wanted = list(map(COLUMNS, self.control.changed_accounts()))
        self.found: list[Any] = []

    def clear(self) -> None:
        self.found = []

    def verify(self) -> None:
        if list(map(COLUMNS, self.found)) != self.wanted:
            raise AssertionError("what is found is not what a join finds")

    def lookup_psycopg_generated(self) -> Way:
        app = Accounts(self.conn)
        rows = [(key,) for key in self.keys]

        def way() -> None:
            self.found = app.account_by_id_bulk(rows)

        return way

    def lookup_asyncpg_generated(self) -> Way:
        app = asynchronous.Accounts(self.asyncpg_connection())
        rows = [(key,) for key in self.keys]

        def way() -> None:
            self.found = self.loop.run_until_complete(app.account_by_id_bulk(rows))

        return way

    def lookup_psycopg_any(self) -> Way:
        """Lists of up to 10,000 keys; a dict brings what is found into their order."""
        app = Accounts(self.conn)

        def way() -> None:
            found: list[Account | None] = []
            for part in parts(self.keys):
                by_id = {row.id: row for row in app.accounts_any(part)}
                found += map(by_id.get, part)
            self.found = found

        return way

    def lookup_asyncpg_any(self) -> Way:
        """The same, with asyncpg."""
        app = asynchronous.Accounts(self.asyncpg_connection())

        async def look_up() -> None:
            found: list[asynchronous.Account | None] = []
            for part in parts(self.keys):
                by_id = {row.id: row for row in await app.accounts_any(part)}
                found += map(by_id.get, part)
            self.found = found

        return lambda: self.loop.run_until_complete(look_up())

    def lookup_psycopg_single(self) -> Way:
        app = Accounts(self.conn)

        def way() -> None:
            self.found = list(map(app.account_by_id, self.keys))

        return way
