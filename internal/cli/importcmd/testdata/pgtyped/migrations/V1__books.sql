CREATE TABLE authors (id serial PRIMARY KEY, first_name text, last_name text NOT NULL);
CREATE TABLE books (id serial PRIMARY KEY, rank int NOT NULL, name text NOT NULL, author_id int REFERENCES authors);
