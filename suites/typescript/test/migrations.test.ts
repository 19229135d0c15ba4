import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { block } from "../src/corpus.js";
import { contract } from "../src/suite.js";

const ids = [
  "001_tables",
  "002_trigger",
  "003_data",
  "004_rebuild",
  "005 view",
];

const applied =
  "SELECT project || ' ' || migration_id FROM _sqg_migrations ORDER BY project, migration_id";

contract("migrations", (test) => {
  test("each text runs as a script", async ({ units, open }) => {
    const { Migrations } = units.migrations;
    const texts = Migrations.getMigrations();
    assert.equal(texts.length, 5);
    assert.ok(!texts.join("\n").includes("legacy_account"));
    assert.ok(!texts.join("\n").includes("test; data"));
    const connection = await open(Migrations);
    const q = new Migrations(connection.db);
    const owners = (await q.accounts()).map((row) => row.owner);
    assert.deepEqual(owners, ['O\'Neill; "the first"', "Zoë `${x}`"]);
  });

  test("are applied once", async ({ units, connect, file }) => {
    const { Migrations } = units.migrations;
    const connection = await connect(file());
    assert.deepEqual(await Migrations.pendingMigrations(connection.db), ids);
    const tables = "SELECT name FROM sqlite_schema";
    assert.deepEqual(await connection.text(tables), []);
    assert.deepEqual(await Migrations.applyMigrations(connection.db), ids);
    assert.deepEqual(await Migrations.applyMigrations(connection.db), []);
    assert.deepEqual(await Migrations.pendingMigrations(connection.db), []);
    assert.deepEqual(
      await connection.text(applied),
      ids.map((id) => `contract/migrations ${id}`),
    );
    const [complete] = await connection.text(
      "SELECT CAST(sum(length(checksum) = 64 AND datetime(applied_at) IS NOT NULL) AS TEXT) FROM _sqg_migrations",
    );
    assert.equal(complete, "5");
    const q = new Migrations(connection.db);
    assert.equal((await q.accounts()).length, 2);
    assert.equal((await q.richAccounts()).length, 1);
    await connection.exec(block("migrations", "BASELINE"));
    assert.equal(await q.legacyOwner(1), undefined);
  });

  test("triggers work afterwards", async ({ units, connect, file }) => {
    const { Migrations } = units.migrations;
    const connection = await connect(file());
    await connection.exec(Migrations.getMigrations().slice(0, 2).join(";\n"));
    await connection.exec(
      "INSERT INTO account (id, owner, balance) VALUES (1, 'a', 10); UPDATE account SET balance = 15 WHERE id = 1",
    );
    const q = new Migrations(connection.db);
    const trail = (await q.auditTrail()).map((row) => row.change);
    assert.deepEqual(trail, ["up;5"]);
  });

  test("two projects share a database", async ({ units, connect, file }) => {
    const { Migrations } = units.migrations;
    const connection = await connect(file());
    await connection.exec("CREATE TABLE other (x)");
    await Migrations.applyMigrations(connection.db, "tenant-123");
    await assert.rejects(
      async () => Migrations.applyMigrations(connection.db, "tenant-456"),
      /account/,
    );
    assert.deepEqual(
      await connection.text(applied),
      ids.map((id) => `tenant-123 ${id}`),
    );
    await connection.exec(
      "DROP VIEW rich; DROP TABLE account; DROP TABLE audit",
    );
    await Migrations.applyMigrations(connection.db, "tenant-456");
    assert.equal((await connection.text(applied)).length, 10);
  });

  test("a table that is made again takes no rows with it", async ({
    units,
    connect,
    file,
  }) => {
    const { Migrations } = units.migrations;
    const connection = await connect(file());
    for (const sql of [
      "PRAGMA foreign_keys = OFF",
      "CREATE TABLE mine (account INTEGER REFERENCES account ON DELETE CASCADE)",
      "INSERT INTO mine VALUES (1)",
      "PRAGMA foreign_keys = ON",
    ]) {
      await connection.exec(sql);
    }
    await Migrations.applyMigrations(connection.db);
    const rows = "SELECT CAST(account AS TEXT) FROM mine";
    assert.deepEqual(await connection.text(rows), ["1"]);
    await assert.rejects(
      async () => connection.exec("INSERT INTO mine VALUES (99)"),
      /FOREIGN KEY|foreign key/,
    );
  });

  test("the table of an older sqg is adopted", async ({
    units,
    connect,
    file,
  }) => {
    const { Migrations } = units.migrations;
    const connection = await connect(file());
    const [first = "", second = ""] = Migrations.getMigrations();
    await connection.exec(`${first};\n${second};
      CREATE TABLE _sqg_migrations (
        project TEXT NOT NULL,
        migration_id TEXT NOT NULL,
        applied_at TEXT NOT NULL DEFAULT (datetime('now')),
        PRIMARY KEY (project, migration_id)
      );
      INSERT INTO _sqg_migrations (project, migration_id)
      VALUES ('old', '001_tables'), ('old', '002_trigger');`);
    const pending = await Migrations.pendingMigrations(connection.db, "old");
    assert.deepEqual(pending, ids.slice(2));
    await Migrations.applyMigrations(connection.db, "old");
    await Migrations.applyMigrations(connection.db, "old");
    assert.deepEqual(
      await connection.text(applied),
      ids.map((id) => `old ${id}`),
    );
    const known = "SELECT CAST(count(checksum) AS TEXT) FROM _sqg_migrations";
    assert.deepEqual(await connection.text(known), ["3"]);
  });

  test("one that was changed is an error, and nothing is applied", async ({
    units,
    connect,
    file,
  }) => {
    const { Migrations } = units.migrations;
    const connection = await connect(file());
    await Migrations.applyMigrations(connection.db);
    await connection.exec(
      `UPDATE _sqg_migrations SET checksum = '${"a".repeat(64)}' WHERE migration_id = '005 view'`,
    );
    assert.deepEqual(await Migrations.applyMigrations(connection.db), []);
    await connection.exec(
      "UPDATE _sqg_migrations SET checksum = 'other' WHERE migration_id = '002_trigger'",
    );
    await connection.exec(
      "DELETE FROM _sqg_migrations WHERE migration_id = '005 view'",
    );
    await assert.rejects(
      async () => Migrations.applyMigrations(connection.db),
      /migration "002_trigger" of project "contract\/migrations" has changed.*:was\(other\)$/,
    );
    await assert.rejects(
      async () => Migrations.pendingMigrations(connection.db),
      /migration "002_trigger" of project "contract\/migrations" has changed/,
    );
    assert.equal((await connection.text(applied)).length, 4);
    await connection.exec("CREATE TABLE usable (x)");
  });

  test("what is applied stays where a later one fails", async ({
    units,
    connect,
    file,
  }) => {
    const { Migrations } = units.migrations;
    const connection = await connect(file());
    await connection.exec("CREATE TABLE account_new (x)");
    await assert.rejects(
      async () => Migrations.applyMigrations(connection.db),
      /account_new/,
    );
    const q = new Migrations(connection.db);
    assert.deepEqual(await q.tables(), [
      "_sqg_migrations",
      "account",
      "account_new",
      "audit",
    ]);
    assert.equal((await connection.text(applied)).length, 3);
    await connection.exec("DROP TABLE account_new");
    assert.deepEqual(
      await Migrations.applyMigrations(connection.db),
      ids.slice(3),
    );
    assert.equal((await connection.text(applied)).length, 5);
  });

  test("not within a transaction of the caller", async ({
    units,
    connect,
    file,
  }) => {
    const { Migrations } = units.migrations;
    const connection = await connect(file());
    await connection.transaction("ROLLBACK", async (tx) => {
      await assert.rejects(
        async () => Migrations.applyMigrations(tx),
        /migrations need transactions of their own/,
      );
    });
    await Migrations.applyMigrations(connection.db);
  });

  test("several processes start at once", async ({
    driver,
    connect,
    file,
    units,
  }) => {
    const path = file();
    const script = fileURLToPath(new URL("../src/migrate.js", import.meta.url));
    const starters = Array.from({ length: 4 }, () =>
      startProcess(script, driver.name, path),
    );
    await Promise.all(starters.map(({ ready }) => ready));
    for (const { child } of starters) {
      child.stdin.write("go\n");
    }
    for (const { output } of starters) {
      assert.equal(await output, "ready\napplied\n");
    }
    const connection = await connect(path);
    assert.equal((await connection.text(applied)).length, 5);
    const q = new units.migrations.Migrations(connection.db);
    assert.equal((await q.accounts()).length, 2);
  });
});

/** A process that says when it is ready; its output, and the errors in it, are known when it has ended. */
function startProcess(...args: string[]) {
  const child = spawn(process.execPath, args);
  child.stdin.on("error", () => undefined); // it has ended, which its output explains
  let text = "";
  const output = new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk) => (text += String(chunk)));
    child.stderr.on("data", (chunk) => (text += String(chunk)));
    child.on("error", reject);
    child.on("close", () => {
      resolve(text);
    });
  });
  const ready = Promise.race([once(child.stdout, "data"), output]);
  return { child, output, ready };
}
