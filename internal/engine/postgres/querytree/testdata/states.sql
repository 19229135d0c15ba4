-- Contents that each bring out other NULLs. A NOT NULL domain holds NULL where no row was there to check.
-- STATE empty
-- STATE usual
INSERT INTO org VALUES (1, 'a', 'n', '{"k": 1, "list": [1, null], "o": {"x": null}}'), (2, 'b', NULL, NULL), (3, 'c', 'z', 'null'), (4, 'd', NULL, '{"list": 5}'), (7, 'xa,b', 'g', '[]');
INSERT INTO users OVERRIDING SYSTEM VALUE VALUES
 (1, 1, 'Ann', 'ann', 30, true, 2.5, 1.5, 'happy', 'ann@x', ('Main', 1), '{a,b}', '{1,2}', '{"a": 1, "b": null}', '1990-01-01', '2024-01-01', '[1,5)', 1),
 (2, NULL, 'Bob', NULL, NULL, false, 0, NULL, NULL, NULL, NULL, '{}', NULL, '{}', NULL, 'infinity', 'empty', 2),
 (3, 2, '', '', 0, false, 1, 'NaN', 'sad', 'b@y', (NULL, NULL), '{NULL}', '{}', '[]', 'infinity', '-infinity', '(,)', 3),
 (4, NULL, 'Cid', 'cid', NULL, true, 0, NULL, NULL, NULL, (NULL, 2), '{a,NULL}', '{NULL,1}', '"s"', NULL, '2024-01-04', '[3,)', 4),
 (5, 3, 'Dee', NULL, 3, false, 0, 'Infinity', 'ok', NULL, NULL, '{x}', NULL, 'null', NULL, '2024-01-05', '[1,2)', 5),
 (6, 99, 'Eve', 'a', NULL, false, -1, '-Infinity', NULL, NULL, NULL, '{}', '{5}', '{"a": {"b": [1]}}', '2000-02-29', '2024-01-06', 'empty', 6);
INSERT INTO orders (id, user_id, total, qty, placed, note) VALUES (4, 99, 2.5, -2, NULL, 'x'), (1, 1, 10.5, 2, '2024-02-01', 'first'), (2, 1, 1.0, 0, NULL, NULL), (3, 2, 0.0, -1, 'infinity', NULL), (7, 7, 'NaN', 5, NULL, 'ann'), (8, 2, 1, 1, NULL, 'bob'), (10, 3, 1, 1, NULL, NULL);
INSERT INTO pairs VALUES (1, 'a', 'c'), (1, 'b', NULL), (2, 'a', NULL), (3, 'z', 'q');
INSERT INTO holder VALUES (1, ROW(NULL), ARRAY[ROW(NULL)::single, NULL]), (2, ROW(1), '{}');
INSERT INTO "Odd ""name"" (x)" ("a b", ":c") VALUES (1, NULL), (2, 'x');
INSERT INTO also VALUES (1, 'x');
INSERT INTO computed (id, b) VALUES (1, NULL), (2, 1); ALTER DOMAIN late SET NOT NULL;
DROP RULE soft_i ON soft; INSERT INTO soft VALUES (1, 'x'), (2, NULL);
CREATE RULE soft_i AS ON INSERT TO soft DO INSTEAD INSERT INTO loose VALUES (new.id, new.x) RETURNING NULL::integer, NULL::text;
INSERT INTO places VALUES (1, NULL, 1), (2, '(1,1)', 2), (3, NULL, (SELECT d FROM places WHERE false));
INSERT INTO tree VALUES (1, NULL, 'root'), (2, 1, 'leaf'), (3, 2, 'leaf2'), (5, NULL, 'other');
INSERT INTO loose VALUES (1, 'a'), (NULL, NULL), (2, NULL), (NULL, 'z'), (1, 'b');
ALTER TABLE lists DROP CONSTRAINT b; INSERT INTO lists VALUES (1, '{a}', '{NULL}'), (2, '{}', NULL);
ALTER TABLE lists ADD CONSTRAINT b CHECK (array_position(b, NULL) IS NULL) NOT VALID;
ALTER TABLE traced DISABLE TRIGGER trace; INSERT INTO traced VALUES (1, 'x', 'y'); ALTER TABLE traced ENABLE TRIGGER trace;
INSERT INTO parent VALUES (1, 'p'), (2, NULL);
INSERT INTO child VALUES (3, 'c', 1), (4, NULL, NULL);
INSERT INTO measure VALUES ('2019-01-01', 1, NULL), ('2021-01-01', 2, 3);
INSERT INTO ranged VALUES ('2024-01-01', '2024-01-01', '-infinity');
REFRESH MATERIALIZED VIEW kept;
-- STATE one
INSERT INTO org VALUES (1, '', NULL, '[]');
INSERT INTO users (org_id, name, age) OVERRIDING USER VALUE VALUES (NULL, 'Zed', NULL);
INSERT INTO orders (id, user_id, total, qty) VALUES (2, 1, 1.5, 0);
INSERT INTO loose VALUES (NULL, NULL);
INSERT INTO pairs VALUES (1, 'a', NULL);
INSERT INTO tree VALUES (5, 5, '');
-- STATE orphans
INSERT INTO users OVERRIDING SYSTEM VALUE VALUES (0, NULL, 'Ann', NULL, NULL, true, -1, 0, NULL, NULL, NULL, '{}', '{NULL,3}', '{}', NULL, 'infinity', '[2,3]', (SELECT level FROM users WHERE false)),
 (9, NULL, 'Max', NULL, 5, true, 1, NULL, NULL, NULL, NULL, '{NULL}', NULL, '{"b": 1}', NULL, '2024-01-01', 'empty', 7);
INSERT INTO tree VALUES (1, 9, 'lost');
-- STATE extremes
INSERT INTO org VALUES (7, 'z', 'note', '{"k": [1]}'), (8, 'y', NULL, '{}'), (9, 'w', 'w', NULL), (1, 'one', NULL, NULL);
INSERT INTO users OVERRIDING SYSTEM VALUE VALUES (7, 8, 'Zed', 'zed', 0, false, 0, 9e300, 'ok', 'a@b', ('x', 1), '{z}', '{0}', '{"a": null}', '-infinity', '0044-03-15 BC', '[0,0]', 7),
 (8, 7, 'Yan', 'z', 1, false, 0, 1, 'sad', 'c@d', ('y', NULL), '{}', '{NULL}', '[1]', 'infinity', '2024-01-01', 'empty', 1),
 (9, NULL, 'Ann', 'ann', NULL, false, 0, NULL, NULL, NULL, NULL, '{}', NULL, '{}', NULL, '2024-01-01', 'empty', 1);
INSERT INTO orders (id, user_id, total, qty, placed, note) VALUES (9, 9, 1, 1, NULL, 'w'), (7, 7, 1, 1, NULL, 'zed'), (1, 7, 'Infinity', 0, '2024-02-01', ''), (2, 7, '-Infinity', 0, NULL, NULL), (3, 100, 1, 7, NULL, 'zed');
INSERT INTO loose VALUES (5, NULL), (5, 'x');
INSERT INTO measure VALUES ('infinity', 0, NULL);
INSERT INTO sure (id, day, moment, must_have, later) VALUES (1, '2024-02-29', 'infinity', 'm', 'l'), (2, '4713-01-01 BC', '-infinity', '', ''), (3, NULL, '2024-01-01', 'x', 'x');
