/** Types generated for queries found in "src/films.sql" */
import { PreparedQuery } from '@pgtyped/runtime';

/** 'FindFilm' return type */
export interface IFindFilmResult {
  id: number;
  title: string;
  year: number | null;
}

/** 'FilmsIn' return type */
export interface IFilmsInResult {
  id: number;
  title: string;
}

/** 'Program' return type */
export interface IProgramResult {
  id: number;
  seats: number;
  title: string;
}

/** 'Seats' return type */
export interface ISeatsResult {
  seats: string | null;
  shows: string | null;
}

/** 'AddFilms' return type */
export type IAddFilmsResult = void;
