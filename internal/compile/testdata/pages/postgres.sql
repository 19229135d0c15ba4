SELECT "id", "due" FROM (SELECT "id", "due" FROM (SELECT id, due FROM item WHERE id > $1
) AS page
WHERE "due" >= $2 AND ("due" > $2 OR "id" < $3)
ORDER BY "due" NULLS FIRST, "id" DESC
LIMIT $4
) AS page
UNION ALL
SELECT "id", "due" FROM (SELECT "id", "due" FROM (SELECT id, due FROM item WHERE id > $1
) AS page
WHERE "due" IS NOT NULL AND $2 IS NULL
ORDER BY "due" NULLS FIRST, "id" DESC
LIMIT $4
) AS page
UNION ALL
SELECT "id", "due" FROM (SELECT "id", "due" FROM (SELECT id, due FROM item WHERE id > $1
) AS page
WHERE "due" IS NULL AND $2 IS NULL AND "id" < $3
ORDER BY "due" NULLS FIRST, "id" DESC
LIMIT $4
) AS page
ORDER BY "due" NULLS FIRST, "id" DESC
LIMIT $4;

SELECT "id", "due" FROM (SELECT "id", "due" FROM (SELECT id, due FROM item WHERE id > $1
) AS page
WHERE "due" <= $2 AND ("due" < $2 OR "id" > $3)
ORDER BY "due" DESC NULLS LAST, "id"
LIMIT $4
) AS page
UNION ALL
SELECT "id", "due" FROM (SELECT "id", "due" FROM (SELECT id, due FROM item WHERE id > $1
) AS page
WHERE "due" IS NULL AND $2 IS NOT NULL
ORDER BY "due" DESC NULLS LAST, "id"
LIMIT $4
) AS page
UNION ALL
SELECT "id", "due" FROM (SELECT "id", "due" FROM (SELECT id, due FROM item WHERE id > $1
) AS page
WHERE "due" IS NULL AND $2 IS NULL AND "id" > $3
ORDER BY "due" DESC NULLS LAST, "id"
LIMIT $4
) AS page
ORDER BY "due" DESC NULLS LAST, "id"
LIMIT $4;

SELECT id, due FROM item WHERE id > $1
ORDER BY due DESC NULLS LAST, id
LIMIT $2;

