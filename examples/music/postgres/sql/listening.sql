-- Playlists, reviews and plays.

-- QUERY playlists_of_owner
@set owner_id = null
SELECT p.id, p.name, p.public, p.created_at, count(pt.track_id) AS tracks, sum(t.duration_ms) AS duration_ms
FROM playlists AS p
LEFT JOIN playlist_tracks AS pt ON pt.playlist_id = p.id
LEFT JOIN tracks AS t ON t.id = pt.track_id
WHERE p.owner_id IS NOT DISTINCT FROM ${owner_id}
GROUP BY p.id ORDER BY p.id;

-- QUERY empty_playlists
SELECT * FROM playlists AS p
WHERE NOT EXISTS (SELECT 1 FROM playlist_tracks AS pt WHERE pt.playlist_id = p.id)
ORDER BY p.id;

-- QUERY playlist_contents
@set playlist_id = 1
SELECT pt.position, d.* FROM playlist_tracks AS pt JOIN track_details AS d ON d.id = pt.track_id
WHERE pt.playlist_id = ${playlist_id} AND pt.position <= 4
ORDER BY pt.position;

/* QUERY playlist_document :one :pluck
  result:
    document: jsonb not null
*/
@set playlist_id = 1
SELECT jsonb_build_object('name', p.name, 'tracks', (
  SELECT jsonb_agg(t.title ORDER BY pt.position) FROM playlist_tracks AS pt JOIN tracks AS t ON t.id = pt.track_id
  WHERE pt.playlist_id = p.id AND pt.position <= 3
)) AS document
FROM playlists AS p WHERE p.id = ${playlist_id};

-- Appends a track to a playlist and returns its position.
-- QUERY append_to_playlist :one :pluck
@set playlist_id = 29
@set track_id = 1
INSERT INTO playlist_tracks (playlist_id, position, track_id)
SELECT ${playlist_id}::bigint, coalesce(max(position), 0) + 1, ${track_id}::bigint FROM playlist_tracks WHERE playlist_id = ${playlist_id}
RETURNING position;

-- QUERY rename_playlist :one
@set id = 29
@set name = 'Évening'
UPDATE playlists SET name = ${name} WHERE id = ${id} RETURNING id, name, owner_id, public;

-- QUERY remove_from_playlist :pluck
@set playlist_id = 1
@set track_id = 1
DELETE FROM playlist_tracks WHERE playlist_id = ${playlist_id} AND track_id = ${track_id} RETURNING position;

-- Albums with enough reviews, best first.
-- QUERY top_rated_albums
@set at_least = 4
@set count = 5
SELECT a.id, a.title, a.review_count, avg(r.rating) AS rating
FROM albums AS a JOIN reviews AS r ON r.album_id = a.id
GROUP BY a.id HAVING count(*) >= ${at_least}
ORDER BY rating DESC, a.id LIMIT ${count};

-- Reviews of an album, newest first; min_rating may be null.
-- QUERY reviews_of_album
@set album_id = 1
@set min_rating = null
SELECT r.rating, r.body, r.written_at, c.first_name
FROM reviews AS r JOIN customers AS c ON c.id = r.customer_id
WHERE r.album_id = ${album_id} AND (${min_rating}::bigint IS NULL OR r.rating >= ${min_rating})
ORDER BY r.written_at DESC, r.id;

-- QUERY albums_without_reviews :one :pluck
SELECT count(*) FROM albums AS a WHERE NOT EXISTS (SELECT 1 FROM reviews AS r WHERE r.album_id = a.id);

-- Must return nothing: a trigger keeps the counts.
-- QUERY wrong_review_counts :pluck
SELECT a.id FROM albums AS a
WHERE a.review_count <> (SELECT count(*) FROM reviews AS r WHERE r.album_id = a.id) ORDER BY a.id;

-- A customer's word on an album: the latest one counts.
-- QUERY upsert_review :one
@set album_id = 1
@set customer_id = 1
@set rating = 5
@set body = null
@set written_at = '2025-01-01 00:00:00'
INSERT INTO reviews (album_id, customer_id, rating, body, written_at)
VALUES (${album_id}, ${customer_id}, ${rating}, ${body}, ${written_at})
ON CONFLICT (album_id, customer_id) DO UPDATE SET rating = excluded.rating, body = excluded.body, written_at = excluded.written_at
RETURNING id, rating, body, written_at;

-- QUERY delete_reviews_below :pluck
@set rating = 2
@set album_id = 1
DELETE FROM reviews WHERE album_id = ${album_id} AND rating < ${rating} RETURNING id;

-- How much was listened to at each hour of the day.
-- QUERY listening_hours
SELECT extract(hour FROM played_at)::bigint AS hour, count(*) AS plays, sum(seconds) AS seconds
FROM plays WHERE extract(hour FROM played_at) BETWEEN 6 AND 9 GROUP BY hour ORDER BY hour;

-- QUERY most_played
@set since = '2024-03-10 00:00:00'
@set count = 5
SELECT d.id, d.title, d.artist, d.genre, count(*) AS plays, count(DISTINCT p.customer_id) AS listeners
FROM plays AS p JOIN track_details AS d ON d.id = p.track_id
WHERE p.played_at >= ${since}
GROUP BY d.id, d.title, d.artist, d.genre ORDER BY plays DESC, d.id LIMIT ${count};

-- Each customer's first play in a span.
-- QUERY first_plays
@set up_to_customer = 5
SELECT customer_id, track_id, played_at, seconds
FROM (SELECT p.*, row_number() OVER (PARTITION BY customer_id ORDER BY played_at) AS n FROM plays AS p) AS numbered
WHERE n = 1 AND customer_id <= ${up_to_customer}
ORDER BY customer_id;

-- Customers who bought and reviewed something.
-- QUERY buyers_and_reviewers :one :pluck
SELECT count(*) FROM (
  SELECT customer_id FROM invoices WHERE status = 'paid' INTERSECT SELECT customer_id FROM reviews
) AS both_of_them;

-- Customers who played something, but bought nothing.
-- QUERY listeners_only :pluck
SELECT customer_id FROM plays EXCEPT SELECT customer_id FROM invoices ORDER BY customer_id;

-- Customers who played every track of a playlist's first places.
-- QUERY played_all_of :pluck
@set playlist_id = 1
@set places = 1
SELECT c.id FROM customers AS c
WHERE NOT EXISTS (
  SELECT 1 FROM playlist_tracks AS pt
  WHERE pt.playlist_id = ${playlist_id} AND pt.position <= ${places}
    AND NOT EXISTS (SELECT 1 FROM plays AS p WHERE p.customer_id = c.id AND p.track_id = pt.track_id)
)
ORDER BY c.id;

-- Every play of one customer, for a stream.
-- QUERY plays_of_customer
@set customer_id = 1
SELECT * FROM plays WHERE customer_id = ${customer_id} ORDER BY played_at;

-- EXEC delete_plays_before
@set before = '2024-03-05 00:00:00'
DELETE FROM plays WHERE played_at < ${before};
