// What the compiler must agree to; nothing here runs. One driver is enough where all share the types.
import type { Results } from "../gen/better-sqlite3/results.js";
import type { Nullability } from "../gen/better-sqlite3/nullability.js";
import type {
  Rows,
  PersonRow,
  NamedPerson,
} from "../gen/better-sqlite3/rows.js";
import type { Types } from "../gen/better-sqlite3/types.js";
import type { Types as SafeTypes } from "../gen/safe/better-sqlite3/types.js";
import type { Results as LibsqlResults } from "../gen/libsql/results.js";

type Equal<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** Fails to compile where T is anything but true. */
type Claim<T extends true> = T;

type Rows_<R> = R extends (infer Row)[] ? Row : R;

/** The wrong claims of a row: a *_v column that may be NULL, a *_n column that may not. */
type Wrong<Row> = {
  [K in keyof Row & string]: K extends `${string}_v`
    ? null extends Row[K]
      ? K
      : never
    : K extends `${string}_n`
      ? null extends Row[K]
        ? never
        : K
      : never;
}[keyof Row & string];

type WrongClaims = {
  [M in keyof Nullability]: Nullability[M] extends (
    ...args: never[]
  ) => infer Result
    ? Wrong<NonNullable<Rows_<Result>>>
    : never;
}[keyof Nullability];

type Parameter<M extends (...args: never[]) => unknown> = Parameters<M>[0];

export type Claims = [
  Claim<Equal<WrongClaims, never>>,
  // Results
  Claim<Equal<ReturnType<Results["titleOf"]>, string | undefined>>,
  Claim<Equal<ReturnType<Results["authorOf"]>, string | null | undefined>>,
  Claim<Equal<ReturnType<Results["authors"]>, (string | null)[]>>,
  Claim<Equal<ReturnType<Results["countBooks"]>, number | undefined>>,
  Claim<Equal<ReturnType<Results["addBook"]>["changes"], number>>,
  Claim<Equal<ReturnType<LibsqlResults["titles"]>, Promise<string[]>>>,
  // Shared rows
  Claim<Equal<ReturnType<Rows["allPeople"]>, PersonRow[]>>,
  Claim<Equal<ReturnType<Rows["personById"]>, PersonRow | undefined>>,
  Claim<Equal<ReturnType<Rows["addPerson"]>, PersonRow | undefined>>,
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
  // Integers
  Claim<Equal<ReturnType<Types["bools"]>, (number | null)[]>>,
  Claim<Equal<ReturnType<SafeTypes["bools"]>, (bigint | null)[]>>,
  Claim<Equal<Parameter<Types["getPlain"]>, number | bigint>>,
];
