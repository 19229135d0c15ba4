-- A dump's rows come by COPY, which is no statement that a script can hold.
-- MIGRATE 1
CREATE TABLE t (id integer PRIMARY KEY, name text);
COPY t (id, name) FROM stdin;
1	one
2	two
\.
