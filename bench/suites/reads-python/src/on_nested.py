"""Purchases with their lines, from PostgreSQL by psycopg."""

from itertools import groupby
from typing import Any

import psycopg

import measure
from contest import Contest, Way
from gen.psycopg import nested_reads as generated
from gen.psycopg.nested_reads import PurchasesByNameLinesRow as Line
from gen.psycopg.nested_reads import PurchasesByNameRow as Purchase

LINES = 10
PURCHASES = "SELECT id, customer FROM purchases ORDER BY id"
FLAT = """\
SELECT p.id, p.customer, l.id, l.product, l.quantity, l.price, l.note
FROM purchases AS p LEFT JOIN lines AS l ON l.purchase = p.id
ORDER BY p.id, l.id"""
OF = """\
SELECT purchase, id, product, quantity, price, note FROM lines
WHERE purchase = ANY (%s) ORDER BY id"""

Row = tuple[Any, ...]


def line(purchase: int, n: int) -> Row:
    note = None if n % 2 else f"note {n}"
    product = f"product {purchase % 7}/{n}"
    return (10 * purchase + n, product, n + 1, (purchase + n) / 4, note)


class Ways(Contest):
    def __init__(self, plan: dict[str, Any], group: dict[str, Any]) -> None:
        super().__init__(plan, group)
        self.server = plan["server"]
        place = {key: self.server[key] for key in ("host", "port", "user")}
        conn = psycopg.connect(**place, dbname=self.server["database"], autocommit=True)
        self.conn = self.resources.enter_context(conn)
        self.server_pids = [self.conn.info.backend_pid]
        self.conn.execute("DROP TABLE IF EXISTS lines, purchases")
        for script in generated.NestedReads.get_migrations():
            self.conn.execute(script.encode())
        self.app = generated.NestedReads(self.conn)
        self.app.fill_purchases(self.rows)
        self.app.fill_lines()
        self.conn.execute("VACUUM ANALYZE")
        self.got: list[Any] = []

    def server_ms(self) -> float:
        return sum(map(measure.process_ms, self.server_pids))

    def clear(self) -> None:
        self.got = []

    def verify(self) -> None:
        expected = [
            (i, f"customer number {i}", [line(i, n) for n in range(LINES)])
            for i in range(1, self.rows + 1)
        ]
        names = ("id", "product", "quantity", "price", "note")
        got = [
            (
                p.id,
                p.customer,
                [tuple(getattr(of, name) for name in names) for of in p.lines],
            )
            for p in self.got
        ]
        if got != expected:
            raise RuntimeError(f"{len(got)} purchases are not what they must be")

    def nested_name(self) -> Way:
        def way() -> None:
            self.got = self.app.purchases_by_name()

        return way

    def nested_value(self) -> Way:
        def way() -> None:
            self.got = self.app.purchases_by_value()

        return way

    def nested_flat(self) -> Way:
        """Rows of the join, grouped by hand."""

        def way() -> None:
            rows = self.conn.execute(FLAT).fetchall()
            self.got = [
                Purchase(*of, [Line(*row[2:]) for row in some if row[2] is not None])
                for of, some in groupby(rows, key=lambda row: row[:2])
            ]

        return way

    def nested_two(self) -> Way:
        """A query for the purchases, and one for the lines of all of them."""

        def way() -> None:
            rows = self.conn.execute(PURCHASES).fetchall()
            found = {row[0]: Purchase(*row, []) for row in rows}
            for purchase, *row in self.conn.execute(OF, (list(found),)):
                found[purchase].lines.append(Line(*row))
            self.got = list(found.values())

        return way

    def nested_orm(self) -> Way:
        """SQLAlchemy: classes, and selectinload."""
        import mapped

        session = mapped.session(self.server)
        self.resources.callback(session.close)
        self.server_pids.append(mapped.pid(session))

        def way() -> None:
            session.expunge_all()  # a session has each row once: this one is new
            self.got = mapped.purchases(session)

        return way
