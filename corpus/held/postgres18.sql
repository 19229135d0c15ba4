-- Every type of the extensions that people have, and types of one's own over them, in each use. All tables and
-- statements are alike; docs/types-of-extensions.md is made of this file. PostGIS is the stand-in of corpus/spatial.

-- MIGRATE 1
CREATE EXTENSION IF NOT EXISTS vector;
CREATE EXTENSION IF NOT EXISTS hstore;
CREATE EXTENSION IF NOT EXISTS ltree;
CREATE EXTENSION IF NOT EXISTS citext;
CREATE EXTENSION IF NOT EXISTS cube;
CREATE EXTENSION IF NOT EXISTS isn;
CREATE EXTENSION IF NOT EXISTS intarray;
CREATE EXTENSION IF NOT EXISTS seg;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE EXTENSION IF NOT EXISTS pgcrypto;
CREATE EXTENSION IF NOT EXISTS "uuid-ossp";
CREATE EXTENSION IF NOT EXISTS postgis;

-- MIGRATE 2
CREATE DOMAIN region AS ltree CHECK (nlevel(VALUE) <= 3);
CREATE TYPE spot AS (name text, path ltree);
CREATE TYPE cubes AS RANGE (subtype = cube);
CREATE TABLE of_vector (id integer PRIMARY KEY, v vector, list vector[]);
CREATE TABLE of_halfvec (id integer PRIMARY KEY, v halfvec, list halfvec[]);
CREATE TABLE of_sparsevec (id integer PRIMARY KEY, v sparsevec, list sparsevec[]);
CREATE TABLE of_hstore (id integer PRIMARY KEY, v hstore, list hstore[]);
CREATE TABLE of_ltree (id integer PRIMARY KEY, v ltree, list ltree[]);
CREATE TABLE of_lquery (id integer PRIMARY KEY, v lquery, list lquery[]);
CREATE TABLE of_ltxtquery (id integer PRIMARY KEY, v ltxtquery, list ltxtquery[]);
CREATE TABLE of_citext (id integer PRIMARY KEY, v citext, list citext[]);
CREATE TABLE of_cube (id integer PRIMARY KEY, v cube, list cube[]);
CREATE TABLE of_isbn13 (id integer PRIMARY KEY, v isbn13, list isbn13[]);
CREATE TABLE of_isbn (id integer PRIMARY KEY, v isbn, list isbn[]);
CREATE TABLE of_ismn (id integer PRIMARY KEY, v ismn, list ismn[]);
CREATE TABLE of_issn (id integer PRIMARY KEY, v issn, list issn[]);
CREATE TABLE of_ean13 (id integer PRIMARY KEY, v ean13, list ean13[]);
CREATE TABLE of_upc (id integer PRIMARY KEY, v upc, list upc[]);
CREATE TABLE of_query_int (id integer PRIMARY KEY, v query_int, list query_int[]);
CREATE TABLE of_seg (id integer PRIMARY KEY, v seg, list seg[]);
CREATE TABLE of_geometry (id integer PRIMARY KEY, v geometry, list geometry[]);
CREATE TABLE of_geography (id integer PRIMARY KEY, v geography, list geography[]);
CREATE TABLE of_region (id integer PRIMARY KEY, v region, list region[]);
CREATE TABLE of_spot (id integer PRIMARY KEY, v spot, list spot[]);
CREATE TABLE of_cubes (id integer PRIMARY KEY, v cubes, list cubes[]);

-- What the extensions' functions and operators make of parameters.
-- QUERY functions :one
SELECT digest(${bytes}::bytea, 'sha256') AS digest, crypt(${word}, '$1$salt') AS crypted,
  uuid_generate_v5(uuid_ns_dns(), ${word}) AS id, unaccent(${word}) AS plain, similarity(${word}, 'words') AS close,
  ${numbers}::integer[] & '{1,2}' AS both, ${numbers} @@ ${wanted}::query_int AS wanted, idx(${numbers}, 7) AS place,
  cube_distance(${corner}::cube, '(0, 0)') AS far, nlevel(${path}::ltree) AS deep, ${path} ~ ${like}::lquery AS alike,
  isbn(${number}::isbn13) AS short;

-- TABLE of_vector :appender(id, v)

-- EXEC add_vector :bulk
INSERT INTO of_vector (id, v, list) VALUES (${id}, ${v}, ${list});

-- EXEC set_vector :batch :bulk
UPDATE of_vector SET v = ${v} WHERE id = ${id};

-- QUERY all_vector
SELECT id, v, list FROM of_vector ORDER BY id;

-- QUERY vector_among :pluck
SELECT id FROM of_vector WHERE v = ANY(${list}) ORDER BY id;

-- QUERY vector_stored
SELECT v::text COLLATE "C" AS v, list::text COLLATE "C" AS list, count(*) AS n FROM of_vector GROUP BY 1, 2 ORDER BY 1, 2;

-- TABLE of_halfvec :appender(id, v)

-- EXEC add_halfvec :bulk
INSERT INTO of_halfvec (id, v, list) VALUES (${id}, ${v}, ${list});

-- EXEC set_halfvec :batch :bulk
UPDATE of_halfvec SET v = ${v} WHERE id = ${id};

-- QUERY all_halfvec
SELECT id, v, list FROM of_halfvec ORDER BY id;

-- QUERY halfvec_among :pluck
SELECT id FROM of_halfvec WHERE v = ANY(${list}) ORDER BY id;

-- QUERY halfvec_stored
SELECT v::text COLLATE "C" AS v, list::text COLLATE "C" AS list, count(*) AS n FROM of_halfvec GROUP BY 1, 2 ORDER BY 1, 2;

-- TABLE of_sparsevec :appender(id, v)

-- EXEC add_sparsevec :bulk
INSERT INTO of_sparsevec (id, v, list) VALUES (${id}, ${v}, ${list});

-- EXEC set_sparsevec :batch :bulk
UPDATE of_sparsevec SET v = ${v} WHERE id = ${id};

-- QUERY all_sparsevec
SELECT id, v, list FROM of_sparsevec ORDER BY id;

-- QUERY sparsevec_among :pluck
SELECT id FROM of_sparsevec WHERE v = ANY(${list}) ORDER BY id;

-- QUERY sparsevec_stored
SELECT v::text COLLATE "C" AS v, list::text COLLATE "C" AS list, count(*) AS n FROM of_sparsevec GROUP BY 1, 2 ORDER BY 1, 2;

-- TABLE of_hstore :appender(id, v)

-- EXEC add_hstore :bulk
INSERT INTO of_hstore (id, v, list) VALUES (${id}, ${v}, ${list});

-- EXEC set_hstore :batch :bulk
UPDATE of_hstore SET v = ${v} WHERE id = ${id};

-- QUERY all_hstore
SELECT id, v, list FROM of_hstore ORDER BY id;

-- QUERY hstore_among :pluck
SELECT id FROM of_hstore WHERE v = ANY(${list}) ORDER BY id;

-- QUERY hstore_stored
SELECT v::text COLLATE "C" AS v, list::text COLLATE "C" AS list, count(*) AS n FROM of_hstore GROUP BY 1, 2 ORDER BY 1, 2;

-- TABLE of_ltree :appender(id, v)

-- EXEC add_ltree :bulk
INSERT INTO of_ltree (id, v, list) VALUES (${id}, ${v}, ${list});

-- EXEC set_ltree :batch :bulk
UPDATE of_ltree SET v = ${v} WHERE id = ${id};

-- QUERY all_ltree
SELECT id, v, list FROM of_ltree ORDER BY id;

-- QUERY ltree_among :pluck
SELECT id FROM of_ltree WHERE v = ANY(${list}) ORDER BY id;

-- QUERY ltree_stored
SELECT v::text COLLATE "C" AS v, list::text COLLATE "C" AS list, count(*) AS n FROM of_ltree GROUP BY 1, 2 ORDER BY 1, 2;

-- TABLE of_lquery :appender(id, v)

-- EXEC add_lquery :bulk
INSERT INTO of_lquery (id, v, list) VALUES (${id}, ${v}, ${list});

-- EXEC set_lquery :batch :bulk
UPDATE of_lquery SET v = ${v} WHERE id = ${id};

-- QUERY all_lquery
SELECT id, v, list FROM of_lquery ORDER BY id;

-- QUERY lquery_among :pluck
SELECT id FROM of_lquery WHERE v::text = ANY(${list}::lquery[]::text[]) ORDER BY id;

-- QUERY lquery_stored
SELECT v::text COLLATE "C" AS v, list::text COLLATE "C" AS list, count(*) AS n FROM of_lquery GROUP BY 1, 2 ORDER BY 1, 2;

-- TABLE of_ltxtquery :appender(id, v)

-- EXEC add_ltxtquery :bulk
INSERT INTO of_ltxtquery (id, v, list) VALUES (${id}, ${v}, ${list});

-- EXEC set_ltxtquery :batch :bulk
UPDATE of_ltxtquery SET v = ${v} WHERE id = ${id};

-- QUERY all_ltxtquery
SELECT id, v, list FROM of_ltxtquery ORDER BY id;

-- QUERY ltxtquery_among :pluck
SELECT id FROM of_ltxtquery WHERE v::text = ANY(${list}::ltxtquery[]::text[]) ORDER BY id;

-- QUERY ltxtquery_stored
SELECT v::text COLLATE "C" AS v, list::text COLLATE "C" AS list, count(*) AS n FROM of_ltxtquery GROUP BY 1, 2 ORDER BY 1, 2;

-- TABLE of_citext :appender(id, v)

-- EXEC add_citext :bulk
INSERT INTO of_citext (id, v, list) VALUES (${id}, ${v}, ${list});

-- EXEC set_citext :batch :bulk
UPDATE of_citext SET v = ${v} WHERE id = ${id};

-- QUERY all_citext
SELECT id, v, list FROM of_citext ORDER BY id;

-- QUERY citext_among :pluck
SELECT id FROM of_citext WHERE v = ANY(${list}) ORDER BY id;

-- QUERY citext_stored
SELECT v::text COLLATE "C" AS v, list::text COLLATE "C" AS list, count(*) AS n FROM of_citext GROUP BY 1, 2 ORDER BY 1, 2;

-- TABLE of_cube :appender(id, v)

-- EXEC add_cube :bulk
INSERT INTO of_cube (id, v, list) VALUES (${id}, ${v}, ${list});

-- EXEC set_cube :batch :bulk
UPDATE of_cube SET v = ${v} WHERE id = ${id};

-- QUERY all_cube
SELECT id, v, list FROM of_cube ORDER BY id;

-- QUERY cube_among :pluck
SELECT id FROM of_cube WHERE v = ANY(${list}) ORDER BY id;

-- QUERY cube_stored
SELECT v::text COLLATE "C" AS v, list::text COLLATE "C" AS list, count(*) AS n FROM of_cube GROUP BY 1, 2 ORDER BY 1, 2;

-- TABLE of_isbn13 :appender(id, v)

-- EXEC add_isbn13 :bulk
INSERT INTO of_isbn13 (id, v, list) VALUES (${id}, ${v}, ${list});

-- EXEC set_isbn13 :batch :bulk
UPDATE of_isbn13 SET v = ${v} WHERE id = ${id};

-- QUERY all_isbn13
SELECT id, v, list FROM of_isbn13 ORDER BY id;

-- QUERY isbn13_among :pluck
SELECT id FROM of_isbn13 WHERE v = ANY(${list}) ORDER BY id;

-- QUERY isbn13_stored
SELECT v::text COLLATE "C" AS v, list::text COLLATE "C" AS list, count(*) AS n FROM of_isbn13 GROUP BY 1, 2 ORDER BY 1, 2;

-- TABLE of_isbn :appender(id, v)

-- EXEC add_isbn :bulk
INSERT INTO of_isbn (id, v, list) VALUES (${id}, ${v}, ${list});

-- EXEC set_isbn :batch :bulk
UPDATE of_isbn SET v = ${v} WHERE id = ${id};

-- QUERY all_isbn
SELECT id, v, list FROM of_isbn ORDER BY id;

-- QUERY isbn_among :pluck
SELECT id FROM of_isbn WHERE v = ANY(${list}) ORDER BY id;

-- QUERY isbn_stored
SELECT v::text COLLATE "C" AS v, list::text COLLATE "C" AS list, count(*) AS n FROM of_isbn GROUP BY 1, 2 ORDER BY 1, 2;

-- TABLE of_ismn :appender(id, v)

-- EXEC add_ismn :bulk
INSERT INTO of_ismn (id, v, list) VALUES (${id}, ${v}, ${list});

-- EXEC set_ismn :batch :bulk
UPDATE of_ismn SET v = ${v} WHERE id = ${id};

-- QUERY all_ismn
SELECT id, v, list FROM of_ismn ORDER BY id;

-- QUERY ismn_among :pluck
SELECT id FROM of_ismn WHERE v = ANY(${list}) ORDER BY id;

-- QUERY ismn_stored
SELECT v::text COLLATE "C" AS v, list::text COLLATE "C" AS list, count(*) AS n FROM of_ismn GROUP BY 1, 2 ORDER BY 1, 2;

-- TABLE of_issn :appender(id, v)

-- EXEC add_issn :bulk
INSERT INTO of_issn (id, v, list) VALUES (${id}, ${v}, ${list});

-- EXEC set_issn :batch :bulk
UPDATE of_issn SET v = ${v} WHERE id = ${id};

-- QUERY all_issn
SELECT id, v, list FROM of_issn ORDER BY id;

-- QUERY issn_among :pluck
SELECT id FROM of_issn WHERE v = ANY(${list}) ORDER BY id;

-- QUERY issn_stored
SELECT v::text COLLATE "C" AS v, list::text COLLATE "C" AS list, count(*) AS n FROM of_issn GROUP BY 1, 2 ORDER BY 1, 2;

-- TABLE of_ean13 :appender(id, v)

-- EXEC add_ean13 :bulk
INSERT INTO of_ean13 (id, v, list) VALUES (${id}, ${v}, ${list});

-- EXEC set_ean13 :batch :bulk
UPDATE of_ean13 SET v = ${v} WHERE id = ${id};

-- QUERY all_ean13
SELECT id, v, list FROM of_ean13 ORDER BY id;

-- QUERY ean13_among :pluck
SELECT id FROM of_ean13 WHERE v = ANY(${list}) ORDER BY id;

-- QUERY ean13_stored
SELECT v::text COLLATE "C" AS v, list::text COLLATE "C" AS list, count(*) AS n FROM of_ean13 GROUP BY 1, 2 ORDER BY 1, 2;

-- TABLE of_upc :appender(id, v)

-- EXEC add_upc :bulk
INSERT INTO of_upc (id, v, list) VALUES (${id}, ${v}, ${list});

-- EXEC set_upc :batch :bulk
UPDATE of_upc SET v = ${v} WHERE id = ${id};

-- QUERY all_upc
SELECT id, v, list FROM of_upc ORDER BY id;

-- QUERY upc_among :pluck
SELECT id FROM of_upc WHERE v = ANY(${list}) ORDER BY id;

-- QUERY upc_stored
SELECT v::text COLLATE "C" AS v, list::text COLLATE "C" AS list, count(*) AS n FROM of_upc GROUP BY 1, 2 ORDER BY 1, 2;

-- TABLE of_query_int :appender(id, v)

-- EXEC add_query_int :bulk
INSERT INTO of_query_int (id, v, list) VALUES (${id}, ${v}, ${list});

-- EXEC set_query_int :batch :bulk
UPDATE of_query_int SET v = ${v} WHERE id = ${id};

-- QUERY all_query_int
SELECT id, v, list FROM of_query_int ORDER BY id;

-- QUERY query_int_among :pluck
SELECT id FROM of_query_int WHERE v::text = ANY(${list}::query_int[]::text[]) ORDER BY id;

-- QUERY query_int_stored
SELECT v::text COLLATE "C" AS v, list::text COLLATE "C" AS list, count(*) AS n FROM of_query_int GROUP BY 1, 2 ORDER BY 1, 2;

-- TABLE of_seg :appender(id, v)

-- EXEC add_seg :bulk
INSERT INTO of_seg (id, v, list) VALUES (${id}, ${v}, ${list});

-- EXEC set_seg :batch :bulk
UPDATE of_seg SET v = ${v} WHERE id = ${id};

-- QUERY all_seg
SELECT id, v, list FROM of_seg ORDER BY id;

-- QUERY seg_among :pluck
SELECT id FROM of_seg WHERE v = ANY(${list}) ORDER BY id;

-- QUERY seg_stored
SELECT v::text COLLATE "C" AS v, list::text COLLATE "C" AS list, count(*) AS n FROM of_seg GROUP BY 1, 2 ORDER BY 1, 2;

-- TABLE of_region :appender(id, v)

-- EXEC add_region :bulk
INSERT INTO of_region (id, v, list) VALUES (${id}, ${v}, ${list});

-- EXEC set_region :batch :bulk
UPDATE of_region SET v = ${v} WHERE id = ${id};

-- QUERY all_region
SELECT id, v, list FROM of_region ORDER BY id;

-- QUERY region_among :pluck
SELECT id FROM of_region WHERE v = ANY(${list}) ORDER BY id;

-- QUERY region_stored
SELECT v::text COLLATE "C" AS v, list::text COLLATE "C" AS list, count(*) AS n FROM of_region GROUP BY 1, 2 ORDER BY 1, 2;

-- TABLE of_spot :appender(id, v)

-- EXEC add_spot :bulk
INSERT INTO of_spot (id, v, list) VALUES (${id}, ${v}, ${list});

-- EXEC set_spot :batch :bulk
UPDATE of_spot SET v = ${v} WHERE id = ${id};

-- QUERY all_spot
SELECT id, v, list FROM of_spot ORDER BY id;

-- QUERY spot_among :pluck
SELECT id FROM of_spot WHERE v = ANY(${list}::spot[]) ORDER BY id;

-- QUERY spot_stored
SELECT v::text COLLATE "C" AS v, list::text COLLATE "C" AS list, count(*) AS n FROM of_spot GROUP BY 1, 2 ORDER BY 1, 2;

-- TABLE of_cubes :appender(id, v)

-- EXEC add_cubes :bulk
INSERT INTO of_cubes (id, v, list) VALUES (${id}, ${v}, ${list});

-- EXEC set_cubes :batch :bulk
UPDATE of_cubes SET v = ${v} WHERE id = ${id};

-- QUERY all_cubes
SELECT id, v, list FROM of_cubes ORDER BY id;

-- QUERY cubes_among :pluck
SELECT id FROM of_cubes WHERE v = ANY(${list}) ORDER BY id;

-- QUERY cubes_stored
SELECT v::text COLLATE "C" AS v, list::text COLLATE "C" AS list, count(*) AS n FROM of_cubes GROUP BY 1, 2 ORDER BY 1, 2;

-- TABLE of_geometry :appender(id, v)

-- EXEC add_geometry :bulk
INSERT INTO of_geometry (id, v, list) VALUES (${id}, ${v}, ${list});

-- EXEC set_geometry :batch :bulk
UPDATE of_geometry SET v = ${v} WHERE id = ${id};

-- QUERY all_geometry
SELECT id, v, list FROM of_geometry ORDER BY id;

-- QUERY geometry_among :pluck
SELECT id FROM of_geometry WHERE v = ANY(${list}) ORDER BY id;

-- QUERY geometry_stored
SELECT encode(v::bytea, 'hex') COLLATE "C" AS v, list::bytea[]::text COLLATE "C" AS list, count(*) AS n FROM of_geometry GROUP BY 1, 2 ORDER BY 1, 2;

-- TABLE of_geography :appender(id, v)

-- EXEC add_geography :bulk
INSERT INTO of_geography (id, v, list) VALUES (${id}, ${v}, ${list});

-- EXEC set_geography :batch :bulk
UPDATE of_geography SET v = ${v} WHERE id = ${id};

-- QUERY all_geography
SELECT id, v, list FROM of_geography ORDER BY id;

-- QUERY geography_among :pluck
SELECT id FROM of_geography WHERE v = ANY(${list}) ORDER BY id;

-- QUERY geography_stored
SELECT encode(v::bytea, 'hex') COLLATE "C" AS v, list::bytea[]::text COLLATE "C" AS list, count(*) AS n FROM of_geography GROUP BY 1, 2 ORDER BY 1, 2;
