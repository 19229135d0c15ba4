-- Migrations with everything that a naive splitter at semicolons breaks.

-- What another program owns: there for checking, never generated.
-- BASELINE legacy
CREATE TABLE legacy_account (id INTEGER PRIMARY KEY, owner TEXT NOT NULL);

-- MIGRATE 001_tables
CREATE TABLE account (
  id      INTEGER PRIMARY KEY,
  owner   TEXT    NOT NULL,
  balance INTEGER NOT NULL DEFAULT 0 CHECK (balance >= 0),
  note    TEXT    NOT NULL DEFAULT 'a;b -- no comment'
);
CREATE TABLE audit (id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL, change TEXT NOT NULL);

-- MIGRATE 002_trigger
-- Two statements in a body that ends in END; and a CASE that has an END of its own.
CREATE TRIGGER account_changed AFTER UPDATE OF balance ON account
BEGIN
  INSERT INTO audit (account_id, change)
  VALUES (new.id, CASE WHEN new.balance > old.balance THEN 'up;' ELSE 'down;' END || (new.balance - old.balance));
  UPDATE account SET note = 'changed; by trigger' WHERE id = new.id;
END;

-- MIGRATE 003_data
INSERT INTO account (id, owner, balance) VALUES (1, 'O''Neill; "the first"', 100), (2, 'Zoë `${x}`', 50);
/* a block comment; with a semicolon */
UPDATE account SET balance = balance + 1 WHERE id = 2; -- and a trailing one; with another

-- MIGRATE 004_rebuild
CREATE TABLE account_new (id INTEGER PRIMARY KEY, owner TEXT NOT NULL, balance INTEGER NOT NULL, note TEXT, currency TEXT NOT NULL DEFAULT 'EUR') STRICT;
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

-- A table of the baseline: there only where its owner made it.
-- QUERY legacy_owner :one :pluck
@set id = 1
SELECT owner FROM legacy_account WHERE id = ${id};

-- What the tracking table holds, without naming it: it does not exist at build time.
-- QUERY tables :pluck
SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY name;

-- EXEC set_balance
@set id = 1
@set balance = 5
UPDATE account SET balance = ${balance} WHERE id = ${id};
