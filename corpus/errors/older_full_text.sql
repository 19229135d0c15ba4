-- MIGRATE 1
CREATE VIRTUAL TABLE note USING fts4 (title, body);
