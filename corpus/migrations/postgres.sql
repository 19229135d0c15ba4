-- Migrations with everything that a naive splitter at semicolons breaks.

-- What another program owns: there for checking, never generated.
-- BASELINE legacy
CREATE TABLE legacy_account (id integer PRIMARY KEY, owner text NOT NULL);

-- MIGRATE 001_tables
CREATE TABLE account (
  id      integer PRIMARY KEY,
  owner   text    NOT NULL,
  balance integer NOT NULL DEFAULT 0 CHECK (balance >= 0),
  note    text    NOT NULL DEFAULT 'a;b -- no comment'
);
CREATE TABLE audit (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id integer NOT NULL,
  change     text NOT NULL
);

-- MIGRATE 002_trigger
-- Statements in a dollar-quoted body, with a CASE that has an END of its own, and a body in the body.
CREATE FUNCTION account_changed() RETURNS trigger LANGUAGE plpgsql AS $body$
DECLARE
  sign text := CASE WHEN new.balance > old.balance THEN 'up;' ELSE 'down;' END;
BEGIN
  INSERT INTO audit (account_id, change) VALUES (new.id, sign || (new.balance - old.balance));
  EXECUTE format($$ UPDATE account SET note = %L WHERE id = $1; $$, 'changed; by trigger') USING new.id;
  RETURN NULL;  -- ${no} parameter, $1 no placeholder
END;
$body$;
CREATE TRIGGER account_changed AFTER UPDATE OF balance ON account
FOR EACH ROW WHEN (old.balance IS DISTINCT FROM new.balance) EXECUTE FUNCTION account_changed();

-- MIGRATE 003_data
INSERT INTO account (id, owner, balance) VALUES (1, 'O''Neill; "the first"', 100), (2, 'Zoë `${x}`', 50);
/* a block comment; with a semicolon /* and one inside; it */ */
UPDATE account SET balance = balance + 1 WHERE id = 2; -- and a trailing one; with another

-- MIGRATE 004_rebuild
CREATE TABLE account_new (id integer PRIMARY KEY, owner text NOT NULL, balance integer NOT NULL, note text, currency text NOT NULL DEFAULT 'EUR');
INSERT INTO account_new (id, owner, balance, note) SELECT id, owner, balance, note FROM account;
DROP TABLE account;
ALTER TABLE account_new RENAME TO account;
CREATE INDEX account_by_owner ON account (owner)

-- Databases have had another text of it, which was changed on purpose.
-- MIGRATE "005 view" :was(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa)
CREATE VIEW rich AS SELECT id, owner, balance FROM account WHERE balance >= 100;

-- MIGRATE 006_code
-- SQL-standard bodies hold semicolons without quotes.
CREATE FUNCTION balance_of(account_id integer) RETURNS integer LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT 1;
  SELECT balance FROM account WHERE id = account_id;
END;
CREATE PROCEDURE pay_in(account_id integer, amount integer) LANGUAGE plpgsql AS $$
BEGIN
  UPDATE account SET balance = balance + amount WHERE id = account_id;
  IF NOT FOUND THEN RAISE EXCEPTION 'no account %; sorry', account_id; END IF;
END $$;
CREATE RULE keep_audit AS ON DELETE TO audit DO INSTEAD NOTHING;
DO $do$
DECLARE r record;
BEGIN
  FOR r IN SELECT id FROM account ORDER BY id LOOP
    EXECUTE 'COMMENT ON TABLE account IS ' || quote_literal('touched; ' || r.id);
  END LOOP;
END
$do$;

-- MIGRATE 007_types
CREATE TYPE currency AS ENUM ('EUR', 'CHF');
ALTER TYPE currency ADD VALUE 'SEK' BEFORE 'CHF';
ALTER TABLE account ALTER COLUMN currency DROP DEFAULT;
ALTER TABLE account ALTER COLUMN currency TYPE currency USING currency::currency;
CREATE SCHEMA IF NOT EXISTS bank;
SET search_path = bank, public;
CREATE TABLE branch (id integer PRIMARY KEY, city text NOT NULL);
RESET search_path;

-- A label of an enum cannot be used in the transaction that adds it.
-- MIGRATE 008_label
ALTER TYPE currency ADD VALUE 'NOK';

-- MIGRATE 009_use
CREATE INDEX account_in_nok ON account (owner) WHERE currency = 'NOK';

-- Settings end with their migration.
-- MIGRATE 010_settings
SET search_path = bank, public;
SET statement_timeout = '1h';
CREATE TABLE safe (id integer PRIMARY KEY);

-- MIGRATE 011_connection
CREATE TABLE public.setting (name text PRIMARY KEY, value text NOT NULL);
INSERT INTO public.setting SELECT name, current_setting(name) FROM unnest('{search_path,statement_timeout}'::text[]) AS name;

-- MIGRATE 012_index :no_transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit by account" ON public.audit (account_id);

-- MIGRATE 013_unique :no_transaction
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS setting_once ON public.setting (value, name)

-- Waits for whoever reads the table, and can be done again.
-- MIGRATE 014_lock
ALTER TABLE account ALTER COLUMN note DROP NOT NULL;

-- Rows for trying the queries; never part of the generated code.
-- TESTDATA
INSERT INTO account (id, owner, balance, currency) VALUES (10, 'test; data', 1000, 'SEK');
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
SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename COLLATE "C";

-- Those of the connection, whatever a migration before has set.
-- QUERY settings
SELECT name, value FROM public.setting ORDER BY name;

-- Indexes that are complete.
-- QUERY indexes :pluck
SELECT c.relname::text FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
WHERE i.indisvalid AND c.relname IN ('account_in_nok', 'audit by account', 'setting_once') ORDER BY 1;

-- Keeps a migration from a table until it has given up once.
-- EXEC keep_out
DO $$
BEGIN
  LOCK TABLE account IN ACCESS SHARE MODE;
  WHILE NOT EXISTS (SELECT FROM pg_locks WHERE relation = 'account'::regclass AND NOT granted) LOOP
    PERFORM pg_sleep(0.01);
  END LOOP;
  WHILE EXISTS (SELECT FROM pg_locks WHERE relation = 'account'::regclass AND NOT granted) LOOP
    PERFORM pg_sleep(0.01);
  END LOOP;
END
$$;

-- Ends the session of a program that makes an index of a table without a transaction.
-- EXEC interrupt
DO $$
DECLARE
  builder integer;
BEGIN
  LOCK TABLE account IN ACCESS SHARE MODE;
  LOCK TABLE setting IN ROW EXCLUSIVE MODE;
  WHILE builder IS NULL LOOP
    PERFORM pg_sleep(0.01);
    SELECT waits.pid INTO builder FROM pg_locks AS own JOIN pg_locks AS waits ON waits.virtualxid = own.virtualtransaction
    WHERE own.pid = pg_backend_pid() AND NOT waits.granted;
  END LOOP;
  PERFORM pg_terminate_backend(builder, 60000);
END
$$;

-- Whether one of the two has begun.
-- QUERY kept_out :one :pluck
SELECT count(*) > 0 AS kept FROM pg_locks WHERE relation = 'account'::regclass AND mode = 'AccessShareLock';

-- EXEC set_balance
@set id = 1
@set balance = 5
UPDATE account SET balance = ${balance} WHERE id = ${id};

-- A procedure is called.
-- EXEC pay
@set id = 1
@set amount = 7
CALL pay_in(${id}, ${amount});

-- QUERY balance :one :pluck
@set id = 1
SELECT balance_of(${id});

-- QUERY branches
SELECT id, city FROM bank.branch ORDER BY id;

-- QUERY account_comment :one :pluck
SELECT obj_description('account'::regclass);
