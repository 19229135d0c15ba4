-- A file of its own comment, then a ruler: neither belongs to a block.
-- =====================================================================

-- MIGRATE 001_create-users
CREATE TABLE users (
  id INTEGER PRIMARY KEY, -- QUERY in a comment behind SQL is text
  name TEXT NOT NULL DEFAULT '-- QUERY in a string',
  note TEXT DEFAULT '
-- QUERY in_a_string_of_several_lines :one
'
);
/* a block comment
-- QUERY in_a_comment :one
*/
CREATE TRIGGER trim_name AFTER INSERT ON users BEGIN
  UPDATE users SET name = trim(name) WHERE id = new.id;
END;

-- BASELINE "the old schema"
CREATE TABLE legacy (x);

-- BASELINE warehouse :source=prod

-- TESTDATA
INSERT INTO users (name) VALUES ('Ann');
-- TESTDATA more
INSERT INTO users (name) VALUES ('Bob');

-- ----- users -----

-- Finds a user.
--
--   Indented text stays so.
-- QUERY find_user :one
SELECT * FROM users WHERE id = ${id};

-- a free comment

-- QUERY "user id" :pluck
-- a comment below the annotation belongs to nobody
SELECT id FROM users -- a comment inside stays
WHERE /* ${nothing} */ name = ${name}
  AND [${x}] = `${y}` AND "${z}" = '${s}' -- trailing

/* QUERY benutzer_für_größe :all :result=Größe
  doc: |
    Two lines
    of text.
  result:
    id: integer not null
    "full name": {type: text, nullable: false, doc: both names}
    note: null
    total: numeric(10, 2)
  params:
    größe: not null
*/
SELECT id, name AS "full name" FROM users WHERE id > ${größe} OR name = ${größe}

  -- EXEC rename :batch
UPDATE users SET name = ${name} WHERE id = ${id}; -- done
/* really done */ ;;

-- EXEC raise :bulk :batch
UPDATE users SET n = ${n}
-- Bulk insert.
-- TABLE users :appender
-- TABLE main."my users" :appender(name, "e mail")
-- EXEC no_semicolon
DELETE FROM users
