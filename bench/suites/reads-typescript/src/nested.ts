// Purchases with their lines, from PostgreSQL by pg.
import { relations } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import {
  doublePrecision,
  integer,
  pgTable,
  text as textColumn,
} from "drizzle-orm/pg-core";
import pg from "pg";
import {
  type Contestant,
  clock,
  plan,
  say,
  version,
} from "../../../runner/typescript/turns.js";
import { NestedReads } from "../gen/pg/nested-reads.js";

interface Line {
  id: number;
  product: string;
  quantity: number;
  price: number;
  note: string | null;
}

interface Purchase {
  id: number;
  customer: string;
  lines: Line[];
}

const linesOfEach = 10;

function purchase(id: number): Purchase {
  const lines = Array.from({ length: linesOfEach }, (_, n) => ({
    id: 10 * id + n,
    product: `product ${id % 7}/${n}`,
    quantity: n + 1,
    price: (id + n) / 4,
    note: n % 2 === 0 ? `note ${n}` : null,
  }));
  return { id, customer: `customer number ${id}`, lines };
}

/** Rows of the join, grouped by hand. */
async function flat(client: pg.Client): Promise<Purchase[]> {
  type Row = [number, string, number | null, string, number, number, null];
  const { rows } = await client.query<Row>({
    name: "flat",
    text: `SELECT p.id, p.customer, l.id, l.product, l.quantity, l.price, l.note
      FROM purchases AS p LEFT JOIN lines AS l ON l.purchase = p.id
      ORDER BY p.id, l.id`,
    rowMode: "array",
  });
  const all: Purchase[] = [];
  let last: Purchase | undefined;
  for (const [id, customer, line, product, quantity, price, note] of rows) {
    if (last?.id !== id) {
      last = { id, customer, lines: [] };
      all.push(last);
    }
    if (line !== null) {
      last.lines.push({ id: line, product, quantity, price, note });
    }
  }
  return all;
}

/** A query for the purchases, and one for the lines of all of them. */
async function two(client: pg.Client): Promise<Purchase[]> {
  const found = new Map<number, Purchase>();
  const purchases = await client.query<[number, string]>({
    name: "purchases",
    text: "SELECT id, customer FROM purchases ORDER BY id",
    rowMode: "array",
  });
  for (const [id, customer] of purchases.rows) {
    found.set(id, { id, customer, lines: [] });
  }
  const lines = await client.query<
    [number, number, string, number, number, string | null]
  >({
    name: "lines",
    text: `SELECT purchase, id, product, quantity, price, note FROM lines
      WHERE purchase = ANY ($1) ORDER BY id`,
    values: [[...found.keys()]],
    rowMode: "array",
  });
  for (const [of, id, product, quantity, price, note] of lines.rows) {
    found.get(of)?.lines.push({ id, product, quantity, price, note });
  }
  return [...found.values()];
}

const purchases = pgTable("purchases", {
  id: integer().primaryKey(),
  customer: textColumn().notNull(),
});
const lines = pgTable("lines", {
  id: integer().primaryKey(),
  purchase: integer().notNull(),
  product: textColumn().notNull(),
  quantity: integer().notNull(),
  price: doublePrecision().notNull(),
  note: textColumn(),
});
const schema = {
  purchases,
  lines,
  ofPurchases: relations(purchases, ({ many }) => ({ lines: many(lines) })),
  ofLines: relations(lines, ({ one }) => ({
    of: one(purchases, {
      fields: [lines.purchase],
      references: [purchases.id],
    }),
  })),
};

/** A relational query of Drizzle, prepared. */
function drizzled(client: pg.Client): () => Promise<Purchase[]> {
  const query = drizzle(client, { schema })
    .query.purchases.findMany({
      orderBy: (p, { asc }) => asc(p.id),
      with: {
        lines: {
          columns: { purchase: false },
          orderBy: (l, { asc }) => asc(l.id),
        },
      },
    })
    .prepare("drizzled");
  return () => query.execute();
}

export async function open(
  rows: number,
): Promise<(method: string) => Promise<Contestant>> {
  const { host, port, user, database } = plan.server ?? {};
  const client = new pg.Client({
    host: host ?? "",
    port: port ?? 0,
    user: user ?? "",
    database: database ?? "",
  });
  await client.connect();
  await client.query("DROP TABLE IF EXISTS lines, purchases");
  for (const sql of NestedReads.getMigrations()) {
    await client.query(sql);
  }
  const generated = new NestedReads(client);
  await generated.fillPurchases(rows);
  await generated.fillLines();
  await client.query("VACUUM ANALYZE");
  say({ versions: { "drizzle-orm": version("drizzle-orm") } });
  const found = await client.query<{ pid: number }>(
    "SELECT pg_backend_pid() AS pid",
  );
  const server = found.rows.map((row) => row.pid);
  const ways: Record<string, () => Promise<Purchase[]>> = {
    "nested-name": () => generated.purchasesByName(),
    "nested-value": () => generated.purchasesByValue(),
    "nested-flat": () => flat(client),
    "nested-two": () => two(client),
    "nested-drizzle": drizzled(client),
  };
  const expected = Array.from({ length: rows }, (_, i) => purchase(i + 1));
  const wanted = JSON.stringify(expected);
  return async (method) => {
    const read = ways[method];
    if (!read) {
      throw new Error(`there is no method ${method}`);
    }
    return {
      calls: 1,
      async run() {
        const took = clock(server);
        const got = await read();
        const measured = took();
        if (JSON.stringify(got) !== wanted) {
          throw new Error(`${got.length} purchases are not what they must be`);
        }
        return measured;
      },
    };
  };
}
