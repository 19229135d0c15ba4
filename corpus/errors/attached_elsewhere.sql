-- BASELINE shop :source=prod
CREATE TABLE customers (id bigint);

-- QUERY customers
SELECT * FROM prod.customers;
