CREATE TABLE readers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  email text
);

CREATE TABLE loans (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reader_id bigint NOT NULL REFERENCES readers (id),
  title text NOT NULL,
  due date NOT NULL,
  fine integer
);
