-- +goose Up
CREATE TYPE mood AS ENUM ('happy', 'sad');
CREATE TABLE authors (
  id   bigserial PRIMARY KEY,
  name text NOT NULL,
  bio  text,
  mood mood NOT NULL DEFAULT 'happy'
);
-- +goose Down
DROP TABLE authors;
