-- Bulk inserts into tables that are more than a table: however many rows there are, they become what an INSERT of each
-- makes of them.

-- MIGRATE 1
CREATE TABLE happened (id INTEGER PRIMARY KEY, what TEXT NOT NULL);

-- A trigger adds something.
CREATE TABLE watched (id INTEGER PRIMARY KEY, word TEXT NOT NULL);
CREATE TRIGGER note AFTER INSERT ON watched BEGIN
  INSERT INTO happened (what) VALUES ('watched ' || new.word);
END;

-- A trigger leaves rows out.
CREATE TABLE guarded (id INTEGER PRIMARY KEY, word TEXT NOT NULL);
CREATE TRIGGER skip BEFORE INSERT ON guarded WHEN new.word = 'skip' BEGIN SELECT raise(IGNORE); END;

-- A trigger refuses rows.
CREATE TABLE secured (id INTEGER PRIMARY KEY, word TEXT NOT NULL);
CREATE TRIGGER refuse BEFORE INSERT ON secured WHEN new.word = 'refused' BEGIN SELECT raise(ABORT, 'no such word'); END;

-- A trigger ends the transaction.
CREATE TABLE fatal (id INTEGER PRIMARY KEY, word TEXT NOT NULL);
CREATE TRIGGER finish BEFORE INSERT ON fatal WHEN new.word = 'refused' BEGIN SELECT raise(ROLLBACK, 'all is undone'); END;

-- Constraints that leave rows out, or take others away.
CREATE TABLE distinct_words (id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE ON CONFLICT IGNORE);
CREATE TABLE last_words (id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE ON CONFLICT REPLACE);

-- Values that SQLite makes, and a key that is no number.
CREATE TABLE made (word TEXT NOT NULL PRIMARY KEY, id INTEGER NOT NULL, size INTEGER AS (length(word)) VIRTUAL,
  twice TEXT AS (word || word), at TEXT NOT NULL DEFAULT 'now') WITHOUT ROWID;
CREATE TABLE numbered (id INTEGER PRIMARY KEY AUTOINCREMENT, word TEXT NOT NULL CHECK (word <> 'refused'));

-- TABLE watched :appender
-- TABLE guarded :appender
-- TABLE secured :appender
-- TABLE fatal :appender
-- TABLE distinct_words :appender
-- TABLE last_words :appender
-- TABLE made :appender(word, id)
-- TABLE numbered :appender(id, word)

-- QUERY found
SELECT 'happened' AS place, count(*) AS rows, coalesce(sum(id * length(what)), 0) AS sums FROM happened
UNION ALL SELECT 'watched', count(*), coalesce(sum(id * length(word)), 0) FROM watched
UNION ALL SELECT 'guarded', count(*), coalesce(sum(id * length(word)), 0) FROM guarded
UNION ALL SELECT 'secured', count(*), coalesce(sum(id * length(word)), 0) FROM secured
UNION ALL SELECT 'fatal', count(*), coalesce(sum(id * length(word)), 0) FROM fatal
UNION ALL SELECT 'distinct_words', count(*), coalesce(sum(id * length(word)), 0) FROM distinct_words
UNION ALL SELECT 'last_words', count(*), coalesce(sum(id * length(word)), 0) FROM last_words
UNION ALL SELECT 'made', count(*), coalesce(sum(id * size), 0) FROM made
UNION ALL SELECT 'numbered', count(*), coalesce(sum(id * length(word)), 0) FROM numbered
ORDER BY place;
