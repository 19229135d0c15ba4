-- Tables that the program makes itself. Statements after the EXEC know the columns from it.

-- MIGRATE 1
CREATE TABLE event (id BIGINT PRIMARY KEY, kind VARCHAR NOT NULL, day DATE NOT NULL, amount DOUBLE);

-- TESTDATA
INSERT INTO event (id, kind, day, amount) VALUES (1, 'a', DATE '2024-01-01', 1.5), (2, 'b', DATE '2024-01-02', NULL), (3, 'b', DATE '2024-01-03', 2.5);

-- A table of a query with a parameter.
-- EXEC make_recent
CREATE OR REPLACE TEMP TABLE recent AS SELECT id, kind, day, amount FROM event WHERE day >= ${since};

-- QUERY recent
SELECT * FROM recent ORDER BY id;

-- QUERY recent_of
SELECT id, amount FROM recent WHERE kind = ${kind} ORDER BY id;

-- EXEC add_recent
INSERT INTO recent (id, kind, day, amount) VALUES (${id}, ${kind}, ${day}, ${amount});

-- A table of a table that another EXEC makes.
-- EXEC make_totals
@set factor = 2.0
CREATE TABLE totals AS SELECT kind, count(*) AS n, sum(amount * ${factor}::DOUBLE) AS total FROM recent WHERE kind <> ${without} GROUP BY kind;

-- QUERY totals
SELECT totals.kind, totals.n, totals.total, count(recent.id) AS events
FROM totals LEFT JOIN recent ON recent.kind = totals.kind GROUP BY totals.kind, totals.n, totals.total ORDER BY totals.kind;

-- A table with columns of its own.
-- EXEC make_note
CREATE TEMP TABLE note (id BIGINT NOT NULL, text VARCHAR);

-- EXEC add_note
INSERT INTO note (id, text) VALUES (${id}, ${text});

-- QUERY notes
SELECT id, text FROM note ORDER BY id;

-- EXEC drop_recent
DROP TABLE recent;
