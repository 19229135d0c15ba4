// Reads from DuckDB by its driver for Node.js.
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { say, version } from "../../../runner/typescript/turns.js";
import { DuckdbReads } from "../gen/duckdb/duckdb-reads.js";
import type { Opened, Reads } from "./reads.js";

const users = "SELECT id, name, email, age, score FROM users";
const orders = "SELECT id, paid, total, due, placed, token FROM orders";

/** As the driver's documentation has it. */
class HandDuckDb implements Reads {
  constructor(readonly connection: DuckDBConnection) {}

  async #one(sql: string, id: number) {
    const reader = await this.connection.runAndReadAll(sql, [id]);
    return reader.getRowObjects()[0];
  }

  async #all(sql: string) {
    return (await this.connection.runAndReadAll(sql)).getRowObjects();
  }

  async *#stream(sql: string) {
    const result = await this.connection.stream(sql);
    for await (const rows of result.yieldRowObjects()) {
      yield* rows;
    }
  }

  getUser(id: number) {
    return this.#one(`${users} WHERE id = $1`, id);
  }

  getOrder(id: number) {
    return this.#one(`${orders} WHERE id = $1`, id);
  }

  allUsers() {
    return this.#all(users);
  }

  allOrders() {
    return this.#all(orders);
  }

  iterateAllUsers() {
    return this.#stream(users);
  }

  iterateAllOrders() {
    return this.#stream(orders);
  }
}

export async function open(rows: number): Promise<Opened> {
  const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
  for (const sql of DuckdbReads.getMigrations()) {
    await connection.run(sql);
  }
  const generated = new DuckdbReads(connection);
  await generated.fillUsers(rows);
  await generated.fillOrders(rows);
  say({ versions: { "node-api": version("@duckdb/node-api") } });
  const all = {
    "duckdb-generated": generated,
    "duckdb-hand": new HandDuckDb(connection),
  };
  return { all, server: [] };
}
