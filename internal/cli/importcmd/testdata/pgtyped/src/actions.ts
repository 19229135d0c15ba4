import { sql } from "@pgtyped/runtime";
import type { IGetAuthorsQuery } from "./actions.types";

export const getAuthors = sql<IGetAuthorsQuery>`
  SELECT * FROM authors WHERE last_name = $name AND id IN $$ids`;

const addAuthors = sql`INSERT INTO authors (first_name, last_name) VALUES $$authors(first, last!) RETURNING id`;
