-- The place is behind characters of two, three and four bytes, and on the statement's third line.
-- QUERY broken
SELECT 'größer', '名前', '🎵',
  1 AS one
  /* ä 🎵 */, 'ü' FORM (VALUES (1)) AS v (x);
