// Applies migrations to a database as soon as its input says so: several of these race each other.
import { once } from "node:events";
import { drivers } from "./drivers.js";

const [name, file = ""] = process.argv.slice(2);
const driver = drivers.find((d) => d.name === name);
if (driver === undefined) {
  throw new Error(`no driver ${String(name)}`);
}
const connection = await driver.open(file);
console.log("ready");
await once(process.stdin, "data");
process.stdin.destroy();
await driver.units.migrations.Migrations.applyMigrations(connection.db);
await connection.close();
console.log("applied");
