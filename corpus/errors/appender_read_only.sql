-- MIGRATE 1
CREATE VIRTUAL TABLE notes USING fts5(title);
CREATE VIRTUAL TABLE words USING fts5vocab(notes, row);

-- TABLE notes :appender

-- TABLE words :appender
