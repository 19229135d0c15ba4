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

-- A Parquet file in the place of a source: columns of a path of the run are like that source's.
/* QUERY events_of
  params: {path: {like: sources.events}}
*/
SELECT * FROM read_parquet(${path}) WHERE id >= ${least} ORDER BY id;

-- The file of a source may be another one when the program runs.
-- QUERY source_events
SELECT * FROM read_parquet(${sources_events}) WHERE id >= ${least} ORDER BY id;

-- QUERY source_itself
SELECT count(*) AS n, max(events.at) AS latest FROM ${sources_events};

-- EXEC save_events
COPY (SELECT id::INTEGER AS id, 7::INTEGER AS user_id, kind, day::TIMESTAMP AS at, [id, NULL] AS tags FROM item WHERE id >= ${least})
TO ${path} (FORMAT parquet);

-- EXEC save_events_some
COPY (SELECT id::INTEGER AS id, kind FROM item) TO ${path} (FORMAT parquet);

-- EXEC save_events_others
COPY (SELECT 'no. ' || id AS id, 7::SMALLINT AS user_id, kind, day::TIMESTAMP AS at, [id] AS tags FROM item) TO ${path} (FORMAT parquet);

-- A folder for each kind.
-- EXEC save_parts
COPY (SELECT id::INTEGER AS id, 7::INTEGER AS user_id, kind, day::TIMESTAMP AS at, [id] AS tags FROM item WHERE id >= ${least})
TO ${path} (FORMAT parquet, PARTITION_BY (kind), OVERWRITE);

/* QUERY parts_of
  params: {path: {like: sources.events}}
*/
SELECT p.id, p.kind, p.at FROM read_parquet(${path}, hive_partitioning = true) AS p WHERE p.kind = ${kind} ORDER BY p.id;

-- EXEC save_item
COPY item TO ${path} (FORMAT parquet);

-- EXEC load_item
COPY item FROM ${path} (FORMAT parquet);

-- EXEC save_json_some
COPY (SELECT id, kind FROM item) TO ${path} (FORMAT json);

-- EXEC save_json_others
COPY (SELECT id, kind, 'none' AS tags FROM item) TO ${path} (FORMAT json);

-- A file of no bytes.
-- EXEC save_json_none
COPY (SELECT id, kind, [kind] AS tags FROM item WHERE id < 0) TO ${path} (FORMAT json);

-- QUERY from_json_all
@set paths = ['data/sample.json', 'data/sample.json']
SELECT f.id, f.tags FROM read_json(${paths}) AS f WHERE f.id IS NOT NULL AND len(f.tags) > ${least} ORDER BY f.id;

-- QUERY json_declared
SELECT id, tags FROM read_json(${path}, columns = {id: 'BIGINT', tags: 'VARCHAR[]'}) WHERE id >= ${least} ORDER BY id;

-- EXEC merge_into
@set path = 'data/sample.csv'
MERGE INTO item USING read_csv(${path}) AS f ON item.id = f.id
WHEN MATCHED THEN UPDATE SET amount = f.amount * ${factor}::DOUBLE
WHEN NOT MATCHED THEN INSERT (id, kind) VALUES (f.id, f.kind);

-- QUERY merge_changed
@set path = 'data/sample.csv'
MERGE INTO item USING (SELECT * FROM read_csv(${path}) WHERE day >= ${since}) AS f ON item.id = f.id
WHEN MATCHED THEN UPDATE SET kind = f.kind || '!'
WHEN NOT MATCHED THEN INSERT (id, kind, day) VALUES (f.id, f.kind, f.day)
RETURNING merge_action AS action, item.id, item.kind;

-- QUERY replaced
@set path = 'data/sample.csv'
INSERT OR REPLACE INTO item SELECT * FROM read_csv(${path}) WHERE day >= ${since} RETURNING id, amount;

-- EXEC update_from
@set path = 'data/sample.csv'
UPDATE item SET amount = f.amount FROM read_csv(${path}) AS f WHERE f.id = item.id AND f.day >= ${since};

-- EXEC delete_using
@set path = 'data/sample.csv'
DELETE FROM item USING read_csv(${path}) AS f WHERE f.id = item.id AND f.day >= ${since};

-- A table of a file, and what reads it.
-- EXEC make_recent
@set path = 'data/sample.csv'
CREATE OR REPLACE TEMP TABLE recent AS SELECT id, kind, amount, day FROM read_csv(${path}) WHERE day >= ${since};

-- QUERY recent
SELECT * FROM recent ORDER BY id;

-- QUERY recent_of
SELECT id, kind FROM recent WHERE id >= ${least} ORDER BY id;

-- EXEC make_tagged
@set paths = ['data/sample.json']
CREATE OR REPLACE TABLE tagged AS SELECT id, unnest(tags) AS tag FROM read_json(${paths}) WHERE kind <> ${without};

-- QUERY tagged
SELECT id, tag FROM tagged ORDER BY id, tag;

-- What conditions prove of a file's columns.
-- QUERY proven
@set path = 'data/sample.csv'
SELECT f.id, f.kind, f.amount, coalesce(f.day, DATE '2000-01-01') AS day, item.id AS known
FROM read_csv(${path}) AS f LEFT JOIN item ON item.id = f.id WHERE f.amount >= ${least} AND f.id IS NOT NULL ORDER BY f.id;

-- QUERY texts
SELECT parse_filename(filename) AS file, size, content FROM read_text(${paths}::VARCHAR[]) ORDER BY 1;

-- QUERY files_of_all :pluck
SELECT parse_filename(file) AS file FROM glob(${patterns}::VARCHAR[]) ORDER BY 1;
