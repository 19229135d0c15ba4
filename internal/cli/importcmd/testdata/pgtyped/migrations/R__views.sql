CREATE OR REPLACE VIEW ranked AS SELECT rank, name, notes FROM books;
