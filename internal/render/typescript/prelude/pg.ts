// Helpers of generated code for pg (node-postgres).
import crypto from "node:crypto";
import type {
  ClientBase,
  CustomTypesConfig,
  Pool,
  QueryArrayConfig,
  Submittable,
} from "pg";
import { type Chosen, inTurn, type Migration } from "./common.js";
import {
  applyMissing,
  busy,
  endError,
  inBatches,
  inTransaction,
  refuseBusy,
  type Session,
  type Value,
} from "./wire.js";

type Connection = Pool | ClientBase;

/** A connection in a transaction. */
type Tx = ClientBase;

/** A statement, or one that is not worth to be kept prepared. */
type Statement = string | { once: string };

/** What connections know a statement by once the server has parsed it: the same for the same text everywhere. */
const statementNames = new Map<string, string>();

function nameOf(text: string): string {
  return statementNames.get(text) ?? setName(text, text);
}

/** Names a statement by the hash of a text: its own at first, then that of the name before. */
function setName(text: string, hashed: string): string {
  const hash = crypto.createHash("sha256").update(hashed);
  const name = hash.digest("hex").slice(0, 32);
  statementNames.set(text, name);
  return name;
}

/** The server no longer has a statement, or that returns other types since the schema has changed. Nothing was run. */
function isStale(error: unknown): boolean {
  const { code, routine } = error as { code?: string; routine?: string };
  return code === "26000" || routine === "RevalidateCachedQuery";
}

function textOf(statement: Statement): string {
  return typeof statement === "string" ? statement : statement.once;
}

/** Values come as the server's text, whatever the application has told pg.types. */
const types = {
  getTypeParser: () => (text: string) => text,
} as unknown as CustomTypesConfig;

async function send(
  db: Connection,
  statement: Statement,
  values: Value[],
): Promise<{ rows: unknown[][]; rowCount: number | null }> {
  refuseBusy(db);
  const text = textOf(statement);
  const query = async (name: string) => {
    const config: QueryArrayConfig = {
      name,
      text,
      values,
      rowMode: "array",
      types,
    };
    return "totalCount" in db ? db.query(config) : db.query(config);
  };
  if (typeof statement !== "string") {
    return query("");
  }
  const name = nameOf(text);
  try {
    return await query(name);
  } catch (error) {
    if (!isStale(error)) {
      throw error;
    }
    if (nameOf(text) === name) {
      setName(text, name); // every connection parses it again
    }
    if (!("totalCount" in db) && db.getTransactionStatus() !== "I") {
      throw error; // the transaction has failed
    }
    return query(nameOf(text));
  }
}

async function fetchRows(
  db: Connection,
  statement: Statement,
  ...values: Value[]
): Promise<unknown[][]> {
  const { rows } = await send(db, statement, values);
  return rows;
}

/** Runs a statement for its effect. Returns the rows it changed. */
async function runStatement(
  db: Connection,
  statement: Statement,
  ...values: Value[]
): Promise<number> {
  const { rowCount } = await send(db, statement, values);
  return rowCount ?? 0;
}

/** A client for longer work: one of the pool's, or the caller's. */
async function acquire(
  db: Connection,
): Promise<{ client: ClientBase; release: (failed: boolean) => void }> {
  if (!("totalCount" in db)) {
    return { client: db, release: () => undefined };
  }
  const client = await db.connect();
  const ignore = () => undefined; // the statement that is running fails with the connection
  client.on("error", ignore);
  const giveBack = (error?: Error) => {
    client.off("error", ignore);
    client.release(error);
  };
  const release = (failed: boolean) => {
    if (failed) {
      // A server that ends a connection says so before the driver sees the end: until then the client is not reusable.
      client.query("").then(() => {
        giveBack();
      }, giveBack);
    } else {
      giveBack();
    }
  };
  return { client, release };
}

async function withClient<T>(
  db: Connection,
  work: (client: ClientBase) => Promise<T>,
): Promise<T> {
  const { client, release } = await acquire(db);
  let failed = true;
  try {
    const result = await work(client);
    failed = false;
    return result;
  } finally {
    release(failed);
  }
}

/** A value as the driver sends it: bytes as they are, everything else in text. */
function wireValue(value: Value): string | Buffer | null {
  if (value instanceof Uint8Array) {
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
  return value === null ? null : String(value);
}

/** What is used here of the driver's Connection. */
interface Wire {
  readonly stream: {
    write(
      bytes: Uint8Array,
      encoding: undefined,
      sent: (error?: Error | null) => void,
    ): void;
  };
  query(text: string): void;
  parse(message: { text: string }): void;
  bind(message: {
    portal?: string;
    values: Value[];
    valueMapper: unknown;
  }): void;
  execute(message?: { portal: string; rows: number }): void;
  close(message: { type: "P"; name: string }): void;
  flush(): void;
  sync(): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

/** How an exchange with the server goes: each request by itself, or several while no other statement can run. */
type Manner = "single" | "portal" | "copy";

/** An exchange with the server that is more than a query. The driver calls these methods with what comes in. */
class Exchange implements Submittable {
  rows: unknown[][] = [];
  changes = 0;
  suspended = false;
  callback: (() => void) | undefined; // set by the driver, to hear the end in time
  readonly #client: ClientBase;
  readonly #manner: Manner;
  #wire: Wire | undefined;
  #request: (wire: Wire) => void = () => undefined;
  #answer: (error?: unknown) => void = () => undefined;
  #failure: { error: Error } | undefined;

  constructor(client: ClientBase, manner: Manner) {
    this.#client = client;
    this.#manner = manner;
  }

  get failed(): boolean {
    return this.#failure !== undefined;
  }

  /** Sends something and waits for the answer. */
  async ask(request: (wire: Wire) => void): Promise<void> {
    this.rows = [];
    this.suspended = false;
    if (this.#failure !== undefined) {
      throw this.#failure.error;
    }
    await new Promise<void>((resolve, reject) => {
      this.#answer = () => {
        if (this.#failure === undefined) {
          resolve();
        } else {
          reject(this.#failure.error);
        }
      };
      this.#request = request;
      if (this.#wire === undefined) {
        this.#client.query(this);
      } else {
        this.#send(this.#wire);
      }
    });
  }

  /** Sends rows of a COPY; the chunk is free for others then. */
  async write(chunk: Buffer): Promise<void> {
    chunk[0] = 0x64; // CopyData
    chunk.writeInt32BE(chunk.length - 1, 1);
    await new Promise<void>((resolve) => {
      if (this.#wire === undefined) {
        resolve(); // it has failed
        return;
      }
      this.#wire.stream.write(chunk, undefined, (error) => {
        this.#failure ??= error ? { error } : undefined;
        resolve();
      });
    });
    if (this.#failure !== undefined) {
      throw this.#failure.error;
    }
  }

  submit(connection: unknown): void {
    const wire = connection as Wire;
    if (this.#manner !== "single") {
      this.#wire = wire;
    }
    this.#send(wire);
  }

  #send(wire: Wire): void {
    this.#request(wire);
    if (this.#manner === "single") {
      wire.sync();
    } else if (this.#manner === "portal") {
      wire.flush();
    }
  }

  handleRowDescription(): void {
    // What the columns are is known.
  }

  handleDataRow(message: { fields: unknown[] }): void {
    this.rows.push(message.fields);
  }

  handlePortalSuspended(): void {
    this.suspended = true;
    if (this.#manner === "portal") {
      this.#answer();
    }
  }

  handleCopyInResponse(): void {
    this.#answer();
  }

  handleEmptyQuery(connection: unknown): void {
    this.handleCommandComplete({ text: "" }, connection);
  }

  handleCommandComplete(message: { text: string }, connection: unknown): void {
    this.changes += Number(/\d+$/.exec(message.text)?.[0] ?? 0);
    if (this.#manner === "portal") {
      (connection as Wire).sync();
    }
  }

  handleReadyForQuery(): void {
    this.#end();
  }

  handleError(error: Error, connection: unknown): void {
    this.#failure ??= { error };
    if (this.#manner === "portal") {
      (connection as Wire).sync();
    }
    this.#end();
  }

  #end(): void {
    this.#wire = undefined;
    this.callback?.();
    this.#answer();
  }
}

/** How many rows are read at a time. */
const rowsAtATime = 1000;

let portals = 0;

/**
 * Reads rows some at a time, on a client of a pool's own or on the caller's. In a transaction others can run meanwhile.
 * Outside of one the rows are there only as long as nothing else is asked of the client.
 */
async function* streamRows(
  db: Connection,
  statement: Statement,
  ...values: Value[]
): AsyncIterableIterator<unknown[][]> {
  refuseBusy(db);
  const { client, release } = await acquire(db);
  const single = client.getTransactionStatus() === "T";
  const portal = `sqg_${++portals}`;
  const exchange = new Exchange(client, single ? "single" : "portal");
  if (!single) {
    busy.set(client, "a stream of rows");
  }
  try {
    await exchange.ask((wire) => {
      wire.parse({ text: textOf(statement) });
      wire.bind({ portal, values, valueMapper: wireValue });
      wire.execute({ portal, rows: rowsAtATime });
    });
    for (;;) {
      yield exchange.rows;
      if (!exchange.suspended) {
        break;
      }
      await exchange.ask((wire) => {
        wire.execute({ portal, rows: rowsAtATime });
      });
    }
  } finally {
    try {
      if (exchange.suspended) {
        await exchange.ask((wire) => {
          wire.close({ type: "P", name: portal });
          if (!single) {
            wire.sync();
          }
        });
      }
    } finally {
      busy.delete(client);
      release(exchange.failed);
    }
  }
}

/** Runs work in a transaction of its own, or in a savepoint of the caller's: all of it takes effect or none. */
async function atomically<T>(
  client: ClientBase,
  work: () => Promise<T>,
): Promise<T> {
  const nested = client.getTransactionStatus() !== "I";
  return inTransaction((sql) => client.query(sql), nested, work);
}

/** Runs work on one client, so that all of it takes effect or none. */
async function together<T>(
  db: Connection,
  work: (client: Tx) => Promise<T>,
): Promise<T> {
  refuseBusy(db);
  return withClient(db, (client) =>
    inTurn(client, () => atomically(client, () => work(client))),
  );
}

/** Runs work in a savepoint: where it fails, the transaction goes on without it. */
async function attempt<T>(
  client: Tx,
  work: (client: Tx) => Promise<T>,
): Promise<T> {
  return inTransaction(
    (sql) => client.query(sql),
    true,
    () => work(client),
  );
}

/** Runs one statement's work; where it fails, a transaction of the caller's goes on without it. */
async function alone<T>(
  db: Connection,
  work: (client: ClientBase) => Promise<T>,
): Promise<T> {
  return withClient(db, (client) =>
    inTurn(client, () =>
      client.getTransactionStatus() === "I"
        ? work(client)
        : atomically(client, () => work(client)),
    ),
  );
}

async function runAlone(
  db: Connection,
  statement: Statement,
  ...values: Value[]
): Promise<number> {
  refuseBusy(db);
  return alone(db, (client) => runStatement(client, statement, ...values));
}

/** Runs a statement for each row, many at a time without waiting for the answers. Returns the rows it changed. */
async function runBatch<Row>(
  db: Connection,
  statement: Statement,
  rows: Iterable<Row> | AsyncIterable<Row>,
  encode: (row: Row) => Value[],
): Promise<number> {
  return runChosen(db, rows, (row) => ({
    sql: statement,
    values: encode(row),
  }));
}

/** Runs for each row the statement that is chosen for it. */
async function runChosen<Row>(
  db: Connection,
  rows: Iterable<Row> | AsyncIterable<Row>,
  pick: (row: Row) => Chosen<Statement, Value>,
): Promise<number> {
  return together(db, (client) =>
    inBatches(rows, pick, async (list) => {
      const exchange = new Exchange(client, "single");
      await exchange.ask((wire) => {
        let parsed: Statement | undefined;
        for (const { sql, values } of list) {
          if (sql !== parsed) {
            wire.parse({ text: textOf(sql) });
            parsed = sql;
          }
          wire.bind({ values, valueMapper: wireValue });
          wire.execute();
        }
      });
      return exchange.changes;
    }),
  );
}

/** The bytes in front of each chunk of a COPY that say what it is. */
const copyHead = 5;

/** Runs COPY … FROM STDIN with what feed writes: all of it takes effect or none. */
async function copyIn(
  db: Connection,
  sql: string,
  feed: (write: (chunk: Buffer) => Promise<void>) => Promise<void>,
): Promise<void> {
  refuseBusy(db);
  await alone(db, (client) => copyWithin(client, client, sql, feed));
}

/** Runs COPY … FROM STDIN in a transaction, or as one of its own. Meanwhile the client takes no other statement. */
async function copyWithin(
  client: Tx,
  _db: Connection,
  sql: string,
  feed: (write: (chunk: Buffer) => Promise<void>) => Promise<void>,
): Promise<void> {
  const nested = client.getTransactionStatus() !== "I";
  const exchange = new Exchange(client, "copy");
  await exchange.ask((wire) => {
    wire.query(sql);
  });
  busy.set(client, "a bulk insert");
  try {
    await feed((chunk) => exchange.write(chunk));
    await exchange
      .ask((wire) => {
        wire.endCopyFrom();
      })
      .catch((error: unknown) => {
        throw nested ? error : endError(error as Error);
      });
  } catch (error) {
    await exchange
      .ask((wire) => {
        wire.sendCopyFail(String(error));
      })
      .catch(() => undefined);
    throw error;
  } finally {
    busy.delete(client);
  }
}

async function applyMigrations(
  db: Connection,
  project: string,
  migrations: readonly Migration[],
): Promise<string[]> {
  return withClient(db, async (client) => {
    if (client.getTransactionStatus() !== "I") {
      throw new Error(
        "migrations need transactions of their own: end the open one first",
      );
    }
    const session: Session = {
      fetch: (text, ...values) => fetchRows(client, unnamed(text), ...values),
      run: (script) => client.query(script),
      whole: (work) => atomically(client, work),
      isOpen: () => Promise.resolve(client.getTransactionStatus() === "T"),
    };
    return applyMissing(session, project, migrations);
  });
}

/** A statement that is not worth to be kept prepared. */
function unnamed(text: string): { once: string } {
  return { once: text };
}

export {
  withClient,
  unnamed,
  fetchRows,
  runStatement,
  runAlone,
  streamRows,
  runBatch,
  together,
  attempt,
  copyHead,
  copyIn,
  copyWithin,
  applyMigrations,
  type Connection,
  type Tx,
  type Statement,
};
