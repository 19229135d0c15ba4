// Every driver's file has what it must. It is compiled with the prelude, and no part of generated code.
import type { DuckDBConnection } from "@duckdb/node-api";
import type { PGlite } from "@electric-sql/pglite";
import type { Client } from "@libsql/client";
import type { Database as TursoDatabase } from "@tursodatabase/database";
import type { Database as BetterSqlite3 } from "better-sqlite3";
import type { Database as BunDatabase } from "bun:sqlite";
import type { DatabaseSync } from "node:sqlite";
import type { AsyncSqlite, Enclosing, Helping, Postgres } from "./drivers.js";
import type * as duckdbValues from "./duckdb-values.js";
import * as duckdb from "./duckdb.js";
import * as libsql from "./libsql.js";
import * as pg from "./pg.js";
import * as pglite from "./pglite.js";
import * as postgres from "./postgres.js";
import type { Value } from "./sqlite.js";
import type * as sync from "./sync.js";
import * as duckdbTransaction from "./transaction-duckdb.js";
import * as libsqlTransaction from "./transaction-libsql.js";
import * as pgTransaction from "./transaction-pg.js";
import * as pgliteTransaction from "./transaction-pglite.js";
import * as postgresTransaction from "./transaction-postgres.js";
import * as tursoTransaction from "./transaction-turso.js";
import * as turso from "./turso.js";
import type * as wire from "./wire.js";

type Synchronous<Connection extends sync.Connection> = Connection;

export type Checked = [
  Synchronous<BetterSqlite3>,
  Synchronous<DatabaseSync>,
  Synchronous<BunDatabase>,
];

export const checked = [
  libsql satisfies AsyncSqlite<libsql.Connection, Client, libsql.Tx, Value>,
  turso satisfies AsyncSqlite<turso.Connection, TursoDatabase, turso.Tx, Value>,
  pg satisfies Postgres<pg.Connection, pg.Tx, pg.Statement, wire.Value>,
  postgres satisfies Postgres<
    postgres.Connection,
    postgres.Tx,
    postgres.Statement,
    wire.Value
  >,
  pglite satisfies Postgres<
    pglite.Connection,
    pglite.Tx,
    pglite.Statement,
    wire.Value,
    PGlite
  >,
  duckdb satisfies Helping<
    DuckDBConnection,
    duckdb.Statement,
    duckdbValues.Value
  >,
  pgTransaction satisfies Enclosing<pg.Connection, pg.Tx>,
  postgresTransaction satisfies Enclosing<postgres.Connection, postgres.Tx>,
  pgliteTransaction satisfies Enclosing<pglite.Connection, pglite.Tx>,
  duckdbTransaction satisfies Enclosing<DuckDBConnection, DuckDBConnection>,
  libsqlTransaction satisfies Enclosing<libsql.Connection, libsql.Tx>,
  tursoTransaction satisfies Enclosing<turso.Connection, turso.Tx>,
];
