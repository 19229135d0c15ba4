-- Virtual tables: what they return, and what their own filters take.

-- MIGRATE 1
CREATE VIRTUAL TABLE note USING fts5(title, body, owner UNINDEXED);
CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INTEGER);
CREATE VIRTUAL TABLE book_text USING fts5(title, year, content = 'book', content_rowid = 'id');
CREATE VIRTUAL TABLE word USING fts5vocab(note, row);
CREATE VIRTUAL TABLE box USING rtree(id, x0, x1, +label TEXT);
CREATE VIRTUAL TABLE cell USING rtree_i32(id, x0, x1);

-- TESTDATA
INSERT INTO note (rowid, title, body, owner) VALUES (1, 'one', 'red apples', 7), (2, 'two', 'green apples', 8), (3, 'three', 'pears', NULL);
INSERT INTO book (id, title, year) VALUES (1, 'Emma', 1815), (2, 'Ulysses', 1922), (3, 'Beowulf', NULL);
INSERT INTO book_text (rowid, title, year) SELECT id, title, year FROM book;
INSERT INTO box (id, x0, x1, label) VALUES (1, 0.5, 2, 'left'), (2, 3, 4.25, NULL);
INSERT INTO cell (id, x0, x1) VALUES (1, -5, 5), (2, 10, 20);

-- QUERY note_by_rowid :one
SELECT rowid AS id, title, owner FROM note WHERE rowid = ${id};

/* QUERY notes_of_owner :pluck
  params: {owner: integer}
*/
SELECT title FROM note WHERE owner = ${owner} ORDER BY rowid;

-- QUERY notes_in :pluck
SELECT title FROM note WHERE rowid IN (${first}, ${second}) ORDER BY rowid;

-- QUERY notes_matching
SELECT rowid AS id, title, rank < 0 AS ranked FROM note WHERE note MATCH ${words} ORDER BY rowid;

-- QUERY highlighted :pluck
SELECT highlight(note, 1, '<', '>') AS body FROM note(${words}) ORDER BY rowid;

-- QUERY years
SELECT rowid AS id, title, year FROM book_text ORDER BY rowid;

-- QUERY words_often
SELECT term, doc, cnt FROM word WHERE cnt >= ${least} ORDER BY term;

-- QUERY box_by_id :one
SELECT * FROM box WHERE id = ${id};

-- QUERY boxes_at
SELECT id, x0, x1, label FROM box WHERE x0 <= ${x} AND x1 >= ${x} ORDER BY id;

-- QUERY cells_at :pluck
SELECT id FROM cell WHERE x0 <= ${x} AND x1 >= ${x} ORDER BY id;

-- QUERY columns_of
SELECT cid, name, type, "notnull" AS required, dflt_value, pk FROM pragma_table_info(${table_name}) ORDER BY cid;

-- QUERY elements
SELECT key, value, type, fullkey FROM json_each(${list}) ORDER BY id;

/* EXEC add_note
  params: {owner: integer}
*/
INSERT INTO note (rowid, title, body, owner) VALUES (${id}, ${title}, ${body}, ${owner});

-- EXEC rename_note
UPDATE note SET title = ${title} WHERE rowid = ${id};

/* EXEC drop_notes_of
  params: {owner: integer}
*/
DELETE FROM note WHERE owner = ${owner};

-- EXEC move_box
UPDATE box SET x0 = ${x0}, x1 = ${x1}, label = ${label} WHERE id = ${id};

-- EXEC drop_cells
DELETE FROM cell WHERE x0 >= ${from} AND id <> ${kept};

-- TABLE box :appender
