ALTER TABLE books ADD COLUMN notes text[];
