// The suite's runner: main.js PLAN, a file of JSON. Prints an event of JSON a line.
import { clock, compare, plan, say } from "../../../runner/typescript/turns.js";
import * as duckdb from "./duckdb.js";
import * as nested from "./nested.js";
import * as postgres from "./postgres.js";
import { lookedUp, lookups, type Opened, operations, verify } from "./reads.js";

const engines: Record<string, (rows: number) => Promise<Opened>> = {
  postgres: postgres.open,
  duckdb: duckdb.open,
};

say({ versions: { node: process.versions.node } });
for (const group of plan.groups) {
  if (group.operation === "nested-postgres") {
    await compare(group, await nested.open(group.rows));
    continue;
  }
  const dash = group.operation.lastIndexOf("-");
  const op = operations[group.operation.slice(0, dash)];
  const open = engines[group.operation.slice(dash + 1)];
  if (!op || !open) {
    throw new Error(`there is no operation ${group.operation}`);
  }
  const { all, server } = await open(op.single ? lookedUp : group.rows);
  await compare(group, async (method) => {
    const reads = all[method];
    if (!reads) {
      throw new Error(`there is no method ${method}`);
    }
    return {
      calls: op.single ? lookups : 1,
      async run() {
        const took = clock(server);
        const rows = await op.read(reads);
        const measured = took();
        verify(op, rows, group.rows);
        return measured;
      },
    };
  });
}
process.exit(0); // connections are open
