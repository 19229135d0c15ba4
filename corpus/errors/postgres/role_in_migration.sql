-- What belongs to the whole server and not to a database.
-- MIGRATE 1
CREATE DATABASE other;
