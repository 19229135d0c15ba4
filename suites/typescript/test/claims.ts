// What the compiler must agree to; nothing here runs. One driver is enough where all share the types.
import type { Results } from "../gen/better-sqlite3/results.js";
import type { Nullability } from "../gen/better-sqlite3/nullability.js";
import type { AuthorRow, Objects } from "../gen/better-sqlite3/objects.js";
import type {
  Rows,
  PersonRow,
  NamedPerson,
} from "../gen/better-sqlite3/rows.js";
import type { Types } from "../gen/better-sqlite3/types.js";
import type { Types as SafeTypes } from "../gen/safe/better-sqlite3/types.js";
import type { PostgresNullability } from "../gen/pg/postgres-nullability.js";
import type { PostgresObjects } from "../gen/pg/postgres-objects.js";
import type { DuckdbObjects } from "../gen/plain/duckdb/duckdb-objects.js";
import type { PostgresResults } from "../gen/pg/postgres-results.js";
import type { PostgresTypes } from "../gen/pg/postgres-types.js";
import type { PostgresTypes as OptionTypes } from "../gen/options/postgres/postgres-types.js";
import type { Results as LibsqlResults } from "../gen/libsql/results.js";

type Equal<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** Fails to compile where T is anything but true. */
type Claim<T extends true> = T;

type Rows_<R> = R extends (infer Row)[] ? Row : R;

/** The wrong claims of a row: a *_v column that may be NULL, a *_n column that may not. */
type Wrong<Row> = {
  [K in keyof Row & string]: unknown extends Row[K]
    ? never // parsed JSON, of which null is a value, too
    : K extends `${string}_v`
      ? null extends Row[K]
        ? K
        : never
      : K extends `${string}_n`
        ? null extends Row[K]
          ? never
          : K
        : never;
}[keyof Row & string];

type WrongClaims<Unit> = {
  [M in keyof Unit]: Unit[M] extends (...args: never[]) => infer Result
    ? Wrong<NonNullable<Rows_<Awaited<Result>>>>
    : never;
}[keyof Unit];

type Parameter<M extends (...args: never[]) => unknown> = Parameters<M>[0];

type Resolved<M extends (...args: never[]) => unknown> = Awaited<ReturnType<M>>;

type Row<M extends (...args: never[]) => unknown> = NonNullable<
  Rows_<Resolved<M>>
>;

type Numbers = NonNullable<Resolved<PostgresTypes["getNumbers"]>>;

export type Claims = [
  Claim<Equal<WrongClaims<Nullability>, never>>,
  Claim<Equal<WrongClaims<PostgresNullability>, never>>,
  // Results
  Claim<Equal<ReturnType<Results["titleOf"]>, string | undefined>>,
  Claim<Equal<ReturnType<Results["authorOf"]>, string | null | undefined>>,
  Claim<Equal<ReturnType<Results["authors"]>, (string | null)[]>>,
  Claim<Equal<ReturnType<Results["countBooks"]>, number>>,
  Claim<Equal<ReturnType<Results["addBook"]>["changes"], number>>,
  Claim<Equal<ReturnType<LibsqlResults["titles"]>, Promise<string[]>>>,
  // Shared rows
  Claim<Equal<ReturnType<Rows["allPeople"]>, PersonRow[]>>,
  Claim<Equal<ReturnType<Rows["personById"]>, PersonRow | undefined>>,
  Claim<Equal<ReturnType<Rows["addPerson"]>, PersonRow>>,
  Claim<Equal<ReturnType<Rows["nameById"]>, NamedPerson | undefined>>,
  Claim<Equal<ReturnType<Rows["namesLike"]>, NamedPerson[]>>,
  Claim<
    Equal<
      Parameter<Rows["bulkInsertPerson"]> extends
        AsyncIterable<PersonRow> | Iterable<PersonRow>
        ? true
        : false,
      true
    >
  >,
  // Objects
  Claim<Equal<Row<Objects["books"]>["author"], AuthorRow | null>>,
  Claim<Equal<Row<Objects["authors"]>, AuthorRow>>,
  Claim<Equal<Row<Objects["written"]>["author"], { id: number; name: string }>>,
  Claim<
    Equal<
      Row<Objects["shelves"]>["book"],
      {
        id: number;
        title: string;
        author: { name: string; born: string | null } | null;
      } | null
    >
  >,
  Claim<Equal<Row<Objects["foundBooksBulk"]>, Row<Objects["foundBooks"]>[]>>,
  Claim<
    Equal<
      Row<Objects["mixed"]>["both"],
      { id: number | null; name: string | null }
    >
  >,
  Claim<
    Equal<
      Row<PostgresObjects["notes"]>["note"],
      {
        mood: "glad" | "sad";
        tags: (string | null)[];
        ref: string | null;
      } | null
    >
  >,
  Claim<
    Equal<
      NonNullable<Row<DuckdbObjects["notes"]>["note"]>["mood"],
      "glad" | "sad"
    >
  >,
  // PostgreSQL
  Claim<Equal<Resolved<PostgresResults["titleOf"]>, string | undefined>>,
  Claim<Equal<Resolved<PostgresResults["authors"]>, (string | null)[]>>,
  Claim<Equal<Numbers["i8"], bigint>>,
  Claim<Equal<Numbers["i8_null"], bigint | null>>,
  Claim<Equal<NonNullable<Resolved<OptionTypes["getNumbers"]>>["i8"], number>>,
  Claim<Equal<NonNullable<Resolved<OptionTypes["getTimes"]>>["tz"], Date>>,
  Claim<
    Equal<
      NonNullable<Resolved<PostgresTypes["getNamed"]>>["tl"],
      (string | null)[]
    >
  >,
  // Integers
  Claim<Equal<ReturnType<Types["bools"]>, (number | null)[]>>,
  Claim<Equal<ReturnType<SafeTypes["bools"]>, (bigint | null)[]>>,
  Claim<Equal<Parameter<Types["getPlain"]>, number | bigint>>,
];
