-- MIGRATE 1
CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT NOT NULL, born DATE);
CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT NOT NULL, author_id INTEGER);
CREATE TABLE visit (day DATE);

-- QUERY doubled
SELECT a.*, b.* FROM book AS b JOIN author AS a ON a.id = b.author_id;

-- Columns in place of the row would be sorted by another column.
-- QUERY by_number
SELECT b, a.name FROM book AS b JOIN author AS a ON a.id = b.author_id ORDER BY 2;

-- QUERY by_alias
SELECT b AS sorted FROM book AS b ORDER BY sorted;

-- QUERY plucked :pluck
SELECT b FROM book AS b;

-- QUERY united
SELECT b FROM book AS b UNION ALL SELECT b FROM book AS b;

-- A row whose columns may all be NULL.
-- QUERY unproven
SELECT a.id, v FROM author AS a LEFT JOIN visit AS v ON v.day = a.born;
