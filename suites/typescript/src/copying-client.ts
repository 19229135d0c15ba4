// copying-client.js DRIVER URL: inserts rows without end, and writes a byte to descriptor 3 now and then, until it is
// killed.
import { writeSync } from "node:fs";
import { drivers } from "./postgres.js";

const [name, url = ""] = process.argv.slice(2);
const driver = drivers.find((d) => d.name === name);
const connection = await driver?.open(url);

function* endless() {
  for (let k = 0; ; k++) {
    if (k % 20_000 === 19_999) {
      writeSync(3, "!");
    }
    yield { k, v: "a value of some length" };
  }
}

if (driver !== undefined && connection !== undefined) {
  const q = new driver.units.appender.PostgresAppender(connection.db);
  await q.bulkInsertNarrow(endless());
}
