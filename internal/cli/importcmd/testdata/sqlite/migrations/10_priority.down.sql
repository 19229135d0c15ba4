ALTER TABLE notes DROP COLUMN priority;
