-- What the presets of each language are for: keys, exact numbers, moments, and what may be NULL, as columns,
-- parameters, elements of lists and fields of composite types, and in each way to store many rows.

-- MIGRATE 1
CREATE TYPE account_state AS ENUM ('open', 'on hold', 'closed');
CREATE DOMAIN price AS numeric(12,2);
CREATE TYPE money_line AS (item uuid, amount numeric);
CREATE TABLE account (
  id         uuid PRIMARY KEY,
  parent_id  uuid,
  balance    numeric(12,2) NOT NULL,
  credit     price,
  owner_name text NOT NULL,
  note       text,
  visits     integer,
  opened_at  timestamptz,
  state      account_state NOT NULL,
  links      uuid[] NOT NULL,
  amounts    numeric[],
  line       money_line
);
CREATE TABLE payment (
  id      uuid PRIMARY KEY,
  account uuid,
  amount  numeric,
  tags    uuid[]
);

-- TABLE account :appender

-- TABLE payment :appender

-- QUERY all_accounts
SELECT * FROM account ORDER BY id;

-- QUERY get_account :one :bulk
@set id = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'
SELECT * FROM account WHERE id = ${id};

-- QUERY balances :pluck
SELECT balance FROM account WHERE id = ANY(${ids}) OR balance = ANY(${balances}) ORDER BY id;

-- QUERY credits :pluck
SELECT credit FROM account ORDER BY id;

-- QUERY account_text :one
@set id = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'
SELECT parent_id::text AS parent_id, balance::text AS balance, credit::text AS credit, links::text AS links,
  amounts::text AS amounts, line::text AS line
FROM account WHERE id = ${id};

-- EXEC set_credit :batch :bulk
UPDATE account SET credit = ${credit} WHERE id = ${id};

-- EXEC add_payment :batch :bulk
INSERT INTO payment (id, account, amount, tags) VALUES (${id}, ${account}, ${amount}, ${tags});

-- QUERY all_payments
SELECT * FROM payment ORDER BY id;

-- QUERY find_accounts
SELECT id, note FROM account
WHERE TRUE
  AND note IS NOT DISTINCT FROM ${note} --?
  AND id = ${id} --?
ORDER BY id;
