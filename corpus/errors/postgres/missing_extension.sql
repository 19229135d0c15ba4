-- MIGRATE 1
CREATE EXTENSION no_such_extension;
