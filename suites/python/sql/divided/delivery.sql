-- QUERY all_parcels
SELECT * FROM parcels ORDER BY id;

-- QUERY states :pluck
SELECT state FROM parcels ORDER BY id;

-- QUERY later :result=Later
SELECT id, delay FROM parcels ORDER BY id;
