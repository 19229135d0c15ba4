-- EXEC buy
INSERT INTO purchase (id, person, status) VALUES (${id}, ${person}, ${status});

-- QUERY purchases_with :result=Purchase
SELECT id, person, status FROM purchase WHERE status = ${status} ORDER BY id;

-- QUERY homes :pluck
SELECT home FROM person WHERE home IS NOT NULL ORDER BY id;
