-- Users and their posts: what a small web application asks of its database, for four drivers from one file.

-- MIGRATE 1
CREATE TABLE users (
  id         INTEGER PRIMARY KEY,
  name       TEXT    NOT NULL,
  email      TEXT    NOT NULL UNIQUE,
  age        INTEGER,
  created_at TEXT    NOT NULL
) STRICT;
CREATE TABLE posts (
  id         INTEGER PRIMARY KEY,
  user_id    INTEGER NOT NULL REFERENCES users (id),
  title      TEXT    NOT NULL,
  content    TEXT,
  views      INTEGER NOT NULL DEFAULT 0,
  published  INTEGER NOT NULL DEFAULT 0,
  created_at TEXT    NOT NULL
) STRICT;
CREATE INDEX posts_by_user ON posts (user_id);
CREATE INDEX posts_published ON posts (published);

-- TABLE users :appender

-- TABLE posts :appender

-- QUERY get_all_users
SELECT id, name, email, age, created_at FROM users;

-- QUERY get_user_by_id :one
SELECT id, name, email, age, created_at FROM users WHERE id = ${id};

-- QUERY get_user_by_email :one
SELECT id, name, email, age, created_at FROM users WHERE email = ${email};

-- QUERY count_users :one :pluck
SELECT count(*) FROM users;

-- QUERY get_posts_by_user
SELECT id, user_id, title, content, views, published, created_at FROM posts WHERE user_id = ${user_id} ORDER BY id;

-- QUERY get_published_posts
SELECT p.id, p.title, p.views, u.name AS author
FROM posts AS p JOIN users AS u ON u.id = p.user_id
WHERE p.published = 1 ORDER BY p.created_at DESC, p.id DESC LIMIT ${max_posts};

-- QUERY get_post_with_author :one
SELECT p.id, p.title, p.content, p.views, u.name AS author, u.email
FROM posts AS p JOIN users AS u ON u.id = p.user_id
WHERE p.id = ${id};

-- QUERY count_posts_by_user :one :pluck
SELECT count(*) FROM posts WHERE user_id = ${user_id};

-- EXEC insert_user
INSERT INTO users (name, email, age, created_at) VALUES (${name}, ${email}, ${age}, ${created_at});

-- EXEC update_post_views
UPDATE posts SET views = views + 1 WHERE id = ${id};

-- What the benchmark verifies.

-- QUERY last_user :one
SELECT count(*) AS users, max(id) AS last, (SELECT email FROM users ORDER BY id DESC LIMIT 1) AS email FROM users;

-- QUERY sum_of_views :one :pluck
SELECT sum(views) FROM posts;

-- EXEC forget_inserted
DELETE FROM users WHERE id > ${kept};
