-- MIGRATE 1
CREATE TABLE account (id integer PRIMARY KEY, mail text NOT NULL, code integer UNIQUE DEFERRABLE);
CREATE TABLE audited (id integer PRIMARY KEY, n integer);
CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN new; END';
CREATE TRIGGER touch BEFORE INSERT ON audited FOR EACH ROW EXECUTE FUNCTION touch();
CREATE TABLE marked (id integer PRIMARY KEY, code integer NOT NULL UNIQUE);
CREATE VIEW accounts AS SELECT * FROM account;

-- TABLE account :appender :upsert(mail)

-- The server never takes an index for it that is checked at the end of a transaction.
-- TABLE account_by_code :appender :upsert(code)
account

-- Rows meet in the trigger.
-- TABLE audited :appender :upsert :bulk!

-- Which rows have one code depends on their order.
-- TABLE marked :appender :upsert :bulk!
