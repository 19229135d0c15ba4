-- MIGRATE 1
CREATE TABLE users (id INTEGER PRIMARY KEY, name VARCHAR NOT NULL, age INTEGER);

-- QUERY arithmetic
SELECT id + ${more} AS id FROM users WHERE name = ${name};

-- QUERY second_of_three
SELECT id FROM users WHERE id = ${id} AND name || ${suffix} = 'x' AND age > ${age};

-- QUERY either
SELECT coalesce(${a}, ${b}) AS value;

-- EXEC inserted_by_select
INSERT INTO users (id, name) SELECT ${id}, ${name};

-- QUERY in_a_struct
SELECT {'a': ${a}} AS s;

-- QUERY of_a_table_function
SELECT range FROM range(${count});

-- QUERY of_a_file
SELECT * FROM read_csv(${path}::VARCHAR);

-- The user's own words are no type.
/* QUERY no_type
params:
  a: integr
*/
SELECT ${a} AS a;
