"""The accounts that are changed and looked up by their key."""

from typing import Any

from gen.psycopg.accounts import Accounts
from server import Server

MANY = 1_000_000


class Stored(Server):
    """A million accounts, or ten for each key, and the keys in `change`."""

    def __init__(self, plan: dict[str, Any], group: dict[str, Any]) -> None:
        super().__init__(plan, group)
        self.kind: str = group["operation"].split("-")[0]
        self.control = Accounts(self.connect())
        self.conn.execute("DROP TABLE IF EXISTS account, original, change CASCADE")
        for script in Accounts.get_migrations():
            self.conn.execute(script.encode())
        accounts = min(10 * self.rows, MANY)
        self.control.fill_original(accounts)
        if self.kind == "upsert":
            self.control.fill_changes_of_upsert(accounts, self.rows)
        else:
            self.control.fill_changes(self.rows, accounts, self.rows)
        self.control.refill_accounts()
        self.conn.execute("VACUUM ANALYZE")
