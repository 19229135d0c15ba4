-- MIGRATE 1
CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price INTEGER NOT NULL, note TEXT);

-- One of the labels does not do.
/* QUERY wrong
  choices:
    sort: {newest: id DESC, cheapest: cost}
*/
SELECT id FROM item ORDER BY ${sort};

-- The columns are others.
/* QUERY columns
  choices:
    of: {price: price, name: name}
*/
SELECT id, ${of} AS value FROM item;

/* QUERY unused
  choices:
    sort: {newest: id DESC}
*/
SELECT id FROM item ORDER BY id;

/* QUERY nothing
  choices:
    sort: {}
*/
SELECT id FROM item ORDER BY ${sort};

/* QUERY parameter
  choices:
    near: {price: "abs(price - ${price})"}
*/
SELECT id FROM item ORDER BY ${near};

/* QUERY swallowed
  choices:
    sort: {newest: "id DESC -- the last", quoted: "'id"}
*/
SELECT id FROM item ORDER BY ${sort};

/* QUERY two
  choices:
    sort: {newest: "id; DELETE FROM item"}
*/
SELECT id FROM item ORDER BY ${sort};

/* QUERY depends
  choices:
    sort: {newest: id, cheapest: price}
*/
SELECT id FROM item
WHERE price > 1 --? sort
ORDER BY ${sort};

/* QUERY closes
  choices:
    cheap: {"yes": "price < 3)", "no": "price > 3"}
*/
SELECT id FROM item WHERE (${cheap});

-- The parameter is a choice, which has no type.
/* EXEC many :bulk
  choices:
    how: {more: price + 1, less: price - 1}
*/
UPDATE item SET price = ${how} WHERE id = ${id};
