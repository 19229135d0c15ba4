// The corpus' statements return what the engine says that they return.
import {
  DuckDBArrayValue,
  DuckDBBlobValue,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBIntervalValue,
  DuckDBListValue,
  DuckDBTimeValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBUUIDValue,
  type DuckDBValue,
} from "@duckdb/node-api";
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { block } from "../src/corpus.js";
import { drivers as sqlite } from "../src/drivers.js";
import { open as openDuckdb } from "../src/duckdb.js";
import {
  contracts,
  Player,
  plays,
  type Case,
  type Contract,
  type Representation,
} from "../src/expected.js";
import { applySettings, open as openPglite } from "../src/pglite.js";
import { drivers as postgres, run as runPostgres } from "../src/postgres.js";
import { run as runSqlite } from "../src/suite.js";
import { fuzzed, heard, listed } from "../src/texts.js";

type Unit = (new (db: unknown) => object) & { getMigrations(): string[] };

type Open = (
  unit: Unit,
  contract: Contract,
  testdata: boolean,
  play: (db: unknown) => Promise<void>,
) => Promise<void>;

interface Driver {
  name: string;
  generator: string;
  engine: string;
  /** The generated module of a feature. */
  module: (feature: string, file: string) => string;
  open: Open;
  values: Representation;
}

const hex = (text: string) => Uint8Array.from(Buffer.from(text, "hex"));

function plain(type: string, value: unknown): unknown {
  if (type === "any" && value !== null) {
    return typeof value === "string" ? value : JSON.stringify(value);
  }
  if (type === "blob[]" && Array.isArray(value)) {
    return value.map((bytes) => plain("blob", bytes));
  }
  return Buffer.isBuffer(value) ? Uint8Array.from(value) : value;
}

/** Values as an engine's drivers represent them; what is not there is text. */
function values(
  kinds: Record<string, (text: string) => unknown>,
): Representation {
  return {
    send(type, text) {
      const parse = kinds[type];
      return parse === undefined ? text : parse(text);
    },
    plain,
  };
}

const numbers = {
  int8: Number,
  int16: Number,
  int32: Number,
  uint8: Number,
  uint16: Number,
  uint32: Number,
  oid: Number,
  float32: Number,
  float64: (text: string) => Number(text.replace(/inf$/, "Infinity")),
};

const sqliteValues = values({
  bool: (text) => Number(text === "true"),
  int64: (text) =>
    Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text),
  float64: Number,
  decimal: Number,
  blob: hex,
});

const postgresValues: Representation = {
  ...values({
    ...numbers,
    bool: (text) => text === "true",
    int64: BigInt,
    blob: hex,
    json: (text) => JSON.parse(text) as unknown,
  }),
  plain: (type, value) =>
    type === "struct" && value !== null
      ? `(${Object.values(value as object).join(",")})` // of numbers
      : plain(type, value),
};

/** Of a moment without a zone, in the digits that a Date has not. */
function micros(text: string): bigint {
  const [seconds, fraction = ""] = text.split(".");
  return (
    BigInt(Date.parse(`${seconds}Z`)) * 1000n + BigInt(fraction.padEnd(6, "0"))
  );
}

/** The driver's own values, which are read as DuckDB's text. */
const own: Record<string, (text: string) => unknown> = {
  date: (text) =>
    new DuckDBDateValue(Date.parse(`${text}T00:00:00Z`) / 86_400_000),
  time: (text) => new DuckDBTimeValue(micros(`1970-01-01 ${text}`)),
  timestamp: (text) => new DuckDBTimestampValue(micros(text)),
  timestamptz: (text) =>
    new DuckDBTimestampTZValue(BigInt(Date.parse(`${text}:00`)) * 1000n),
  decimal: (text) => {
    const [whole = "", fraction = ""] = text.split(".");
    return new DuckDBDecimalValue(
      BigInt(whole + fraction),
      38,
      fraction.length,
    );
  },
  interval: (text) => {
    const [n, unit = ""] = text.split(" ");
    return unit.startsWith("month")
      ? new DuckDBIntervalValue(Number(n), 0, 0n)
      : new DuckDBIntervalValue(0, Number(n), 0n);
  },
  uuid: (text) =>
    DuckDBUUIDValue.fromUint128(BigInt(`0x${text.replaceAll("-", "")}`)),
  blob: (text) => new DuckDBBlobValue(hex(text)),
};

const big = {
  int64: BigInt,
  uint64: BigInt,
  hugeint: BigInt,
  uhugeint: BigInt,
};

const duckdbValues: Representation = {
  ...values({
    ...numbers,
    ...big,
    ...own,
    bool: (text) => text === "true",
  }),
  list: (values) => new DuckDBListValue(values as DuckDBValue[]),
  read: (type, text) => (type === "blob" || type in own ? text : undefined),
  plain: duckdbPlain,
};

function duckdbPlain(type: string, value: unknown): unknown {
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue) {
    const element = type.replace(/\[\]$/, "");
    return value.items.map((item) => duckdbPlain(element, item));
  }
  if (value instanceof DuckDBBlobValue) {
    return Buffer.from(value.bytes).toString("hex").toUpperCase();
  }
  if (value instanceof DuckDBDateValue && !value.isFinite) {
    return value.days > 0 ? "infinity" : "-infinity"; // the driver's text is a day
  }
  return typeof value === "object" && value !== null
    ? (value as DuckDBTimestampValue).toString()
    : value;
}

const drivers: Driver[] = [
  ...sqlite.map((driver): Driver => ({
    name: driver.name,
    generator: `typescript/sqlite/${driver.name}`,
    engine: "sqlite",
    module: (feature) => `../gen/${driver.name}/${feature}.js`,
    open: (unit, { feature }, testdata, play) =>
      runSqlite(driver, async ({ open }) => {
        const options = testdata ? { testdata: feature } : {};
        await play((await open(unit, options)).db);
      }),
    values: sqliteValues,
  })),
  ...postgres.map((driver): Driver => {
    const [folder = ""] = driver.name.split(" ");
    return {
      name: driver.name,
      generator: `typescript/postgres/${folder}`,
      engine: "postgres",
      module: (feature, file) => `../gen/${folder}/${file}-${feature}.js`,
      open: (unit, { feature, file, settings = [] }, testdata, play) =>
        runPostgres(driver, async ({ connect, database }) => {
          const url = await database();
          const admin = await connect(url);
          for (const sql of settings) {
            await admin.exec(sql);
          }
          const connection = settings.length > 0 ? await connect(url) : admin;
          for (const sql of unit.getMigrations()) {
            await connection.exec(sql);
          }
          if (testdata) {
            await connection.exec(block(feature, "TESTDATA", file));
          }
          await play(connection.db);
        }),
      values: postgresValues,
    };
  }),
  {
    name: "pglite",
    generator: "typescript/postgres/pglite",
    engine: "postgres",
    module: (feature, file) => `../gen/pglite/${file}-${feature}.js`,
    open: async (unit, { feature, file, settings = [] }, testdata, play) => {
      const db = await openPglite();
      for (const sql of settings) {
        await db.exec(sql);
      }
      await applySettings(db);
      for (const sql of unit.getMigrations()) {
        await db.exec(sql);
      }
      if (testdata) {
        await db.exec(block(feature, "TESTDATA", file));
      }
      await play(db);
    },
    values: postgresValues,
  },
  {
    name: "duckdb",
    generator: "typescript/duckdb",
    engine: "duckdb",
    module: (feature) => `../gen/duckdb/duckdb-${feature}.js`,
    open: async (unit, { feature, settings }, testdata, play) => {
      const db = await openDuckdb(unit, ":memory:", settings);
      if (testdata) {
        await db.run(block(feature, "TESTDATA", "duckdb"));
      }
      await play(db);
    },
    values: duckdbValues,
  },
];

/** The class of a generated module. */
async function unitOf(path: string): Promise<Unit> {
  const module = (await import(path)) as Record<string, unknown>;
  const units = Object.values(module).filter(
    (value) => typeof value === "function" && "getMigrations" in value,
  );
  assert.strictEqual(units.length, 1, path);
  return units[0] as Unit;
}

async function play(driver: Driver, contract: Contract, played: Case) {
  const path = driver.module(contract.feature, contract.file);
  const unit = await unitOf(path);
  for (const variants of plays(contract, played)) {
    await driver.open(unit, contract, played.testdata ?? false, (db) =>
      new Player(new unit(db), contract, variants, driver.values).play(played),
    );
  }
}

// Bun runs the tests of its own driver alone.
const tested = drivers.filter(
  ({ engine }) => process.versions["bun"] === undefined || engine === "sqlite",
);
for (const driver of tested) {
  void describe(`contract, ${driver.name}`, () => {
    for (const contract of contracts(driver.engine)) {
      for (const played of contract.cases) {
        const gap = Object.entries(played.gaps ?? {}).find(([name]) =>
          driver.generator.startsWith(name),
        );
        const name = `${contract.feature} ${contract.file}: ${played.case}`;
        void it(gap ? `${name} [gap: ${gap[1]}]` : name, async () => {
          const result = play(driver, contract, played);
          await (gap ? assert.rejects(result) : result);
        });
      }
    }
  });
}

// Whatever a call is given, the text that reaches the driver is one that sqg lists for the statement.
const around = /^(begin|commit|rollback|savepoint|release)\b[\w ]*$/i;
for (const driver of tested.filter(({ name }) => !name.includes(" "))) {
  void describe(`texts, ${driver.name}`, () => {
    for (const contract of contracts(driver.engine)) {
      if (!["parts", "pages"].includes(contract.feature)) {
        continue;
      }
      void it(contract.feature, async () => {
        const { feature, file } = contract;
        const unit = await unitOf(driver.module(feature, file));
        const texts = new Set<string>();
        await driver.open(unit, contract, true, async (db) => {
          const own = new unit(heard(db as object, texts));
          const variants = ["list", "iterate"] as const;
          const player = new Player(own, contract, variants, driver.values);
          for (const step of fuzzed(contract, 600)) {
            // What it returns is not what the step says.
            await player.play({ case: "", steps: [step] }).catch(() => {});
          }
        });
        const known = listed(`${driver.engine}-${feature}`, driver.generator);
        const others = [...texts].filter(
          (text) => !known.has(text) && !around.test(text),
        );
        assert.deepStrictEqual(others, []);
        assert.ok(texts.size > 60, `${texts.size} texts prove little`);
      });
    }
  });
}
