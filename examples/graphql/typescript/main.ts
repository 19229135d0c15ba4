// Answers a GraphQL query from PostgreSQL: customers come with who referred them, and each other nested field takes one
// query, however many customers there are.
//
//   node build/main.js SCHEMA_FILE QUERY DATABASE_URL

import { readFileSync } from "node:fs";
import DataLoader from "dataloader";
import { buildSchema, graphql } from "graphql";
import pg from "pg";
import { Shop, type CustomerByIdRow, type CustomersRow } from "./gen/shop.js";

/** The loaders of one request: what it asks for while it resolves a level becomes one call. */
function loaders(shop: Shop) {
  return {
    lastOrders: new DataLoader((ids: readonly number[]) =>
      shop.lastOrdersBulk(ids.map((customer) => ({ customer }))),
    ),
    customer: new DataLoader((ids: readonly number[]) =>
      shop.customerByIdBulk(ids.map((id) => ({ id }))),
    ),
  };
}

type Request = ReturnType<typeof loaders>;

class Customer {
  readonly name: string;
  readonly #id: number;
  /** Who referred the customer, or the key of that row. */
  readonly #referrer: CustomerByIdRow | number | null;

  constructor(row: CustomersRow | CustomerByIdRow) {
    this.name = row.name;
    this.#id = row.id;
    this.#referrer = "referrer" in row ? row.referrer : row.referred_by;
  }

  async referredBy(_: unknown, request: Request): Promise<Customer | null> {
    const known = this.#referrer;
    const row =
      typeof known === "number" ? await request.customer.load(known) : known;
    return row ? new Customer(row) : null;
  }

  lastOrders(_: unknown, request: Request) {
    return request.lastOrders.load(this.#id);
  }
}

const [schemaFile = "", source = "", url] = process.argv.slice(2);
const schema = buildSchema(readFileSync(schemaFile, "utf8"));
const pool = new pg.Pool({ connectionString: url });
try {
  await Shop.applyMigrations(pool);
  const shop = new Shop(pool);
  await shop.addCustomers();
  await shop.addOrders();

  const asked: string[] = [];
  const observed = new Shop(pool, (query) => {
    asked.push(query);
    return () => undefined;
  });
  const result = await graphql({
    schema,
    source,
    rootValue: {
      customers: async () =>
        (await observed.customers()).map((row) => new Customer(row)),
    },
    contextValue: loaders(observed),
  });
  console.log(JSON.stringify(result));
  asked.sort();
  if (asked.join() !== "customer_by_id,customers,last_orders") {
    throw new Error(`one query for each field expected, not ${asked.join()}`);
  }
} finally {
  await pool.end();
}
