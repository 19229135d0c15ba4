SELECT "id", "due" FROM (SELECT id, due FROM item WHERE id > ?
) AS page
WHERE (("due" > ? OR "due" IS NOT NULL AND ? IS NULL) OR "due" IS ? AND "id" < ?)
ORDER BY "due", "id" DESC
LIMIT ?;

SELECT "id", "due" FROM (SELECT id, due FROM item WHERE id > ?
) AS page
WHERE (("due" < ? OR "due" IS NULL AND ? IS NOT NULL) OR "due" IS ? AND "id" > ?)
ORDER BY "due" DESC, "id"
LIMIT ?;

SELECT id, due FROM item WHERE id > ?
ORDER BY due DESC NULLS LAST, id
LIMIT ?;

