-- MIGRATE 1
CREATE TABLE item (id integer PRIMARY KEY, name text);

-- QUERY listed
SELECT id FROM ${list};

-- QUERY setting
SHOW ${name};
