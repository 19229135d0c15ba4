-- The music shop's schema as DuckDB has it: an enum, lists, JSON, sequences; no triggers, so counts are views.
--
-- Foreign keys are left out: with one, DuckDB takes an UPDATE of a key's columns for a DELETE, which the key forbids.
-- So are further indexes: DuckDB reads columns.

-- MIGRATE 001_catalogue
CREATE TABLE artists (
  id          BIGINT PRIMARY KEY,
  name        VARCHAR NOT NULL UNIQUE,
  country     VARCHAR CHECK (length(country) = 2 AND country = upper(country)),
  formed_year BIGINT CHECK (formed_year BETWEEN 1900 AND 2100)
);

CREATE TABLE genres (
  id   BIGINT PRIMARY KEY,
  name VARCHAR NOT NULL UNIQUE
);

CREATE TABLE media_types (
  id       BIGINT PRIMARY KEY,
  name     VARCHAR NOT NULL UNIQUE,
  lossless BOOLEAN NOT NULL DEFAULT false
);

CREATE SEQUENCE album_ids;
CREATE TABLE albums (
  id        BIGINT PRIMARY KEY DEFAULT nextval('album_ids'),
  artist_id BIGINT NOT NULL,
  title     VARCHAR NOT NULL,
  released  DATE,
  label     VARCHAR,
  UNIQUE (artist_id, title)
);

-- A track may have several composers, or none that is known.
CREATE TABLE tracks (
  id            BIGINT PRIMARY KEY,
  album_id      BIGINT NOT NULL,
  "position"    BIGINT NOT NULL CHECK ("position" > 0),
  title         VARCHAR NOT NULL,
  genre_id      BIGINT,
  media_type_id BIGINT NOT NULL,
  composers     VARCHAR[] NOT NULL DEFAULT [],
  duration_ms   BIGINT NOT NULL CHECK (duration_ms > 0),
  bytes         BIGINT NOT NULL,
  price_cents   BIGINT NOT NULL CHECK (price_cents >= 0),
  explicit      BOOLEAN NOT NULL DEFAULT false,
  UNIQUE (album_id, "position")
);

-- MIGRATE 002_people
CREATE TABLE employees (
  id         BIGINT PRIMARY KEY,
  manager_id BIGINT,
  first_name VARCHAR NOT NULL,
  last_name  VARCHAR NOT NULL,
  job        VARCHAR NOT NULL,
  hired      DATE NOT NULL,
  email      VARCHAR NOT NULL UNIQUE CHECK (email LIKE '%_@_%')
);

CREATE SEQUENCE customer_ids;
CREATE TABLE customers (
  id             BIGINT PRIMARY KEY DEFAULT nextval('customer_ids'),
  first_name     VARCHAR NOT NULL,
  last_name      VARCHAR NOT NULL,
  email          VARCHAR NOT NULL UNIQUE CHECK (email LIKE '%_@_%'),
  company        VARCHAR,
  country        VARCHAR NOT NULL CHECK (length(country) = 2 AND country = upper(country)),
  city           VARCHAR,
  support_rep_id BIGINT,
  newsletter     BOOLEAN NOT NULL DEFAULT false,
  created_at     TIMESTAMP NOT NULL
);

-- MIGRATE 003_sales
CREATE TYPE invoice_status AS ENUM ('cancelled', 'open', 'paid');

CREATE TABLE invoices (
  id          BIGINT PRIMARY KEY,
  customer_id BIGINT NOT NULL,
  status      invoice_status NOT NULL,
  issued_at   TIMESTAMP NOT NULL,
  paid_at     TIMESTAMP,
  country     VARCHAR NOT NULL,
  total       DECIMAL(10,2) NOT NULL CHECK (total >= 0),
  CHECK ((status = 'paid') = (paid_at IS NOT NULL))
);

CREATE TABLE invoice_lines (
  id               BIGINT PRIMARY KEY,
  invoice_id       BIGINT NOT NULL,
  track_id         BIGINT NOT NULL,
  quantity         BIGINT NOT NULL CHECK (quantity > 0),
  unit_price_cents BIGINT NOT NULL CHECK (unit_price_cents >= 0)
);

CREATE TABLE promotions (
  code       VARCHAR PRIMARY KEY,
  percent    BIGINT NOT NULL CHECK (percent BETWEEN 1 AND 100),
  valid_from DATE NOT NULL,
  valid_to   DATE,
  rules      JSON NOT NULL
);

CREATE TABLE daily_sales (
  day           DATE NOT NULL,
  country       VARCHAR NOT NULL,
  invoices      BIGINT NOT NULL,
  revenue_cents BIGINT NOT NULL,
  PRIMARY KEY (day, country)
);

-- MIGRATE 004_listening
CREATE TABLE playlists (
  id         BIGINT PRIMARY KEY,
  name       VARCHAR NOT NULL,
  owner_id   BIGINT,
  public     BOOLEAN NOT NULL DEFAULT true,
  created_at TIMESTAMP NOT NULL
);

CREATE TABLE playlist_tracks (
  playlist_id BIGINT NOT NULL,
  "position"  BIGINT NOT NULL,
  track_id    BIGINT NOT NULL,
  PRIMARY KEY (playlist_id, "position")
);

CREATE SEQUENCE review_ids;
CREATE TABLE reviews (
  id          BIGINT PRIMARY KEY DEFAULT nextval('review_ids'),
  album_id    BIGINT NOT NULL,
  customer_id BIGINT NOT NULL,
  rating      BIGINT NOT NULL CHECK (rating BETWEEN 1 AND 5),
  body        VARCHAR,
  written_at  TIMESTAMP NOT NULL,
  UNIQUE (album_id, customer_id)
);

CREATE TABLE plays (
  customer_id BIGINT NOT NULL,
  track_id    BIGINT NOT NULL,
  played_at   TIMESTAMP NOT NULL,
  seconds     DOUBLE NOT NULL CHECK (seconds >= 0)
);

-- MIGRATE 005_views
CREATE VIEW reviewed_albums AS
  SELECT a.*, count(r.id) AS review_count
  FROM albums AS a LEFT JOIN reviews AS r ON r.album_id = a.id
  GROUP BY ALL;

CREATE VIEW track_details AS
  SELECT t.id, t.title, t.duration_ms, t.price_cents, a.id AS album_id, a.title AS album, r.name AS artist, g.name AS genre
  FROM tracks AS t
  JOIN albums AS a ON a.id = t.album_id
  JOIN artists AS r ON r.id = a.artist_id
  LEFT JOIN genres AS g ON g.id = t.genre_id;

CREATE VIEW customer_sales AS
  SELECT c.id AS customer_id, c.first_name || ' ' || c.last_name AS name, count(i.id) AS invoices, sum(i.total) AS total,
    max(i.issued_at) AS last_invoice
  FROM customers AS c
  LEFT JOIN invoices AS i ON i.customer_id = c.id AND i.status = 'paid'
  GROUP BY ALL;

-- TABLE artists :appender

-- TABLE genres :appender

-- TABLE media_types :appender

-- The rows that are loaded have ids, so these are named; without a list a sequence would give them.
-- TABLE albums :appender(id, artist_id, title, released, label)

-- TABLE tracks :appender

-- TABLE employees :appender

-- TABLE customers :appender(id, first_name, last_name, email, company, country, city, support_rep_id, newsletter, created_at)

-- TABLE invoices :appender

-- TABLE invoice_lines :appender

-- TABLE promotions :appender

-- TABLE playlists :appender

-- TABLE playlist_tracks :appender

-- TABLE reviews :appender(id, album_id, customer_id, rating, body, written_at)

-- TABLE plays :appender

-- Lets the sequences go on behind the ids that were loaded. DuckDB has no setval: they count up to there.
-- QUERY continue_ids :one
SELECT (SELECT max(nextval('album_ids')) FROM albums) AS albums,
  (SELECT max(nextval('customer_ids')) FROM customers) AS customers,
  (SELECT max(nextval('review_ids')) FROM reviews) AS reviews;
