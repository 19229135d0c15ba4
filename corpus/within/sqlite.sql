-- Types that the config overrides, as elements of lists, which SQLite has as parameters only.

-- MIGRATE 1
CREATE TABLE graph (
  id     UUID PRIMARY KEY NOT NULL,
  parent UUID
);

-- TABLE graph :appender

-- EXEC add_graph :batch :bulk
INSERT INTO graph (id, parent) VALUES (${id}, ${parent});

-- QUERY all_graphs
SELECT id, parent FROM graph ORDER BY id;

/* QUERY find_graphs :pluck
  params: {ids: list}
*/
SELECT id FROM graph WHERE id IN (${ids}) ORDER BY id;
