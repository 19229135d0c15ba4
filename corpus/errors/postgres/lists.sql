-- MIGRATE 1
CREATE TABLE item (id integer PRIMARY KEY, name TEXT NOT NULL, anything integer[]);

-- A list stands in IN only.
-- QUERY elsewhere
@set ids = 1, 2
SELECT id FROM item WHERE id IN (${ids}) OR id = ${ids};

/* QUERY in_json
  params: {ids: list}
*/
SELECT id FROM item WHERE id IN (SELECT unnest(${ids}));

-- What its values are must be known.
-- QUERY of_any
@set values = '{1}', '{2}'
SELECT id FROM item WHERE anything IN (${values});

-- IN finds no NULL.
/* QUERY with_nulls
  params: {ids: list null elements}
*/
SELECT id FROM item WHERE id IN (${ids});

/* QUERY of_no_type
  params: {ids: smallfloat list}
*/
SELECT id FROM item WHERE id IN (${ids});

-- What the engine refuses of it, where it stands.
-- QUERY unknown_column
@set ids = 1, 2
SELECT id FROM item WHERE ids IN (${ids});

-- One value.
-- QUERY of_one
SELECT id FROM item WHERE id IN (${ids});

-- = ANY does not bind as IN does.
-- QUERY compared
@set ids = 1, 2
SELECT id FROM item WHERE true = id IN (${ids});
