-- MIGRATE 1
CREATE TABLE product (
    id integer PRIMARY KEY,
    name text NOT NULL,
    price integer NOT NULL,
    stock integer NOT NULL DEFAULT 0,
    note text
);

CREATE TABLE product_tag (
    product_id integer NOT NULL,
    tag text NOT NULL,
    PRIMARY KEY (product_id, tag)
);

-- Products, by what is asked for.
/* QUERY search_products :page
 choices: {sorting: {newest: p.id DESC, cheapest: "p.price, p.id"}}
 */
-- @set ids = 1, 2, 3
-- @set sorting = p.id
SELECT
    p.id,
    p.name,
    p.price,
    upper(p.name) AS title
FROM
    product AS p
    --? tag {
    INNER JOIN product_tag AS t ON p.id = t.product_id
        AND t.tag = ${tag}
        --? }
WHERE
    TRUE
    AND p.name LIKE ${begins_with} || '%' --?
    AND p.price BETWEEN ${low} AND ${high} --?
    AND p.id IN (${ids}) --?
    AND p.stock > 0 --? in_stock, !all_of_them
    --? near {
    AND (abs(p.price - ${near}) < 10
        OR p.name = ${exact} --?
)
    --? }
ORDER BY
    ${sorting}
LIMIT ${page_size};

-- QUERY add_product :one :pluck
INSERT INTO product (
    stock, --? stock
    note, --? note
    name,
    price)
VALUES (
    ${stock}, --?
    ${note}, --?
    ${name},
    ${price})
RETURNING
    id;

-- Changes what is given.
-- EXEC change_product
UPDATE
    product
SET
    name = ${name}, --?
    price = ${price}, --?
    note = ${note}, --?
    id = id
WHERE
    id = ${product_id};

