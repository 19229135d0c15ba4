-- QUERY good
SELECT ${a}, ${_b}, ${ünï}, ${sources_events}, x${a}y, CAST(${a} AS TEXT), json ->> '$.a', ${a}::text, a$b, "?", '?', [?] -- ?
FROM t WHERE x[1] = ${a}${b}

-- QUERY bad
SELECT ${}, ${ }, ${a b}, ${ a }, ${1a}, ${a-b}, ${a

-- QUERY placeholders
SELECT ?, ?12, $1, $name, :name, @name, :1

-- MIGRATE scripts_take_none
INSERT INTO t VALUES (${x}, ?);

-- TABLE t :appender
SELECT ${x};
