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

/** Of a statement whose rows may meet: those of one key take a round each. */
interface Keyed {
  /** How many rows the key has that has most of them. */
  count: string;
  round: string;
  /** Where a key has more rows than these, each half is run by itself. */
  rounds: number;
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
        if (!again) {
          throw error;
        }
      }
      return runBeforeFailure(db, many, first);
    });
  } finally {
    await source.close();
  }
}

/** Runs one statement for rows, of which so many came before, or the statement for each of a few. */
async function runJoined<Row>(
  db: DuckDBConnection,
  many: Many<Row>,
  rows: readonly Row[],
  before: number,
): Promise<number> {
  if (rows.length < many.few) {
    return runEach(db, many.one, rows, many.values, before);
  }
  await db.run(many.create);
  const columns = () => (many.keyed ? numbered(many) : many.columns());
  const table = takeRows(many, columns);
  for (const [i, row] of rows.entries()) {
    table.add(row, before + i + 1);
  }
  while (!table.empty) {
    await moveRows(db, table, joined, "main", "temp");
  }
  leaveRows(many, table);
  const changes = await runRounds(db, many).catch((error: unknown) => {
    if (error instanceof Error) {
      const last = before + rows.length;
      error.message = `rows ${before + 1} to ${last}: ${error.message}`;
    }
    throw error;
  });
  await db.run(many.drop);
  if (changes !== undefined) {
    return changes;
  }
  const half = rows.length >> 1;
  const some = await runJoined(db, many, rows.slice(0, half), before);
  const others = rows.slice(half);
  return some + (await runJoined(db, many, others, before + half));
}

/** Runs the statement for the table's rows; undefined where a key has too many of them. */
async function runRounds<Row>(
  db: DuckDBConnection,
  { many, keyed }: Many<Row>,
): Promise<number | undefined> {
  let rounds = 1;
  if (keyed !== undefined) {
    const [row] = await fetchRows(db, { text: keyed.count });
    rounds = Number(row?.[0]);
  }
  if (keyed === undefined || rounds === 1) {
    return runStatement(db, { text: many });
  }
  if (rounds > keyed.rounds) {
    return undefined;
  }
  const params = () => ({ round: bigintType });
  let changes = 0;
  for (let n = 1; n <= rounds; n++) {
    changes += await runStatement(db, { text: keyed.round, params }, n);
  }
  return changes;
}

/** Runs rows of which one has failed, so that an error is that of a row: those before it are found by halves. */
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
    return changes + (await runEach(db, many.one, others, many.values, good));
  });
}

export { runMany, type Many };
