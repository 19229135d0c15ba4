-- Migrations with everything that a naive splitter at semicolons breaks.

-- What another program owns: there for checking, never generated.
-- BASELINE legacy
CREATE TABLE legacy_account (id INTEGER PRIMARY KEY, owner VARCHAR NOT NULL);

-- MIGRATE 001_tables
CREATE TABLE account (
  id      INTEGER PRIMARY KEY,
  owner   VARCHAR    NOT NULL,
  balance INTEGER NOT NULL DEFAULT 0 CHECK (balance >= 0),
  note    VARCHAR    NOT NULL DEFAULT 'a;b -- no comment'
);
CREATE TABLE audit (id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL, change VARCHAR NOT NULL);

-- MIGRATE 002_macro
-- Macros with strings and comments in them; a CASE that has an END of its own.
CREATE MACRO direction(before, after) AS CASE WHEN after > before THEN 'up;' ELSE 'down; -- no comment' END;
CREATE MACRO of_owner(name) AS TABLE SELECT id, balance FROM account WHERE owner = name;

-- MIGRATE 003_data
INSERT INTO account (id, owner, balance) VALUES (1, 'O''Neill; "the first"', 100), (2, 'Zoë `${x}`', 50);
/* a block comment; with a semicolon */
UPDATE account SET balance = balance + 1 WHERE id = 2; -- and a trailing one; with another

-- MIGRATE 004_rebuild
CREATE TABLE account_new (id INTEGER PRIMARY KEY, owner VARCHAR NOT NULL, balance INTEGER NOT NULL, note VARCHAR, currency VARCHAR NOT NULL DEFAULT 'EUR');
INSERT INTO account_new (id, owner, balance, note) SELECT id, owner, balance, note FROM account;
DROP TABLE account;
ALTER TABLE account_new RENAME TO account;
CREATE INDEX account_by_owner ON account (owner)

-- Databases have had another text of it, which was changed on purpose.
-- MIGRATE "005 view" :was(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa)
CREATE VIEW rich AS SELECT id, owner, balance FROM account WHERE balance >= 100;

-- Rows for trying the queries; never part of the generated code.
-- TESTDATA
INSERT INTO account (id, owner, balance) VALUES (10, 'test; data', 1000);
INSERT INTO legacy_account (id, owner) VALUES (1, 'old');

-- QUERY accounts
SELECT id, owner, balance, note, currency FROM account ORDER BY id;

-- QUERY rich_accounts
SELECT * FROM rich ORDER BY id;

-- QUERY audit_trail
SELECT id, account_id, change FROM audit ORDER BY id;

-- What the macros make of it.
-- QUERY by_macro
SELECT id, direction(100, balance) AS direction FROM of_owner('O''Neill; "the first"') ORDER BY id;

-- A table of the baseline: there only where its owner made it.
-- QUERY legacy_owner :one :pluck
@set id = 1
SELECT owner FROM legacy_account WHERE id = ${id};

-- What the tracking table holds, without naming it: it does not exist at build time.
-- QUERY tables :pluck
SELECT table_name FROM duckdb_tables() ORDER BY table_name;

-- EXEC set_balance
@set id = 1
@set balance = 5
UPDATE account SET balance = ${balance} WHERE id = ${id};
