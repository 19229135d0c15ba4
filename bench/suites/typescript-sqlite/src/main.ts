// The suite's runner: main.js PLAN, a file of JSON. Prints an event of JSON a line.
import { join } from "node:path";
import {
  clock,
  compare,
  type Contestant,
  type Measured,
  plan,
  say,
} from "../../../runner/typescript/turns.js";
import { posts, postsPerUser, users } from "./data.js";
import { drivers, type Opened } from "./drivers.js";
import { operations, type Operation } from "./operations.js";

const runMs = 100;

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
  const took = clock();
  if (sync) {
    for (let i = 0; i < calls; i++) {
      void op.call(blog, i, rows);
    }
  } else {
    for (let i = 0; i < calls; i++) {
      await op.call(blog, i, rows);
    }
  }
  return took();
}

/** One run, verified. */
async function run(
  opened: Opened,
  op: Operation,
  calls: number,
  rows: number,
): Promise<Measured> {
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

const known = new Map<string, Opened>();

async function enter(
  id: string,
  op: Operation,
  rows: number,
): Promise<Contestant> {
  const key = `${id}-${rows}`;
  const opened =
    known.get(key) ?? (await open(id, join(plan.dir, `${key}.db`), rows));
  if (!known.has(key)) {
    known.set(key, opened);
    say({ versions: { [id]: opened.version } });
  }
  const contestant = {
    calls: await calibrate(opened, op, rows),
    async run(warmUp: boolean) {
      const measured = await run(opened, op, contestant.calls, rows);
      if (warmUp) {
        contestant.calls = inOneRun(contestant.calls, measured.ms); // it was cold
      }
      return measured;
    },
  };
  return contestant;
}

for (const group of plan.groups) {
  const op = operations[group.operation];
  if (!op) {
    throw new Error(`there is no operation ${group.operation}`);
  }
  await compare(group, (method) => enter(method, op, group.rows));
}
