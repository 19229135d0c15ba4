-- Customers and staff.

-- QUERY find_customer :one
@set email = 'anna.1@mail.example'
SELECT * FROM customers WHERE email = ${email};

-- QUERY customers_of_country
@set country = 'DE'
SELECT c.id, c.first_name, c.last_name, c.city, e.first_name AS rep_first_name, e.last_name AS rep_last_name
FROM customers AS c LEFT JOIN employees AS e ON e.id = c.support_rep_id
WHERE c.country = ${country}
ORDER BY c.last_name, c.first_name, c.id;

-- QUERY newsletter_emails :pluck
@set country = 'SE'
SELECT email FROM customers WHERE newsletter AND country = ${country} ORDER BY email;

-- Countries with at least so many customers.
-- QUERY customers_per_country
@set at_least = 10
SELECT country, count(*) AS customers, count(*) FILTER (WHERE newsletter) AS subscribed, count(company) AS companies, max(created_at) AS newest
FROM customers GROUP BY country HAVING count(*) >= ${at_least} ORDER BY country;

-- QUERY best_customers
@set count = 5
SELECT name, invoices, total, last_invoice FROM customer_sales ORDER BY total DESC NULLS LAST, customer_id LIMIT ${count};

-- Customers who never paid for anything: the sum of nothing is NULL.
-- QUERY customers_without_sales
SELECT * FROM customer_sales WHERE invoices = 0 ORDER BY customer_id;

-- QUERY inactive_customers
@set since = '2024-08-01 00:00:00'
SELECT c.id, c.email, c.created_at
FROM customers AS c
WHERE NOT EXISTS (SELECT 1 FROM invoices AS i WHERE i.customer_id = c.id AND i.issued_at >= ${since})
  AND NOT EXISTS (SELECT 1 FROM plays AS p WHERE p.customer_id = c.id)
ORDER BY c.id;

-- The whole staff as a tree: depth and path from the top.
-- QUERY staff_tree
WITH RECURSIVE tree(id, name, job, depth, path) AS (
  SELECT id, first_name || ' ' || last_name, job, 0, lpad(id::VARCHAR, 2, '0') FROM employees WHERE manager_id IS NULL
  UNION ALL
  SELECT e.id, e.first_name || ' ' || e.last_name, e.job, t.depth + 1, t.path || '/' || lpad(e.id::VARCHAR, 2, '0')
  FROM employees AS e JOIN tree AS t ON e.manager_id = t.id
)
SELECT * FROM tree ORDER BY path;

-- From an employee up to the top.
-- QUERY managers_of
@set id = 9
WITH RECURSIVE chain(id, manager_id, name, level) AS (
  SELECT id, manager_id, first_name, 0 FROM employees WHERE id = ${id}
  UNION ALL
  SELECT e.id, e.manager_id, e.first_name, c.level + 1 FROM employees AS e JOIN chain AS c ON e.id = c.manager_id
)
SELECT level, id, name FROM chain ORDER BY level;

-- QUERY team_sizes
SELECT m.first_name, m.job, count(e.id) AS reports, min(e.hired) AS first_hired
FROM employees AS m LEFT JOIN employees AS e ON e.manager_id = m.id
GROUP BY m.id, m.first_name, m.job ORDER BY reports DESC, m.id;

-- QUERY add_customer :one
@set first_name = 'Zoë'
@set last_name = 'Quinn'
@set email = 'zoe@mail.example'
@set company = null
@set country = 'IE'
@set city = null
@set support_rep_id = null
@set newsletter = TRUE
@set created_at = '2025-02-03 04:05:06'
INSERT INTO customers (first_name, last_name, email, company, country, city, support_rep_id, newsletter, created_at)
VALUES (${first_name}, ${last_name}, ${email}, ${company}, ${country}, ${city}, ${support_rep_id}, ${newsletter}, ${created_at})
RETURNING *;

-- Replaces everything that a customer can edit.
-- EXEC update_customer
@set id = 1
@set first_name = 'Anna'
@set last_name = 'Adams'
@set company = null
@set city = null
@set newsletter = FALSE
UPDATE customers
SET first_name = ${first_name}, last_name = ${last_name}, company = ${company}, city = ${city}, newsletter = ${newsletter}
WHERE id = ${id};

-- Gives all customers of one employee to another. Returns how many.
-- EXEC reassign_customers
@set from_rep = 4
@set to_rep = 5
UPDATE customers SET support_rep_id = ${to_rep} WHERE support_rep_id = ${from_rep};
