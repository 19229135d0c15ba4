"""What the statements that change rows return, and what others return after them."""

from catalogue import price_bands
from listening import reviews_of
from sales import by_employee, paid, status_counts
from shop import (
    CUSTOMER,
    CUSTOMER_COLUMNS,
    affected,
    cells,
    customers,
    daily_sales,
    invoices,
    one,
    playlists,
    plays,
    reviews,
    tracks,
    values,
)


def changes() -> None:
    raised = [t for t in tracks if t["genre_id"] == 3 and t["price_cents"] > 0]
    for t in raised:
        t["price_cents"] += 10
    affected("raise_prices 3 10", len(raised))
    price_bands()
    one("add_album First", [181, 64, "First", "2025-01-01", None, 0])
    one("add_album Second", [182, 64, "Second", None, "Étoile", 0])
    change_people()
    change_sales()
    change_playlists()
    change_reviews()
    gone = [p for p in plays if p["played_at"] < "2024-03-05 00:00:00"]
    affected("delete_plays_before 2024-03-05", len(gone))
    values("apply_migrations again", ["nothing to do"])


def change_people() -> None:
    zoe = dict(
        zip(
            CUSTOMER_COLUMNS.split(),
            [121, "Zoë", "Quinn", "zoe@mail.example", None, "IE", None, None, True, "2025-02-03 04:05:06"],
        )
    )
    customers.append(zoe)
    one("add_customer", cells(zoe, CUSTOMER_COLUMNS))
    CUSTOMER[2].update(first_name="Benjamin", last_name="O'Baker", company='New "Co"', city=None, newsletter=True)
    affected("update_customer 2", 1)
    affected("update_customer 9999", 0)
    one("find_customer ben.2@mail.example", cells(CUSTOMER[2], CUSTOMER_COLUMNS))
    moved = [c for c in customers if c["support_rep_id"] == 4]
    for c in moved:
        c["support_rep_id"] = 5
    affected("reassign_customers 4 5", len(moved))
    by_employee()


def daily_totals() -> None:
    days = [d for d, _ in daily_sales]
    counts = list(daily_sales.values())
    one(
        "daily_totals",
        [
            len(counts),
            sum(c[0] for c in counts) if counts else None,
            sum(c[1] for c in counts) if counts else None,
            min(days, default=None),
            max(days, default=None),
        ],
    )


def change_sales() -> None:
    daily_totals()
    for i in paid():
        if i["issued_at"][:4] == "2023":
            figures = daily_sales.setdefault((i["issued_at"][:10], i["country"]), [0, 0])
            figures[0] += 1
            figures[1] += int(i["total"] * 100)
    affected("summarise_days 2023", len(daily_sales))
    daily_totals()
    for day, country, cents in (("2025-01-01", "DE", 100), ("2025-01-01", "DE", 250), ("2025-01-02", "FR", 0)):
        figures = daily_sales.setdefault((day, country), [0, 0])
        figures[0] += 1
        figures[1] += cents
    affected("add_to_day, a batch of 3", 3)
    one("day_of_country 2025-01-01 DE", ["2025-01-01", "DE"] + daily_sales["2025-01-01", "DE"])
    one("day_of_country 2025-01-01 XX", None)
    unpaid = [i for i in invoices if i["status"] == "open"][:3]
    for i in unpaid:
        i.update(status="paid", paid_at="2025-01-01 10:00:00")
    affected("pay_invoice, a batch of 5 with one paid and one unknown", len(unpaid))
    status_counts()


def change_playlists() -> None:
    values("append_to_playlist 29 5", [1])
    values("append_to_playlist 29 6", [2])
    one("rename_playlist 29", [29, "Évening 🎶"] + cells(playlists[28], "owner_id public"))
    one("rename_playlist 999", None)
    values("remove_from_playlist 29 5", [1])


def change_reviews() -> None:
    one("upsert_review new", [481, 5, None, "2025-01-01 00:00:00"])
    one("upsert_review changed", [481, 2, "on second thought…", "2025-01-02 00:00:00"])
    reviews.append(
        {
            "id": 481,
            "album_id": 180,
            "customer_id": 1,
            "rating": 2,
            "body": "on second thought…",
            "written_at": "2025-01-02 00:00:00",
        }
    )
    values("wrong_review_counts", [])
    reviews_of(180, None)
    low = sorted(r["id"] for r in reviews if r["album_id"] == 8 and r["rating"] < 3)
    values("delete_reviews_below 3 8, sorted", low)
    reviews[:] = [r for r in reviews if r["id"] not in low]
    values("wrong_review_counts", [])
