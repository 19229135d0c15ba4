// The suite's runner: main.js PLAN, a file of JSON. Prints an event of JSON a line.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { posts, postsPerUser, users } from "./data.js";
import { drivers, type Opened } from "./drivers.js";
import { operations, type Operation } from "./operations.js";

interface Plan {
  groups: { operation: string; rows: number; methods: string[] }[];
  warm_ups: number;
  runs: number;
  most_runs: number;
  budget_ms: number;
  dir: string;
}

interface Measured {
  ms: number;
  cpu: number;
}

const runMs = 100;

function say(event: unknown): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

async function open(id: string, file: string, count: number): Promise<Opened> {
  const driver = drivers[id];
  if (!driver) {
    throw new Error(`there is no driver ${id}`);
  }
  const opened = await driver(file);
  await opened.blog.bulkInsertUsers(users(count));
  await opened.blog.bulkInsertPosts(posts(count * postsPerUser));
  return opened;
}

/** Measures so many calls: without a promise for each where the driver has none. */
async function measure(
  { sync, blog }: Opened,
  op: Operation,
  calls: number,
  rows: number,
): Promise<Measured> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  if (sync) {
    for (let i = 0; i < calls; i++) {
      void op.call(blog, i, rows);
    }
  } else {
    for (let i = 0; i < calls; i++) {
      await op.call(blog, i, rows);
    }
  }
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return { ms, cpu: (user + system) / 1000 };
}

/** One run, verified. */
async function run(
  opened: Opened,
  op: Operation,
  calls: number,
  rows: number,
): Promise<Measured> {
  globalThis.gc?.();
  const measured = await measure(opened, op, calls, rows);
  await op.verify?.(opened.blog, calls, rows);
  if (op.check) {
    for (const i of [0, calls - 1]) {
      op.check(await op.call(opened.blog, i, rows), i, rows);
    }
  }
  return measured;
}

/** How many calls a run has where so many took so long. */
function inOneRun(calls: number, ms: number): number {
  return Math.max(1, Math.round((calls * runMs) / ms));
}

/** How many calls make a run: doubled until they take a quarter of it. */
async function calibrate(
  opened: Opened,
  op: Operation,
  rows: number,
): Promise<number> {
  for (let calls = 1; ; calls *= 2) {
    const { ms } = await run(opened, op, calls, rows);
    if (ms > runMs / 4) {
      return inOneRun(calls, ms);
    }
  }
}

function sample(measured: Measured[]): { runs_ms: number[]; cpu: number } {
  const cpus = measured.map((m) => m.cpu).sort((a, b) => a - b);
  return {
    runs_ms: measured.map((m) => Math.round(m.ms * 1000) / 1000),
    cpu: cpus[cpus.length >> 1] ?? 0,
  };
}

const plan = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Plan;
const opened = new Map<string, Opened>();

/** A driver in the contest: its database, and how many calls make a run. */
interface Contestant {
  opened: Opened;
  calls: number;
  runs: Measured[];
}

async function enter(
  id: string,
  op: Operation,
  rows: number,
): Promise<Contestant> {
  const key = `${id}-${rows}`;
  const known =
    opened.get(key) ?? (await open(id, join(plan.dir, `${key}.db`), rows));
  if (!opened.has(key)) {
    opened.set(key, known);
    say({ versions: { [id]: known.version } });
  }
  return { opened: known, calls: await calibrate(known, op, rows), runs: [] };
}

/** Reports whether there is one more round: so many at least, and more while the time allows them. */
function goesOn(round: number, since: number): boolean {
  const measured = round - plan.warm_ups;
  return (
    measured < plan.runs ||
    (measured < plan.most_runs && performance.now() - since < plan.budget_ms)
  );
}

for (const { operation, rows, methods } of plan.groups) {
  const op = operations[operation];
  if (!op) {
    throw new Error(`there is no operation ${operation}`);
  }
  const inContest = new Map<string, Contestant>();
  const fail = (method: string, error: unknown) => {
    console.error(error);
    inContest.delete(method); // the others go on
    say({ result: { operation, method, rows, failed: String(error) } });
  };
  for (const id of methods) {
    try {
      inContest.set(id, await enter(id, op, rows));
    } catch (error) {
      fail(id, error);
    }
  }
  let since = 0;
  for (let round = 0; goesOn(round, since); round++) {
    if (round === plan.warm_ups) {
      since = performance.now();
    }
    // Who goes first changes with every round.
    const turns = [...inContest];
    const first = round % Math.max(1, turns.length);
    for (const [id, own] of [...turns.slice(first), ...turns.slice(0, first)]) {
      say({ run: `${operation} by ${id}` });
      try {
        const result = await run(own.opened, op, own.calls, rows);
        if (round >= plan.warm_ups) {
          own.runs.push(result);
        } else {
          own.calls = inOneRun(own.calls, result.ms); // it was cold
        }
      } catch (error) {
        fail(id, error);
      }
    }
  }
  for (const [method, { calls, runs }] of inContest) {
    const { runs_ms, cpu } = sample(runs);
    say({
      result: {
        operation,
        method,
        rows,
        calls,
        runs_ms,
        client_cpu_ms: cpu,
        verified: true,
      },
    });
  }
}
