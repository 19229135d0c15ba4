-- MIGRATE 1
CREATE TABLE item (id integer PRIMARY KEY, code text UNIQUE, name text, n integer NOT NULL DEFAULT 0, at timestamptz);
CREATE TABLE person (id integer PRIMARY KEY, boss integer REFERENCES person);
CREATE TABLE audited (id integer PRIMARY KEY, n integer);
CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
CREATE TRIGGER touch BEFORE UPDATE ON audited FOR EACH ROW EXECUTE FUNCTION touch();

-- EXEC no_key :bulk!
UPDATE item SET n = ${n} WHERE id > ${id};

-- EXEC two_ways :bulk!
UPDATE item SET n = ${n} WHERE id = ${id} OR code = ${code};

-- EXEC unique_column :bulk!
UPDATE item SET code = ${code} WHERE id = ${id};

-- EXEC own_table :bulk!
UPDATE item SET n = (SELECT max(n) FROM item) + ${n} WHERE id = ${id};

-- EXEC random_number :bulk!
UPDATE item SET n = random() * ${n}::integer WHERE id = ${id};

-- EXEC second_table :bulk!
UPDATE item SET n = p.boss FROM person p WHERE item.id = ${id} AND p.id = ${person};

-- EXEC with_part :bulk!
WITH p AS (SELECT 1 AS n) UPDATE item SET n = (SELECT n FROM p) WHERE id = ${id};

-- EXEC with_trigger :bulk!
UPDATE audited SET n = ${n} WHERE id = ${id};

-- EXEC own_reference :bulk!
DELETE FROM person WHERE id = ${id};

-- EXEC later_row :bulk!
INSERT INTO person (id, boss) VALUES (${id}, ${boss});

-- EXEC two_rows :bulk!
INSERT INTO item (id) VALUES (${a}), (${b});

-- EXEC default_value :bulk!
INSERT INTO item (id, n) VALUES (${id}, DEFAULT);

-- EXEC computed_key :bulk!
INSERT INTO item (id, n) VALUES (${id} + 1, ${n}) ON CONFLICT (id) DO UPDATE SET n = excluded.n;

-- EXEC unread :bulk!
INSERT INTO item (id, n) VALUES (${id}, ${n}) ON CONFLICT (id) DO UPDATE SET n = item.n + ${more};

-- EXEC no_parameters :bulk!
DELETE FROM item WHERE id = 1;

-- EXEC reads :bulk!
SELECT set_config('app.name', ${name}, true);
