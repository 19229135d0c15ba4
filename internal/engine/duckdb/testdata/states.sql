-- STATE empty
-- STATE usual
INSERT INTO org VALUES (1, 'a', 'n', '{"k": 1, "list": [1, null]}'), (2, 'b', NULL, NULL), (3, 'c', 'z', 'null'), (4, 'd', NULL, '{"list": 5}');
INSERT INTO users VALUES (1, 1, 'Ann', 'ann', 30, TRUE, 2.5, 1.5, '9b2f1c5e-0000-4000-8000-000000000001', '1990-01-01', '2024-01-01 00:00:00', '\x00'::BLOB, 'ok', ['x', NULL], {'street': 's', 'zip': NULL}, MAP {'a': 1});
INSERT INTO users (id, name, created, tags) VALUES (2, 'Bob', '2024-01-02 00:00:00', []);
INSERT INTO users (id, org_id, name, nick, age, balance, score, created, mood, address) VALUES (3, 2, '', '', 0, 1, 0.0, '2024-01-03 00:00:00', 'sad', {'street': NULL, 'zip': 1});
INSERT INTO users (id, name, nick, admin, created, props) VALUES (4, 'Cid', 'cid', TRUE, '2024-01-04 00:00:00', MAP {'a': NULL});
INSERT INTO users (id, org_id, name, nick, age, score, created) VALUES (5, 3, 'Dee', NULL, 3, 2.5, '2024-01-05 00:00:00'), (6, 3, 'Eve', 'a', NULL, 2.5, '2024-01-06 00:00:00'), (7, NULL, 'a', 'z', 7, 2.5, '2024-01-07 00:00:00');
INSERT INTO orders VALUES (4, 99, 2.5, -2, NULL, 'x'), (1, 1, 10.5, 2, '2024-02-01', 'first'), (2, 1, 1.0, 0, NULL, NULL), (3, 2, 0.5, -1, NULL, NULL);
INSERT INTO exact VALUES ('9b2f1c5e-0000-4000-8000-000000000001', 1, 1, 1, 1.5, '2024-01-01 00:00:00+00', '2024-01-01 00:00:00', '10:00:00', INTERVAL 1 DAY, '101', 1, [1, NULL, 3], [{'x': 1, 'ys': [{'z': 'a'}, NULL]}, NULL]);
INSERT INTO exact (k, ubig, tiny, seen, iv, u) VALUES ('9b2f1c5e-0000-4000-8000-000000000002', 0, 0, '2024-01-02 00:00:00+00', INTERVAL 0 DAY, 'x');
INSERT INTO gen (id, a, t) VALUES (1, 1, 'x'), (2, 2, NULL);
INSERT INTO mid VALUES (8, NULL, 'x'), (9, 't', NULL);
INSERT INTO tree VALUES (1, NULL, 'root'), (2, 1, 'leaf'), (3, 2, 'x');
INSERT INTO app.users VALUES (1, 'Ann'), (2, NULL);
-- STATE extremes
INSERT INTO org VALUES (1, '', NULL, '[]');
INSERT INTO users (id, org_id, name, nick, age, score) VALUES (17, 1, 'Zed', 'zed', 0, 'inf'), (18, 1, 'Yan', 'yan', 1, '-inf');
INSERT INTO users (id, name, born) VALUES (19, 'x', 'infinity');
INSERT INTO orders VALUES (1, 17, 'inf', 0, '2024-02-01', ''), (2, 17, '-inf', 0, NULL, NULL);
INSERT INTO exact (k, ubig, tiny, seen, iv) VALUES ('9b2f1c5e-0000-4000-8000-000000000003', 0, 0, 'infinity', INTERVAL 0 DAY);
INSERT INTO tree VALUES (5, NULL, '');
INSERT INTO events VALUES ('2024-02-29', '2024-02-29 10:00:00'), ('0001-01-01', '-infinity');
