"""What the statements of sql/sales.sql return."""

import json
from collections import defaultdict
from datetime import date, datetime, timedelta
from fractions import Fraction

from people import sales_of
from shop import (
    ALBUM,
    CUSTOMER,
    TRACK,
    Row,
    artist_of,
    below,
    cells,
    customers,
    employees,
    group,
    invoice_lines,
    invoices,
    mean,
    one,
    promotions,
    rows,
    seconds_of,
    values,
)


def sales() -> None:
    mine = [i for i in invoices if i["customer_id"] == 8]
    newest = sorted(sorted(mine, key=lambda i: i["id"]), key=lambda i: i["issued_at"], reverse=True)
    rows("invoices_of_customer 8", (cells(i, "id status issued_at paid_at total") for i in newest[1:4]))
    invoice = invoices[41]
    one(
        "invoice_with_lines 42",
        [invoice["id"], invoice["issued_at"], CUSTOMER[invoice["customer_id"]]["email"]],
    )
    below(
        [
            n["id"],
            n["quantity"],
            n["unit_price_cents"],
            TRACK[n["track_id"]]["title"],
            ALBUM[TRACK[n["track_id"]]["album_id"]]["title"],
            artist_of(TRACK[n["track_id"]])["name"],
        ]
        for n in invoice_lines
        if n["invoice_id"] == 42
    )
    today, late = datetime(2024, 10, 1), []
    for i in sorted(invoices, key=lambda i: (i["issued_at"], i["id"])):
        age = today - seconds_of(i["issued_at"])
        if i["status"] == "open" and age > timedelta(days=60):
            late.append(cells(i, "id customer_id issued_at total") + [age.days])
    rows("overdue_invoices 2024-10-01", late[:5])
    values("wrong_totals", [])
    revenue()
    also_bought()
    calendar()
    promotions_on()
    status_counts()


def paid() -> list[Row]:
    return [i for i in invoices if i["status"] == "paid"]


def revenue() -> None:
    months = defaultdict(list)
    for i in paid():
        if i["issued_at"][:4] == "2023":
            months[i["issued_at"][:7]].append(i["total"])
    rows("revenue_by_month 2023", ([m, len(t), sum(t)] for m, t in sorted(months.items())))
    everything = sum(i["total"] for i in paid())
    by_country = [[c, sum(i["total"] for i in own)] for c, own in group(paid(), "country").items()]
    rows(
        "revenue_by_country", ([c, t, t * 100 / everything] for c, t in sorted(by_country, key=lambda r: (-r[1], r[0])))
    )
    running, lines = Fraction(), []
    for i in sorted((i for i in paid() if i["customer_id"] == 8), key=lambda i: (i["issued_at"], i["id"])):
        running += i["total"]
        lines.append([i["issued_at"], i["total"], running])
    rows("running_revenue 8", lines)
    totals = [(m, sum(t)) for m, t in sorted(months.items())]
    rows(
        "moving_average 2023",
        ([m, t, mean([x for _, x in totals[max(0, n - 2) : n + 1]])] for n, (m, t) in enumerate(totals)),
    )
    spent = sorted(
        ([sum(i["total"] for i in own), c] for c, own in group(paid(), "customer_id").items()),
        key=lambda s: (-s[0], s[1]),
    )
    size, rest = divmod(len(spent), 4)
    lines, start = [], 0
    for n in range(4):
        part = spent[start : start + size + (n < rest)]
        start += len(part)
        lines.append([n + 1, len(part), min(p[0] for p in part), max(p[0] for p in part)])
    rows("customer_quartiles", lines)
    by_employee()


def by_employee() -> None:
    lines = []
    for e in employees:
        if e["job"].startswith("Sales"):
            own = [c for c in customers if c["support_rep_id"] == e["id"]]
            bought = [i for c in own for i in sales_of(c)]
            lines.append(
                [e["id"], e["first_name"], len(own), len(bought), sum(i["total"] for i in bought) if bought else None]
            )
    rows("sales_by_employee", lines)


def also_bought() -> None:
    buyers: dict[int, set[int]] = defaultdict(set)
    customer_of = {i["id"]: i["customer_id"] for i in invoices}
    for n in invoice_lines:
        buyers[n["track_id"]].add(customer_of[n["invoice_id"]])
    together = [
        [t, TRACK[t]["title"], len(who & buyers[14])] for t, who in buyers.items() if t != 14 and who & buyers[14]
    ]
    rows("also_bought 14", sorted(together, key=lambda r: (-r[2], r[0]))[:5])


def calendar() -> None:
    lines = []
    for n in range(7):
        day = str(date(2023, 1, 1) + timedelta(days=n))
        own = [i["total"] for i in invoices if i["issued_at"][:10] == day]
        lines.append([day, len(own), sum(own, Fraction())])
    rows("sales_calendar 2023-01-01", lines)


def promotions_on() -> None:
    valid = [
        p
        for p in promotions
        if p["valid_from"] <= "2024-07-01" and (p["valid_to"] is None or p["valid_to"] >= "2024-07-01")
    ]
    rows(
        "promotions_on 2024-07-01",
        (
            cells(p, "code percent valid_to rules")
            + [json.loads(p["rules"])["min_total"], len(json.loads(p["rules"])["countries"])]
            for p in sorted(valid, key=lambda p: p["code"])
        ),
    )


def status_counts() -> None:
    rows(
        "invoice_status_counts",
        (
            [s, len(own), sum(i["paid_at"] is not None for i in own), sum(i["total"] for i in own)]
            for s, own in sorted(group(invoices, "status").items())
        ),
    )
