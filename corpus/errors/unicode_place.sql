-- MIGRATE 1
CREATE TABLE größen (größe INTEGER PRIMARY KEY) STRICT;

-- QUERY größen
SELECT '日本語 🎵', größe,	grösse FROM größen;
