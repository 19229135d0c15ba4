-- Accounts that are changed by their key, and what must be the outcome. The server computes both before the clock
-- starts.

-- MIGRATE accounts
CREATE TABLE account (
  id         bigint         PRIMARY KEY,
  owner      text           NOT NULL,
  balance    numeric(14, 2) NOT NULL,
  changed_at timestamptz    NOT NULL
);
CREATE TABLE original (LIKE account INCLUDING INDEXES);
CREATE TABLE change (i bigint PRIMARY KEY, LIKE account);
CREATE VIEW latest AS SELECT DISTINCT ON (id) * FROM change ORDER BY id, i DESC;

-- Even keys, so that between two of them one is free.
-- EXEC fill_original
INSERT INTO original
SELECT 2 * n, 'owner ' || n, (n * 7919 % 100000000 * 0.01)::numeric(14, 2), timestamptz '2025-01-01 00:00:00+00' + n * interval '1 second'
FROM generate_series(0, ${accounts}::bigint - 1) AS n;

-- QUERY accounts :one :pluck
SELECT count(*) FROM original;

-- QUERY wal_position :one :pluck
SELECT (pg_current_wal_lsn() - '0/0')::float8;

-- EXEC forget_changes
TRUNCATE change;

-- Keys of accounts that are there, in random order; twice the same where only half of them differ.
-- EXEC fill_changes
INSERT INTO change
SELECT i, 2 * (i % ${different}::bigint * 387420489 % ${accounts}::bigint), 'new ' || i, (i * 104729 % 100000000 * 0.01)::numeric(14, 2),
  timestamptz '2026-01-01 00:00:00+00' + i * interval '1 second'
FROM generate_series(0, ${rows}::bigint - 1) AS i;

-- EXEC fill_changes_in_order
INSERT INTO change
SELECT i, 2 * i, 'new ' || i, (i * 104729 % 100000000 * 0.01)::numeric(14, 2), timestamptz '2026-01-01 00:00:00+00' + i * interval '1 second'
FROM generate_series(0, ${rows}::bigint - 1) AS i;

-- Half of the keys are free.
-- EXEC fill_changes_of_upsert
INSERT INTO change
SELECT i, i * 387420489 % (2 * ${accounts}::bigint), 'new ' || i, (i * 104729 % 100000000 * 0.01)::numeric(14, 2),
  timestamptz '2026-01-01 00:00:00+00' + i * interval '1 second'
FROM generate_series(0, ${rows}::bigint - 1) AS i;

-- QUERY changes
SELECT id, owner, balance, changed_at FROM change ORDER BY i;

-- EXEC forget_accounts
TRUNCATE account;

-- EXEC refill_accounts
INSERT INTO account TABLE original;

-- EXEC forget_changed
DELETE FROM account USING change WHERE account.id = change.id;

-- EXEC restore_changed
INSERT INTO account SELECT * FROM original WHERE id IN (SELECT id FROM change);

-- How many accounts there are, and a checksum that depends on every value of them.
-- QUERY stored :one :result=Outcome
SELECT count(*) AS rows, coalesce(sum(hash_record_extended(ROW(id, owner, balance, changed_at), 0)), 0)::text AS checksum
FROM account;

-- QUERY expected_outcome :one :result=Outcome
SELECT count(*) AS rows, coalesce(sum(hash_record_extended(ROW(id, owner, balance, changed_at), 0)), 0)::text AS checksum
FROM (
  SELECT coalesce(o.id, l.id) AS id, coalesce(o.owner, l.owner) AS owner, coalesce(l.balance, o.balance) AS balance,
    coalesce(l.changed_at, o.changed_at) AS changed_at
  FROM original AS o FULL JOIN latest AS l ON o.id = l.id WHERE NOT ${deletes}::boolean OR l.id IS NULL
) AS a;

-- For one account; the method for many is generated.
-- EXEC update_account :batch :bulk
UPDATE account SET balance = ${balance}, changed_at = ${changed_at} WHERE id = ${id};

-- EXEC delete_account :batch :bulk
DELETE FROM account WHERE id = ${id};

-- EXEC upsert_account :batch :bulk
INSERT INTO account (id, owner, balance, changed_at) VALUES (${id}, ${owner}, ${balance}, ${changed_at})
ON CONFLICT (id) DO UPDATE SET balance = excluded.balance, changed_at = excluded.changed_at;

-- A list for each column.
-- EXEC update_unnest
UPDATE account AS a SET balance = c.balance, changed_at = c.changed_at
FROM unnest(${ids}::bigint[], ${balances}::numeric[], ${times}::timestamptz[]) AS c (id, balance, changed_at) WHERE a.id = c.id;

-- EXEC delete_unnest
DELETE FROM account WHERE id = ANY (${ids}::bigint[]);

-- EXEC upsert_unnest
INSERT INTO account (id, owner, balance, changed_at)
SELECT c.id, c.owner, c.balance, c.changed_at
FROM unnest(${ids}::bigint[], ${owners}::text[], ${balances}::numeric[], ${times}::timestamptz[]) AS c (id, owner, balance, changed_at)
ON CONFLICT (id) DO UPDATE SET balance = excluded.balance, changed_at = excluded.changed_at;

-- From a table that the server has already.
-- EXEC update_from_server
UPDATE account AS a SET balance = c.balance, changed_at = c.changed_at FROM change AS c WHERE a.id = c.id;

-- EXEC delete_from_server
DELETE FROM account AS a USING change AS c WHERE a.id = c.id;

-- EXEC upsert_from_server
INSERT INTO account (id, owner, balance, changed_at) SELECT id, owner, balance, changed_at FROM change
ON CONFLICT (id) DO UPDATE SET balance = excluded.balance, changed_at = excluded.changed_at;

-- QUERY account_by_id :one :bulk :result=Account
SELECT id, owner, balance, changed_at FROM account WHERE id = ${id};

-- QUERY accounts_any :result=Account
SELECT id, owner, balance, changed_at FROM account WHERE id = ANY (${ids}::bigint[]);

-- What a lookup must find, in the order of the changes.
-- QUERY changed_accounts :result=Account
SELECT a.id, a.owner, a.balance, a.changed_at FROM change AS c JOIN account AS a ON a.id = c.id ORDER BY c.i;
