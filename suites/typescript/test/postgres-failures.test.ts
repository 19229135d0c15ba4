// What happens in the middle of a COPY: the server, the client or the connection between them dies, the disk is full.
// Nothing may be half-written, nothing may hang, and whoever uses the connection next must not be told anything wrong.
// ROUNDS says how often each is tried, each time at another row.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { after, before, beforeEach, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { Pool } from "pg";
import { drivers, type Connection, type Driver } from "../src/postgres.js";
import { ask, Server } from "../src/postgres-server.js";

const rounds = Number(process.env["ROUNDS"] ?? 1);
const rowCount = 200_000;
const client = fileURLToPath(
  new URL("../src/copying-client.js", import.meta.url),
);

/** A way to the server that can be cut. */
class Line {
  /** What the client has said when the connection is cut, with the server's answer on its way. */
  cutAfter: Buffer | undefined;
  /** The client hears nothing of an end before it sends something. */
  endsLate = false;
  readonly #listener = createServer((socket) => {
    this.#join(socket);
  });
  readonly #sockets: Socket[] = [];
  readonly #server: Server;

  constructor(server: Server) {
    this.#server = server;
  }

  async open(): Promise<string> {
    this.#listener.listen(0, "127.0.0.1");
    await once(this.#listener, "listening");
    const { port } = this.#listener.address() as AddressInfo;
    return this.#server.url.replace(`:${this.#server.port}/`, `:${port}/`);
  }

  #join(socket: Socket): void {
    const behind = connect(this.#server.port, "127.0.0.1");
    this.#sockets.push(socket, behind);
    for (const end of [socket, behind]) {
      end.on("error", () => undefined);
    }
    let last = false;
    socket.on("data", (bytes) => {
      last ||= this.cutAfter !== undefined && bytes.includes(this.cutAfter);
      if (behind.destroyed) {
        socket.resetAndDestroy();
      } else if (!behind.write(bytes)) {
        socket.pause();
        behind.once("drain", () => socket.resume());
      }
    });
    behind.on("data", (bytes) => {
      if (last) {
        this.cut(); // the server has answered, and nobody hears it
      } else {
        socket.write(bytes);
      }
    });
    behind.on("close", () => {
      if (this.endsLate) {
        socket.resume(); // a pause would wait for ever for the drain of what is closed
      } else {
        socket.destroy();
      }
    });
    socket.on("close", () => behind.destroy());
  }

  cut(): void {
    for (const socket of this.#sockets) {
      socket.resetAndDestroy();
    }
  }

  close(): void {
    this.#listener.close();
    this.cut();
  }
}

/** Rows, in the middle of which something happens. */
async function* rowsWith(at: number, event: () => unknown) {
  for (let k = 0; k < rowCount; k++) {
    if (k === at) {
      await event();
    }
    yield { k, v: "a value of some length, so that rows fill buffers" };
  }
}

function somewhere(): number {
  return 2000 + Math.floor(Math.random() * (rowCount - 4000));
}

function appender(driver: Driver, { db }: Connection) {
  return new driver.units.appender.PostgresAppender(db);
}

/** Nothing here may wait without end. */
async function soon<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new assert.AssertionError({ message: "it hangs" }));
    }, 60_000);
  });
  return Promise.race([work, late]).finally(() => {
    clearTimeout(timer);
  });
}

/** What the drivers say of a connection that is lost: there is no one error for it. */
const lost =
  /Connection terminated|connection error|terminating connection|not queryable|ECONNRESET|EPIPE|CONNECTION_CLOSED/;

async function assertLost(work: Promise<unknown>): Promise<void> {
  await assert.rejects(soon(work), (error: Error & { code?: string }) => {
    assert.match(`${error.message} ${error.code ?? ""}`, lost);
    return true;
  });
}

interface Narrow {
  k: number;
  v: string;
}

/** Inserts rows by themselves or in a transaction of the caller's. */
async function insert(
  driver: Driver,
  connection: Connection,
  inTransaction: boolean,
  rows: Iterable<Narrow> | AsyncIterable<Narrow>,
): Promise<void> {
  if (inTransaction) {
    await connection.transaction("COMMIT", async (tx) => {
      await new driver.units.appender.PostgresAppender(tx).bulkInsertNarrow(
        rows,
      );
    });
  } else {
    await appender(driver, connection).bulkInsertNarrow(rows);
  }
}

const stored = "SELECT count(*) FROM narrow";

for (const driver of drivers) {
  void describe(`failures: ${driver.name}`, () => {
    let server: Server;
    const open: Connection[] = [];

    async function connection(url = server.url): Promise<Connection> {
      const opened = await driver.open(url);
      open.push(opened);
      return opened;
    }

    /** Tries something again and again, by itself and in a transaction of the caller's. */
    async function again(
      attempt: (inTransaction: boolean) => Promise<void>,
      cases = [false, true],
    ): Promise<void> {
      for (let round = 0; round < rounds; round++) {
        for (const inTransaction of cases) {
          await attempt(inTransaction);
          await Promise.all(
            open.splice(0).map((c) => c.close().catch(() => undefined)),
          );
        }
      }
    }

    /**
     * The same for connections that get lost: postgres.js rolls a transaction back whose connection is gone, by writing
     * to no socket, which ends the process, whatever the work in it was.
     */
    const againLost = (attempt: (inTransaction: boolean) => Promise<void>) =>
      again(attempt, driver.name === "postgres" ? [false] : undefined);

    const terminate = () =>
      ask(
        server.url,
        "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE query LIKE 'COPY%'",
      );

    before(async () => {
      server = await Server.create();
      const first = await driver.open(server.url);
      for (const sql of driver.units.appender.PostgresAppender.getMigrations()) {
        await first.exec(sql);
      }
      await first.close();
    });

    after(() => server.close());

    beforeEach(async () => {
      await ask(
        server.url,
        "WITH gone AS (DELETE FROM narrow) INSERT INTO narrow SELECT -i FROM generate_series(1, 7) AS i",
      );
    });

    void it("the server is killed", async () => {
      await againLost(async (inTransaction) => {
        const db = await connection();
        const kill = () => server.kill();
        await assertLost(
          insert(driver, db, inTransaction, rowsWith(somewhere(), kill)),
        );
        await server.start();
        assert.equal(await ask(server.url, stored), "7");
        if (driver.name === "pg with a client") {
          await assertLost(db.text("SELECT 'x'"));
        } else {
          assert.deepEqual(await soon(db.text("SELECT 'x'")), ["x"]);
        }
      });
    });

    void it("the server ends the connection", async () => {
      await againLost(async (inTransaction) => {
        const db = await connection();
        await assertLost(
          insert(driver, db, inTransaction, rowsWith(somewhere(), terminate)),
        );
        assert.equal(await ask(server.url, stored), "7");
      });
    });

    void it("the client hears late that the server has ended the connection", async () => {
      await again(
        async (inTransaction) => {
          const line = new Line(server);
          line.endsLate = true;
          try {
            const db = await connection(await line.open());
            const work = insert(
              driver,
              db,
              inTransaction,
              rowsWith(Math.floor(somewhere() / 2), terminate), // enough follows to be refused
            );
            await assertLost(work);
            if (driver.name !== "pg with a client") {
              // A pool has another.
              const few = [{ k: 1, v: null }];
              assert.equal(
                await soon(appender(driver, db).bulkInsertNarrow(few)),
                1,
              );
              await ask(server.url, "DELETE FROM narrow WHERE k = 1");
            }
          } finally {
            line.close();
          }
          assert.equal(await ask(server.url, stored), "7");
        },
        [false],
      );
    });

    if (driver.name === "pg") {
      void it("a pool keeps a client after errors", async () => {
        const pool = new Pool({ connectionString: server.url, max: 1 });
        const { appender, batch, results } = driver.units;
        const q = new appender.PostgresAppender(pool);
        const words = (count: number, last: string) =>
          Array.from({ length: count }, (_, id) => ({
            id: id - count,
            word: id === count - 1 ? last : "skip",
          }));
        const stream = async (failAt: number) => {
          const rows = new results.PostgresResults(pool);
          for await (const quotient of rows.iterateFailsAfterRows(failAt)) {
            assert.ok(quotient !== 0);
          }
        };
        const work: [() => Promise<unknown>, string?][] = [
          [() => q.bulkInsertGuarded(words(3000, "skip"))],
          [() => q.bulkInsertGuarded(words(1, "refuse")), "P0001"],
          [() => q.bulkInsertGuarded(words(3000, "refuse")), "P0001"],
          [() => stream(9)],
          [() => stream(3), "22012"],
          [
            () =>
              new batch.PostgresBatch(pool).deleteSensorBatch([{ sensor: "" }]),
            "42P01",
          ],
        ];
        const backend = "SELECT pg_backend_pid() AS pid";
        const first = await pool.query(backend);
        for (const [run, code] of work) {
          await (code === undefined
            ? run()
            : assert.rejects(soon(run()), { code }));
          assert.deepEqual((await pool.query(backend)).rows, first.rows);
        }
        await pool.end();
      });
    }

    void it("the server cancels the copy", async () => {
      await again(async (inTransaction) => {
        const db = await connection();
        const cancel = () =>
          ask(
            server.url,
            "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE query LIKE 'COPY%'",
          );
        await assert.rejects(
          soon(
            insert(driver, db, inTransaction, rowsWith(somewhere(), cancel)),
          ),
          { code: "57014" },
        );
        assert.equal(await ask(server.url, stored), "7");
        const q = appender(driver, db);
        assert.equal(
          await q.bulkInsertNarrow(
            Array.from({ length: 1500 }, (_, k) => ({ k, v: null })),
          ),
          1500,
        );
        assert.equal(await ask(server.url, stored), "1507");
        await db.exec("DELETE FROM narrow WHERE k >= 0");
      });
    });

    void it("the connection is cut", async () => {
      await againLost(async (inTransaction) => {
        const line = new Line(server);
        try {
          const db = await connection(await line.open());
          const cut = () => {
            line.cut();
          };
          await assertLost(
            insert(driver, db, inTransaction, rowsWith(somewhere(), cut)),
          );
        } finally {
          line.close();
        }
        assert.equal(await ask(server.url, stored), "7");
      });
    });

    void it("the connection is cut before the last answer", async () => {
      const copyDone = Buffer.from("c\0\0\0\x04");
      const commit = Buffer.from("commit");
      await againLost(async (inTransaction) => {
        const line = new Line(server);
        try {
          const db = await connection(await line.open());
          // postgres.js keeps COMMIT prepared: its text is sent only where that has not been done before.
          await db.text("SELECT 'x'");
          line.cutAfter = driver.name === "postgres" ? commit : copyDone;
          const work = insert(
            driver,
            db,
            inTransaction,
            rowsWith(-1, () => 0),
          );
          if (inTransaction) {
            await assertLost(work);
          } else {
            await assert.rejects(soon(work), /before the server confirmed/);
          }
        } finally {
          line.close();
        }
        // What nobody has told the client is all of it or nothing; without COMMIT it is nothing.
        const all = inTransaction ? "7" : "200007";
        assert.match(await ask(server.url, stored), new RegExp(`^(7|${all})$`));
        await ask(server.url, "DELETE FROM narrow WHERE k >= 0");
      });
    });

    void it("the client is killed", async () => {
      for (let round = 0; round < rounds; round++) {
        const child = spawn(
          process.execPath,
          [client, driver.name, server.url],
          {
            stdio: ["ignore", "inherit", "inherit", "pipe"],
          },
        );
        const progress = child.stdio[3];
        const enough = 1 + Math.floor(Math.random() * 20);
        let seen = 0;
        for await (const bytes of progress as Socket) {
          seen += (bytes as Buffer).length;
          if (seen >= enough) {
            break;
          }
        }
        child.kill("SIGKILL");
        await once(child, "exit");
        const gone =
          "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'COPY%' AND pid <> pg_backend_pid()";
        for (const end = Date.now() + 60_000; ;) {
          if ((await ask(server.url, gone)) === "0") {
            break;
          }
          assert.ok(Date.now() < end, "the server still copies for the dead");
        }
        assert.equal(await ask(server.url, stored), "7");
      }
    });

    void it("the disk is full", async () => {
      // A server that cannot write files of more than 18 MB; a segment of its log has 16.
      const small = await Server.create("ulimit -f 36864;");
      try {
        const first = await driver.open(small.url);
        for (const sql of driver.units.appender.PostgresAppender.getMigrations()) {
          await first.exec(sql);
        }
        await first.close();
        await again(async (inTransaction) => {
          const db = await connection(small.url);
          const much = function* () {
            for (let k = 0; k < 30_000; k++) {
              yield { k, v: "a kilobyte".repeat(100) };
            }
          };
          await assert.rejects(
            soon(insert(driver, db, inTransaction, much())),
            /could not extend file/,
          );
          const q = appender(driver, db);
          assert.equal(await ask(small.url, stored), "0");
          await ask(small.url, "VACUUM narrow"); // gives back what the rows of nobody took
          const few = Array.from({ length: 50 }, (_, k) => ({ k, v: "v" }));
          assert.equal(await q.bulkInsertNarrow(few), 50);
          await db.exec("TRUNCATE narrow");
        });
      } finally {
        await small.close();
      }
    });
  });
}
