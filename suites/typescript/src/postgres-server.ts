import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, "close");
  return port;
}

async function connected(url: string): Promise<Client> {
  const client = new Client(url);
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** The first value that a query of a short connection gives, as text. */
export async function ask(url: string, sql: string): Promise<string> {
  const client = await connected(url);
  try {
    const { rows } = await client.query<unknown[]>({
      text: sql,
      rowMode: "array",
    });
    return String(rows[0]?.[0]);
  } finally {
    await client.end();
  }
}

/** A server of a test's own, to be killed and started again: made of the programs of the one that run.sh started. */
export class Server {
  readonly port: number;
  readonly #programs: string;
  readonly #owner: string; // who runs it, where we are root, which PostgreSQL does not run as
  readonly #folder: string;
  readonly #limits: string;
  #process: ChildProcess | undefined;
  #postmaster = 0;

  private constructor(
    port: number,
    programs: string,
    owner: string,
    folder: string,
    limits: string,
  ) {
    this.port = port;
    this.#programs = programs;
    this.#owner = owner;
    this.#folder = folder;
    this.#limits = limits;
  }

  /** Starts a new server below a shell's limits, such as "ulimit -f 1000;". */
  static async create(limits = ""): Promise<Server> {
    const other = process.env["SQG_TEST_POSTGRES_URL"] ?? "";
    const programs = await ask(
      other,
      "SELECT setting FROM pg_config WHERE name = 'BINDIR'",
    );
    const { uid, gid } = await stat(await ask(other, "SHOW data_directory"));
    const { stdout } = await promisify(execFile)("id", ["-un", String(uid)]);
    const folder = await mkdtemp(join(tmpdir(), "sqg-copy-test-"));
    await chown(folder, uid, gid);
    const server = new Server(
      await freePort(),
      programs,
      stdout.trim(),
      folder,
      limits,
    );
    try {
      const [code] = (await once(
        server.#shell(
          `${programs}/initdb -D ${folder}/data -U postgres -A trust -E UTF8 --locale=C --no-sync`,
        ),
        "exit",
      )) as [number];
      if (code !== 0) {
        throw new Error(await server.#log());
      }
      await server.start();
      return server;
    } catch (error) {
      await server.close();
      throw error;
    }
  }

  #shell(command: string): ChildProcess {
    const script = ["sh", "-c", `${command} >${this.#folder}/log 2>&1`];
    const root = userInfo().uid === 0;
    const [program = "", ...words] = root
      ? ["runuser", "-u", this.#owner, "--", ...script]
      : script;
    return spawn(program, words, { cwd: this.#folder, stdio: "ignore" });
  }

  #log(): Promise<string> {
    return readFile(join(this.#folder, "log"), "utf8");
  }

  get url(): string {
    return `postgresql://postgres@127.0.0.1:${this.port}/postgres`;
  }

  /** Starts the server, also after it was killed. */
  async start(): Promise<void> {
    const child = this.#shell(
      `${this.#limits} exec ${this.#programs}/postgres -D ${this.#folder}/data -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c port=${this.port}`,
    );
    this.#process = child;
    for (const end = Date.now() + 60_000; ;) {
      try {
        const file = `${this.#folder}/data/postmaster.pid`;
        this.#postmaster = Number(
          await ask(
            this.url,
            `SELECT split_part(pg_read_file('${file}'), E'\\n', 1)`,
          ),
        );
        return;
      } catch (error) {
        if (Date.now() > end || child.exitCode !== null) {
          const log = await this.#log();
          throw new Error(`the server does not start: ${log}`, {
            cause: error,
          });
        }
      }
    }
  }

  /** Ends the server and all of its processes with signal 9. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (child === undefined) {
      return;
    }
    this.#process = undefined;
    // ps fails where the server has ended by itself.
    const { stdout } = await promisify(execFile)("sh", [
      "-c",
      `ps -o pid= --ppid ${this.#postmaster} || true`,
    ]);
    const workers = stdout.split("\n").map(Number).filter(Boolean);
    for (const pid of [this.#postmaster, ...workers].filter(Boolean)) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It has ended before.
      }
    }
    if (child.exitCode === null && child.signalCode === null) {
      await once(child, "exit");
    }
  }

  async close(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, maxRetries: 20 });
  }
}
