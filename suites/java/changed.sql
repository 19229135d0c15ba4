-- The first migration of the corpus' unit with another text, and the rest left out: what a team gets that edits
-- history.

-- MIGRATE 001_tables
CREATE TABLE account (id INTEGER PRIMARY KEY);
