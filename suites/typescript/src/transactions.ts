import assert from "node:assert/strict";
import { json } from "./corpus.js";

/** A transaction of a case of corpus/transactions: what is called in it, and what comes of it. */
interface Block {
  options?: Record<string, unknown>;
  do: Step[];
  /** A part of its error's text. */
  error?: string;
}

interface Step {
  put?: [number, number];
  rows?: [number, number][];
  get?: number;
  fail?: true;
  in?: Block;
  other?: Block;
  /** In the first call alone. */
  once?: true;
  isolation?: string;
  /** A statement that fails; true where its error is passed over. */
  broken?: boolean;
  terminate?: true;
}

export interface Case extends Block {
  name: string;
  engines?: string[];
  pool?: true;
  calls?: number;
  after?: number[];
}

type Result = unknown;

/** What generated code has for every engine; what it returns is a promise where the driver is asynchronous. */
export interface Accounts {
  balances(): Result;
  balance(id: number): Result;
  put(id: number, balance: number): Result;
  putRowsBatch(rows: { id: number; balance: number }[]): Result;
  transaction(work: (tx: Accounts) => Result, options?: object): Result;
  isolation?(): Result;
  broken?(): Result;
  terminate?(): Result;
}

/** A new database of a driver: generated code on it, and the same on a connection of its own. */
export interface Opened {
  app: Accounts;
  other: Accounts;
  synchronous: boolean;
}

export function casesOf(engine: string, pool: boolean): Case[] {
  const all = json("transactions/cases.json") as Case[];
  const cases = all.filter(
    (c) => (c.engines?.includes(engine) ?? true) && (pool || !c.pool),
  );
  assert.ok(cases.length > 9);
  return cases;
}

/** What yields what generated code returns, and gets what that comes to. */
type Steps = Generator<Result, Result, unknown>;

/** Runs steps that are done when they return. */
function runSync(steps: Steps): Result {
  for (let value: unknown = undefined; ;) {
    const next = steps.next(value);
    if (next.done === true) {
      return next.value;
    }
    value = next.value;
  }
}

async function runAsync(steps: Steps): Promise<Result> {
  for (let next = steps.next(); ;) {
    if (next.done === true) {
      return next.value;
    }
    let value: unknown;
    try {
      value = await next.value;
    } catch (error) {
      next = steps.throw(error);
      continue;
    }
    next = steps.next(value);
  }
}

class Player {
  readonly #opened: Opened;
  readonly #run: (steps: Steps) => Result;
  #depth = 0;
  calls = 0;

  constructor(opened: Opened) {
    this.#opened = opened;
    this.#run = opened.synchronous ? runSync : runAsync;
  }

  async play(c: Case): Promise<void> {
    await this.#run(this.#case(c));
  }

  *#case(c: Case): Steps {
    const { app, other } = this.#opened;
    yield* this.#begin(app, c);
    assert.equal(this.calls, c.calls ?? 1);
    const after = c.after ?? [100, 100, 100, 100];
    yield* this.#after(app, after);
    if (!c.pool) {
      // Nothing is left open.
      yield* this.#begin(app, { do: [{ put: [1, 1] }] });
      yield* this.#after(other, [1, ...after.slice(1)]);
    }
    return undefined;
  }

  *#after(app: Accounts, expected: number[]): Steps {
    const found = (yield app.balances()) as unknown[];
    assert.deepEqual(found.map(Number), expected);
    return undefined;
  }

  *#begin(app: Accounts, { do: steps, options, error }: Block): Steps {
    let result: unknown;
    try {
      result = yield app.transaction(
        (tx) => this.#run(this.#steps(tx, steps)),
        options,
      );
    } catch (e) {
      if (error === undefined) {
        throw e;
      }
      assert.ok(String(e).includes(error), `${String(e)}, not ${error}`);
      return undefined;
    }
    assert.equal(error, undefined, "no error");
    assert.equal(result, "done");
    return undefined;
  }

  *#steps(tx: Accounts, steps: Step[]): Steps {
    if (this.#depth === 0) {
      this.calls++;
    }
    this.#depth++;
    try {
      for (const step of steps) {
        yield* this.#step(tx, step);
      }
    } finally {
      this.#depth--;
    }
    return "done";
  }

  *#step(tx: Accounts, step: Step): Steps {
    if (step.put) {
      yield tx.put(...step.put);
    } else if (step.rows) {
      const rows = step.rows.map(([id, balance]) => ({ id, balance }));
      yield tx.putRowsBatch(rows);
    } else if (step.get !== undefined) {
      yield tx.balance(step.get);
    } else if (step.fail) {
      throw new Error("stop");
    } else if (step.in) {
      yield* this.#begin(tx, step.in);
    } else if (step.other) {
      if (!step.once || this.calls === 1) {
        yield* this.#begin(this.#opened.other, step.other);
      }
    } else if (step.isolation !== undefined) {
      assert.equal(yield tx.isolation?.(), step.isolation);
    } else if (step.broken !== undefined) {
      try {
        yield tx.broken?.();
      } catch (error) {
        if (!step.broken) {
          throw error;
        }
      }
    } else if (step.terminate) {
      yield tx.terminate?.();
    } else {
      assert.fail("a step that does nothing");
    }
    return undefined;
  }
}

export async function play(c: Case, opened: Opened): Promise<void> {
  await new Player(opened).play(c);
}
