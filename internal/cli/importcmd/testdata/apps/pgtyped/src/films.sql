/* @name FindFilm */
SELECT id, title, year FROM films WHERE id = :id!;

/*
  @name FilmsIn
  @param ids -> (...)
*/
SELECT id, title FROM films WHERE id IN :ids;

/* @name Program */
SELECT s.id, s.seats, f.title FROM shows s LEFT JOIN films f ON f.id = s.film_id ORDER BY s.id;

/* @name Seats */
SELECT count(*) AS shows, coalesce(sum(seats), 0) AS seats FROM shows WHERE film_id = :filmId;

/*
  @name AddFilms
  @param films -> ((id!, title!, year)...)
*/
INSERT INTO films (id, title, year) VALUES :films;
