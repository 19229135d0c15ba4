-- MIGRATE 1
CREATE TABLE parent (id integer PRIMARY KEY);
CREATE TABLE child (
  id integer PRIMARY KEY,
  /* ß */ parent_id integer REFERENCES parnet (id)
);

-- MIGRATE 2
CREATE TABLE never_reached (id integer);
