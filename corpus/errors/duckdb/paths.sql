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
