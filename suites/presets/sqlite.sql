-- What the presets of each language are for: keys, exact numbers, moments, and what may be NULL, as columns,
-- parameters, elements of lists, and in each way to store many rows.

-- MIGRATE 1
CREATE TABLE account (
  id         UUID PRIMARY KEY NOT NULL,
  parent_id  UUID,
  balance    DECIMAL(12,2) NOT NULL,
  credit     DECIMAL(12,2),
  owner_name TEXT NOT NULL,
  note       TEXT,
  visits     INTEGER,
  opened_at  TIMESTAMPTZ
);
CREATE TABLE payment (
  id      UUID PRIMARY KEY NOT NULL,
  account UUID,
  amount  DECIMAL
);

-- TABLE account :appender

-- TABLE payment :appender

-- QUERY all_accounts
SELECT * FROM account ORDER BY id;

-- QUERY get_account :one :bulk
SELECT * FROM account WHERE id = ${id};

/* QUERY balances :pluck
  params: {ids: list}
*/
SELECT balance FROM account WHERE id IN (${ids}) ORDER BY id;

-- QUERY credits :pluck
SELECT credit FROM account ORDER BY id;

-- QUERY account_text :one
SELECT CAST(parent_id AS TEXT) AS parent_id, CAST(balance AS TEXT) AS balance, CAST(credit AS TEXT) AS credit
FROM account WHERE id = ${id};

-- EXEC set_credit :batch :bulk
UPDATE account SET credit = ${credit} WHERE id = ${id};

-- EXEC add_payment :batch :bulk
INSERT INTO payment (id, account, amount) VALUES (${id}, ${account}, ${amount});

-- QUERY all_payments
SELECT * FROM payment ORDER BY id;

-- QUERY find_accounts
SELECT id, note FROM account
WHERE TRUE
  AND note IS ${note} --?
  AND id = ${id} --?
ORDER BY id;
