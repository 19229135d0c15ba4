-- MIGRATE 1
CREATE TABLE users (id INTEGER PRIMARY KEY);

-- EXEC begins
BEGIN TRANSACTION;

-- EXEC exports
EXPORT DATABASE 'all';

-- EXEC calls
CALL range(3);

-- QUERY shell
.tables

-- EXEC creates_with_parameter
CREATE VIEW copy AS SELECT ${value} AS value;

-- EXEC calls_for_rows
CREATE TABLE numbers AS SELECT id FROM users WHERE id > ${least} + ${more};

-- EXEC alters_with_parameter
ALTER TABLE users ADD COLUMN x INTEGER DEFAULT ${value};
