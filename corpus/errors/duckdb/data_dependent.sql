-- MIGRATE 1
CREATE TABLE sale (id INTEGER PRIMARY KEY, year INTEGER NOT NULL, product VARCHAR NOT NULL, amount INTEGER NOT NULL);

-- QUERY pivot
PIVOT sale ON year USING sum(amount) GROUP BY product;

-- QUERY pivot_in_cte
WITH wide AS (PIVOT sale ON year USING sum(amount)) SELECT * FROM wide;

-- QUERY pivot_of_named :all
PIVOT sale ON year IN (2023, 2024) USING sum(amount) GROUP BY product;
