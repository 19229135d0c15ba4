-- STATE empty
-- STATE usual
INSERT INTO org VALUES (1, 'a', 'n', '{"k": 1, "list": [1, null]}'), (2, 'b', NULL, NULL), (3, 'c', 'z', 'null'), (4, 'd', NULL, '{"list": 5}');
INSERT INTO users VALUES (1, 1, 'Ann', 'ann', 30, TRUE, 2.5, 1.5, '9b2f1c5e-0000-4000-8000-000000000001', '1990-01-01', '2024-01-01 00:00:00', x'00', 1);
INSERT INTO users VALUES (2, NULL, 'Bob', NULL, NULL, FALSE, 0, NULL, NULL, NULL, '2024-01-02 00:00:00', NULL, NULL);
INSERT INTO users VALUES (3, 2, '', '', 0, FALSE, 1, 0.0, NULL, 'bad', '2024-01-03 00:00:00', x'', 'x');
INSERT INTO users VALUES (4, NULL, 'Cid', 'cid', NULL, TRUE, 0, NULL, NULL, NULL, '2024-01-04 00:00:00', NULL, NULL), (5, 3, 'Dee', NULL, 3, FALSE, 0, 2.5, NULL, NULL, '2024-01-05 00:00:00', NULL, NULL), (6, 3, 'Eve', 'a', NULL, FALSE, 0, 2.5, NULL, NULL, '2024-01-06 00:00:00', NULL, NULL);
INSERT INTO orders VALUES (4, 99, 2.5, -2, NULL, 'x', NULL), (1, 1, 10.5, 2, '2024-02-01', 'first', 1), (2, 1, 1.0, 0, NULL, NULL, NULL), (3, 2, 0.0, -1, NULL, NULL, 'x');
INSERT INTO loose VALUES ('x', 1, 1.5, 1), (NULL, NULL, 2.5, 0);
INSERT INTO pairs VALUES (1, 'a', 'c'), (1, 'b', NULL), (2, 'a', NULL);
INSERT INTO backwards VALUES (1, 'x'), (NULL, NULL);
INSERT INTO gen (id, a, t) VALUES (1, 1, 'x'), (2, 2, NULL);
INSERT INTO tree VALUES (1, NULL, 'root'), (2, 1, 'leaf');
INSERT INTO moved (id, parent) VALUES (1, 1), (2, 2);
INSERT INTO docs VALUES (NULL, 'hello'), ('hello', NULL), ('hello', 'world'), ('x', 'hello you');
INSERT INTO book VALUES (1, 'a', 1999, '1999-01-02'), (2, NULL, NULL, NULL), (3, 'a b', 7, NULL);
INSERT INTO notes (rowid, title, owner) VALUES (1, 'a b', 7), (2, 'a', 'x'), (3, NULL, NULL);
INSERT INTO titles (titles) VALUES ('rebuild');
INSERT INTO box VALUES (1, 0.5, 2.5, 'a', 1), (2, 1.0, 9.0, NULL, NULL);
INSERT INTO cell VALUES (1, 0, 2), (2, 1, 9);
-- STATE extremes
INSERT INTO org VALUES (1, '', NULL, '[]');
INSERT INTO users VALUES (7, 1, 'Zed', 'zed', 0, FALSE, 0, 9e999, NULL, NULL, 'bad', NULL, NULL), (8, 1, 'Yan', 'yan', 1, FALSE, 0, -9e999, NULL, NULL, '2024-01-01 00:00:00', NULL, NULL);
INSERT INTO orders VALUES (1, 7, 9e999, 0, '2024-02-01', '', 1.5), (2, 7, -9e999, 0, NULL, NULL, x'00');
INSERT INTO loose VALUES (NULL, 1, 9e999, 0), (NULL, 2, -9e999, 0);
INSERT INTO tree VALUES (5, NULL, '');
