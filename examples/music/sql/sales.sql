-- Invoices and what they add up to.

-- QUERY invoices_of_customer
@set customer_id = 1
@set page_size = 3
@set page_start = 0
SELECT id, status, issued_at, paid_at, total FROM invoices
WHERE customer_id = ${customer_id}
ORDER BY issued_at DESC, id
LIMIT ${page_size} OFFSET ${page_start};

-- An invoice with its lines: one row, whose lines are a list.
-- QUERY invoice_with_lines :one
@set invoice_id = 1
SELECT i.id, i.issued_at, c.email, l.id AS "lines[].id", l.quantity AS "lines[].quantity",
  l.unit_price_cents AS "lines[].unit_price_cents", t.title AS "lines[].title", a.title AS "lines[].album",
  r.name AS "lines[].artist"
FROM invoices AS i
JOIN customers AS c ON c.id = i.customer_id
JOIN invoice_lines AS l ON l.invoice_id = i.id
JOIN tracks AS t ON t.id = l.track_id
JOIN albums AS a ON a.id = t.album_id
JOIN artists AS r ON r.id = a.artist_id
WHERE i.id = ${invoice_id}
ORDER BY l.id;

-- Open invoices and how many days they have been open.
/* QUERY overdue_invoices
  params:
    today: date
*/
@set today = '2024-10-01'
@set days = 60
SELECT id, customer_id, issued_at, total, CAST(julianday(${today}) - julianday(issued_at) AS INTEGER) AS age_days
FROM invoices
WHERE status = 'open' AND julianday(${today}) - julianday(issued_at) > ${days}
ORDER BY issued_at, id
LIMIT 5;

-- Must return nothing: an invoice's total is the sum of its lines.
-- QUERY wrong_totals :pluck
SELECT i.id FROM invoices AS i JOIN invoice_lines AS l ON l.invoice_id = i.id
GROUP BY i.id HAVING CAST(round(i.total * 100) AS INTEGER) <> sum(l.quantity * l.unit_price_cents);

-- QUERY revenue_by_month
@set year = '2023'
SELECT strftime('%Y-%m', issued_at) AS month, count(*) AS invoices, sum(total) AS revenue
FROM invoices
WHERE status = 'paid' AND strftime('%Y', issued_at) = ${year}
GROUP BY month ORDER BY month;

-- Each country's revenue and its share of all.
-- QUERY revenue_by_country
SELECT country, sum(total) AS revenue, sum(total) * 100.0 / sum(sum(total)) OVER () AS percent
FROM invoices WHERE status = 'paid'
GROUP BY country ORDER BY revenue DESC, country;

-- QUERY running_revenue
@set customer_id = 1
SELECT issued_at, total, sum(total) OVER (ORDER BY issued_at, id) AS running
FROM invoices WHERE customer_id = ${customer_id} AND status = 'paid'
ORDER BY issued_at, id;

-- Revenue of a month and the average with the two before it.
-- QUERY moving_average
@set year = '2023'
WITH months AS (
  SELECT strftime('%Y-%m', issued_at) AS month, sum(total) AS revenue
  FROM invoices WHERE status = 'paid' AND strftime('%Y', issued_at) = ${year} GROUP BY month
)
SELECT month, revenue, avg(revenue) OVER (ORDER BY month ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS smoothed
FROM months ORDER BY month;

-- Customers in four groups by what they spent.
-- QUERY customer_quartiles
WITH spent AS (
  SELECT customer_id, round(sum(total), 2) AS total FROM invoices WHERE status = 'paid' GROUP BY customer_id
), grouped AS (
  SELECT customer_id, total, ntile(4) OVER (ORDER BY total DESC, customer_id) AS quartile FROM spent
)
SELECT quartile, count(*) AS customers, min(total) AS least, max(total) AS most FROM grouped GROUP BY quartile ORDER BY quartile;

-- What the customers of each sales employee bought; employees without customers are there too.
-- QUERY sales_by_employee
SELECT e.id, e.first_name, count(DISTINCT c.id) AS customers, count(i.id) AS invoices, sum(i.total) AS revenue
FROM employees AS e
LEFT JOIN customers AS c ON c.support_rep_id = e.id
LEFT JOIN invoices AS i ON i.customer_id = c.id AND i.status = 'paid'
WHERE e.job LIKE 'Sales%'
GROUP BY e.id ORDER BY e.id;

-- Tracks often bought by those who bought this one.
-- QUERY also_bought
@set track_id = 1
@set count = 5
SELECT other.track_id, t.title, count(DISTINCT theirs.customer_id) AS customers
FROM invoice_lines AS mine
JOIN invoices AS my_invoice ON my_invoice.id = mine.invoice_id
JOIN invoices AS theirs ON theirs.customer_id = my_invoice.customer_id
JOIN invoice_lines AS other ON other.invoice_id = theirs.id AND other.track_id <> mine.track_id
JOIN tracks AS t ON t.id = other.track_id
WHERE mine.track_id = ${track_id}
GROUP BY other.track_id
ORDER BY customers DESC, other.track_id
LIMIT ${count};

-- Days of a span with what was sold on them, also where that is nothing.
/* QUERY sales_calendar
  params:
    first_day: date
    last_day: date
  result:
    day: date not null
*/
@set first_day = '2023-01-01'
@set last_day = '2023-01-07'
WITH RECURSIVE calendar(day) AS (
  SELECT ${first_day} UNION ALL SELECT date(day, '+1 day') FROM calendar WHERE day < ${last_day}
)
SELECT c.day, count(i.id) AS invoices, coalesce(sum(i.total), 0.0) AS revenue
FROM calendar AS c LEFT JOIN invoices AS i ON date(i.issued_at) = c.day
GROUP BY c.day ORDER BY c.day;

-- Promotions valid on a day, with two of their rules read out of the JSON.
-- QUERY promotions_on
@set day = '2024-07-01'
SELECT code, percent, valid_to, rules, CAST(json_extract(rules, '$.min_total') AS INTEGER) AS min_total,
  json_array_length(rules, '$.countries') AS countries
FROM promotions
WHERE valid_from <= ${day} AND (valid_to IS NULL OR valid_to >= ${day})
ORDER BY code;

-- Copies a span of days into daily_sales. Returns how many rows that made.
/* EXEC summarise_days
  params:
    first_day: date
    last_day: date
*/
@set first_day = '2023-01-01'
@set last_day = '2023-12-31'
INSERT INTO daily_sales (day, country, invoices, revenue_cents)
SELECT date(issued_at), country, count(*), CAST(round(sum(total) * 100) AS INTEGER)
FROM invoices
WHERE status = 'paid' AND date(issued_at) BETWEEN ${first_day} AND ${last_day}
GROUP BY date(issued_at), country;

-- Adds to a day's figures, whether they are there or not.
-- EXEC add_to_day :batch
@set day = '2023-01-01'
@set country = 'DE'
@set revenue_cents = 100
INSERT INTO daily_sales (day, country, invoices, revenue_cents) VALUES (${day}, ${country}, 1, ${revenue_cents})
ON CONFLICT (day, country) DO UPDATE SET invoices = invoices + 1, revenue_cents = revenue_cents + excluded.revenue_cents;

-- QUERY daily_totals :one
SELECT count(*) AS rows, sum(invoices) AS invoices, sum(revenue_cents) AS revenue_cents, min(day) AS first_day, max(day) AS last_day
FROM daily_sales;

-- QUERY day_of_country :one
@set day = '2023-01-01'
@set country = 'DE'
SELECT * FROM daily_sales WHERE day = ${day} AND country = ${country};

-- Marks invoices as paid; one that is paid already stays as it is.
-- EXEC pay_invoice :batch
@set id = 6
@set paid_at = '2025-01-01 10:00:00'
UPDATE invoices SET status = 'paid', paid_at = ${paid_at} WHERE id = ${id} AND status = 'open';

-- QUERY invoice_status_counts
SELECT status, count(*) AS invoices, count(paid_at) AS with_payment, sum(total) AS total FROM invoices GROUP BY status ORDER BY status;
