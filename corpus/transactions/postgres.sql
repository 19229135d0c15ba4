-- MIGRATE 1
CREATE TABLE account (id bigint PRIMARY KEY, balance bigint NOT NULL);
INSERT INTO account VALUES (1, 100), (2, 100), (3, 100), (4, 100);

-- QUERY balances :pluck
SELECT balance FROM account ORDER BY id;

-- QUERY balance :one! :pluck
SELECT balance FROM account WHERE id = ${id};

-- EXEC put
INSERT INTO account (id, balance) VALUES (${id}, ${balance})
ON CONFLICT (id) DO UPDATE SET balance = excluded.balance;

-- EXEC put_rows :batch
UPDATE account SET balance = ${balance} WHERE id = ${id};

-- QUERY broken :one! :pluck
SELECT 1 / (balance - balance) AS broken FROM account WHERE id = 1;

-- QUERY isolation :one :pluck
SELECT coalesce(current_setting('transaction_isolation') || ' ' || current_setting('transaction_read_only') || ' ' ||
  current_setting('transaction_deferrable'), '') AS isolation;

-- QUERY terminate :one :pluck
SELECT count(pg_terminate_backend(pg_backend_pid())) AS terminated;
