-- MIGRATE 1
CREATE TABLE users (id INTEGER PRIMARY KEY, name VARCHAR);

-- QUERY without_sample
SELECT * FROM read_csv(${path});

-- QUERY no_such_sample
@set path = 'data/none.csv'
SELECT * FROM read_parquet(${path});

-- QUERY outside
@set path = '/etc/passwd'
SELECT * FROM read_csv(${path}, header = false);

-- QUERY as_a_table
SELECT * FROM ${path} WHERE id > 3;

-- QUERY unknown_column
@set path = 'duckdb/sample.csv'
SELECT id, naem FROM read_csv(${path}) WHERE id >= ${least};

-- EXEC untyped
@set path = 'duckdb/sample.csv'
INSERT INTO users (id, name) SELECT id, name || ${suffix} FROM read_csv(${path});

-- A table has a rowid; no reader of files has one.
-- QUERY row_number
@set path = 'duckdb/sample.csv'
SELECT rowid, id FROM read_csv(${path});

-- QUERY row_number_of_name
SELECT f.rowid FROM read_json(${path}, columns = {id: 'BIGINT'}) AS f WHERE id > ${least};

-- QUERY row_number_of_text
SELECT t.rowid, t.content FROM read_text(${path}) AS t;

-- QUERY unasked
@set path = 'duckdb/sample.csv'
SELECT f.filename, f.id FROM read_csv(${path}) AS f;

-- QUERY not_for_csv
@set path = 'duckdb/sample.csv'
SELECT file_row_number, file_index FROM read_csv(${path});
