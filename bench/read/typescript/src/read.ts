// Point lookups and scans of 10,000 rows: generated methods against hand-written calls of the driver, in turns,
// so that whatever slows the machine down slows both.
import { createClient } from "@libsql/client";
import { connect } from "@tursodatabase/database";
import BetterSqlite3 from "better-sqlite3";
import { DatabaseSync } from "node:sqlite";
import { Bench as BetterSqlite3Bench } from "../gen/better-sqlite3/bench.js";
import { Bench as LibsqlBench } from "../gen/libsql/bench.js";
import { Bench as TrustBench } from "../gen/trust/bench.js";
import { Bench as NodeBench } from "../gen/node/bench.js";
import { Bench as TursoBench } from "../gen/turso/bench.js";
import { all, byEmail, byId, median, users, type User } from "./data.js";

type Result<T> = T | Promise<T>;

/** The three operations, once generated and once hand-written. */
interface Reads {
  getUser(id: number): Result<User | undefined>;
  getUserByEmail(email: string): Result<User | undefined>;
  allUsers(): Result<User[]>;
}

interface Contestants {
  driver: string;
  sync: boolean;
  generated: Reads;
  hand: Reads;
}

const rows = 10_000;

async function contestants(): Promise<Contestants[]> {
  const better = new BetterSqlite3(":memory:");
  const node = new DatabaseSync(":memory:");
  const libsql = createClient({ url: ":memory:" });
  const turso = await connect(":memory:");
  for (const sql of BetterSqlite3Bench.getMigrations()) {
    better.exec(sql);
    node.exec(sql);
    await libsql.executeMultiple(sql);
    await turso.exec(sql);
  }
  const generated = {
    better: new BetterSqlite3Bench(better),
    trust: new TrustBench(better),
    node: new NodeBench(node),
    libsql: new LibsqlBench(libsql),
    turso: new TursoBench(turso),
  };
  generated.better.bulkInsertUsers(users(rows));
  generated.node.bulkInsertUsers(users(rows));
  await generated.libsql.bulkInsertUsers(users(rows));
  await generated.turso.bulkInsertUsers(users(rows));

  const b = [byId, byEmail, all].map((sql) => better.prepare(sql));
  const n = [byId, byEmail, all].map((sql) => node.prepare(sql));
  const t = await Promise.all(
    [byId, byEmail, all].map((sql) => turso.prepare(sql)),
  );
  return [
    {
      driver: "better-sqlite3",
      sync: true,
      generated: generated.better,
      hand: {
        getUser: (id) => b[0]?.get(id) as User | undefined,
        getUserByEmail: (email) => b[1]?.get(email) as User | undefined,
        allUsers: () => b[2]?.all() as User[],
      },
    },
    {
      driver: "better-sqlite3, trust",
      sync: true,
      generated: generated.trust,
      hand: {
        getUser: (id) => b[0]?.get(id) as User | undefined,
        getUserByEmail: (email) => b[1]?.get(email) as User | undefined,
        allUsers: () => b[2]?.all() as User[],
      },
    },
    {
      driver: "node:sqlite",
      sync: true,
      generated: generated.node,
      hand: {
        getUser: (id) => n[0]?.get(id) as unknown as User | undefined,
        getUserByEmail: (email) =>
          n[1]?.get(email) as unknown as User | undefined,
        allUsers: () => n[2]?.all() as unknown as User[],
      },
    },
    {
      driver: "@libsql/client",
      sync: false,
      generated: generated.libsql,
      hand: {
        getUser: async (id) =>
          (await libsql.execute({ sql: byId, args: [id] }))
            .rows[0] as unknown as User | undefined,
        getUserByEmail: async (email) =>
          (await libsql.execute({ sql: byEmail, args: [email] }))
            .rows[0] as unknown as User | undefined,
        allUsers: async () =>
          (await libsql.execute(all)).rows as unknown as User[],
      },
    },
    {
      driver: "@tursodatabase/database",
      sync: false,
      generated: generated.turso,
      hand: {
        getUser: async (id) => (await t[0]?.get(id)) as User | undefined,
        getUserByEmail: async (email) =>
          (await t[1]?.get(email)) as User | undefined,
        allUsers: async () => (await t[2]?.all()) as User[],
      },
    },
  ];
}

/** The work that one sample of an operation is. */
const operations: Record<
  string,
  { sync: (reads: Reads) => void; async: (reads: Reads) => Promise<void> }
> = {
  "point lookup by id (1,000)": {
    sync: (reads) => {
      for (let id = 1; id <= 1000; id++) {
        void reads.getUser(id * 7);
      }
    },
    async: async (reads) => {
      for (let id = 1; id <= 1000; id++) {
        await reads.getUser(id * 7);
      }
    },
  },
  "point lookup by e-mail (1,000)": {
    sync: (reads) => {
      for (let id = 1; id <= 1000; id++) {
        void reads.getUserByEmail(`user${id * 7}@example.org`);
      }
    },
    async: async (reads) => {
      for (let id = 1; id <= 1000; id++) {
        await reads.getUserByEmail(`user${id * 7}@example.org`);
      }
    },
  },
  "scan of 10,000 rows": {
    sync: (reads) => void reads.allUsers(),
    async: async (reads) => void (await reads.allUsers()),
  },
};

const samples = Number(process.env["ROUNDS"] ?? 80);
for (const { driver, sync, generated, hand } of await contestants()) {
  const same = JSON.stringify(await generated.getUser(35));
  if (same !== JSON.stringify(await hand.getUser(35)) || same === undefined) {
    throw new Error(`${driver}: the two do not read the same`);
  }
  for (const [name, work] of Object.entries(operations)) {
    const times: [number[], number[]] = [[], []];
    for (let sample = 0; sample < samples + 20; sample++) {
      // Who goes first changes with every sample.
      for (const turn of sample % 2 === 0 ? [0, 1] : [1, 0]) {
        const reads = turn === 0 ? generated : hand;
        const start = performance.now();
        if (sync) {
          work.sync(reads);
        } else {
          await work.async(reads);
        }
        const time = performance.now() - start;
        if (sample >= 20) {
          times[turn as 0 | 1].push(time);
        }
      }
    }
    const [own, theirs] = [median(times[0]), median(times[1])];
    console.log(
      `${driver.padEnd(24)} ${name.padEnd(31)} generated ${own.toFixed(2).padStart(7)} ms, hand-written ${theirs.toFixed(2).padStart(7)} ms: ${(own / theirs).toFixed(3)}`,
    );
  }
}
