-- EXEC buy
INSERT INTO purchase (id, person, status) VALUES (${id}, ${person}, ${status});

-- QUERY purchases_with :result=Purchase
SELECT id, person, status FROM purchase WHERE status = ${status} ORDER BY id;

-- QUERY homes :pluck
SELECT home FROM person WHERE home IS NOT NULL ORDER BY id;

-- A row of the table of another class, and members that are called otherwise than columns.
-- QUERY receipts
SELECT u.id, p.id AS "paid_by.id", p.name AS "paid_by.name", p.home AS "paid_by.home", u.status AS "state.last_seen"
FROM purchase AS u LEFT JOIN person AS p ON p.id = u.person AND u.status = 'paid'
ORDER BY u.id;

-- A language type for a column of an object in this statement alone.
-- QUERY receipt :one
SELECT u.id, p.id AS "paid_by.id", p.name AS "paid_by.name", p.home AS "paid_by.home"
FROM purchase AS u LEFT JOIN person AS p ON p.id = u.person AND u.status = 'paid'
WHERE u.id = ${id};
