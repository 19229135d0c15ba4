INSERT INTO customers VALUES
  (1, 'Ada', 'ok', 1234567890.12, '{new,"a, b"}', '("Main St, 1",12345)', '2024-05-01 12:00:00.123456+00', '9b2f1c5e-0000-4000-8000-0000000000aa', '\x00ff27', '1815-12-10', 0.5),
  (2, 'Böb''s', 'it''s', -0.01, '{NULL,""}', '(,)', '1969-12-31 23:59:59+00', NULL, '\x', NULL, NULL),
  (9223372036854775807, '', NULL, 0, '{}', NULL, '2024-05-01 12:00:00+00', NULL, NULL, NULL, 1e20);
INSERT INTO shop."Line Items" VALUES (1, 1, NULL), (3, 1, 'x');
