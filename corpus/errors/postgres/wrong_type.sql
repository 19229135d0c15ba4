-- MIGRATE 1
CREATE TYPE state AS ENUM ('open', 'closed');
CREATE TABLE item (id integer PRIMARY KEY, state state NOT NULL, tags text[]);

-- QUERY not_a_number
SELECT 'ä', 'twelve'::integer AS n;

-- QUERY not_a_label
SELECT id FROM item WHERE state = 'opened';

-- QUERY no_such_type
SELECT ${x}::intger AS x;

-- QUERY no_cast
SELECT id::date FROM item;

-- QUERY not_an_array
SELECT id FROM item WHERE id = ANY('x');

-- QUERY no_operator
SELECT id FROM item WHERE tags > 5;
