-- MIGRATE 1
CREATE TABLE account (id BIGINT PRIMARY KEY, balance BIGINT NOT NULL);
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
