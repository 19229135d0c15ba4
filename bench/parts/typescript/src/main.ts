// Compares searches with 1 to 12 optional parts of which none, half or all are given: generated methods, a text
// that is written for the case, clauses that are joined by hand, (? IS NULL OR …), and Kysely.
import assert from "node:assert/strict";
import BetterSqlite3, { type Database } from "better-sqlite3";
import { Parts } from "../gen/parts.js";
import { ways, type Filter } from "./ways.js";

/** The processor time for which a way runs in a round, in microseconds, at least. */
const sample = 20_000;

/** After how many rows the values of a column come again; the steps of columns are prime to it. */
const period = 20011;

const steps = [1, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];

const rows = Number(process.env["ROWS"] ?? 100_000);
const rounds = Number(process.env["ROUNDS"] ?? 15);
const db = filled();
console.log(`| parts | given | ${ways.map((way) => way.name).join(" | ")} |`);
for (const count of [1, 2, 3, 6, 9, 12]) {
  for (const given of new Set([0, count >> 1, count])) {
    const filter = steps
      .slice(0, count)
      .map((step, i) => (i < given ? ((rows / 2) * step) % period : undefined));
    await compare(filter, given);
  }
}

/** Prints the ratios of a case's ways to the first one: medians over all rounds, in which the ways take turns. */
async function compare(filter: Filter, given: number): Promise<void> {
  const cases = ways.map((way) => ({
    search: way.of(db, filter),
    calls: 1,
    times: [] as number[],
  }));
  const [first] = cases;
  assert(first);
  const expected = await first.search(filter);
  assert.notEqual(expected.length, 0);
  for (const each of cases) {
    assert.deepEqual(await each.search(filter), expected);
    const calls = sample / Math.max(0.1, await spent(each.search, filter, 3));
    each.calls = Math.max(1, Math.floor(calls));
  }
  for (let round = 0; round < rounds; round++) {
    for (let n = 0; n < cases.length; n++) {
      const each = cases[(n + round) % cases.length] ?? first;
      each.times.push(await spent(each.search, filter, each.calls));
    }
  }
  const ratios = cases
    .slice(1)
    .map(({ times }) =>
      median(times.map((t, i) => t / (first.times[i] ?? NaN))),
    );
  console.log(
    `| ${filter.length} | ${given} | ${median(first.times).toFixed(1)} µs | ` +
      `${ratios.map((ratio) => ratio.toFixed(2)).join(" | ")} |`,
  );
}

/** The processor time of a call in microseconds, by that of several. */
async function spent(
  search: ReturnType<(typeof ways)[number]["of"]>,
  filter: Filter,
  calls: number,
): Promise<number> {
  const from = process.cpuUsage();
  for (let i = 0; i < calls; i++) {
    const found = search(filter);
    if (found instanceof Promise) {
      await found;
    }
  }
  const { user, system } = process.cpuUsage(from);
  return (user + system) / calls;
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? NaN;
}

/** A database in memory with the items. */
function filled(): Database {
  const db = new BetterSqlite3(":memory:");
  Parts.applyMigrations(db);
  const values = steps.map((step) => `?1 * ${step} % ${period}`);
  const insert = db.prepare(
    `INSERT INTO item VALUES (?1, 'item ' || ?1, ${values.join(", ")})`,
  );
  db.transaction(() => {
    for (let id = 1; id <= rows; id++) {
      insert.run({ 1: BigInt(id) });
    }
  })();
  return db;
}
