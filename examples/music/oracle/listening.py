"""What the statements of sql/listening.sql return."""

from collections import defaultdict

from sales import paid
from shop import (
    ALBUM,
    CUSTOMER,
    PLAYLIST_COLUMNS,
    TRACK,
    Row,
    albums,
    artist_of,
    cells,
    customers,
    genre_name,
    group,
    invoices,
    mean,
    playlist_tracks,
    playlists,
    plays,
    review_count,
    reviews,
    rows,
    show,
    track_details,
    values,
)


def contents(playlist: int) -> list[Row]:
    own = [p for p in playlist_tracks if p["playlist_id"] == playlist]
    return sorted(own, key=lambda p: p["position"])


def listening() -> None:
    for owner in (None, 22):
        lines = []
        for p in playlists:
            if p["owner_id"] == owner:
                own = [TRACK[t["track_id"]]["duration_ms"] for t in contents(p["id"])]
                lines.append(cells(p, "id name public created_at") + [len(own), sum(own) if own else None])
        rows(f"playlists_of_owner {show(owner)}", lines)
    rows("empty_playlists", (cells(p, PLAYLIST_COLUMNS) for p in playlists if not contents(p["id"])))
    rows("playlist_contents 2", ([p["position"]] + track_details(TRACK[p["track_id"]]) for p in contents(2)[:4]))
    titles = [TRACK[p["track_id"]]["title"] for p in contents(2)[:3]]
    values("playlist_document 2", [{"name": playlists[1]["name"], "tracks": titles}])
    top_rated()
    reviews_of(8, None)
    reviews_of(8, 3)
    values("albums_without_reviews", [sum(review_count(a) == 0 for a in albums)])
    values("wrong_review_counts", [])
    played()


def top_rated() -> None:
    lines = []
    for album, own in group(reviews, "album_id").items():
        if len(own) >= 3:
            lines.append([album, ALBUM[album]["title"], len(own), mean([r["rating"] for r in own])])
    rows("top_rated_albums 3", sorted(lines, key=lambda r: (-r[3], r[0]))[:5])


def reviews_of(album: int, least: int | None) -> None:
    own = [
        r
        for r in sorted(reviews, key=lambda r: r["id"])
        if r["album_id"] == album and (least is None or r["rating"] >= least)
    ]
    own.sort(key=lambda r: r["written_at"], reverse=True)
    rows(
        f"reviews_of_album {album} {show(least)}",
        ([r["rating"], r["body"], r["written_at"], CUSTOMER[r["customer_id"]]["first_name"]] for r in own),
    )


def played() -> None:
    hours = defaultdict(list)
    for p in plays:
        hours[int(p["played_at"][11:13])].append(p["seconds"])
    rows("listening_hours", ([h, len(s), sum(s)] for h, s in sorted(hours.items()) if 6 <= h <= 9))
    recent = group((p for p in plays if p["played_at"] >= "2024-03-10 00:00:00"), "track_id")
    most = sorted(recent.items(), key=lambda r: (-len(r[1]), r[0]))[:5]
    rows(
        "most_played 2024-03-10",
        (
            [
                t,
                TRACK[t]["title"],
                artist_of(TRACK[t])["name"],
                genre_name(TRACK[t]),
                len(own),
                len({p["customer_id"] for p in own}),
            ]
            for t, own in most
        ),
    )
    rows(
        "first_plays 5",
        (
            cells(
                min((p for p in plays if p["customer_id"] == c), key=lambda p: p["played_at"]),
                "customer_id track_id played_at seconds",
            )
            for c in range(1, 6)
        ),
    )
    buyers = {i["customer_id"] for i in paid()}
    values("buyers_and_reviewers", [len(buyers & {r["customer_id"] for r in reviews})])
    values("listeners_only", sorted({p["customer_id"] for p in plays} - {i["customer_id"] for i in invoices}))
    wanted = {p["track_id"] for p in contents(1)[:1]}
    heard = group(plays, "customer_id")
    values("played_all_of 1 1", (c["id"] for c in customers if wanted <= {p["track_id"] for p in heard[c["id"]]}))
    stream = sorted((p for p in plays if p["customer_id"] == 24), key=lambda p: p["played_at"])
    rows(
        "plays_of_customer 24, streamed",
        [[len(stream), sum(p["seconds"] for p in stream), stream[0]["played_at"], stream[-1]["played_at"]]],
    )
    rows(
        "plays_of_customer 24, first two of a stream",
        (cells(p, "customer_id track_id played_at seconds") for p in stream[:2]),
    )
