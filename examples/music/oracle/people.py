"""What the statements of sql/people.sql return."""

from fractions import Fraction
from typing import Any

from shop import (
    CUSTOMER,
    CUSTOMER_COLUMNS,
    EMPLOYEE,
    Row,
    cells,
    customers,
    employees,
    group,
    invoices,
    one,
    plays,
    rows,
    values,
)


def sales_of(customer: Row) -> list[Row]:
    return [i for i in invoices if i["customer_id"] == customer["id"] and i["status"] == "paid"]


def sales_row(c: Row) -> list[Any]:
    paid = sales_of(c)
    return [
        f"{c['first_name']} {c['last_name']}",
        len(paid),
        sum((i["total"] for i in paid), Fraction()) if paid else None,
        max((i["issued_at"] for i in paid), default=None),
    ]


def people() -> None:
    one("find_customer anna.1@mail.example", cells(CUSTOMER[1], CUSTOMER_COLUMNS))
    one("find_customer nobody@mail.example", None)
    french = sorted(
        (c for c in customers if c["country"] == "FR"), key=lambda c: (c["last_name"], c["first_name"], c["id"])
    )
    lines = []
    for c in french:
        rep = EMPLOYEE.get(c["support_rep_id"])
        lines.append(
            cells(c, "id first_name last_name city") + (cells(rep, "first_name last_name") if rep else [None, None])
        )
    rows("customers_of_country FR", lines)
    values("newsletter_emails SE", sorted(c["email"] for c in customers if c["newsletter"] and c["country"] == "SE"))
    rows(
        "customers_per_country 15",
        (
            [
                country,
                len(own),
                sum(c["newsletter"] for c in own),
                sum(c["company"] is not None for c in own),
                max(c["created_at"] for c in own),
            ]
            for country, own in sorted(group(customers, "country").items())
            if len(own) >= 15
        ),
    )
    best = sorted(customers, key=lambda c: (-(sales_row(c)[2] or -1), c["id"]))
    rows("best_customers 5", map(sales_row, best[:5]))
    rows("customers_without_sales", ([c["id"]] + sales_row(c) for c in customers if not sales_of(c)))
    active = {p["customer_id"] for p in plays} | {
        i["customer_id"] for i in invoices if i["issued_at"] >= "2024-08-01 00:00:00"
    }
    rows("inactive_customers 2024-08-01", (cells(c, "id email created_at") for c in customers if c["id"] not in active))
    staff()


def staff() -> None:
    lines: list[list[Any]] = []

    def walk(e: Row, depth: int, path: str) -> None:
        lines.append([e["id"], f"{e['first_name']} {e['last_name']}", e["job"], depth, path])
        for child in employees:
            if child["manager_id"] == e["id"]:
                walk(child, depth + 1, f"{path}/{child['id']:02}")

    walk(EMPLOYEE[1], 0, "01")
    rows("staff_tree", lines)
    chain, e = [], EMPLOYEE.get(9)
    while e:
        chain.append([len(chain), e["id"], e["first_name"]])
        e = EMPLOYEE.get(e["manager_id"])
    rows("managers_of 9", chain)
    teams = []
    for m in employees:
        team = [e for e in employees if e["manager_id"] == m["id"]]
        teams.append([m["first_name"], m["job"], len(team), min((e["hired"] for e in team), default=None), m["id"]])
    rows("team_sizes", (t[:4] for t in sorted(teams, key=lambda t: (-t[2], t[4]))))
