-- MIGRATE 1
CREATE TYPE state AS ENUM ('open', 'sent');
CREATE TYPE place AS STRUCT(street VARCHAR, number INTEGER);
CREATE TABLE parcels (
  id    INTEGER PRIMARY KEY,
  state state NOT NULL,
  to_   place,
  delay INTERVAL NOT NULL
);
