// Applies migrations to a database at a given time: several of these race each other.
import { drivers } from "./drivers.js";

const [name, file = "", start] = process.argv.slice(2);
const driver = drivers.find((d) => d.name === name);
if (driver === undefined) {
  throw new Error(`no driver ${String(name)}`);
}
while (Date.now() < Number(start)) {
  // Spin: a timer would not hit the same moment in each process.
}
const connection = await driver.open(file);
await driver.units.migrations.Migrations.applyMigrations(connection.db);
await connection.close();
console.log("applied");
