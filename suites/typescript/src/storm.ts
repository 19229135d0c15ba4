import type { Driver } from "./drivers.js";
import type { Accounts } from "./transactions.js";

/** A storm, as one of its clients sees it. */
export interface Storm {
  file: string;
  clients: number;
  client: number;
  /** How many have read a balance. */
  meeting: SharedArrayBuffer;
}

/** A client's transfers. It says how often it has tried them; meet is called once, behind the first balance. */
export async function transfers(
  driver: Driver,
  { file, client }: Storm,
  meet: () => unknown,
): Promise<number> {
  const connection = await driver.open(file);
  await connection.exec("PRAGMA busy_timeout = 0");
  const app = new driver.units.transactions.Transactions(
    connection.db,
  ) as unknown as Accounts;
  let calls = 0;
  let met = false;
  const once = (): unknown => {
    const first = !met;
    met = true;
    return first ? meet() : undefined;
  };
  for (let i = 0; i < 3; i++) {
    const from = 1 + ((client + i) % 4);
    const to = 1 + ((client + 3 * i + 1) % 4);
    const put = (tx: Accounts, id: number, balance: unknown, by: number) =>
      tx.put(id, Number(balance) + by);
    const waiting = async (tx: Accounts) => {
      const has = await tx.balance(from);
      await once();
      await put(tx, from, has, -1);
      await put(tx, to, await tx.balance(to), 1);
    };
    const returning = (tx: Accounts) => {
      const has = tx.balance(from);
      once();
      put(tx, from, has, -1);
      put(tx, to, tx.balance(to), 1);
    };
    await app.transaction(
      (tx) => {
        calls++;
        if (!driver.synchronous) {
          return waiting(tx);
        }
        returning(tx);
        return undefined;
      },
      { retry: 1000 },
    );
  }
  await connection.close();
  return calls;
}
