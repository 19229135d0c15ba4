// What the runners in TypeScript share: the plan, turns, and how results are said.
import { readFileSync } from "node:fs";

export interface Group {
  operation: string;
  rows: number;
  methods: string[];
}

export interface Plan {
  groups: Group[];
  warm_ups: number;
  runs: number;
  most_runs: number;
  budget_ms: number;
  clock?: string;
  dir: string;
  server?: { host: string; port: number; user: string; database: string };
}

/** What a run took in milliseconds: as time, and as processor time of this process and of the server's. */
export interface Measured {
  ms: number;
  cpu: number;
  server: number;
}

/** A method in the contest: a run is so many calls, verified. */
export interface Contestant {
  calls: number;
  run: (warmUp: boolean) => Promise<Measured>;
}

export const plan = JSON.parse(
  readFileSync(process.argv[2] ?? "", "utf8"),
) as Plan;

export function say(event: unknown): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

/** Processor time of processes of the server, where this is Linux: the kernel counts nanoseconds here. */
function serverMs(pids: number[]): number {
  try {
    return pids
      .map((pid) => readFileSync(`/proc/${pid}/schedstat`, "utf8"))
      .reduce((sum, text) => sum + Number(text.split(" ")[0]) / 1e6, 0);
  } catch {
    return 0;
  }
}

/** Measures what is done between the two calls. */
export function clock(server: number[] = []): () => Measured {
  globalThis.gc?.();
  const before = serverMs(server);
  const cpu = process.cpuUsage();
  const start = performance.now();
  return () => {
    const ms = performance.now() - start;
    const { user, system } = process.cpuUsage(cpu);
    const cpuMs = (user + system) / 1000;
    return { ms, cpu: cpuMs, server: serverMs(server) - before };
  };
}

/** The version of an installed package. */
export function version(pkg: string): string {
  const text = readFileSync(`node_modules/${pkg}/package.json`, "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

/** Reports whether there is one more round: so many at least, and more while the time allows them. */
function goesOn(round: number, since: number): boolean {
  const measured = round - plan.warm_ups;
  return (
    measured < plan.runs ||
    (measured < plan.most_runs && performance.now() - since < plan.budget_ms)
  );
}

/** Another one begins each round, and follows another one. */
function inOrder<T>(all: T[], round: number): T[] {
  const first = (round >> 1) % Math.max(1, all.length);
  const turned = [...all.slice(first), ...all.slice(0, first)];
  return round % 2 === 0 ? turned : turned.reverse();
}

/** What counts of a run: time, or the processors' time. */
const time = ({ ms, cpu, server }: Measured) =>
  plan.clock === "processor" ? cpu + server : ms;

function median(values: number[]): number {
  const sorted = values.sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

const rounded = (ms: number) => Math.round(ms * 1000) / 1000;

/** Runs the methods of a group in turns. One that fails is out of the contest, and the others go on. */
export async function compare(
  { operation, rows, methods }: Group,
  enter: (method: string) => Promise<Contestant>,
): Promise<void> {
  const inContest = new Map<string, Contestant>();
  const taken = new Map<string, Measured[]>();
  const fail = (method: string, error: unknown) => {
    console.error(error);
    inContest.delete(method);
    say({ result: { operation, method, rows, failed: String(error) } });
  };
  for (const method of methods) {
    try {
      inContest.set(method, await enter(method));
      taken.set(method, []);
    } catch (error) {
      fail(method, error);
    }
  }
  let since = 0;
  for (let round = 0; goesOn(round, since); round++) {
    const warmUp = round < plan.warm_ups;
    if (round === plan.warm_ups) {
      since = performance.now();
    }
    for (const [method, contestant] of inOrder([...inContest], round)) {
      say({ run: `${operation} by ${method}` });
      try {
        const measured = await contestant.run(warmUp);
        if (!warmUp) {
          taken.get(method)?.push(measured);
        }
      } catch (error) {
        fail(method, error);
      }
    }
  }
  for (const [method, { calls }] of inContest) {
    const all = taken.get(method) ?? [];
    say({
      result: {
        operation,
        method,
        rows,
        calls,
        runs_ms: all.map((m) => rounded(time(m))),
        client_cpu_ms: rounded(median(all.map((m) => m.cpu))),
        server_cpu_ms: rounded(median(all.map((m) => m.server))),
        verified: true,
      },
    });
  }
}
