-- QUERY broken
SELECT 1 +
  FROM nothing
  WHERE;
