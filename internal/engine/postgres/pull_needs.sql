-- Which object needs which, by their keys. What is part of another object stands for that one.
WITH part (class, oid, ofclass, ofoid) AS (
  SELECT 'pg_attrdef'::regclass::oid, d.oid, 'pg_class'::regclass::oid, adrelid
  FROM pg_attrdef AS d JOIN pg_class AS c ON c.oid = adrelid WHERE relkind <> 'v'
UNION ALL
  SELECT 'pg_rewrite'::regclass, oid, 'pg_class'::regclass, ev_class FROM pg_rewrite WHERE rulename = '_RETURN'
UNION ALL
  SELECT 'pg_type'::regclass, unnest(ARRAY[t.oid, typarray]),
    CASE WHEN relkind <> 'c' THEN 'pg_class'::regclass ELSE 'pg_type'::regclass END,
    CASE WHEN relkind <> 'c' THEN c.oid ELSE t.oid END
  FROM pg_type AS t LEFT JOIN pg_class AS c ON c.oid = typrelid
UNION ALL
  SELECT 'pg_type'::regclass, rngmultitypid, 'pg_type'::regclass, rngtypid FROM pg_range
UNION ALL
  SELECT 'pg_class'::regclass, oid, 'pg_type'::regclass, reltype FROM pg_class WHERE relkind = 'c'
UNION ALL
  SELECT 'pg_constraint'::regclass, oid, 'pg_type'::regclass, contypid FROM pg_constraint WHERE contypid <> 0
UNION ALL
  SELECT 'pg_class'::regclass, conindid, 'pg_constraint'::regclass, oid
  FROM pg_constraint WHERE contype IN ('p', 'u', 'x')
)
SELECT DISTINCT coalesce(a.ofclass, d.classid) || ' ' || coalesce(a.ofoid, d.objid),
  coalesce(b.ofclass, d.refclassid) || ' ' || coalesce(b.ofoid, d.refobjid)
FROM pg_depend AS d
LEFT JOIN part AS a ON a.class = d.classid AND a.oid = d.objid
LEFT JOIN part AS b ON b.class = d.refclassid AND b.oid = d.refobjid
WHERE d.deptype IN ('n', 'a', 'i')
  -- A sequence that goes with its column was there before.
  AND NOT (d.classid = 'pg_class'::regclass AND d.refobjsubid > 0 AND d.objid IN (SELECT seqrelid FROM pg_sequence))
