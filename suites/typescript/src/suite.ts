import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { block } from "./corpus.js";
import { drivers, type Connection, type Driver } from "./drivers.js";

/** What a test gets: the driver's modules, and connections that are closed behind it. */
export interface Context {
  driver: Driver;
  units: Driver["units"];
  /** A database in memory with a unit's schema, and its test data where asked for. */
  open: (
    unit: { getMigrations(): string[] },
    options?: { testdata?: string; safe?: boolean },
  ) => Promise<Connection>;
  /** The path of a database file of the test's own. */
  file: () => string;
  connect: (file: string) => Promise<Connection>;
}

type Test = (name: string, body: (context: Context) => Promise<void>) => void;

const folder = mkdtempSync(join(tmpdir(), "sqg-typescript-"));
// Not after the first file of tests, as Bun has it: there all files share this one.
process.on("exit", () => {
  rmSync(folder, { recursive: true, force: true });
});

let files = 0;

export async function run(
  driver: Driver,
  body: (context: Context) => Promise<void>,
): Promise<void> {
  const connections: Connection[] = [];
  const connect = async (file: string, safe = false) => {
    const connection = await driver.open(file, { safe });
    connections.push(connection);
    return connection;
  };
  try {
    await body({
      driver,
      units: driver.units,
      async open(unit, { testdata, safe } = {}) {
        const connection = await connect(":memory:", safe);
        for (const sql of unit.getMigrations()) {
          await connection.exec(sql);
        }
        if (testdata !== undefined) {
          await connection.exec(block(testdata, "TESTDATA"));
        }
        return connection;
      },
      file: () => join(folder, `${++files}.db`),
      connect,
    });
  } finally {
    for (const connection of connections) {
      await connection.close();
    }
  }
}

/**
 * Runs tests for every driver. A gap of a driver must fail, for its reason to be true still; one that passes is a
 * failure too.
 */
export function contract(feature: string, define: (test: Test) => void): void {
  for (const driver of drivers) {
    void describe(`${driver.name}: ${feature}`, () => {
      define((name, body) => {
        const reason = driver.gaps[`${feature}: ${name}`];
        void it(
          reason === undefined ? name : `${name} [gap: ${reason}]`,
          async () => {
            if (reason === undefined) {
              return run(driver, body);
            }
            try {
              await run(driver, body);
            } catch {
              return;
            }
            throw new Error(`this works now: take the gap out (${reason})`);
          },
        );
      });
    });
  }
}
