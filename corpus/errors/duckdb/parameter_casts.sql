-- MIGRATE 1
CREATE TABLE t (id INTEGER, n VARCHAR, d DATE);

-- QUERY cast_once
SELECT n FROM t WHERE n = ${x}::VARCHAR AND id = ${x};

-- QUERY cast_twice
SELECT n FROM t WHERE n = CAST(${x} AS VARCHAR) AND d = try_cast( ${x} AS DATE);

-- QUERY cast_nowhere
SELECT n::VARCHAR AS n FROM t WHERE n = ${x} AND id = ${x};
