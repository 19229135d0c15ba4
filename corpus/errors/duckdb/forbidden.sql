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
CREATE TABLE copy AS SELECT ${value} AS value;
