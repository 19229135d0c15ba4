-- BASELINE prod
ATTACH 'postgres:host=prod' AS prod (TYPE postgres);

-- MIGRATE 1
CREATE TABLE reading (device INTEGER NOT NULL, value DOUBLE);

-- TABLE reading :appender
