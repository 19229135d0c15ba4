-- QUERY rows :one
SELECT ${sources_evnts} AS path;
