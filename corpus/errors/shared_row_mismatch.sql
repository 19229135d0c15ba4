-- MIGRATE 1
CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT) STRICT;

-- QUERY all_users :result=User
SELECT id, name FROM users;

-- QUERY user_emails :result=User
SELECT id, email FROM users;

-- QUERY more :result=User
SELECT id, name, email FROM users;
