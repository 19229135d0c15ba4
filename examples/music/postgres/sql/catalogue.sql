-- What visitors of the shop browse.

-- QUERY list_genres
SELECT * FROM genres ORDER BY id;

-- QUERY get_artist :one
@set id = 1
SELECT * FROM artists WHERE id = ${id};

-- Artists of a country, by name.
-- QUERY artists_of_country :pluck
@set country = 'GB'
SELECT name FROM artists WHERE country = ${country} ORDER BY name;

-- QUERY artists_without_albums
SELECT r.id, r.name FROM artists AS r LEFT JOIN albums AS a ON a.artist_id = r.id WHERE a.id IS NULL ORDER BY r.id;

-- An artist's albums with their number of tracks and running time, oldest first; undated ones last.
-- QUERY albums_of_artist
@set artist_id = 1
SELECT a.id, a.title, a.released, count(t.id) AS tracks, coalesce(sum(t.duration_ms), 0) AS duration_ms
FROM albums AS a LEFT JOIN tracks AS t ON t.album_id = a.id
WHERE a.artist_id = ${artist_id}
GROUP BY a.id
ORDER BY a.released IS NULL, a.released, a.id;

-- QUERY album_details :one
@set id = 1
SELECT a.*, r.name AS artist, r.country
FROM albums AS a JOIN artists AS r ON r.id = a.artist_id
WHERE a.id = ${id};

-- QUERY tracks_of_album
@set album_id = 1
SELECT t.position, t.title, g.name AS genre, m.name AS media_type, t.duration_ms, t.price_cents, t.explicit
FROM tracks AS t
JOIN media_types AS m ON m.id = t.media_type_id
LEFT JOIN genres AS g ON g.id = t.genre_id
WHERE t.album_id = ${album_id}
ORDER BY t.position;

-- Every filter is optional: null leaves it out. Sorted by price, then title.
-- QUERY search_tracks
@set pattern = null
@set genre_id = null
@set max_price_cents = null
@set explicit = null
@set page_size = 10
@set page_start = 0
SELECT t.id, t.title, t.price_cents, t.explicit, t.composers[1] AS composer
FROM tracks AS t
WHERE (${pattern}::text IS NULL OR t.title ILIKE ${pattern})
  AND (${genre_id}::bigint IS NULL OR t.genre_id = ${genre_id})
  AND (${max_price_cents}::bigint IS NULL OR t.price_cents <= ${max_price_cents})
  AND (${explicit}::boolean IS NULL OR t.explicit = ${explicit})
ORDER BY t.price_cents, t.title, t.id
LIMIT ${page_size} OFFSET ${page_start};

-- The next page after the last row of the one before: no OFFSET, so a deep page costs what the first one does.
-- QUERY tracks_after
@set title = ''
@set id = 0
@set page_size = 5
SELECT id, title FROM tracks WHERE (title, id) > (${title}, ${id}) ORDER BY title, id LIMIT ${page_size};

-- QUERY longest_tracks :result=TrackLength
@set count = 5
SELECT id, title, duration_ms FROM tracks ORDER BY duration_ms DESC, id LIMIT ${count};

-- QUERY shortest_tracks :result=TrackLength
@set count = 5
SELECT id, title, duration_ms FROM tracks ORDER BY duration_ms, id LIMIT ${count};

-- QUERY count_tracks_without_genre :one :pluck
SELECT count(*) FROM tracks WHERE genre_id IS NULL;

-- QUERY composers_like :pluck
@set pattern = 'Composer 1%'
SELECT DISTINCT composer FROM tracks CROSS JOIN unnest(composers) AS composer WHERE composer ILIKE ${pattern} ORDER BY composer;

-- QUERY free_tracks_from_view
@set artist = 'The Velvet Lanterns'
SELECT * FROM track_details WHERE price_cents = 0 AND artist = ${artist} ORDER BY id;

-- Genres with more than a given number of tracks.
-- QUERY genre_statistics
@set more_than = 100
SELECT g.name, count(*) AS tracks, avg(t.duration_ms) AS average_ms, min(t.price_cents) AS cheapest, max(t.price_cents) AS dearest,
  count(DISTINCT t.album_id) AS albums
FROM genres AS g JOIN tracks AS t ON t.genre_id = g.id
GROUP BY g.id HAVING count(*) > ${more_than}
ORDER BY tracks DESC, g.name;

-- QUERY price_bands
SELECT CASE WHEN price_cents = 0 THEN 'free' WHEN price_cents < 100 THEN 'cheap' ELSE 'dear' END AS band, count(*) AS tracks,
  count(*) FILTER (WHERE explicit) AS explicit, count(*) FILTER (WHERE composers <> '{}') AS credited
FROM tracks GROUP BY band ORDER BY band;

-- QUERY albums_per_decade
SELECT extract(year FROM released)::bigint / 10 * 10 AS decade, count(*) AS albums
FROM albums GROUP BY decade ORDER BY decade NULLS FIRST;

-- Albums of one year by label; an album may have none.
-- QUERY albums_of_year
@set year = '1999'
SELECT id, title, released, label, coalesce(label, 'self-released') AS shown_label
FROM albums WHERE to_char(released, 'YYYY') = ${year} ORDER BY released, id;

-- QUERY repeated_titles
@set at_least = 15
SELECT title, count(*) AS times FROM tracks GROUP BY title HAVING count(*) >= ${at_least} ORDER BY times DESC, title;

-- Each genre with its best-selling tracks.
-- QUERY top_tracks_per_genre
@set per_genre = 2
WITH sold AS (
  SELECT track_id, sum(quantity) AS units FROM invoice_lines GROUP BY track_id
), ranked AS (
  SELECT t.genre_id, t.id, t.title, s.units,
    row_number() OVER (PARTITION BY t.genre_id ORDER BY s.units DESC, t.id) AS place
  FROM sold AS s JOIN tracks AS t ON t.id = s.track_id
)
SELECT g.id, g.name, r.place AS "tracks[].place", r.id AS "tracks[].id", r.title AS "tracks[].title",
  r.units AS "tracks[].units"
FROM genres AS g JOIN ranked AS r ON r.genre_id = g.id
WHERE r.place <= ${per_genre}
ORDER BY g.name, r.place;

-- How far into the album each track starts and ends.
-- QUERY album_timeline
@set album_id = 1
SELECT position, title, sum(duration_ms) OVER w - duration_ms AS starts_ms, sum(duration_ms) OVER w AS ends_ms
FROM tracks WHERE album_id = ${album_id}
WINDOW w AS (ORDER BY position)
ORDER BY position;

-- QUERY track_neighbours
@set album_id = 1
SELECT title, lag(title) OVER w AS before, lead(title, 1, '(end)') OVER w AS after
FROM tracks WHERE album_id = ${album_id}
WINDOW w AS (ORDER BY position)
ORDER BY position;

-- Artists by number of albums, with ties.
-- QUERY ranked_artists
@set up_to = 3
WITH counted AS (
  SELECT r.id, r.name, count(a.id) AS albums FROM artists AS r LEFT JOIN albums AS a ON a.artist_id = r.id GROUP BY r.id
), ranked AS (
  SELECT id, name, albums, rank() OVER (ORDER BY albums DESC) AS place, dense_rank() OVER (ORDER BY albums DESC) AS step FROM counted
)
SELECT place, step, name, albums FROM ranked WHERE step <= ${up_to} AND id % 8 = 1 ORDER BY place, name;

-- An artist with albums and track titles, as one JSON document.
/* QUERY artist_document :one :pluck
  result:
    document: jsonb not null
*/
@set artist_id = 1
SELECT jsonb_build_object('id', r.id, 'name', r.name, 'albums', (
  SELECT jsonb_agg(jsonb_build_object('title', a.title, 'released', a.released) ORDER BY a.id)
  FROM albums AS a WHERE a.artist_id = r.id
)) AS document
FROM artists AS r WHERE r.id = ${artist_id};

-- Everything whose name begins with a prefix.
-- QUERY find_anything
@set prefix = 'Wild S'
SELECT 'artist' AS kind, id, name AS title FROM artists WHERE name ILIKE ${prefix} || '%'
UNION ALL SELECT 'album', id, title FROM albums WHERE title ILIKE ${prefix} || '%'
UNION ALL SELECT 'track', id, title FROM tracks WHERE title ILIKE ${prefix} || '%'
ORDER BY kind, id;

-- QUERY tracks_by_ids
@set ids = array[3, 1, 2160]
SELECT t.id, t.title, t.bytes
FROM unnest(${ids}::bigint[]) WITH ORDINALITY AS wanted (id, place) JOIN tracks AS t ON t.id = wanted.id
ORDER BY wanted.place;

-- Raises the prices of a genre; free tracks stay free. Returns how many changed.
-- EXEC raise_prices
@set genre_id = 1
@set cents = 10
UPDATE tracks SET price_cents = price_cents + ${cents} WHERE genre_id = ${genre_id} AND price_cents > 0;

-- QUERY add_album :one
@set artist_id = 64
@set title = 'First'
@set released = '2025-01-01'
@set label = null
INSERT INTO albums (artist_id, title, released, label) VALUES (${artist_id}, ${title}, ${released}, ${label}) RETURNING *;
