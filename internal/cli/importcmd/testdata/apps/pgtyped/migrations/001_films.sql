CREATE TABLE films (id integer PRIMARY KEY, title text NOT NULL, year integer);
CREATE TABLE shows (id integer PRIMARY KEY, film_id integer REFERENCES films (id), seats integer NOT NULL);
