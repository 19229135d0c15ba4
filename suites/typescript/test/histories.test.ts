import { histories, play, played } from "../src/histories.js";
import { contract } from "../src/suite.js";

const tables = "SELECT name FROM sqlite_schema ORDER BY name";

contract("histories", (test) => {
  for (const history of histories("sqlite")) {
    test(history.name, async ({ units, connect, file }) => {
      await play(history, async () => {
        const connection = await connect(file());
        await connection.exec("PRAGMA foreign_keys = OFF"); // as sqg has it
        return played(
          units.runner,
          async (work) => work(connection.db),
          () => connection.text(tables),
        );
      });
    });
  }
});
