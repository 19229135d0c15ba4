// Helpers of generated code for DuckDB: one statement for many rows of parameters, which it joins.
import type { DuckDBConnection } from "@duckdb/node-api";
import { inTurn, nextRows, Source } from "./common.js";
import {
  atomically,
  fetchRows,
  inTransaction,
  refuseStreaming,
  runEach,
  runStatement,
  type Statement,
} from "./duckdb.js";
import { WholeColumn } from "./duckdb-columns.js";
import {
  leaveRows,
  moveRows,
  takeRows,
  type Columns,
  type Table,
} from "./duckdb-load.js";
import { bigintType, type Value } from "./duckdb-values.js";

/** How a statement is run for many rows: from a table of the call, which the driver's appender fills. */
interface Many<Row> extends Table<Row> {
  /** The statement for one row, which runs for each where they are few. */
  one: Statement;
  values: (row: Row) => Value[];
  few: number;
  /** One statement for up to atOnce rows. */
  many: string;
  atOnce: number;
  create: string;
  drop: string;
  keyed?: Keyed;
}

/** Of a statement whose rows may meet: those of one key go in their order, by rounds. */
interface Keyed {
  /** How many rows the key has that has most of them. */
  count: string;
  /** Makes a table of the rounds. */
  divide: string;
  /** The rounds in their order, each with how often what it changes counts. */
  rounds: string;
  /** The statement for the rows of a round. */
  round: string;
  /** The rows that are run each by itself: so few have keys that come so often. */
  rest?: string;
  drop: string;
}

/** The columns of rows that have a key, and one that numbers them: a table need not keep the order of its rows. */
function numbered<Row>(table: Table<Row>): Columns<Row> {
  const { columns, put } = table.columns();
  const number = new WholeColumn(bigintType, "sqg_row", false);
  let last = 0;
  return {
    columns: [...columns, number],
    put(at, row) {
      put(at, row);
      number.put(at, ++last);
    },
  };
}

/** The table of the rows. */
const joined = "sqg_rows";

/** Runs a statement for many rows: all of them take effect or none. Returns the rows it changed. */
async function runMany<Row>(
  db: DuckDBConnection,
  many: Many<Row>,
  rows: Iterable<Row> | AsyncIterable<Row>,
): Promise<number> {
  const source = new Source(rows);
  const next = async () => nextRows(source, many.atOnce);
  try {
    const first = await next();
    return await inTurn(db, async () => {
      refuseStreaming(db);
      const { few, atOnce } = many;
      const again =
        first.length >= few &&
        first.length < atOnce &&
        !(await inTransaction(db));
      try {
        return await atomically(db, async () => {
          let changes = 0;
          let before = 0;
          for (let some = first; some.length > 0; some = await next()) {
            changes += await runJoined(db, many, some, before);
            before += some.length;
          }
          return changes;
        });
      } catch (error) {
        if (!again || ofFirst.has(error as object)) {
          throw error;
        }
      }
      return runBeforeFailure(db, many, first);
    });
  } finally {
    await source.close();
  }
}

/** Errors that are known to be those of the first row that fails. */
const ofFirst = new WeakSet();

/** Runs one statement for rows, of which so many came before, or the statement for each of a few. */
async function runJoined<Row>(
  db: DuckDBConnection,
  many: Many<Row>,
  rows: readonly Row[],
  before: number,
): Promise<number> {
  const { one, values, few, keyed } = many;
  if (rows.length < few) {
    return runEach(db, one, rows, values, (n) => before + n);
  }
  await db.run(many.create);
  const columns = () => (keyed ? numbered(many) : many.columns());
  const table = takeRows(many, columns);
  for (const [i, row] of rows.entries()) {
    table.add(row, before + i + 1);
  }
  while (!table.empty) {
    await moveRows(db, table, joined, "main", "temp");
  }
  leaveRows(many, table);
  let changes: number;
  let rest: number[];
  try {
    [changes, rest] = await runRounds(db, many);
  } catch (error) {
    if (error instanceof Error) {
      const last = before + rows.length;
      error.message = `rows ${before + 1} to ${last}: ${error.message}`;
    }
    throw error;
  }
  await db.run(many.drop);
  if (rest.length === 0) {
    return changes;
  }
  const others = rest.map((i) => rows[i] as Row);
  const numberOf = (n: number) => before + (rest[n - 1] as number) + 1;
  try {
    return changes + (await runEach(db, one, others, values, numberOf));
  } catch (error) {
    ofFirst.add(error as object);
    throw error;
  }
}

/** Runs the statement for the table's rows. Returns the rows it changed, and which of the table's are left. */
async function runRounds<Row>(
  db: DuckDBConnection,
  { many, keyed }: Many<Row>,
): Promise<[changes: number, rest: number[]]> {
  if (keyed === undefined || (await fetchNumbers(db, keyed.count))[0] === 1) {
    return [await runStatement(db, { text: many }), []];
  }
  await db.run(keyed.divide);
  const params = () => ({ round: bigintType });
  let changes = 0;
  for (const [round, times] of await fetchRows(db, { text: keyed.rounds })) {
    const statement = { text: keyed.round, params };
    const changed = await runStatement(db, statement, Number(round));
    changes += changed * Number(times);
  }
  const rest =
    keyed.rest === undefined ? [] : await fetchNumbers(db, keyed.rest);
  await db.run(keyed.drop);
  return [changes, rest];
}

/** The numbers that a query returns. */
async function fetchNumbers(
  db: DuckDBConnection,
  text: string,
): Promise<number[]> {
  const rows = await fetchRows(db, { text });
  return rows.map(([n]) => Number(n));
}

/** Runs rows after a failure. It bisects them, so that the error names the row. */
async function runBeforeFailure<Row>(
  db: DuckDBConnection,
  many: Many<Row>,
  rows: readonly Row[],
): Promise<number> {
  let good = 0;
  let bad = rows.length;
  while (bad - good > many.few) {
    const half = (good + bad) >> 1;
    await db.run("BEGIN");
    try {
      await runJoined(db, many, rows.slice(0, half), 0);
      good = half;
    } catch {
      bad = half;
    } finally {
      await db.run("ROLLBACK");
    }
  }
  return atomically(db, async () => {
    const changes = await runJoined(db, many, rows.slice(0, good), 0);
    const others = rows.slice(good);
    const numberOf = (n: number) => good + n;
    const { one, values } = many;
    return changes + (await runEach(db, one, others, values, numberOf));
  });
}

export { runMany, type Many };
