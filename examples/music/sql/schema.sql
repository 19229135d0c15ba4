-- The schema of a music shop: a catalogue, customers and staff, sales, playlists, reviews and what was listened to.
--
-- Tables are STRICT where SQLite's own types say it all. Where a column is a boolean, a date or a decimal, the table is
-- an ordinary one and declares it: the engine does not enforce that, the generated code converts it.

-- MIGRATE 001_catalogue
CREATE TABLE artists (
  id          INTEGER PRIMARY KEY,
  name        TEXT    NOT NULL UNIQUE,
  country     TEXT    CHECK (length(country) = 2),
  formed_year INTEGER CHECK (formed_year BETWEEN 1900 AND 2100)
) STRICT;

CREATE TABLE genres (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE media_types (
  id       INTEGER PRIMARY KEY,
  name     TEXT NOT NULL UNIQUE,
  lossless INTEGER NOT NULL DEFAULT 0 CHECK (lossless IN (0, 1))
) STRICT;

CREATE TABLE albums (
  id           INTEGER PRIMARY KEY,
  artist_id    INTEGER NOT NULL REFERENCES artists (id),
  title        TEXT    NOT NULL,
  released     DATE,
  label        TEXT,
  review_count INTEGER NOT NULL DEFAULT 0,
  UNIQUE (artist_id, title)
);

CREATE TABLE tracks (
  id            INTEGER PRIMARY KEY,
  album_id      INTEGER NOT NULL REFERENCES albums (id),
  position      INTEGER NOT NULL CHECK (position > 0),
  title         TEXT    NOT NULL,
  genre_id      INTEGER REFERENCES genres (id),
  media_type_id INTEGER NOT NULL REFERENCES media_types (id),
  composer      TEXT,
  duration_ms   INTEGER NOT NULL CHECK (duration_ms > 0),
  bytes         BIGINT  NOT NULL,
  price_cents   INTEGER NOT NULL CHECK (price_cents >= 0),
  explicit      BOOLEAN NOT NULL DEFAULT FALSE CHECK (explicit IN (0, 1)),
  UNIQUE (album_id, position)
);
CREATE INDEX tracks_by_title ON tracks (title, id);
CREATE INDEX tracks_by_genre ON tracks (genre_id) WHERE genre_id IS NOT NULL;

-- MIGRATE 002_people
CREATE TABLE employees (
  id         INTEGER PRIMARY KEY,
  manager_id INTEGER REFERENCES employees (id),
  first_name TEXT NOT NULL,
  last_name  TEXT NOT NULL,
  job        TEXT NOT NULL,
  hired      DATE NOT NULL,
  email      TEXT NOT NULL UNIQUE
);

CREATE TABLE customers (
  id             INTEGER PRIMARY KEY,
  first_name     TEXT      NOT NULL,
  last_name      TEXT      NOT NULL,
  email          TEXT      NOT NULL UNIQUE CHECK (email LIKE '%_@_%'),
  company        TEXT,
  country        TEXT      NOT NULL CHECK (length(country) = 2),
  city           TEXT,
  support_rep_id INTEGER   REFERENCES employees (id),
  newsletter     BOOLEAN   NOT NULL DEFAULT FALSE,
  created_at     TIMESTAMP NOT NULL
);

-- MIGRATE 003_sales
CREATE TABLE invoices (
  id          INTEGER PRIMARY KEY,
  customer_id INTEGER       NOT NULL REFERENCES customers (id),
  status      TEXT          NOT NULL CHECK (status IN ('open', 'paid', 'cancelled')),
  issued_at   TIMESTAMP     NOT NULL,
  paid_at     TIMESTAMP,
  country     TEXT          NOT NULL,
  total       DECIMAL(10,2) NOT NULL CHECK (total >= 0),
  CHECK ((status = 'paid') = (paid_at IS NOT NULL))
);
CREATE INDEX invoices_by_customer ON invoices (customer_id, issued_at);

CREATE TABLE invoice_lines (
  id               INTEGER PRIMARY KEY,
  invoice_id       INTEGER NOT NULL REFERENCES invoices (id),
  track_id         INTEGER NOT NULL REFERENCES tracks (id),
  quantity         INTEGER NOT NULL CHECK (quantity > 0),
  unit_price_cents INTEGER NOT NULL CHECK (unit_price_cents >= 0)
) STRICT;
CREATE INDEX invoice_lines_by_invoice ON invoice_lines (invoice_id);
CREATE INDEX invoice_lines_by_track ON invoice_lines (track_id);

CREATE TABLE promotions (
  code       TEXT PRIMARY KEY NOT NULL,
  percent    INTEGER NOT NULL CHECK (percent BETWEEN 1 AND 100),
  valid_from DATE NOT NULL,
  valid_to   DATE,
  rules      JSON NOT NULL
);

CREATE TABLE daily_sales (
  day           DATE    NOT NULL,
  country       TEXT    NOT NULL,
  invoices      INTEGER NOT NULL,
  revenue_cents INTEGER NOT NULL,
  PRIMARY KEY (day, country)
);

-- MIGRATE 004_listening
CREATE TABLE playlists (
  id         INTEGER PRIMARY KEY,
  name       TEXT      NOT NULL,
  owner_id   INTEGER   REFERENCES customers (id),
  public     BOOLEAN   NOT NULL DEFAULT TRUE,
  created_at TIMESTAMP NOT NULL
);

CREATE TABLE playlist_tracks (
  playlist_id INTEGER NOT NULL REFERENCES playlists (id),
  position    INTEGER NOT NULL,
  track_id    INTEGER NOT NULL REFERENCES tracks (id),
  PRIMARY KEY (playlist_id, position)
) STRICT;

CREATE TABLE reviews (
  id          INTEGER PRIMARY KEY,
  album_id    INTEGER   NOT NULL REFERENCES albums (id),
  customer_id INTEGER   NOT NULL REFERENCES customers (id),
  rating      INTEGER   NOT NULL CHECK (rating BETWEEN 1 AND 5),
  body        TEXT,
  written_at  TIMESTAMP NOT NULL,
  UNIQUE (album_id, customer_id)
);

CREATE TABLE plays (
  customer_id INTEGER   NOT NULL REFERENCES customers (id),
  track_id    INTEGER   NOT NULL REFERENCES tracks (id),
  played_at   TIMESTAMP NOT NULL,
  seconds     REAL      NOT NULL CHECK (seconds >= 0)
);
CREATE INDEX plays_by_customer ON plays (customer_id, played_at);

-- Keeps albums.review_count; an upsert that changes a review fires neither.
CREATE TRIGGER review_added AFTER INSERT ON reviews
BEGIN
  UPDATE albums SET review_count = review_count + 1 WHERE id = new.album_id;
END;
CREATE TRIGGER review_removed AFTER DELETE ON reviews
BEGIN
  UPDATE albums SET review_count = review_count - 1 WHERE id = old.album_id;
END;

-- MIGRATE 005_views
CREATE VIEW track_details AS
  SELECT t.id, t.title, t.duration_ms, t.price_cents, a.id AS album_id, a.title AS album, r.name AS artist, g.name AS genre
  FROM tracks AS t
  JOIN albums AS a ON a.id = t.album_id
  JOIN artists AS r ON r.id = a.artist_id
  LEFT JOIN genres AS g ON g.id = t.genre_id;

CREATE VIEW customer_sales AS
  SELECT c.id AS customer_id, c.first_name || ' ' || c.last_name AS name, count(i.id) AS invoices, round(sum(i.total), 2) AS total,
    max(i.issued_at) AS last_invoice
  FROM customers AS c
  LEFT JOIN invoices AS i ON i.customer_id = c.id AND i.status = 'paid'
  GROUP BY c.id;

-- TABLE artists :appender

-- TABLE genres :appender

-- TABLE media_types :appender

-- review_count is kept by a trigger, so it is not part of the row.
-- TABLE albums :appender(id, artist_id, title, released, label)

-- TABLE tracks :appender

-- TABLE employees :appender

-- TABLE customers :appender

-- TABLE invoices :appender

-- TABLE invoice_lines :appender

-- TABLE promotions :appender

-- TABLE playlists :appender

-- TABLE playlist_tracks :appender

-- TABLE reviews :appender

-- TABLE plays :appender
