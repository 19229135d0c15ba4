-- MIGRATE 1
CREATE TABLE users AS
SELECT * FROM read_csv('users.csv');
