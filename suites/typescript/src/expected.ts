// What statements return, from the corpus: cases are played with the object of a generated class.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { corpus, json } from "./corpus.js";

/** An empty object is an argument that is not given. */
export type Value = string | null | readonly Value[] | Record<string, never>;

export interface Step {
  call?: string;
  batch?: string;
  bulk?: string;
  append?: string;
  args?: Value[];
  values?: Value[][];
  times?: number;
  error?: string;
  or?: string;
  failed?: number;
  count?: number;
  rows?: Value[][];
  found?: Value[][][];
  pages?: Value[][][];
  row?: Value[] | null;
}

/** The rows of a step: its values, so many times, with the time in place of #. */
function given({ values = [], times }: Step): Value[][] {
  if (times === undefined) {
    return values;
  }
  return Array.from({ length: times }, (_, time) =>
    values.map((row) =>
      row.map((value) =>
        typeof value === "string" ? value.replaceAll("#", `${time}`) : value,
      ),
    ),
  ).flat();
}

export interface Case {
  case: string;
  testdata?: boolean;
  gaps?: Record<string, string>;
  steps: Step[];
}

/** A column, or columns of a row that are one value. */
type Column =
  | string
  | { object: string; null?: boolean; columns: Column[] }
  | { list: string; columns: Column[] };

interface Signature {
  result:
    | "count"
    | "rows"
    | "row"
    | "values"
    | "value"
    | "append"
    | "pages"
    | "pages of values";
  params?: string[];
  columns?: Column[];
  changes?: boolean;
  /** Rows of one list may stand apart: there is no iterator. */
  apart?: boolean;
}

export interface Contract {
  feature: string;
  /** The engine's name, with the version that a file is for. */
  file: string;
  settings?: string[];
  statements: Record<string, Signature>;
  cases: Case[];
}

/** What the corpus says of an engine. */
export function contracts(engine: string): Contract[] {
  const suffix = ".expected.json";
  return readdirSync(corpus, { recursive: true, encoding: "utf8" })
    .map((path) => path.split(/[\\/]/))
    .filter(([, name]) => name?.startsWith(engine) && name.endsWith(suffix))
    .map(([feature = "", name = ""]) => {
      const contract = json(`${feature}/${name}`) as Contract;
      for (const statement of Object.values(contract.statements)) {
        if (camelled.includes(feature)) {
          const lists: (Column[] | undefined)[] = [
            statement.params,
            statement.columns,
          ];
          for (const fields of lists) {
            fields?.splice(0, fields.length, ...fields.map(camel));
          }
        }
      }
      return { ...contract, feature, file: name.slice(0, -suffix.length) };
    });
}

/** Features whose code has `names: camel`. */
const camelled = ["drift", "staged"];

function camel(field: Column): Column {
  if (typeof field !== "string") {
    return field;
  }
  return field.replace(/_([a-z0-9])/g, (_, letter: string) =>
    letter.toUpperCase(),
  );
}

/** How an engine's values are represented. */
export interface Representation {
  /** A value that is sent. */
  send(type: string, text: string): unknown;
  /** A value that is read, as `plain` gives it, where it differs from what is sent. */
  read?(type: string, text: string): unknown;
  /** A list that is sent. */
  list?(values: unknown[]): unknown;
  /** What is compared of a value that was read. */
  plain(type: string, value: unknown): unknown;
}

type Method = (...args: unknown[]) => unknown;

/** How lists are asked for. */
type Variant = "list" | "iterate";

const listed = ({ result }: Signature) =>
  result === "rows" || result === "values";

/** The variants of methods that each play of a case asks: all, or one at a time where a query changes rows. */
export function plays(contract: Contract, { steps }: Case): Variant[][] {
  const apart = steps.some(({ call = "" }) => {
    const signature = contract.statements[call];
    return signature?.changes === true && listed(signature);
  });
  return apart ? [["list"], ["iterate"]] : [["list", "iterate"]];
}

function key(name: string): string {
  return name.replace(/[^\p{L}\p{M}\p{N}]/gu, "").toLowerCase();
}

interface Named {
  name: string;
  type: string;
  /** Of an object. */
  members?: Named[];
}

function named(columns: Column[] = []): Named[] {
  return columns.map((text) => {
    if (typeof text !== "string") {
      const members = named(text.columns);
      return "list" in text
        ? { name: text.list, type: "list", members }
        : { name: text.object, type: "object", members };
    }
    const words = text.replace(/( null| optional)+$/, "").split(" ");
    const type = words.pop() ?? "";
    if (type === "flag") {
      words.pop(); // which is bool, whatever the engine has
    }
    return { name: words.join(" "), type };
  });
}

/** Whether an argument is not given. */
function isLeft(value: Value): value is Record<string, never> {
  return typeof value === "object" && !Array.isArray(value);
}

/** An object whose properties are a row's values. */
function properties(fields: Named[], row: unknown[]): Record<string, unknown> {
  return Object.fromEntries(
    fields
      .map(({ name }, i): [string, unknown] => [name, row[i]])
      .filter(([, value]) => value !== undefined),
  );
}

/** What an error and those behind it say. */
function causes(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause === undefined
    ? String(error)
    : `${String(error)}; ${causes(cause)}`;
}

/** Plays cases with an object of a generated class. */
/** Whether an error has a part of a message, and the row that the step says. */
function wanted({ failed }: Step, part: string, error: unknown): boolean {
  const all = causes(error);
  return (
    all.includes(part) &&
    (failed === undefined || all.includes(`row ${failed}: `))
  );
}

export class Player {
  readonly #unit: Record<string, Method>;
  readonly #contract: Contract;
  readonly #variants: readonly Variant[];
  readonly #values: Representation;
  /** Methods are found by the letters and digits of their names: case and escapes do not matter. */
  readonly #methods: Map<string, string>;

  constructor(
    unit: object,
    contract: Contract,
    variants: readonly Variant[],
    values: Representation,
  ) {
    this.#unit = unit as Record<string, Method>;
    this.#contract = contract;
    this.#variants = variants;
    this.#values = values;
    const names = Object.getOwnPropertyNames(Object.getPrototypeOf(unit));
    this.#methods = new Map(
      names.filter((n) => n !== "constructor").map((n) => [key(n), n]),
    );
  }

  async play({ steps }: Case): Promise<void> {
    for (const [i, step] of steps.entries()) {
      try {
        await this.#step(step);
      } catch (error) {
        const compared = error instanceof assert.AssertionError;
        const or = compared ? undefined : step.or;
        if (or !== undefined && wanted(step, or, error)) {
          continue;
        }
        const text = `step ${i + 1}: ${JSON.stringify(step)}`;
        throw new Error(`${text}: ${String(error)}`, { cause: error });
      }
    }
  }

  async #step(step: Step): Promise<void> {
    const signature = this.#signature(step);
    if (signature.result.startsWith("pages") && step.error === undefined) {
      return this.#pages(step, signature);
    }
    const ways: readonly (Variant | "only")[] =
      step.call !== undefined && listed(signature) ? this.#variants : ["only"];
    for (const way of ways) {
      if (way === "iterate" && signature.apart === true) {
        assert.ok(!this.#methods.has(key(`iterate${step.call ?? ""}`)));
        continue;
      }
      if (step.error === undefined) {
        this.#check(step, signature, await this.#run(step, way));
        continue;
      }
      const { error: part } = step;
      await assert.rejects(
        async () => this.#run(step, way),
        (error) => wanted(step, part, error) || assert.fail(causes(error)),
      );
    }
  }

  #check(step: Step, { result, columns }: Signature, got: unknown): void {
    if (step.count !== undefined) {
      const info = got as number | { changes: number };
      const count = typeof info === "number" ? info : info.changes;
      assert.strictEqual(count, step.count);
      return;
    }
    const fields = named(columns);
    const single = result === "row" || result === "value";
    if (step.found !== undefined) {
      const found = got as unknown[];
      assert.strictEqual(found.length, step.found.length);
      for (const [i, rows] of step.found.entries()) {
        const part = single ? { row: rows[0] ?? null } : { rows };
        this.#check(part, { result, columns: columns ?? [] }, found[i]);
      }
    } else if (step.rows !== undefined) {
      const rows = step.rows.map((row) => this.#row(fields, row, "read"));
      assert.deepStrictEqual(
        (got as unknown[]).map((row) => this.#plain(result, fields, row)),
        result === "values" ? rows.map((row) => row[0]) : rows,
      );
    } else if (!step.row) {
      assert.strictEqual(got, undefined);
    } else {
      const row = this.#row(fields, step.row, "read");
      assert.deepStrictEqual(
        this.#plain(result, fields, got),
        result === "value" ? row[0] : row,
      );
    }
  }

  /** From the first page to the last, and back; the last two parameters are the cursors. */
  async #pages(step: Step, signature: Signature): Promise<void> {
    const { args = [], pages = [] } = step;
    const { columns = [] } = signature;
    const result = signature.result === "pages" ? "rows" : "values";
    const turn = async (number: number, ...cursors: (Value | undefined)[]) => {
      const asked = [
        ...args.slice(0, -2),
        ...cursors.map((cursor) => cursor ?? {}),
      ];
      const page = (await this.#run({ ...step, args: asked }, "only")) as {
        rows: unknown[];
        next?: string;
        previous?: string;
      };
      const rows = pages[number] ?? assert.fail(`page ${number + 1}`);
      this.#check({ rows }, { result, columns }, page.rows);
      assert.strictEqual(page.next === undefined, number === pages.length - 1);
      assert.strictEqual(page.previous === undefined, number === 0);
      return page;
    };
    let number = 0;
    let page = await turn(number, undefined, undefined);
    while (page.next !== undefined) {
      page = await turn(++number, page.next, undefined);
    }
    while (page.previous !== undefined) {
      page = await turn(--number, undefined, page.previous);
    }
    assert.strictEqual(number, 0);
  }

  async #run(step: Step, way: Variant | "only"): Promise<unknown> {
    const fields = named(this.#signature(step).params);
    if (step.call !== undefined) {
      const values = this.#row(fields, step.args ?? [], "send");
      const args = this.#named(step.call)
        ? [properties(fields, values)]
        : values;
      if (way !== "iterate") {
        return this.#method(step.call)(...args);
      }
      const iterate = this.#method(`iterate${step.call}`);
      const all: unknown[] = [];
      for await (const row of iterate(...args) as AsyncIterable<unknown>) {
        all.push(row);
      }
      return all;
    }
    const rows = given(step).map((values) => {
      return properties(fields, this.#row(fields, values, "send"));
    });
    if (step.append !== undefined) {
      return this.#method(`bulkInsert${step.append}`)(rows);
    }
    return step.bulk === undefined
      ? this.#method(`${step.batch ?? ""}batch`)(rows)
      : this.#method(`${step.bulk}bulk`)(rows);
  }

  #signature(step: Step): Signature {
    const name = step.call ?? step.batch ?? step.bulk ?? step.append ?? "";
    const found = this.#contract.statements[name];
    assert.ok(found, name);
    return found;
  }

  /** Whether a method takes its parameters as properties of one object. */
  #named(name: string): boolean {
    const method = this.#unit[this.#methods.get(key(name)) ?? ""];
    return /^[^(]*\(\s*(params = )?\{/.test(String(method));
  }

  #method(name: string): Method {
    const method = this.#unit[this.#methods.get(key(name)) ?? ""];
    assert.ok(method, name);
    return method.bind(this.#unit);
  }

  #row(
    fields: Named[],
    row: readonly Value[],
    way: "send" | "read",
  ): unknown[] {
    assert.strictEqual(row.length, fields.length);
    return row.map((value, i) => {
      const { type = "", members } = fields[i] ?? {};
      if (members === undefined || !Array.isArray(value)) {
        return this.#value(type, value, way);
      }
      return type === "list"
        ? (value as Value[][]).map((item) => this.#row(members, item, way))
        : this.#row(members, value as Value[], way);
    });
  }

  #value(type: string, value: Value, way: "send" | "read"): unknown {
    if (value === null) {
      return null;
    }
    if (isLeft(value)) {
      return undefined;
    }
    if (type === "flag") {
      return value === "true";
    }
    if (type === "choice") {
      return value;
    }
    if (type === "hstore") {
      const pairs = value as readonly (string | null)[];
      return Object.fromEntries(
        pairs.flatMap((key, i) => (i % 2 === 0 ? [[key, pairs[i + 1]]] : [])),
      );
    }
    if (typeof value !== "string") {
      const element = type.replace(/\[\]$/, "");
      const list = value.map((v) => this.#value(element, v, way));
      return way === "send" ? (this.#values.list?.(list) ?? list) : list;
    }
    return (
      (way === "read" ? this.#values.read?.(type, value) : undefined) ??
      this.#values.send(type, value)
    );
  }

  /** The values of a row in the order of its columns, and no others. */
  #plain(result: string, fields: Named[], got: unknown): unknown {
    if (result === "value" || result === "values") {
      return this.#values.plain(fields[0]?.type ?? "", got);
    }
    const row = got as Record<string, unknown>;
    assert.deepStrictEqual(
      Object.keys(row).sort(),
      fields.map(({ name }) => name).sort(),
    );
    return fields.map(({ name, type, members }) => {
      const value = row[name];
      if (members === undefined || value === null) {
        return this.#values.plain(type, value);
      }
      return type === "list"
        ? (value as unknown[]).map((v) => this.#plain("row", members, v))
        : this.#plain("row", members, value);
    });
  }
}
