-- File sources: their value is quoted as a literal and joined into the SQL text at run time.

-- The path itself, as the engine sees it.
-- QUERY source_path :one
SELECT ${sources_events} AS path, upper(encode(convert_to(${sources_events}, 'UTF8'), 'hex')) AS bytes;

-- Beside an ordinary parameter, before and after it.
-- QUERY source_and_parameters :one
@set prefix = 'p'
SELECT CAST(${prefix} AS text) || ${sources_events} || CAST(${suffix} AS text) || ${sources_users} AS joined;

-- EXEC remember_source
@set id = 1
DELETE FROM counter WHERE name = ${sources_events} AND seq = ${id};

-- MIGRATE 1
CREATE TABLE counter (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text, seq integer);
