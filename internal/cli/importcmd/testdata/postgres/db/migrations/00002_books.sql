-- +goose Up
-- +goose StatementBegin
CREATE TABLE books (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), author_id bigint NOT NULL REFERENCES authors, title text NOT NULL, isbn text, tags text[] NOT NULL DEFAULT '{}');
-- +goose StatementEnd
-- +goose Down
DROP TABLE books;
