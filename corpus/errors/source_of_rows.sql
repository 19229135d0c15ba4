-- The path of a file is part of a statement's text, which is the same for all rows.
-- MIGRATE 1
CREATE TABLE item (id INTEGER PRIMARY KEY, origin TEXT) STRICT;

-- EXEC stamp :bulk
UPDATE item SET origin = ${sources_events} WHERE id = ${id};

-- EXEC forget :batch
DELETE FROM item WHERE id = ${id} AND origin <> ${sources_events};

-- QUERY of :bulk :one :pluck
SELECT id FROM item WHERE id = ${id} AND origin = ${sources_events};
