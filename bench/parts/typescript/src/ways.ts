import type { Database } from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { Parts, type ItemRow } from "../gen/parts.js";

/** The value of each column to search by, undefined for none. */
export type Filter = (number | undefined)[];

/** A way to find items. Kysely's is asynchronous. */
type Search = (filter: Filter) => ItemRow[] | Promise<ItemRow[]>;

/** One of the ways that are compared; `of` makes what runs for a case. */
export interface Way {
  name: string;
  of: (db: Database, filter: Filter) => Search;
}

const begin = "SELECT id, name FROM item WHERE true";
const end = " ORDER BY id LIMIT 10";

const columns = Array.from(
  { length: 12 },
  (_, i) => `c${String(i + 1).padStart(2, "0")}` as keyof Columns,
);

/** Runs a text that was written for what is given in this case, and is prepared: what nothing can be faster than. */
function fixed(db: Database, filter: Filter): Search {
  const clauses = filter.map((v, i) =>
    v === undefined ? "" : ` AND ${columns[i]} = ?`,
  );
  const statement = db.prepare(begin + clauses.join("") + end);
  return (filter) =>
    statement.all(...filter.filter((v) => v !== undefined)) as ItemRow[];
}

/** Joins the clauses that are asked for in each call, as people do by hand. */
function clauses(db: Database): Search {
  return (filter) => {
    let text = begin;
    const values = [];
    for (const [i, value] of filter.entries()) {
      if (value !== undefined) {
        text += ` AND ${columns[i]} = ?`;
        values.push(value);
      }
    }
    return db.prepare(text + end).all(...values) as ItemRow[];
  };
}

/** Has one text for all cases, in which a filter that is NULL lets everything pass. */
function isNullOr(db: Database, filter: Filter): Search {
  const clauses = filter.map(
    (_, i) => ` AND (?${i + 1} IS NULL OR ${columns[i]} = ?${i + 1})`,
  );
  const statement = db.prepare(begin + clauses.join("") + end);
  return (filter) => {
    const values = filter.map((v, i) => [i + 1, v ?? null]);
    return statement.all(Object.fromEntries(values)) as ItemRow[];
  };
}

type Columns = Record<`c${string}`, number>;

function built(db: Database): Search {
  const kysely = new Kysely<{ item: { id: number; name: string } & Columns }>({
    dialect: new SqliteDialect({ database: db }),
  });
  return (filter) => {
    let query = kysely.selectFrom("item").select(["id", "name"]);
    for (const [i, value] of filter.entries()) {
      if (value !== undefined) {
        query = query.where(columns[i] ?? "c01", "=", value);
      }
    }
    return query.orderBy("id").limit(10).execute();
  };
}

/** Calls the method for the number of parts. */
function generated(db: Database, filter: Filter): Search {
  const parts = new Parts(db);
  switch (filter.length) {
    case 1:
      return ([c01]) => parts.searchOne({ c01 });
    case 2:
      return ([c01, c02]) => parts.searchTwo({ c01, c02 });
    case 3:
      return ([c01, c02, c03]) => parts.searchThree({ c01, c02, c03 });
    case 6:
      return ([c01, c02, c03, c04, c05, c06]) =>
        parts.searchSix({ c01, c02, c03, c04, c05, c06 });
    case 9:
      return ([c01, c02, c03, c04, c05, c06, c07, c08, c09]) =>
        parts.searchNine({ c01, c02, c03, c04, c05, c06, c07, c08, c09 });
    default:
      return ([c01, c02, c03, c04, c05, c06, c07, c08, c09, c10, c11, c12]) =>
        parts.searchTwelve({
          c01,
          c02,
          c03,
          c04,
          c05,
          c06,
          c07,
          c08,
          c09,
          c10,
          c11,
          c12,
        });
  }
}

export const ways: Way[] = [
  { name: "text of the case", of: fixed },
  { name: "clauses", of: clauses },
  { name: "sqg", of: generated },
  { name: "IS NULL OR", of: isNullOr },
  { name: "Kysely", of: built },
];
