-- What works on files, settings and other databases. sqg checks it as far as DuckDB does without doing it.

-- MIGRATE 1
CREATE TABLE item (id INTEGER NOT NULL, name VARCHAR);

-- TABLE item :appender

-- EXEC save_all
COPY item TO 'sqg-corpus-items.csv' (HEADER);

-- EXEC save_some
COPY (SELECT id, name FROM item WHERE id >= ${least} ORDER BY id) TO 'sqg-corpus-items.parquet' (FORMAT parquet);

-- EXEC read_all
COPY item FROM 'sqg-corpus-items.csv' (HEADER);

-- EXEC read_some
COPY item FROM 'sqg-corpus-items.parquet' (FORMAT parquet);

-- EXEC clear
DELETE FROM item;

-- EXEC set_limit
SET max_expression_depth = 900;

-- QUERY depth :one :pluck
SELECT current_setting('max_expression_depth');

-- EXEC reset_limit
RESET max_expression_depth;

-- EXEC set_variable
@set value = 1
SET VARIABLE chosen = ${value};

-- QUERY chosen :one :pluck
/* nothing types a variable */
SELECT getvariable('chosen')::INTEGER AS chosen;

-- EXEC checkpoints
PRAGMA disable_checkpoint_on_shutdown;

-- EXEC start_logging
CALL enable_logging();

-- EXEC stop_logging
CALL disable_logging();

-- EXEC attach
ATTACH ':memory:' AS beside;

-- EXEC use_beside
USE beside;

-- QUERY database :one :pluck
SELECT current_database();

-- EXEC use_own
USE memory;

-- EXEC detach
DETACH beside;

-- EXEC install
INSTALL json;

-- EXEC load
LOAD json;

-- QUERY items
SELECT id, name FROM item ORDER BY id;
