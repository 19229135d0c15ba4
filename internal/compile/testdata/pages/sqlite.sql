SELECT "id", "due" FROM (SELECT "id", "due" FROM (SELECT id, due FROM item WHERE id > ?
) AS page
WHERE "due" >= ? AND ("due" > ? OR "id" < ?)
ORDER BY "due", "id" DESC
LIMIT ?
) AS page
UNION ALL
SELECT "id", "due" FROM (SELECT "id", "due" FROM (SELECT id, due FROM item WHERE id > ?
) AS page
WHERE "due" IS NOT NULL AND ? IS NULL
ORDER BY "due", "id" DESC
LIMIT ?
) AS page
UNION ALL
SELECT "id", "due" FROM (SELECT "id", "due" FROM (SELECT id, due FROM item WHERE id > ?
) AS page
WHERE "due" IS NULL AND ? IS NULL AND "id" < ?
ORDER BY "due", "id" DESC
LIMIT ?
) AS page
ORDER BY "due", "id" DESC
LIMIT ?;

SELECT "id", "due" FROM (SELECT "id", "due" FROM (SELECT id, due FROM item WHERE id > ?
) AS page
WHERE "due" <= ? AND ("due" < ? OR "id" > ?)
ORDER BY "due" DESC, "id"
LIMIT ?
) AS page
UNION ALL
SELECT "id", "due" FROM (SELECT "id", "due" FROM (SELECT id, due FROM item WHERE id > ?
) AS page
WHERE "due" IS NULL AND ? IS NOT NULL
ORDER BY "due" DESC, "id"
LIMIT ?
) AS page
UNION ALL
SELECT "id", "due" FROM (SELECT "id", "due" FROM (SELECT id, due FROM item WHERE id > ?
) AS page
WHERE "due" IS NULL AND ? IS NULL AND "id" > ?
ORDER BY "due" DESC, "id"
LIMIT ?
) AS page
ORDER BY "due" DESC, "id"
LIMIT ?;

SELECT id, due FROM item WHERE id > ?
ORDER BY due DESC NULLS LAST, id
LIMIT ?;

