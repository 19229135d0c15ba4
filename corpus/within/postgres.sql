-- Types that the config overrides, inside of others: elements of lists, fields of composite types, bounds of ranges,
-- and domains over them. The types of spot are overridden without functions: their values are texts.

-- MIGRATE 1
CREATE DOMAIN parent_id AS uuid;
CREATE TYPE uuidrange AS RANGE (subtype = uuid);
CREATE TYPE node AS (id uuid, label text, near uuid[]);
CREATE TABLE graph (
  id     uuid PRIMARY KEY,
  parent parent_id,
  links  uuid[] NOT NULL,
  extra  uuid[],
  grid   uuid[][] NOT NULL,
  top    node,
  nodes  node[] NOT NULL,
  span   uuidrange NOT NULL,
  days   daterange
);
CREATE TABLE link (
  id      uuid PRIMARY KEY,
  parent  parent_id,
  targets uuid[] NOT NULL,
  extra   uuid[],
  days    daterange
);
CREATE TYPE place AS (x integer, label text);
CREATE TYPE mood AS ENUM ('good', 'so so');
CREATE TABLE spot (
  id     uuid PRIMARY KEY,
  place  place NOT NULL,
  places place[] NOT NULL,
  mood   mood,
  moods  mood[]
);

-- TABLE graph :appender

-- TABLE link :appender

-- TABLE spot :appender

-- EXEC add_graph
INSERT INTO graph (id, parent, links, extra, grid, top, nodes, span, days)
VALUES (${id}, ${parent}, ${links}, ${extra}, ${grid}, ${top}, ${nodes}, ${span}, ${days});

-- EXEC add_link :batch :bulk
INSERT INTO link (id, parent, targets, extra, days) VALUES (${id}, ${parent}, ${targets}, ${extra}, ${days});

-- QUERY all_graphs
SELECT id, parent, links, extra, grid, top, nodes, span, days FROM graph ORDER BY id;

-- QUERY all_links
SELECT id, parent, targets, extra, days FROM link ORDER BY id;

-- QUERY find_graphs :pluck
SELECT id FROM graph WHERE id = ANY(${ids}) ORDER BY id;

-- QUERY links_of :one :pluck
@set id = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'
SELECT links FROM graph WHERE id = ${id};

-- QUERY link_of :one :bulk
@set id = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'
SELECT id, targets FROM link WHERE id = ${id};

-- EXEC set_targets :batch :bulk
UPDATE link SET targets = ${targets} WHERE id = ${id};

-- QUERY graph_text :one
@set id = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'
SELECT parent::text AS parent, links::text AS links, extra::text AS extra, grid::text AS grid, top::text AS top,
  nodes::text AS nodes, span::text AS span, days::text AS days
FROM graph WHERE id = ${id};

-- QUERY link_text :one
@set id = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'
SELECT parent::text AS parent, targets::text AS targets, extra::text AS extra, days::text AS days
FROM link WHERE id = ${id};

-- EXEC add_spot :batch :bulk
INSERT INTO spot (id, place, places, mood, moods) VALUES (${id}, ${place}, ${places}, ${mood}, ${moods});

-- QUERY all_spots
SELECT id, place, places, mood, moods FROM spot ORDER BY id;

-- QUERY places_of :pluck
SELECT place FROM spot WHERE mood = ${mood} ORDER BY id;

-- QUERY spot_text :one
@set id = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'
SELECT place::text AS place, places::text AS places, mood::text AS mood, moods::text AS moods FROM spot WHERE id = ${id};
