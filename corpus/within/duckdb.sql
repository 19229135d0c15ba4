-- Types that the config overrides, inside of others: elements of lists and arrays, fields of structs, values of maps,
-- members of unions.

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

-- TABLE graph :appender

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
