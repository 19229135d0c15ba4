-- MIGRATE 1
CREATE TABLE account (id INTEGER PRIMARY KEY AUTOINCREMENT, mail TEXT NOT NULL, name TEXT) STRICT;
CREATE TABLE loose (a TEXT, b TEXT) STRICT;
CREATE UNIQUE INDEX partial ON loose (a) WHERE b IS NULL;

-- The key is not in the row.
-- TABLE account :appender(mail, name) :upsert

-- No unique index has this column.
-- TABLE account_by_mail :appender(id, mail, name) :upsert(mail)
account

-- TABLE loose :appender :upsert

-- An index that holds some of the rows.
-- TABLE loose_by_a :appender :upsert(a)
loose

-- TABLE named :appender(id, mail) :upsert(id, nmae, id) :set(name)
account

-- TABLE unset :appender(a) :set(a)
loose

-- TABLE empty :appender(id, mail) :upsert(id) :set
account

-- TABLE account_2 :appender(id, mail) :upsert
account

-- EXEC upsert_account_2
DELETE FROM account WHERE id = ${id};
