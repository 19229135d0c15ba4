-- Parameters that are bound without a cast.

-- MIGRATE 1
CREATE TABLE plain (
  truth boolean, whole integer, large bigint, half float, number double, words varchar
);

-- What DuckDB takes each for. The columns tell their types, and the statement is sent as it is.
-- QUERY bound_types :one
SELECT typeof(${truth}) AS truth, typeof(${whole}) AS whole, typeof(${large}) AS large, typeof(${half}) AS half,
  typeof(${number}) AS number, typeof(${words}) AS words
WHERE NOT EXISTS (
  FROM plain AS p
  WHERE p.truth = ${truth} AND p.whole = ${whole} AND p.large = ${large} AND p.half = ${half} AND p.number = ${number}
    AND p.words = ${words}
);
