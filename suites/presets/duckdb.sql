-- What the presets of each language are for: keys, exact numbers, moments, and what may be NULL, as columns,
-- parameters, elements of lists, fields of structs, keys and values of maps, and in each way to store many rows.

-- MIGRATE 1
CREATE TYPE account_state AS ENUM ('open', 'on hold', 'closed');
CREATE TABLE account (
  id         UUID PRIMARY KEY,
  parent_id  UUID,
  balance    DECIMAL(12,2) NOT NULL,
  credit     DECIMAL(12,2),
  owner_name VARCHAR NOT NULL,
  note       VARCHAR,
  visits     INTEGER,
  opened_at  TIMESTAMPTZ,
  state      account_state NOT NULL,
  links      UUID[] NOT NULL,
  amounts    DECIMAL(18,4)[],
  line       STRUCT(item UUID, amount DECIMAL(30,4)),
  parts      MAP(UUID, DECIMAL(12,2))
);
CREATE TABLE payment (
  id      UUID PRIMARY KEY,
  account UUID,
  amount  DECIMAL(30,4),
  tags    UUID[]
);

-- TABLE account :appender

-- TABLE payment :appender

-- QUERY all_accounts
SELECT * FROM account ORDER BY id;

-- QUERY get_account :one :bulk
@set id = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'
SELECT * FROM account WHERE id = ${id};

-- QUERY balances :pluck
SELECT balance FROM account WHERE id = ANY(${ids}::UUID[]) OR balance = ANY(${balances}::DECIMAL(12,2)[]) ORDER BY id;

-- QUERY credits :pluck
SELECT credit FROM account ORDER BY id;

-- QUERY account_text :one
@set id = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'
SELECT CAST(parent_id AS VARCHAR) AS parent_id, CAST(balance AS VARCHAR) AS balance, CAST(credit AS VARCHAR) AS credit,
  CAST(links AS VARCHAR) AS links, CAST(amounts AS VARCHAR) AS amounts, CAST(line AS VARCHAR) AS line,
  CAST(parts AS VARCHAR) AS parts
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
