CREATE TABLE todos (id bigserial PRIMARY KEY, description text NOT NULL, done boolean NOT NULL DEFAULT false, owner text);
