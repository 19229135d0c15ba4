-- Bulk inserts into tables that are more than a table: however many rows there are, they become what an INSERT of each
-- makes of them. The suite's connections are those of a role that is no superuser, so that row security holds.

-- MIGRATE 1
CREATE TABLE happened (id integer GENERATED ALWAYS AS IDENTITY, what text NOT NULL);

-- A rule adds something.
CREATE TABLE watched (id integer PRIMARY KEY, word text NOT NULL);
CREATE RULE note AS ON INSERT TO watched DO ALSO INSERT INTO happened (what) VALUES ('watched ' || new.word);

-- A rule does something else.
CREATE TABLE moved (id integer PRIMARY KEY, word text NOT NULL);
CREATE RULE elsewhere AS ON INSERT TO moved DO INSTEAD INSERT INTO happened (what) VALUES ('moved ' || new.word);

-- A policy refuses rows.
CREATE TABLE secured (id integer PRIMARY KEY, word text NOT NULL);
ALTER TABLE secured ENABLE ROW LEVEL SECURITY;
ALTER TABLE secured FORCE ROW LEVEL SECURITY;
CREATE POLICY reading ON secured FOR SELECT USING (true);
CREATE POLICY words ON secured FOR INSERT WITH CHECK (word <> 'refused');

-- Partitions, of which one has a default and a trigger.
CREATE TABLE event (id integer NOT NULL, word text NOT NULL, size integer GENERATED ALWAYS AS (length(word)) STORED)
  PARTITION BY RANGE (id);
CREATE TABLE early PARTITION OF event FOR VALUES FROM (0) TO (3);
CREATE TABLE late PARTITION OF event FOR VALUES FROM (3) TO (10000);
CREATE FUNCTION note_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO happened (what) VALUES ('late ' || new.word);
  RETURN new;
END $$;
CREATE TRIGGER note BEFORE INSERT ON late FOR EACH ROW EXECUTE FUNCTION note_event();

-- A trigger leaves rows out.
CREATE TABLE guarded (id integer PRIMARY KEY, word text NOT NULL);
CREATE FUNCTION skip() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF new.word = 'skip' THEN RETURN NULL; END IF;
  RETURN new;
END $$;
CREATE TRIGGER skip BEFORE INSERT ON guarded FOR EACH ROW EXECUTE FUNCTION skip();

-- The program gives an identity that is the server's to give.
CREATE TABLE numbered (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, word text NOT NULL);

-- TABLE watched :appender
-- TABLE moved :appender
-- TABLE secured :appender
-- TABLE event :appender
-- TABLE guarded :appender
-- TABLE numbered :appender(id, word)

-- QUERY found
SELECT 'happened' AS place, count(*) AS rows, coalesce(md5(string_agg(what, ',' ORDER BY id)), '') AS words FROM happened
UNION ALL SELECT 'watched', count(*), coalesce(md5(string_agg(word, ',' ORDER BY id)), '') FROM watched
UNION ALL SELECT 'moved', count(*), coalesce(md5(string_agg(word, ',' ORDER BY id)), '') FROM moved
UNION ALL SELECT 'secured', count(*), coalesce(md5(string_agg(word, ',' ORDER BY id)), '') FROM secured
UNION ALL SELECT 'early', count(*), coalesce(md5(string_agg(word || size, ',' ORDER BY id)), '') FROM early
UNION ALL SELECT 'late', count(*), coalesce(md5(string_agg(word || size, ',' ORDER BY id)), '') FROM late
UNION ALL SELECT 'guarded', count(*), coalesce(md5(string_agg(word, ',' ORDER BY id)), '') FROM guarded
UNION ALL SELECT 'numbered', count(*), coalesce(md5(string_agg(word, ',' ORDER BY id)), '') FROM numbered
ORDER BY place;
