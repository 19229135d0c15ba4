/* @name FindBookById */
SELECT * FROM books WHERE id = :id;

/*
  Books of an author who may not be there.
  @name BooksOf
*/
SELECT b.id, b.name, a.last_name AS "author?", count(*) OVER () AS "total!" FROM books b LEFT JOIN authors a ON a.id = b.author_id
WHERE b.rank > :rank! AND b.rank::text <> ':no' AND b.notes[1:2] IS NOT NULL;

/*
  @name InsertBooks
  @param books -> ((rank!, name!, authorId)...)
*/
INSERT INTO books (rank, name, author_id) VALUES :books;

/*
  @name AddBook
  @param book -> (rank!, name)
*/
INSERT INTO books (rank, name) VALUES :book RETURNING id AS book_id;

/*
  @name BooksIn
  @param ids -> (...)
  @param not -> (...)
*/
SELECT id FROM books WHERE id IN :ids AND id NOT IN :not;

/* @name Rename */
UPDATE books SET name = :name WHERE id = :id;

/* @name Rename */
UPDATE books SET name = :name WHERE id = :id;
