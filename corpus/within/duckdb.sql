-- Types that the config overrides, inside of others: elements of lists and arrays, fields of structs, values of maps,
-- members of unions. The types of spot are overridden without functions: their values are texts.

-- MIGRATE 1
CREATE TABLE graph (
  id     UUID PRIMARY KEY,
  links  UUID[] NOT NULL,
  extra  UUID[],
  grid   UUID[][] NOT NULL,
  pair   UUID[2],
  top    STRUCT(id UUID, label VARCHAR, near UUID[]),
  names  MAP(VARCHAR, UUID) NOT NULL,
  whose  UNION(id UUID, label VARCHAR) NOT NULL
);
CREATE TYPE place AS STRUCT(x INTEGER, label VARCHAR);
CREATE TYPE mood AS ENUM ('good', 'so so');
CREATE TABLE spot (id UUID PRIMARY KEY, place place NOT NULL, mood mood);

-- TABLE graph :appender

-- TABLE spot :appender

-- EXEC add_graph
INSERT INTO graph (id, links, extra, grid, pair, top, names, whose)
VALUES (${id}, ${links}, ${extra}, ${grid}, ${pair}, ${top}, ${names}, ${whose});

-- QUERY all_graphs
SELECT id, links, extra, grid, pair, top, names, whose FROM graph ORDER BY id;

-- QUERY find_graphs :pluck
SELECT id FROM graph WHERE id IN (SELECT unnest(${ids}::UUID[])) ORDER BY id;

-- QUERY links_of :one :pluck
@set id = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'
SELECT links FROM graph WHERE id = ${id};

-- EXEC set_links :batch :bulk
UPDATE graph SET links = ${links} WHERE id = ${id};

-- QUERY graph_text :one
@set id = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'
SELECT CAST(links AS VARCHAR) AS links, CAST(extra AS VARCHAR) AS extra, CAST(grid AS VARCHAR) AS grid,
  CAST(pair AS VARCHAR) AS pair, CAST(top AS VARCHAR) AS top, CAST(names AS VARCHAR) AS names,
  CAST(whose AS VARCHAR) AS whose
FROM graph WHERE id = ${id};

-- EXEC add_spot :batch :bulk
INSERT INTO spot (id, place, mood) VALUES (${id}, ${place}, ${mood});

-- QUERY all_spots
SELECT id, place, mood FROM spot ORDER BY id;

-- QUERY places_of :pluck
SELECT place FROM spot WHERE mood = ${mood} ORDER BY id;

-- QUERY spot_text :one
@set id = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'
SELECT CAST(place AS VARCHAR) AS place, CAST(mood AS VARCHAR) AS mood FROM spot WHERE id = ${id};
