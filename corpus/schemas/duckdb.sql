-- Several schemas: names found by search_path, the same name twice, names that must be quoted.

-- Schemas that the application's connection has in its search_path, as its owner set it up.
-- BASELINE path
CREATE SCHEMA app;
CREATE SCHEMA "Mixed Case";
SET search_path = 'app,main';

-- MIGRATE 1
CREATE TYPE app.state AS ENUM ('new', 'done');
CREATE TYPE main.state AS ENUM ('on', 'off');
CREATE TYPE "Mixed Case"."State" AS ENUM ('A', 'b');
CREATE TYPE "Mixed Case"."Row Type" AS STRUCT("Id" INTEGER, "State" "Mixed Case"."State", other main.state);

-- MIGRATE 2
-- The first schema of the path is where this one goes.
CREATE TABLE task (id INTEGER PRIMARY KEY, state app.state NOT NULL, other main.state);
CREATE TABLE main.task (id INTEGER PRIMARY KEY, state main.state NOT NULL, label VARCHAR NOT NULL);
CREATE TABLE main.only_public (id INTEGER PRIMARY KEY, name VARCHAR NOT NULL);
CREATE TABLE "Mixed Case"."Task List" (
  "Id"    BIGINT PRIMARY KEY,
  "State" "Mixed Case"."State" NOT NULL,
  "Row"   "Mixed Case"."Row Type",
  "Rows"  "Mixed Case"."Row Type"[] NOT NULL DEFAULT []
);
CREATE VIEW app.both_states AS SELECT a.id, a.state AS app_state, p.state AS public_state
FROM app.task AS a LEFT JOIN main.task AS p USING (id);
CREATE MACRO main.next_state(state) AS CASE state WHEN 'on' THEN 'off' ELSE 'on' END::main.state;

-- TESTDATA
INSERT INTO app.task VALUES (1, 'new', 'on'), (2, 'done', NULL);
INSERT INTO main.task VALUES (1, 'off', 'one');
INSERT INTO "Mixed Case"."Task List" VALUES (1, 'A', {'Id': 1, 'State': 'b', 'other': 'off'}, [{'Id': 2, 'State': NULL, 'other': 'on'}]);

-- TABLE task :appender

-- TABLE main.task :appender

-- TABLE only_public :appender

-- TABLE "Mixed Case"."Task List" :appender

-- QUERY app_tasks
SELECT * FROM task ORDER BY id;

-- QUERY public_tasks
SELECT * FROM main.task ORDER BY id;

-- QUERY all_only_public
SELECT * FROM only_public ORDER BY id;

-- QUERY mixed
SELECT * FROM "Mixed Case"."Task List" ORDER BY "Id";

-- QUERY both_states
SELECT * FROM both_states ORDER BY id;

-- QUERY by_state :pluck
@set state = 'new'
SELECT id FROM task WHERE state = ${state} ORDER BY id;

-- QUERY by_public_state :pluck
@set state = 'off'
SELECT id FROM main.task WHERE state = ${state} ORDER BY id;

-- QUERY by_mixed_state :pluck
@set state = 'A'
SELECT "Id" FROM "Mixed Case"."Task List" WHERE "State" = ${state} ORDER BY "Id";

/* QUERY by_either :pluck
  params: {app_states: null elements, public_states: {null_elements: true}}
*/
SELECT a.id FROM app.task AS a JOIN main.task AS p USING (id)
WHERE list_contains(${app_states}::app.state[], a.state) AND list_contains(${public_states}::main.state[], p.state) ORDER BY a.id;

-- EXEC add_app_task
INSERT INTO task (id, state, other) VALUES (${id}, ${state}, ${other});

-- EXEC add_public_task
INSERT INTO main.task (id, state, label) VALUES (${id}, ${state}, ${label});

-- EXEC add_mixed
INSERT INTO "Mixed Case"."Task List" ("Id", "State", "Row", "Rows") VALUES (${id}, ${state}, ${row}, ${rows});

-- QUERY mixed_storage :one
@set id = 1
SELECT "State"::VARCHAR AS state, "Row"::VARCHAR AS row, "Rows"::VARCHAR AS rows FROM "Mixed Case"."Task List" WHERE "Id" = ${id};

-- QUERY next :one :pluck
@set state = 'on'
SELECT next_state(${state}::main.state);
