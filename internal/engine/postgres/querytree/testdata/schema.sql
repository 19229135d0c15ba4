CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE DOMAIN email AS text CHECK (VALUE LIKE '%@%');
CREATE DOMAIN must AS integer NOT NULL;
CREATE DOMAIN must2 AS must CHECK (VALUE > -100);
CREATE TYPE address AS (street text, number integer);
CREATE TABLE org (id integer PRIMARY KEY, name text, note text, settings jsonb);
INSERT INTO org VALUES (1, NULL);
CREATE MATERIALIZED VIEW kept AS SELECT id, name FROM org;
DELETE FROM org;
ALTER TABLE org ALTER COLUMN name SET NOT NULL; -- but not of the view's rows
CREATE TABLE users (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  org_id integer,
  name text NOT NULL,
  nick varchar(20),
  age smallint,
  admin boolean NOT NULL DEFAULT false,
  balance numeric(10,2) NOT NULL DEFAULT 0,
  score double precision,
  mood mood,
  mail email,
  home address,
  tags text[] NOT NULL DEFAULT '{}',
  nums integer[],
  data jsonb NOT NULL DEFAULT '{}',
  born date,
  created timestamptz NOT NULL DEFAULT now(),
  span int4range NOT NULL DEFAULT 'empty',
  level must DEFAULT 1
);
CREATE TABLE orders (
  id integer PRIMARY KEY,
  user_id integer NOT NULL,
  total numeric NOT NULL,
  qty integer NOT NULL,
  placed timestamp,
  note text,
  cents integer GENERATED ALWAYS AS (qty * 100) STORED,
  label text GENERATED ALWAYS AS (note || '!') STORED
);
CREATE TABLE pairs (a integer, b text, c text, PRIMARY KEY (a, b));
CREATE TABLE tree (id integer PRIMARY KEY, parent integer, label text NOT NULL);
CREATE TABLE lists (id integer PRIMARY KEY, a text[] NOT NULL CHECK (array_position(a, NULL) IS NULL), b integer[]);
ALTER TABLE lists ADD CONSTRAINT b CHECK (array_position(b, NULL) IS NULL) NOT VALID;
CREATE TABLE loose (a integer, b text);
CREATE TABLE traced (id integer PRIMARY KEY, x text, y text NOT NULL);
CREATE FUNCTION trace() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN new.x := NULL; RETURN new; END $$;
CREATE TRIGGER trace BEFORE INSERT OR UPDATE ON traced FOR EACH ROW EXECUTE FUNCTION trace();
CREATE TABLE ruled (id integer PRIMARY KEY, x text NOT NULL);
CREATE RULE ruled AS ON INSERT TO ruled DO INSTEAD SELECT NULL::integer AS id, NULL::text AS x;
CREATE TABLE parent (id integer NOT NULL, x text);
CREATE TABLE child (y integer) INHERITS (parent);
CREATE TABLE measure (at date NOT NULL, v integer NOT NULL, w integer) PARTITION BY RANGE (at);
CREATE TABLE measure_old PARTITION OF measure FOR VALUES FROM (MINVALUE) TO ('2020-01-01');
CREATE TABLE measure_new PARTITION OF measure FOR VALUES FROM ('2020-01-01') TO (MAXVALUE);
CREATE VIEW user_orders AS SELECT u.id, u.name, u.nick, o.id AS order_id, o.total, o.note FROM users u LEFT JOIN orders o ON o.user_id = u.id;
CREATE VIEW simple AS SELECT id, name AS title, note FROM org;
CREATE VIEW totals AS SELECT user_id, count(*) AS n, sum(total) AS total, max(note) AS note FROM orders GROUP BY user_id;
CREATE VIEW nested AS SELECT s.title, t.total FROM simple s LEFT JOIN totals t ON t.user_id = s.id;
CREATE VIEW written AS SELECT id, x FROM traced;
CREATE FUNCTION written() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN new.id := NULL; RETURN new; END $$;
CREATE TRIGGER written INSTEAD OF INSERT OR UPDATE ON written FOR EACH ROW EXECUTE FUNCTION written();
CREATE FUNCTION twice(n integer) RETURNS integer LANGUAGE sql IMMUTABLE RETURN n * 2;
CREATE FUNCTION orzero(n integer) RETURNS integer LANGUAGE sql IMMUTABLE RETURN coalesce(n, 0);
CREATE FUNCTION strictzero(n integer) RETURNS integer LANGUAGE sql IMMUTABLE STRICT RETURN coalesce(n, 0);
CREATE FUNCTION first_name() RETURNS text LANGUAGE sql STABLE BEGIN ATOMIC SELECT name FROM org ORDER BY id LIMIT 1; END;
CREATE FUNCTION names() RETURNS SETOF text LANGUAGE sql STABLE BEGIN ATOMIC SELECT name FROM org; END;
CREATE FUNCTION list_orgs(OUT id integer, OUT note text) RETURNS SETOF record LANGUAGE sql STABLE BEGIN ATOMIC SELECT id, note FROM org; END;
CREATE FUNCTION textual(n integer) RETURNS integer LANGUAGE sql AS 'SELECT $1';
CREATE FUNCTION pl(n integer) RETURNS integer LANGUAGE plpgsql AS $$ BEGIN IF n > 1 THEN RETURN NULL; END IF; RETURN n; END $$;
CREATE FUNCTION strictpl(n integer) RETURNS integer LANGUAGE plpgsql STRICT AS $$ BEGIN IF n > 1 THEN RETURN NULL; END IF; RETURN n; END $$;
CREATE AGGREGATE own_sum (integer) (SFUNC = int4pl, STYPE = integer);
CREATE OPERATOR === (LEFTARG = integer, RIGHTARG = integer, FUNCTION = int4eq);
CREATE FUNCTION named(a integer, b integer DEFAULT NULL) RETURNS integer LANGUAGE sql IMMUTABLE RETURN a + coalesce(b, 0);
CREATE FUNCTION second(a integer, b integer DEFAULT 1) RETURNS integer LANGUAGE sql IMMUTABLE RETURN b;
CREATE FUNCTION strictly(a integer, b integer DEFAULT NULL) RETURNS integer LANGUAGE sql IMMUTABLE STRICT RETURN a;
CREATE TYPE single AS (x integer);
CREATE FUNCTION one_field() RETURNS single LANGUAGE sql STABLE RETURN ROW(NULL)::single;
CREATE FUNCTION set_of_one_field() RETURNS SETOF single LANGUAGE sql STABLE BEGIN ATOMIC SELECT ROW(NULL)::single; END;
CREATE TABLE holder (id integer PRIMARY KEY, s single NOT NULL, list single[] NOT NULL);
CREATE TABLE "Odd ""name"" (x)" ("a b" integer NOT NULL, ":c" text, "{d}" text NOT NULL DEFAULT '', "aaaaaaaaa bbbbbbbbb ccccccccc ddddddddd eeeeeeeee fffffffff ggg" integer NOT NULL DEFAULT 1);
CREATE TABLE also (id integer PRIMARY KEY, x text NOT NULL);
CREATE RULE also AS ON UPDATE TO also DO INSTEAD UPDATE loose SET b = new.x RETURNING a, b;
CREATE VIEW filled AS SELECT id, note, settings FROM org WHERE note IS NOT NULL WITH CHECK OPTION;
CREATE VIEW grouped AS SELECT name, count(*) AS n, sum(age) AS s FROM users GROUP BY ROLLUP (name);
CREATE FUNCTION user_page(lim integer) RETURNS TABLE (id integer, nick text) LANGUAGE sql STABLE BEGIN ATOMIC SELECT id, nick FROM users ORDER BY id LIMIT lim; END;
CREATE DOMAIN late AS integer;
CREATE TABLE computed (id integer PRIMARY KEY, b integer, g integer GENERATED ALWAYS AS ((b::late)::integer) STORED, h integer GENERATED ALWAYS AS (orzero(b)) STORED, k text GENERATED ALWAYS AS (id::text || 'x') STORED);
CREATE TABLE soft (id integer NOT NULL, x text);
CREATE RULE soft_d AS ON DELETE TO soft DO INSTEAD DELETE FROM loose RETURNING NULL::integer, NULL::text;
CREATE RULE soft_i AS ON INSERT TO soft DO INSTEAD INSERT INTO loose VALUES (new.id, new.x) RETURNING NULL::integer, NULL::text;
CREATE VIEW over_soft AS SELECT id, x FROM soft;
CREATE FUNCTION unclear(address, address) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT NULL::boolean';
CREATE OPERATOR = (LEFTARG = address, RIGHTARG = address, FUNCTION = unclear);
CREATE TABLE places (id integer PRIMARY KEY, p point, d must);
CREATE TABLE sure (id integer PRIMARY KEY, day date CHECK (isfinite(day)), moment timestamptz NOT NULL, must_have text CHECK (must_have IS NOT NULL), later text,
  note text DEFAULT 'none', made timestamp DEFAULT now(), amount integer DEFAULT NULL);
INSERT INTO sure VALUES (99, '2000-01-01', '2000-01-01', 'm', NULL);
ALTER TABLE sure ADD CONSTRAINT later CHECK (later IS NOT NULL) NOT VALID;
CREATE TABLE ranged (at timestamptz NOT NULL CHECK (at >= '2000-01-01' AND at < '2100-01-01'), day date NOT NULL CHECK (day BETWEEN '2000-01-01' AND '2100-01-01'),
  half timestamp NOT NULL CHECK (half >= '-infinity' AND half < '2100-01-01'));
