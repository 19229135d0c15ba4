-- MIGRATE 1
CREATE TABLE users (id INTEGER PRIMARY KEY);

-- QUERY a_file_without_source
SELECT * FROM read_csv('users.csv');

-- QUERY a_file_by_name
SELECT * FROM 'events.parquet';

-- QUERY all_files
SELECT * FROM glob('/*');

-- QUERY a_secret
SELECT content FROM read_text('/etc/passwd');

-- QUERY no_such_source
SELECT * FROM read_csv(${sources_users});
