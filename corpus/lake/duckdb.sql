-- Tables in a DuckLake, whose catalogue is a PostgreSQL: the program attaches it as lake and makes it the current
-- database.

-- MIGRATE 1
CREATE TABLE account (id INTEGER NOT NULL, balance DECIMAL(12,2) NOT NULL, note VARCHAR);
CREATE TABLE event (id BIGINT NOT NULL, account INTEGER NOT NULL, amount DECIMAL(12,2) NOT NULL, tags VARCHAR[],
  moment TIMESTAMP NOT NULL DEFAULT now());

-- MIGRATE 2
ALTER TABLE account ADD COLUMN grade INTEGER DEFAULT 5;

-- TABLE account :appender
-- TABLE event :appender

-- EXEC add_event :bulk
INSERT INTO event (id, account, amount, tags) VALUES (${id}, ${account}, ${amount}, ${tags});

-- EXEC correct_event :bulk
UPDATE event SET amount = ${amount} WHERE id = ${id};

-- EXEC drop_event :bulk
DELETE FROM event WHERE id = ${id};

-- A lake has no keys, so this is its upsert.
-- EXEC put_account :bulk
MERGE INTO account AS a USING (SELECT ${id}::INTEGER AS id, ${balance}::DECIMAL(12,2) AS balance) AS n ON a.id = n.id
WHEN MATCHED THEN UPDATE SET balance = n.balance
WHEN NOT MATCHED THEN INSERT (id, balance) VALUES (n.id, n.balance);

-- EXEC deposit
UPDATE account SET balance = balance + ${amount}::DECIMAL(12,2) WHERE id = ${id};

-- QUERY balance :bulk :pluck
SELECT balance FROM account WHERE id = ${id};

-- QUERY accounts
SELECT * FROM account ORDER BY id;

-- QUERY totals
SELECT account, count(*) AS events, sum(amount) AS total FROM event GROUP BY ALL ORDER BY ALL;

-- EXEC keep_large
CREATE OR REPLACE TEMP TABLE large AS SELECT id, amount, tags FROM event WHERE amount >= ${least};

-- QUERY large_events
SELECT id, amount, tags FROM large ORDER BY id;
