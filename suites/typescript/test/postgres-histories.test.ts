import { histories, play, played } from "../src/histories.js";
import { test } from "../src/postgres.js";

const tables = `SELECT c.oid::regclass::text
FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v') AND n.nspname !~ '^(pg_|information)' ORDER BY 1`;

for (const history of histories("postgres")) {
  test(`history: ${history.name}`, async (context) => {
    await play(history, async () => {
      const url = await context.database();
      const watching = await context.connect(url);
      return played(
        context.units.runner,
        // A start of the program, whose connections know nothing of those before.
        async (work) => {
          const connection = await context.driver.open(url);
          try {
            return await work(connection.db);
          } finally {
            await connection.close();
          }
        },
        () => watching.text(tables),
      );
    });
  });
}
