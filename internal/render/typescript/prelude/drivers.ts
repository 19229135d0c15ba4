// What the files of drivers have for generated code and for the helpers that drivers share. It is compiled with the
// prelude, and no part of generated code: that has the file of one driver.
import type { Migration } from "./common.js";
import type {
  Tracking as SqliteTracking,
  Value as SqliteValue,
} from "./sqlite.js";
import type { Tracking, Value as WireValue } from "./wire.js";

type Rows<Row> = Iterable<Row> | AsyncIterable<Row>;

/** A driver whose statements are run by helpers. */
export interface Helping<Connection, Statement, Value, Migrated = Connection> {
  fetchRows(
    db: Connection,
    statement: Statement,
    ...values: Value[]
  ): Promise<unknown[][]>;
  /** Returns the rows that the statement changed. */
  runStatement(
    db: Connection,
    statement: Statement,
    ...values: Value[]
  ): Promise<number>;
  /** Gives rows some at a time. */
  streamRows(
    db: Connection,
    statement: Statement,
    ...values: Value[]
  ): AsyncIterable<unknown[][]>;
  /** Runs a statement for each row: all of them take effect or none. Returns the rows it changed. */
  runBatch<Row>(
    db: Connection,
    statement: Statement,
    rows: Rows<Row>,
    encode: (row: Row) => Value[],
  ): Promise<number>;
  applyMigrations(
    db: Migrated,
    project: string,
    migrations: readonly Migration[],
  ): Promise<string[]>;
}

/** A driver of PostgreSQL. */
export interface Postgres<
  Connection,
  Tx extends Connection,
  Statement,
  Value,
  Migrated = Connection,
> extends Helping<Connection, Statement, Value, Migrated> {
  /** Runs work so that all of it takes effect or none, in the caller's transaction or in one of its own. */
  together<T>(db: Connection, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The same within such work, which can go on where this fails. */
  attempt<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** A statement that is not worth to be kept prepared. */
  unnamed(text: string): Statement;
  /** Runs a statement; where it fails, a transaction of the caller's goes on without it. */
  runAlone(
    db: Connection,
    statement: Statement,
    ...values: Value[]
  ): Promise<number>;
  /** The bytes that the driver needs in front of each chunk of a COPY. */
  copyHead: number;
  /** Runs COPY … FROM STDIN with what feed writes: all of it takes effect or none. */
  copyIn(
    db: Connection,
    sql: string,
    feed: (write: (chunk: Buffer) => Promise<void>) => Promise<void>,
  ): Promise<void>;
  /** The same in a transaction that was begun on a connection: where that is no pool, it takes no other statement. */
  copyWithin(
    tx: Tx,
    db: Connection,
    sql: string,
    feed: (write: (chunk: Buffer) => Promise<void>) => Promise<void>,
  ): Promise<void>;
}

/** An asynchronous driver of SQLite. */
export interface AsyncSqlite<Connection, Migrated, Tx, Value> {
  /** Runs work so that all of it takes effect or none, in the caller's transaction or in one of its own. */
  atomically<T>(db: Connection, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs statements in turn. Returns the rows they changed. */
  runAll(tx: Tx, statements: { sql: string; args: Value[] }[]): Promise<number>;
  applyMigrations(
    db: Migrated,
    project: string,
    migrations: readonly Migration[],
  ): Promise<string[]>;
}

/** What transactions need of an asynchronous driver. */
export interface Enclosing<Connection, Tx> {
  /** Whether statements run on one connection. */
  isSingle(db: Connection): boolean;
  /** Whether that is in a transaction. */
  isWithin(db: Connection): Promise<boolean>;
  /** Calls work in a transaction that begin begins, or in a savepoint. */
  enclose<T>(
    db: Connection,
    begin: string | undefined,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T>;
}

/** Some driver's: helpers that drivers share are compiled with these. */
export declare class Connection {
  private readonly driver: string;
}

export declare class Tx extends Connection {}

export declare class Statement {
  private readonly driver: string;
}

/** The SQL of the table of migrations, which sqg writes for each driver. */
export declare const tracking: SqliteTracking & Tracking;

/** What sqg writes of an engine's transactions. */
export interface TransactionOptions {
  retry?: number | undefined;
}

export declare function beginOf(options: TransactionOptions): string;

export declare const transactionBegin: string;

export declare const transactionCommit: string;

export declare const transactionUnnested: string | undefined;

export declare const transactionConflicts: string[];

export declare function isConflict(error: unknown): boolean;

declare const enclosing: Enclosing<Connection, Tx>;

declare const sqlite: AsyncSqlite<Connection, Connection, Tx, SqliteValue>;

declare const postgres: Postgres<Connection, Tx, Statement, WireValue>;

export const { enclose, isSingle, isWithin } = enclosing;

export const { atomically, runAll } = sqlite;

export const {
  attempt,
  copyHead,
  copyIn,
  copyWithin,
  fetchRows,
  runAlone,
  runBatch,
  runStatement,
  together,
  unnamed,
} = postgres;
