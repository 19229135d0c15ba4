// staging-client.js DRIVER URL: runs :bulk for more rows than lists are used for.
import { drivers } from "./postgres.js";

const [name, url = ""] = process.argv.slice(2);
const driver = drivers.find((d) => d.name === name);
const connection = await driver?.open(`${url}?application_name=staging-client`);

if (driver !== undefined && connection !== undefined) {
  const q = new driver.units.bulk.PostgresBulk(connection.db);
  const rows = Array.from({ length: 20_000 }, (_, i) => ({ id: i + 1, n: 1 }));
  await q.takeBulk(rows);
  await connection.close();
}
