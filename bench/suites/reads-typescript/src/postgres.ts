// Reads from PostgreSQL by pg and by postgres.
import pg from "pg";
import postgres from "postgres";
import { plan, say, version } from "../../../runner/typescript/turns.js";
import { PostgresReads as PgReads } from "../gen/pg/postgres-reads.js";
import { PostgresReads as PostgresJsReads } from "../gen/postgres/postgres-reads.js";
import type { Opened, Reads } from "./reads.js";

const users = "SELECT id, name, email, age, score FROM users";
const orders = "SELECT id, paid, total, due, placed, token FROM orders";
const chunk = 1000;

/** As the documentation of pg has it, with statements that stay prepared. */
class HandPg implements Reads {
  constructor(readonly client: pg.Client) {}

  async getUser(id: number) {
    const { rows } = await this.client.query<object>({
      name: "user",
      text: `${users} WHERE id = $1`,
      values: [id],
    });
    return rows[0];
  }

  async getOrder(id: number) {
    const { rows } = await this.client.query<object>({
      name: "order",
      text: `${orders} WHERE id = $1`,
      values: [id],
    });
    return rows[0];
  }

  async allUsers() {
    return (await this.client.query<object>(users)).rows;
  }

  async allOrders() {
    return (await this.client.query<object>(orders)).rows;
  }

  async *#stream(sql: string) {
    await this.client.query("BEGIN");
    try {
      await this.client.query(`DECLARE stream NO SCROLL CURSOR FOR ${sql}`);
      for (;;) {
        const fetch = `FETCH ${chunk} FROM stream`;
        const { rows } = await this.client.query<object>(fetch);
        yield* rows;
        if (rows.length < chunk) {
          return;
        }
      }
    } finally {
      await this.client.query("COMMIT");
    }
  }

  iterateAllUsers() {
    return this.#stream(users);
  }

  iterateAllOrders() {
    return this.#stream(orders);
  }
}

/** As the documentation of postgres has it. */
class HandPostgresJs implements Reads {
  constructor(readonly sql: postgres.Sql) {}

  async getUser(id: number) {
    const [row] = await this
      .sql`SELECT id, name, email, age, score FROM users WHERE id = ${id}`;
    return row;
  }

  async getOrder(id: number) {
    const [row] = await this
      .sql`SELECT id, paid, total, due, placed, token FROM orders WHERE id = ${id}`;
    return row;
  }

  async allUsers() {
    return this.sql`SELECT id, name, email, age, score FROM users`;
  }

  async allOrders() {
    return this.sql`SELECT id, paid, total, due, placed, token FROM orders`;
  }

  async *iterateAllUsers() {
    const query = this.sql`SELECT id, name, email, age, score FROM users`;
    for await (const rows of query.cursor(chunk)) {
      yield* rows;
    }
  }

  async *iterateAllOrders() {
    const query = this
      .sql`SELECT id, paid, total, due, placed, token FROM orders`;
    for await (const rows of query.cursor(chunk)) {
      yield* rows;
    }
  }
}

export async function open(rows: number): Promise<Opened> {
  const { host, port, user, database } = plan.server ?? {};
  const place = {
    host: host ?? "",
    port: port ?? 0,
    user: user ?? "",
    database: database ?? "",
  };
  const client = new pg.Client(place);
  await client.connect();
  await client.query("DROP TABLE IF EXISTS users, orders");
  for (const sql of PgReads.getMigrations()) {
    await client.query(sql);
  }
  const generated = new PgReads(client);
  await generated.fillUsers(rows);
  await generated.fillOrders(rows);
  await client.query("VACUUM ANALYZE");
  const sql = postgres({ ...place, max: 1, onnotice: () => undefined });
  say({ versions: { pg: version("pg"), postgres: version("postgres") } });
  const all = {
    "pg-generated": generated,
    "pg-hand": new HandPg(client),
    "postgres-generated": new PostgresJsReads(sql),
    "postgres-hand": new HandPostgresJs(sql),
  };
  const pid = "SELECT pg_backend_pid() AS pid";
  const { rows: found } = await client.query<{ pid: number }>(pid);
  const [other] = await sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
  return { all, server: [found[0]?.pid ?? 0, other?.pid ?? 0] };
}
