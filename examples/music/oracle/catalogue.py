"""What the statements of sql/catalogue.sql return."""

from collections import Counter, defaultdict
from typing import Any

from shop import (
    ALBUM,
    ALBUM_COLUMNS,
    ARTIST,
    MEDIA,
    TRACK,
    Row,
    albums,
    artist_of,
    artists,
    below,
    cells,
    genre_name,
    genres,
    invoice_lines,
    like,
    mean,
    nulls_last,
    one,
    out,
    review_count,
    rows,
    section,
    track_details,
    tracks,
    values,
)


def catalogue() -> None:
    rows("list_genres", (cells(g, "id name") for g in genres))
    one("get_artist 1", cells(ARTIST[1], "id name country formed_year"))
    one("get_artist 999", None)
    values("artists_of_country JP", sorted(a["name"] for a in artists if a["country"] == "JP"))
    with_albums = {a["artist_id"] for a in albums}
    rows("artists_without_albums", (cells(a, "id name") for a in artists if a["id"] not in with_albums))

    def album_row(a: Row) -> list[Any]:
        own = [t for t in tracks if t["album_id"] == a["id"]]
        return cells(a, "id title released") + [len(own), sum(t["duration_ms"] for t in own)]

    mine = sorted((a for a in albums if a["artist_id"] == 50), key=lambda a: (nulls_last(a["released"]), a["id"]))
    rows("albums_of_artist 50", map(album_row, mine))
    for n in (1, 7):
        artist = ARTIST[ALBUM[n]["artist_id"]]
        one(
            f"album_details {n}",
            cells(ALBUM[n], ALBUM_COLUMNS) + [review_count(ALBUM[n]), artist["name"], artist["country"]],
        )
    rows(
        "tracks_of_album 2",
        (
            [
                t["position"],
                t["title"],
                genre_name(t),
                MEDIA[t["media_type_id"]]["name"],
                t["duration_ms"],
                t["price_cents"],
                t["explicit"],
            ]
            for t in tracks
            if t["album_id"] == 2
        ),
    )
    search()
    in_order = sorted(tracks, key=lambda t: (t["title"], t["id"]))
    rows("tracks_after start", (cells(t, "id title") for t in in_order[:4]))
    rows("tracks_after last", (cells(t, "id title") for t in in_order[4:8]))
    rows(
        "longest_tracks 3",
        (cells(t, "id title duration_ms") for t in sorted(tracks, key=lambda t: (-t["duration_ms"], t["id"]))[:3]),
    )
    rows(
        "shortest_tracks 3",
        (cells(t, "id title duration_ms") for t in sorted(tracks, key=lambda t: (t["duration_ms"], t["id"]))[:3]),
    )
    values("count_tracks_without_genre", [sum(t["genre_id"] is None for t in tracks)])
    values("composers_like Composer 1%", sorted({t["composer"] for t in tracks if like("Composer 1%", t["composer"])}))
    rows(
        "free_tracks_from_view",
        (track_details(t) for t in tracks if t["price_cents"] == 0 and artist_of(t)["name"] == "The Velvet Lanterns"),
    )
    statistics()


def search() -> None:
    def found(pattern: str | None, genre: int | None, price: int | None, explicit: bool | None) -> list[list[Any]]:
        hits = [
            t
            for t in tracks
            if (pattern is None or like(pattern, t["title"]))
            and (genre is None or t["genre_id"] == genre)
            and (price is None or t["price_cents"] <= price)
            and (explicit is None or t["explicit"] == explicit)
        ]
        hits.sort(key=lambda t: (t["price_cents"], t["title"], t["id"]))
        return [cells(t, "id title price_cents explicit composer") for t in hits]

    rows("search_tracks without filters", found(None, None, None, None)[:5])
    rows("search_tracks with all filters", found("%River", 3, 99, False)[2:6])
    rows("search_tracks explicit wild", found("wild%", None, None, True)[:10])


def statistics() -> None:
    lines = []
    for g in genres:
        own = [t for t in tracks if t["genre_id"] == g["id"]]
        if len(own) > 200:
            prices = [t["price_cents"] for t in own]
            lines.append(
                [
                    g["name"],
                    len(own),
                    mean([t["duration_ms"] for t in own]),
                    min(prices),
                    max(prices),
                    len({t["album_id"] for t in own}),
                ]
            )
    rows("genre_statistics 200", sorted(lines, key=lambda r: (-r[1], r[0])))
    price_bands()
    decades = Counter(None if a["released"] is None else int(a["released"][:3]) * 10 for a in albums)
    rows("albums_per_decade", sorted(decades.items(), key=lambda d: (d[0] is not None, d[0] or 0)))
    of_year = sorted((a for a in albums if (a["released"] or "")[:4] == "1999"), key=lambda a: (a["released"], a["id"]))
    rows(
        "albums_of_year 1999", (cells(a, "id title released label") + [a["label"] or "self-released"] for a in of_year)
    )
    titles = Counter(t["title"] for t in tracks)
    rows("repeated_titles 15", sorted(((t, n) for t, n in titles.items() if n >= 15), key=lambda r: (-r[1], r[0])))
    top_tracks()
    third = [t for t in tracks if t["album_id"] == 3]
    start, lines = 0, []
    for t in third:
        lines.append([t["position"], t["title"], start, start + t["duration_ms"]])
        start += t["duration_ms"]
    rows("album_timeline 3", lines)
    titles3 = [t["title"] for t in third]
    rows("track_neighbours 3", zip(titles3, [None] + titles3[:-1], titles3[1:] + ["(end)"]))
    ranked()
    five = ARTIST[5]
    own = [{"title": a["title"], "released": a["released"]} for a in albums if a["artist_id"] == 5]
    values("artist_document 5", [{"id": 5, "name": five["name"], "albums": own}])
    hits = [
        [kind, r["id"], r[column]]
        for kind, found, column in (("album", albums, "title"), ("artist", artists, "name"), ("track", tracks, "title"))
        for r in found
        if like("Wild S%", r[column])
    ]
    rows("find_anything Wild S", hits)
    rows("tracks_by_ids", (cells(TRACK[i], "id title bytes") for i in (3, 1, 2160)))


def price_bands() -> None:
    bands = defaultdict(list)
    for t in tracks:
        bands["free" if t["price_cents"] == 0 else "cheap" if t["price_cents"] < 100 else "dear"].append(t)
    rows(
        "price_bands",
        (
            [b, len(ts), sum(t["explicit"] for t in ts), sum(t["composer"] is not None for t in ts)]
            for b, ts in sorted(bands.items())
        ),
    )


def top_tracks() -> None:
    units: Counter[int] = Counter()
    for line in invoice_lines:
        units[line["track_id"]] += line["quantity"]
    section("top_tracks_per_genre 2")
    for g in sorted(genres, key=lambda g: g["name"]):
        own = sorted(
            (t for t in tracks if t["genre_id"] == g["id"] and units[t["id"]]), key=lambda t: (-units[t["id"]], t["id"])
        )
        if own:
            out.append(f"{g['id']} | {g['name']}")
        below([n + 1, t["id"], t["title"], units[t["id"]]] for n, t in enumerate(own[:2]))


def ranked() -> None:
    counts = {a["id"]: sum(b["artist_id"] == a["id"] for b in albums) for a in artists}
    levels = sorted(set(counts.values()), reverse=True)
    lines = []
    for a in artists:
        n = counts[a["id"]]
        step = levels.index(n) + 1
        if step <= 3 and a["id"] % 8 == 1:
            lines.append([1 + sum(m > n for m in counts.values()), step, a["name"], n])
    rows("ranked_artists 3", sorted(lines, key=lambda r: (r[0], r[2])))
