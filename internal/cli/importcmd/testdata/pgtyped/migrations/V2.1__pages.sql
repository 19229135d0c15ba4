ALTER TABLE books ADD COLUMN pages int;
