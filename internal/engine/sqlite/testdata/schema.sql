CREATE TABLE org (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, note TEXT, settings JSON);
CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  org_id INTEGER REFERENCES org(id),
  name VARCHAR(40) NOT NULL,
  nick TEXT,
  age INT,
  admin BOOLEAN NOT NULL DEFAULT FALSE,
  balance DECIMAL(10,2) NOT NULL DEFAULT 0,
  score REAL,
  token UUID,
  born DATE,
  created TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
  avatar BLOB,
  extra
);
CREATE INDEX users_nick ON users(nick);
CREATE INDEX users_age ON users(age DESC, nick);
CREATE TABLE orders (id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES users(id), total REAL NOT NULL, qty INTEGER NOT NULL, placed TEXT, note TEXT, any ANY) STRICT;
CREATE INDEX orders_user ON orders(user_id, placed);
CREATE TABLE loose (code TEXT PRIMARY KEY, val NUMERIC, amount REAL NOT NULL, n INTEGER NOT NULL);
CREATE TABLE pairs (a INTEGER, b TEXT, c TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID;
CREATE TABLE backwards (id INTEGER PRIMARY KEY DESC, x TEXT);
CREATE TABLE gen (id INTEGER PRIMARY KEY, v INTEGER GENERATED ALWAYS AS (a + 1) VIRTUAL, a INTEGER NOT NULL, s TEXT GENERATED ALWAYS AS (t || '!') STORED, t TEXT);
CREATE INDEX gen_t ON gen(t) WHERE t IS NOT NULL;
CREATE INDEX gen_expr ON gen(lower(t));
CREATE TABLE audit (id INTEGER PRIMARY KEY, what TEXT NOT NULL, at TIMESTAMP NOT NULL);
CREATE TRIGGER org_audit AFTER UPDATE ON org BEGIN INSERT INTO audit(what, at) VALUES (new.name, CURRENT_TIMESTAMP); END;
CREATE TABLE tree (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES tree(id), label TEXT NOT NULL);
CREATE VIEW members AS SELECT o.id AS org, o.name AS org_name, u.id AS user, u.nick, u.created FROM org o LEFT JOIN users u ON u.org_id = o.id;
CREATE VIEW totals AS SELECT user_id, count(*) AS orders, max(placed) AS latest FROM orders GROUP BY user_id;
CREATE VIRTUAL TABLE docs USING fts5(title, body);
CREATE VIEW people AS SELECT id, name, nick FROM users;
CREATE TRIGGER people_insert INSTEAD OF INSERT ON people BEGIN INSERT INTO users (name, nick) VALUES (new.name, new.nick); END;
CREATE TRIGGER people_update INSTEAD OF UPDATE ON people BEGIN UPDATE users SET name = new.name WHERE id = old.id; END;
CREATE TRIGGER users_audit AFTER INSERT ON users BEGIN INSERT INTO audit (what, at) VALUES (coalesce(new.nick, new.name), CURRENT_TIMESTAMP); END;
CREATE TABLE moved (id INTEGER PRIMARY KEY, parent INTEGER, was INTEGER);
CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT, year INTEGER, made DATE);
CREATE VIRTUAL TABLE notes USING fts5(title, owner UNINDEXED);
CREATE VIRTUAL TABLE titles USING fts5(title, year, made, content='book', content_rowid='id', tokenize = "unicode61");
CREATE VIRTUAL TABLE words USING fts5vocab('notes', 'row');
CREATE VIRTUAL TABLE places USING fts5vocab(notes, instance);
CREATE VIRTUAL TABLE box USING rtree(id, x0, x1, +label TEXT, +"any");
CREATE VIRTUAL TABLE cell USING rtree_i32(id, x0, x1);
