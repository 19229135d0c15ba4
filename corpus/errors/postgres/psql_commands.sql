-- psql reads these itself: the server does not know them.
-- MIGRATE 1
CREATE TABLE t (id integer PRIMARY KEY);
\copy t FROM 'rows.csv' CSV
