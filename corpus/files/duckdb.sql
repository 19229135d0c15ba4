-- Files whose paths are known when the program runs. Their columns are those of a sample beside this file, or the
-- statement says them itself.

-- MIGRATE 1
CREATE TABLE item (id BIGINT PRIMARY KEY, kind VARCHAR, amount DOUBLE, day DATE);

-- TESTDATA
INSERT INTO item (id, kind, amount, day) VALUES (1, 'a', 1.5, DATE '2024-01-01'), (2, 'b', 2.5, DATE '2024-01-02');

-- EXEC save
COPY item TO ${path};

-- EXEC save_some
COPY (SELECT id, kind, amount FROM item WHERE id >= ${least}) TO ${path} (HEADER);

-- The columns of item, of other types.
-- EXEC save_others
COPY (SELECT 'no. ' || id AS id, kind, amount, day FROM item) TO ${path};

-- Whole numbers, and a column without a value.
-- EXEC save_whole
COPY (SELECT id, NULL AS kind, 2 AS amount, day FROM item) TO ${path};

-- Nothing but the names of the columns.
-- EXEC save_none
COPY (SELECT id, kind, amount, day FROM item WHERE id < 0) TO ${path};

-- EXEC load
COPY item FROM ${path};

-- EXEC clear
DELETE FROM item;

-- QUERY items
SELECT id, kind, amount, day FROM item ORDER BY id;

-- QUERY rows_of
@set path = 'data/sample.csv'
SELECT * FROM read_csv(${path}) WHERE amount >= ${least} OR amount IS NULL ORDER BY id;

-- QUERY rows_of_all
@set paths = ['data/sample.csv', 'data/sample.csv']
SELECT f.id, f.kind, f.day + ${days}::INTEGER AS day FROM read_csv(${paths}, union_by_name = true) AS f WHERE f.kind IS NOT NULL ORDER BY f.id;

-- A query over a file and a table, with a parameter in arithmetic.
-- QUERY known
@set path = 'data/sample.csv'
@set factor = 2.0
SELECT read_csv.id, read_csv.amount * ${factor} AS amount, item.kind
FROM read_csv(${path}) JOIN item USING (id) WHERE item.kind = ${kind} ORDER BY id;

-- EXEC merge
@set path = 'data/sample.csv'
INSERT OR REPLACE INTO item BY NAME SELECT * FROM read_csv(${path}) WHERE day >= ${since};

-- EXEC merge_named
@set path = 'data/sample.csv'
INSERT OR REPLACE INTO item (id, kind) SELECT id, upper(kind) FROM read_csv(${path}) WHERE day >= ${since};

-- QUERY declared
SELECT * FROM read_csv(${path}, columns = {'id': 'BIGINT', 'kind': 'VARCHAR', 'amount': 'DOUBLE', 'day': 'DATE'}) WHERE id >= ${least} ORDER BY id;

-- EXEC save_json
COPY (SELECT id, kind, [kind] AS tags FROM item) TO ${path} (FORMAT json);

-- QUERY from_json
@set path = 'data/sample.json'
SELECT * FROM read_json(${path}) WHERE list_contains(tags, ${tag}) ORDER BY id;

-- QUERY lines
SELECT size, content FROM read_text(${path});

-- QUERY files :pluck
SELECT parse_filename(file) AS file FROM glob(${pattern}) ORDER BY 1;

-- QUERY summary
@set path = 'data/sample.csv'
SUMMARIZE SELECT id, amount FROM read_csv(${path}) WHERE id >= ${least};
