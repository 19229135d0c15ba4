// Times test databases in TypeScript: node databases.mjs ROUNDS prints a row for each engine.
import * as duckdb from "./typescript/duckdb/notes-testing.js";
import * as postgres from "./typescript/postgres/notes-testing.js";
import * as sqlite from "./typescript/sqlite/notes-testing.js";

const engines: Record<string, { newTestDatabase(): unknown }> = { sqlite, duckdb, postgres };
const figures: Record<string, { walls: number[]; processors: number[] }> = {};
const now = () => {
  const { user, system } = process.cpuUsage();
  return { wall: performance.now(), processor: (user + system) / 1000 };
};
for (let round = 0; round <= Number(process.argv[2]); round++) {
  for (const [engine, { newTestDatabase }] of Object.entries(engines)) {
    const before = now();
    const database = (await newTestDatabase()) as { close(): Promise<void> | void };
    await database.close();
    const after = now();
    const { walls, processors } = (figures[engine] ??= { walls: [], processors: [] });
    walls.push(after.wall - before.wall);
    processors.push(after.processor - before.processor);
  }
}
const median = (of: number[]) => of.toSorted((a, b) => a - b)[of.length >> 1]!;
for (const [engine, { walls, processors }] of Object.entries(figures)) {
  const [first, ...rest] = walls;
  const cells = [median(rest), Math.min(...rest), median(processors.slice(1))].map((n) => n.toFixed(1));
  console.log(`| TypeScript, ${engine} | ${first!.toFixed(0)} | ${cells.join(" | ")} |`);
}
