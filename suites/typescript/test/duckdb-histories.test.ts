import { DuckDBInstance } from "@duckdb/node-api";
import * as runner from "../gen/runner/duckdb/sqg-duckdb.js";
import { column, test } from "../src/duckdb.js";
import { histories, play, played } from "../src/histories.js";

const tables = "SELECT table_name FROM duckdb_tables() ORDER BY ALL";

for (const history of histories("duckdb")) {
  test(`history: ${history.name}`, async () => {
    await play(history, async () => {
      const instance = await DuckDBInstance.create(":memory:");
      return played(
        runner,
        async (work) => work(await instance.connect()),
        (db) => column(db, tables),
      );
    });
  });
}
