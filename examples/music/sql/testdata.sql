-- Thousands of rows, the same on every run: all of it is arithmetic over counters.

-- TESTDATA catalogue
INSERT INTO genres (id, name)
SELECT key + 1, value FROM json_each('["Rock","Jazz","Blues","Folk","Electronic","Classical","Hip-Hop","Soundtrack","Müsique Concrète","Silence"]');

INSERT INTO media_types (id, name, lossless) VALUES (1, 'MPEG audio', 0), (2, 'FLAC', 1), (3, 'AAC', 0), (4, 'WAV', 1);

WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 63)
INSERT INTO artists (id, name, country, formed_year)
SELECT i + 1, a.value || ' ' || b.value,
  CASE WHEN i % 9 = 4 THEN NULL ELSE (SELECT value FROM json_each('["GB","US","DE","FR","JP","BR","SE"]') WHERE key = i * 5 % 7) END,
  CASE WHEN i % 5 = 3 THEN NULL ELSE 1955 + i * 11 % 60 END
FROM n
JOIN json_each('["The Velvet","Electric","Northern","Quiet","Golden","Paper","Midnight","Björk''s"]') AS a ON a.key = i % 8
JOIN json_each('["Lanterns","Foxes","Engines","Tides","Mirrors","Sparrows","Ünderground","\"Quotes\""]') AS b ON b.key = i / 8;

WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 179)
INSERT INTO albums (id, artist_id, title, released, label)
SELECT i + 1, 1 + i * 7 % 60, a.value || ' ' || b.value || CASE WHEN i % 4 = 0 THEN ' (Live)' ELSE '' END,
  CASE WHEN i % 13 = 6 THEN NULL ELSE date('1964-01-10', '+' || (i * 379 % 21600) || ' days') END,
  CASE i % 5 WHEN 0 THEN 'Harbour' WHEN 1 THEN 'Nine & Co' WHEN 2 THEN 'Étoile' WHEN 3 THEN 'Blue Door' END
FROM n
JOIN json_each('["Songs from","Letters to","Beyond","Under","Notes on","The Last","Return to","A Map of","Echoes of","Before","Almost","After"]') AS a ON a.key = i % 12
JOIN json_each('["the Sea","a Stranger","Winter","Room 101","the Moon","Nowhere","Fire","Tomorrow","the Garden","Glass","Home","Zürich","Silence","the Wires","100% Cotton"]') AS b ON b.key = i / 12;

WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2159)
INSERT INTO tracks (id, album_id, position, title, genre_id, media_type_id, composer, duration_ms, bytes, price_cents, explicit)
SELECT i + 1, 1 + i / 12, 1 + i % 12, a.value || ' ' || b.value,
  CASE WHEN i % 17 = 11 THEN NULL ELSE 1 + (i / 12 * 5 + i % 3) % 9 END,
  1 + i * 3 % 4,
  CASE WHEN i % 3 = 1 THEN NULL ELSE 'Composer ' || (i * 31 % 97) END,
  90000 + i * 7919 % 400000,
  (90000 + i * 7919 % 400000) * CASE WHEN (i * 3 % 4) % 2 = 1 THEN 88 ELSE 20 END,
  CASE WHEN i % 10 < 7 THEN 99 WHEN i % 10 < 9 THEN 129 ELSE 0 END,
  i % 11 = 0
FROM n
JOIN json_each('["Blue","Slow","Broken","Bright","Hollow","Wild","Last","First","Distant","Silver","Crooked","Sleeping","Burning","Second","Little"]') AS a ON a.key = i * 7 % 15
JOIN json_each('["River","Morning","Dance","Machine","Heart","Window","Train","Letter","Shadow","Street","Bird","Promise","Storm","Waltz","Signal","Ghost"]') AS b ON b.key = (i * 11 + i * i / 70) % 16;

-- TESTDATA people
INSERT INTO employees (id, manager_id, first_name, last_name, job, hired, email) VALUES
  (1, NULL, 'Margaret', 'Okafor', 'General Manager', '2009-03-01', 'margaret@shop.example'),
  (2, 1, 'Luis', 'Fernández', 'Sales Manager', '2010-06-15', 'luis@shop.example'),
  (3, 1, 'Hana', 'Sato', 'IT Manager', '2011-02-01', 'hana@shop.example'),
  (4, 2, 'Peter', 'Novak', 'Sales Support', '2012-09-10', 'peter@shop.example'),
  (5, 2, 'Ingrid', 'Larsen', 'Sales Support', '2014-04-22', 'ingrid@shop.example'),
  (6, 2, 'Samir', 'Haddad', 'Sales Support', '2016-11-05', 'samir@shop.example'),
  (7, 3, 'Chloé', 'Martin', 'Developer', '2015-01-12', 'chloe@shop.example'),
  (8, 3, 'Dmitri', 'Volkov', 'Developer', '2018-07-30', 'dmitri@shop.example'),
  (9, 4, 'Aisha', 'Bello', 'Trainee', '2021-09-01', 'aisha@shop.example'),
  (10, 7, 'Tom', 'O''Hara', 'Trainee', '2022-03-14', 'tom@shop.example');

WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 119)
INSERT INTO customers (id, first_name, last_name, email, company, country, city, support_rep_id, newsletter, created_at)
SELECT i + 1, a.value, b.value, lower(a.value) || '.' || (i + 1) || '@mail.example',
  CASE WHEN i % 6 = 2 THEN 'Company ' || (i % 10) END,
  (SELECT value FROM json_each('["GB","US","DE","FR","JP","BR","SE","IN"]') WHERE key = i * 3 % 8),
  CASE WHEN i % 7 <> 5 THEN 'City ' || (i * 13 % 40) END,
  CASE WHEN i % 10 <> 9 THEN 4 + i % 3 END,
  i % 3 = 0,
  datetime('2019-01-01 08:00:00', '+' || (i * 11) || ' days', '+' || (i * 37 % 600) || ' minutes')
FROM n
JOIN json_each('["Anna","Ben","Carla","David","Emma","Felix","Grace","Hugo","Iris","Jack","Kira","Leo"]') AS a ON a.key = i % 12
JOIN json_each('["Adams","Baker","Costa","Dubois","Eriksson","Fischer","Gupta","Hansen","Ito","Jones"]') AS b ON b.key = i / 12;

-- TESTDATA sales
-- Customers 111 to 120 never bought anything; 116 to 120 never listened to anything either.
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 699),
invoice AS (
  SELECT i, 1 + i * 17 % 110 AS customer_id, CASE WHEN i % 20 = 13 THEN 'cancelled' WHEN i % 8 = 5 THEN 'open' ELSE 'paid' END AS status,
    datetime('2022-01-03 09:00:00', '+' || (i * 37 % 1000) || ' days', '+' || (i * 53 % 540) || ' minutes') AS issued_at
  FROM n
)
INSERT INTO invoices (id, customer_id, status, issued_at, paid_at, country, total)
SELECT i + 1, customer_id, status, issued_at,
  CASE status WHEN 'paid' THEN datetime(issued_at, '+' || (i % 28) || ' days', '+30 minutes') END,
  (SELECT country FROM customers AS c WHERE c.id = customer_id), 0
FROM invoice;

WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2099)
INSERT INTO invoice_lines (id, invoice_id, track_id, quantity, unit_price_cents)
SELECT i + 1, 1 + i / 3, t.id, 1 + (i % 19 = 7) + (i % 23 = 9), t.price_cents
FROM n JOIN tracks AS t ON t.id = 1 + i * i * 13 % 2160;

UPDATE invoices SET total = (
  SELECT sum(l.quantity * l.unit_price_cents) FROM invoice_lines AS l WHERE l.invoice_id = invoices.id
) / 100.0;

INSERT INTO promotions (code, percent, valid_from, valid_to, rules) VALUES
  ('WELCOME', 10, '2020-01-01', NULL, '{"min_total": 500, "countries": [], "new_customers": true}'),
  ('SUMMER24', 25, '2024-06-01', '2024-08-31', '{"min_total": 1000, "countries": ["DE", "FR"], "new_customers": false}'),
  ('JAZZ', 15, '2024-01-01', '2024-12-31', '{"min_total": 0, "countries": [], "genres": ["Jazz", "Blues"]}'),
  ('ÉTOILE', 50, '2023-12-24', '2023-12-26', '{"min_total": 0, "note": "it''s \"half\" price"}');

-- TESTDATA listening
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 29)
INSERT INTO playlists (id, name, owner_id, public, created_at)
SELECT i + 1, CASE i WHEN 0 THEN 'Staff picks' WHEN 1 THEN '🎵 Weekend' ELSE 'Playlist ' || (i + 1) END,
  CASE WHEN i >= 3 THEN 1 + i * 7 % 110 END, i % 4 <> 3, datetime('2023-02-01 12:00:00', '+' || (i * 19) || ' hours')
FROM n;

-- The last two playlists stay empty.
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 559)
INSERT INTO playlist_tracks (playlist_id, position, track_id)
SELECT 1 + i % 28, 1 + i / 28, 1 + i * 101 % 2160 FROM n;

WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 479)
INSERT INTO reviews (id, album_id, customer_id, rating, body, written_at)
SELECT i + 1, 1 + i * 7 % 150, 1 + (i * 11 + i / 150 * 3) % 120, 1 + (i * i * 3 + i / 7) % 5,
  CASE WHEN i % 4 = 1 THEN NULL WHEN i % 50 = 12 THEN '5/5 — "würde" wieder hören! 🎧' ELSE 'Review ' || (i + 1) END,
  datetime('2023-05-05 10:00:00', '+' || (i * 29 % 700) || ' days', '+' || (i * 7) || ' minutes')
FROM n;

WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 3999)
INSERT INTO plays (customer_id, track_id, played_at, seconds)
SELECT 1 + i * 29 % 115, 1 + i * i % 2160, datetime('2024-03-01 00:00:00', '+' || (i * 11) || ' minutes'), 30 + i * 7 % 300 + 0.25 * (i % 4)
FROM n;
