-- MIGRATE 1
CREATE TYPE state AS ENUM ('open', 'sent');
CREATE TYPE place AS (street text, number integer);
CREATE TABLE parcels (
  id    integer PRIMARY KEY,
  state state NOT NULL,
  to_   place,
  delay interval NOT NULL
);
