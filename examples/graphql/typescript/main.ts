// Answers a GraphQL query from PostgreSQL: each nested field takes one query, however many customers there are.
//
//   node build/main.js SCHEMA_FILE QUERY DATABASE_URL

import { readFileSync } from "node:fs";
import DataLoader from "dataloader";
import { buildSchema, graphql } from "graphql";
import pg from "pg";
import { Shop, type CustomersRow } from "./gen/shop.js";

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
  readonly #row: CustomersRow;

  constructor(row: CustomersRow) {
    this.name = row.name;
    this.#row = row;
  }

  async referredBy(_: unknown, request: Request): Promise<Customer | null> {
    if (this.#row.referred_by === null) {
      return null;
    }
    const found = await request.customer.load(this.#row.referred_by);
    return found === undefined ? null : new Customer(found);
  }

  lastOrders(_: unknown, request: Request) {
    return request.lastOrders.load(this.#row.id);
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
