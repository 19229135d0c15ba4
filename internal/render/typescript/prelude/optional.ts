// Helpers of statements with optional parts.

/** A part of a text: the conditions that must hold and those that must not, its SQL, and which value the placeholder
 * behind it is for, or 0. */
type TextPart = readonly [
  need: number,
  without: number,
  sql: string,
  bind: number,
];

/** Conditions that no call has together, all of the first and none of the second, and what to do. */
type Unprepared = readonly [need: number, without: number, cure: string];

/** The text of a statement with optional parts. Each combination is joined once. */
interface OptionalText<S> {
  readonly mark: string;
  readonly parts: readonly TextPart[];
  readonly statement: (text: string, binds: readonly number[]) => S;
  readonly choices: readonly number[];
  readonly query: string;
  readonly refusals: readonly Unprepared[];
  readonly texts: Map<number, { statement: S; binds: readonly number[] }>;
}

function optionalText<S>(
  mark: string,
  parts: readonly TextPart[],
  statement: (text: string, binds: readonly number[]) => S,
  choices: readonly number[] = [], // of the conditions of each one holds
  query = "",
  refusals: readonly Unprepared[] = [],
): OptionalText<S> {
  const texts = new Map<number, { statement: S; binds: readonly number[] }>();
  return { mark, parts, statement, choices, query, refusals, texts };
}

/** The statement for what is given, and those of the values that are bound. */
function choose<S, A extends readonly unknown[]>(
  text: OptionalText<S>,
  mask: number,
  ...values: A
): { sql: S; values: Exclude<A[number], undefined>[] } {
  let made = text.texts.get(mask);
  if (made === undefined) {
    const [sql, binds] = madeText(text, mask);
    made = { statement: text.statement(sql, binds), binds };
    text.texts.set(mask, made);
  }
  return {
    sql: made.statement,
    values: made.binds.map(
      (bind) => values[bind] as Exclude<A[number], undefined>,
    ),
  };
}

/** Keeps the prepared statement of a text, in the place of the oldest of many. */
function keepStatement<S, T extends S>(
  statements: Map<string, S>,
  text: string,
  statement: T,
): S {
  for (const oldest of statements.keys()) {
    if (statements.size < 64) {
      break;
    }
    statements.delete(oldest);
  }
  statements.set(text, statement);
  return statement;
}

function madeText<S>(
  { mark, parts, choices, query, refusals }: OptionalText<S>,
  mask: number,
): [sql: string, binds: readonly number[]] {
  if (choices.some((labels) => (mask & labels) === 0)) {
    throw new RangeError("a choice is none of its labels");
  }
  for (const [need, without, cure] of refusals) {
    if ((mask & need) === need && (mask & without) === 0) {
      throw new RangeError(`${query} is not prepared for this: ${cure}`);
    }
  }
  let text = "";
  const numbers = new Map<number, number>();
  for (const [need, without, sql, bind] of parts) {
    if ((mask & need) !== need || (mask & without) !== 0) {
      continue;
    }
    text += sql;
    if (bind > 0) {
      const number = numbers.get(bind - 1) ?? numbers.size + 1;
      numbers.set(bind - 1, number);
      text += mark === "$" ? `$${number}` : mark;
    }
  }
  return [text, [...numbers.keys()]];
}

/** The label that a value is; any other value is an error. */
function asChoice<L extends string>(value: unknown, labels: readonly L[]): L {
  const label = labels.find((known) => known === value);
  if (label === undefined) {
    throw new RangeError(`${String(value)} is none of ${labels.join(", ")}`);
  }
  return label;
}

/** The conditions that hold, the first as the lowest bit. */
function holding(...conditions: boolean[]): number {
  return conditions.reduce(
    (mask, holds, bit) => mask | (Number(holds) << bit),
    0,
  );
}

/** Those entries that are bound, in the order of the placeholders. */
function picked<T>(
  all: Record<string, T>,
  binds: readonly number[],
): Record<string, T> {
  const entries = Object.entries(all);
  return Object.fromEntries(binds.map((bind) => entries[bind] as [string, T]));
}
