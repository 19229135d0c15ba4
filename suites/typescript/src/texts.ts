// Which texts reach a driver, and which sqg lists: `sqg inspect --texts suites/texts.yaml`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Contract, Step, Value } from "./expected.js";

/** What takes no SQL: values of postgres.js are given to typed. */
const plain = new Set<string | symbol>(["constructor", "typed"]);

/** A connection that writes down each text that is given to one of its methods. */
export function heard<D extends object>(db: D, texts: Set<string>): D {
  const write = (args: unknown[]) => {
    const [first] = args;
    const named = (first ?? {}) as { sql?: unknown; text?: unknown };
    for (const text of [first, named.sql, named.text]) {
      if (typeof text === "string") {
        texts.add(text);
      }
    }
  };
  return new Proxy(db, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value !== "function" || plain.has(property)) {
        return value;
      }
      return Object.assign((...args: unknown[]): unknown => {
        write(args);
        return Reflect.apply(value, target, args);
      }, value);
    },
  });
}

/** The texts that sqg lists of a unit, for a generator. */
export function listed(unit: string, generator: string): Set<string> {
  const { units } = JSON.parse(
    readFileSync(new URL("../../texts.json", import.meta.url), "utf8"),
  ) as {
    units: {
      name: string;
      queries: { texts: { generator: string; sql: string }[] }[];
    }[];
  };
  const texts = units
    .filter(({ name }) => name === unit)
    .flatMap(({ queries }) => queries.flatMap((query) => query.texts));
  const own = texts.filter((text) => text.generator === generator);
  assert.ok(own.length > 0, generator);
  return new Set(own.map(({ sql }) => sql));
}

/** Texts that would change one that they became part of. */
const hostile = [
  "'; DROP TABLE product; --",
  "a' OR '1'='1",
  "--? }",
  "${name}",
  "?",
  "$1",
];

/** Calls whose arguments are those of any other call of the statement, or hostile. */
export function fuzzed(contract: Contract, count: number): Step[] {
  let seed = 1;
  const pick = <T>(list: readonly T[]): T => {
    seed = (seed * 48_271) % 2_147_483_647;
    return list[seed % list.length] as T;
  };
  const calls = contract.cases
    .flatMap(({ steps }) => steps)
    .filter(({ call, args = [] }) => call !== undefined && args.length > 0);
  return Array.from({ length: count }, () => {
    const step = pick(calls);
    const others = calls.filter(({ call }) => call === step.call);
    const { params = [] } = contract.statements[step.call ?? ""] ?? {};
    const args = params.map((param, i): Value => {
      const given = others.map((other) => other.args?.[i] as Value);
      const text = typeof param === "string" && / text\b/.test(param);
      return pick(text && pick([1, 2, 3, 4]) === 1 ? hostile : given);
    });
    return { ...step, args };
  });
}
