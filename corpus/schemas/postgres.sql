-- Several schemas: names found by search_path, the same name twice, names that must be quoted.

-- Schemas that the application's connection has in its search_path, as its owner set it up.
-- BASELINE path
CREATE SCHEMA app;
CREATE SCHEMA "Mixed Case";
SET search_path = app, public;

-- MIGRATE 1
CREATE TYPE app.state AS ENUM ('new', 'done');
CREATE TYPE public.state AS ENUM ('on', 'off');
CREATE TYPE "Mixed Case"."State" AS ENUM ('A', 'b');
CREATE TYPE "Mixed Case"."Row Type" AS ("Id" integer, "State" "Mixed Case"."State", state public.state);
CREATE DOMAIN "Mixed Case"."Id" AS bigint CHECK (VALUE > 0);

-- MIGRATE 2
-- The first schema of the path is where this one goes.
CREATE TABLE task (id integer PRIMARY KEY, state state NOT NULL, other public.state);
CREATE TABLE public.task (id integer PRIMARY KEY, state public.state NOT NULL, label text NOT NULL);
CREATE TABLE public.only_public (id integer PRIMARY KEY, name text NOT NULL);
CREATE TABLE "Mixed Case"."Task List" (
  "Id"    "Mixed Case"."Id" PRIMARY KEY,
  "State" "Mixed Case"."State" NOT NULL,
  "Row"   "Mixed Case"."Row Type",
  "Rows"  "Mixed Case"."Row Type"[] NOT NULL DEFAULT '{}'
);
CREATE VIEW app.both_states AS SELECT a.id, a.state AS app_state, p.state AS public_state
FROM app.task AS a LEFT JOIN public.task AS p USING (id);
CREATE FUNCTION public.next_state(state public.state) RETURNS public.state LANGUAGE sql IMMUTABLE
  RETURN CASE state WHEN 'on' THEN 'off'::public.state ELSE 'on'::public.state END;

-- TESTDATA
INSERT INTO app.task VALUES (1, 'new', 'on'), (2, 'done', NULL);
INSERT INTO public.task VALUES (1, 'off', 'one');
INSERT INTO "Mixed Case"."Task List" VALUES (1, 'A', ROW(1, 'b', 'off'), ARRAY[ROW(2, NULL, 'on')]::"Mixed Case"."Row Type"[]);

-- TABLE task :appender

-- TABLE public.task :appender

-- TABLE only_public :appender

-- TABLE "Mixed Case"."Task List" :appender

-- QUERY app_tasks
SELECT * FROM task ORDER BY id;

-- QUERY public_tasks
SELECT * FROM public.task ORDER BY id;

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
SELECT id FROM public.task WHERE state = ${state} ORDER BY id;

-- QUERY by_mixed_state :pluck
@set state = 'A'
SELECT "Id" FROM "Mixed Case"."Task List" WHERE "State" = ${state} ORDER BY "Id";

-- QUERY by_either :pluck
@set app_states = array['new']::app.state[]
@set public_states = array['off']::public.state[]
SELECT a.id FROM app.task AS a JOIN public.task AS p USING (id)
WHERE a.state = ANY(${app_states}) AND p.state = ANY(${public_states}) ORDER BY a.id;

-- EXEC add_app_task
INSERT INTO task (id, state, other) VALUES (${id}, ${state}, ${other});

-- EXEC add_public_task
INSERT INTO public.task (id, state, label) VALUES (${id}, ${state}, ${label});

-- EXEC add_mixed
INSERT INTO "Mixed Case"."Task List" ("Id", "State", "Row", "Rows") VALUES (${id}, ${state}, ${row}, ${rows});

-- QUERY mixed_storage :one
@set id = 1
SELECT "State"::text AS state, "Row"::text AS row, "Rows"::text AS rows FROM "Mixed Case"."Task List" WHERE "Id" = ${id};

-- QUERY next :one :pluck
@set state = 'on'
SELECT next_state(${state});
