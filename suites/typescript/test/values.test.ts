import assert from "node:assert/strict";
import { json } from "../src/corpus.js";
import { contract } from "../src/suite.js";
import type { PlainRow } from "../gen/turso/types.js";

interface Sample {
  value: string;
  typeof: string;
  text: string | null;
}

interface Values {
  kinds: { kind: string; values: Sample[] }[];
  stored_by_others: {
    kind: string;
    sql: string;
    reads: string | null;
    shows?: string;
  }[];
}

const { kinds, stored_by_others } = json("types/values.json") as Values;

type Bound = string | number | bigint | Uint8Array;

/** The column of table plain that holds a kind. */
const columns: Record<string, string> = {
  bool: "b",
  int64: "i",
  float64: "f",
  decimal: "dec",
  text: "t",
  blob: "bin",
  date: "d",
  time: "tm",
  timestamp: "ts",
  timestamptz: "tz",
  uuid: "u",
  json: "j",
};

/** A sample as TypeScript has it: dates and times are text, as they are stored. */
function sample(kind: string, { value, text }: Sample): Bound {
  switch (kind) {
    case "bool":
      return value === "true" ? 1 : 0;
    case "int64":
      return BigInt(value);
    case "float64":
    case "decimal":
      return Number(value);
    case "blob":
      return Uint8Array.from(Buffer.from(value, "hex"));
    case "date":
    case "time":
    case "timestamp":
    case "timestamptz":
      return text ?? value;
    default:
      return value;
  }
}

const base = {
  b: 0,
  i: 0n as number | bigint,
  f: 0.5,
  dec: 0,
  t: "",
  bin: new Uint8Array(0),
  d: "2024-01-01",
  tm: "00:00:00",
  ts: "2024-01-01 00:00:00",
  tz: "2024-01-01 00:00:00+00:00",
  u: "00000000-0000-0000-0000-000000000000",
  j: "{}",
};

type Plain = typeof base;

interface Inserts {
  insertPlain(row: never): unknown;
}

/** Inserts a row whose nullable columns are NULL, or what the others are. */
async function insert(
  q: Inserts,
  id: number,
  row: Plain,
  nulls: boolean,
): Promise<void> {
  const values = Object.entries(row).flatMap(([name, v]) => [
    [name, v],
    [`${name}_null`, nulls ? null : v],
  ]);
  await q.insertPlain({ id, ...Object.fromEntries(values) } as never);
}

for (const { kind, values } of kinds) {
  const column = columns[kind];
  if (column === undefined) {
    continue; // decimal_text has a test of its own below
  }
  for (const value of values) {
    contract(`${kind} ${value.value}`, (test) => {
      test("is stored and read as it was sent", async ({ units, open }) => {
        const connection = await open(units.types.Types);
        const q = new units.types.Types(connection.db);
        const sent = sample(kind, value);
        await insert(q, 1, { ...base, [column]: sent }, false);
        const cast =
          kind === "blob" ? `hex(${column})` : `CAST(${column} AS TEXT)`;
        const [stored] = await connection.text(
          `SELECT typeof(${column}) || ' ' || ${cast} FROM plain`,
        );
        if (value.text === null) {
          assert.ok(stored?.startsWith(`${value.typeof} `));
        } else {
          assert.equal(stored, `${value.typeof} ${value.text}`);
        }
        const expected =
          kind === "bool" || kind === "int64" ? Number(sent) : sent;
        if (
          typeof expected === "number" &&
          kind === "int64" &&
          !Number.isSafeInteger(expected)
        ) {
          await assert.rejects(async () => q.getPlain(1), RangeError);
          return;
        }
        const row = await q.getPlain(1);
        same(row?.[column as keyof PlainRow], expected);
        same(row?.[`${column}_null` as keyof PlainRow], expected);
        const [listed] = await q.allPlain();
        same(listed?.[column as keyof PlainRow], expected);
      });
    });
  }
}

function same(actual: unknown, expected: Bound): void {
  if (expected instanceof Uint8Array) {
    assert.ok(actual instanceof Uint8Array);
    assert.deepEqual([...actual], [...expected]);
  } else {
    assert.equal(actual, expected);
  }
}

for (const { kind, sql, reads, shows } of stored_by_others) {
  contract(`${kind} stored by others as ${sql}`, (test) => {
    const column = columns[kind] ?? "";
    test(
      reads === null ? "is an error that names the column" : "is read",
      async ({ units, open }) => {
        const connection = await open(units.types.Types);
        const q = new units.types.Types(connection.db);
        await insert(q, 1, base, true);
        await connection.exec(`UPDATE plain SET ${column} = ${sql}`);
        const text =
          ["date", "time", "timestamp", "timestamptz"].includes(kind) &&
          sql.startsWith("'");
        if (reads === null && !text) {
          const names = new RegExp(`column "${column}"`);
          await assert.rejects(
            async () => q.getPlain(1),
            (error: Error) => {
              assert.match(error.message, names);
              assert.ok(error.message.endsWith(shows ?? ""), error.message);
              return shows !== undefined || !error.message.includes("the text");
            },
          );
          await assert.rejects(async () => q.allPlain(), names);
          return;
        }
        // Text of a date or a time is given as it is stored.
        const stored = sql.replaceAll("'", "");
        const got = (await q.getPlain(1))?.[column as keyof PlainRow];
        switch (kind) {
          case "bool":
            same(got, reads === "true" ? 1 : 0);
            break;
          case "int64":
          case "float64":
          case "decimal":
            same(got, Number(reads));
            break;
          case "blob":
            same(got, Uint8Array.from(Buffer.from(reads ?? "", "hex")));
            break;
          default:
            same(got, text ? stored : (reads ?? ""));
        }
      },
    );
  });
}

contract("types", (test) => {
  test("NULL in every nullable column", async ({ units, open }) => {
    const connection = await open(units.types.Types);
    const q = new units.types.Types(connection.db);
    await insert(q, 1, base, true);
    const row = await q.getPlain(1);
    assert.ok(row !== undefined);
    for (const [column, value] of Object.entries(row)) {
      assert.equal(value === null, column.endsWith("_null"), column);
    }
    const storage = await q.plainNullStorage(1);
    for (const [column, value] of Object.entries(storage ?? {})) {
      assert.ok(
        value ===
          (column.endsWith("_type")
            ? "null"
            : column === "t_hex" || column === "bin_hex"
              ? value
              : null),
        column,
      );
    }
  });

  test("compares as it stores", async ({ units, open }) => {
    const connection = await open(units.types.Types);
    const q = new units.types.Types(connection.db);
    const row = {
      ...base,
      i: 7,
      dec: 12.5,
      b: 1,
      t: "x",
      bin: new Uint8Array([1]),
    };
    await insert(q, 1, row, true);
    const { b, i, f, dec, t, bin, d, tm, ts, tz, u, j } = row;
    assert.deepEqual(
      await q.findPlain({ b, i, f, dec, t, bin, d, tm, ts, tz, u, j }),
      [1],
    );
    assert.deepEqual(
      await q.findPlain({ b, i: 8, f, dec, t, bin, d, tm, ts, tz, u, j }),
      [],
    );
  });

  test("values plucked", async ({ units, open }) => {
    const connection = await open(units.types.Types);
    const q = new units.types.Types(connection.db);
    await insert(q, 1, { ...base, dec: 0.01, bin: new Uint8Array([7]) }, false);
    await insert(q, 2, { ...base, dec: 3 }, true);
    assert.deepEqual(await q.bools(), [0, null]);
    assert.deepEqual(await q.decimals(), [0.01, 3]);
    assert.deepEqual(await q.dates(), [base.d, null]);
    assert.deepEqual(await q.instants(), [base.tz, base.tz]);
    const [bytes, none] = await q.blobs();
    assert.deepEqual([...(bytes ?? [])], [7]);
    assert.equal(none, null);
    await q.spoilBool("yes", 1);
    await connection.exec("UPDATE plain SET b_null = 'yes'");
    await assert.rejects(async () => q.bools(), /b_null/);
  });

  test("any value in a column of any type", async ({ units, open }) => {
    const connection = await open(units.types.Types);
    const q = new units.types.Types(connection.db);
    const values = ["text", 1.5, 12n, new Uint8Array([1, 2])] as const;
    for (const [id, a] of values.entries()) {
      await q.insertStrict({
        id,
        i: 1,
        i_null: null,
        f: 0.5,
        f_null: null,
        t: "t",
        t_null: null,
        bin: new Uint8Array(1),
        bin_null: null,
        a,
        a_null: null,
      });
    }
    const rows = await q.allStrict();
    same(rows[0]?.a, "text");
    same(rows[1]?.a, 1.5);
    same(rows[2]?.a, 12);
    same(rows[3]?.a, new Uint8Array([1, 2]));
    assert.equal(rows[0]?.a_null, null);
    const types = await connection.text(
      "SELECT typeof(a) FROM strict_types ORDER BY id",
    );
    assert.deepEqual(types, ["text", "real", "integer", "blob"]);
  });

  test("annotated types over TEXT columns", async ({ units, open }) => {
    const connection = await open(units.types.Types);
    const q = new units.types.Types(connection.db);
    const { d, tm, ts, tz, u, j } = base;
    await q.insertMeant({
      id: 1,
      b: 1,
      dec: -12.5,
      d,
      tm,
      ts,
      tz,
      u,
      j,
      b_null: null,
      dec_null: null,
      d_null: null,
      tm_null: null,
      ts_null: null,
      tz_null: null,
      u_null: null,
      j_null: null,
    });
    assert.deepEqual(
      { ...(await q.getMeant(1)) },
      {
        id: 1,
        b: 1,
        dec: -12.5,
        d,
        tm,
        ts,
        tz,
        u,
        j,
        b_null: null,
        dec_null: null,
        d_null: null,
        tm_null: null,
        ts_null: null,
        tz_null: null,
        u_null: null,
        j_null: null,
      },
    );
    assert.deepEqual(
      await connection.text("SELECT typeof(dec) || dec FROM meant"),
      ["text-12.5"],
    );
    await connection.exec(
      "UPDATE meant SET dec = '-123456789012345678901234567.123'",
    );
    await assert.rejects(
      async () => q.getMeant(1),
      /column "dec": expected a decimal of up to 15 digits/,
    );
    for (const [stored, dec] of [
      ["0012.3400", 12.34],
      ["0.00123456789012345", 0.00123456789012345],
      ["1234567890123450000e-3", 1234567890123450],
    ]) {
      await connection.exec(`UPDATE meant SET dec = '${stored}'`);
      assert.equal((await q.getMeant(1))?.dec, dec);
    }
    for (const digits of ["0.1234567890123456", "123456789012345.6"]) {
      await connection.exec(`UPDATE meant SET dec = '${digits}'`);
      await assert.rejects(
        async () => q.getMeant(1),
        /column "dec": expected a decimal of up to 15 digits/,
      );
    }
  });

  test("a decimal that is an integer beyond 2^53", async ({ units, open }) => {
    const connection = await open(units.types.Types);
    const q = new units.types.Types(connection.db);
    await insert(q, 1, base, false);
    await connection.exec("UPDATE plain SET dec = -9007199254740991");
    assert.equal((await q.getPlain(1))?.dec, -9007199254740991);
    await connection.exec("UPDATE plain SET dec = 1e20"); // a REAL: integers end below
    assert.equal((await q.getPlain(1))?.dec, 1e20);
    for (const integer of ["9007199254740993", "9223372036854775807"]) {
      await connection.exec(`UPDATE plain SET dec = ${integer}`);
      await assert.rejects(async () => q.getPlain(1));
      await assert.rejects(async () => q.decimals());
    }
  });

  test("integers of 64 bits with safeIntegers", async ({ units, open }) => {
    const { Types } = units.safeTypes;
    const connection = await open(Types, { safe: true });
    const q = new Types(connection.db);
    const max = 9223372036854775807n;
    await insert(q, 1, { ...base, i: max, b: 1, dec: 12 }, false);
    const row = await q.getPlain(1);
    assert.equal(row?.id, 1n);
    assert.equal(row.i, max);
    assert.equal(row.i_null, max);
    assert.equal(row.b, 1n);
    assert.equal(row.f, base.f);
    assert.equal(row.dec, 12);
    assert.deepEqual(await q.bools(), [1n]);
    await connection.exec("UPDATE plain SET dec = 9007199254740993");
    await assert.rejects(
      async () => q.getPlain(1),
      /column "dec": expected a decimal number, got bigint/,
    );
    await connection.exec("UPDATE plain SET dec = 1e20");
    assert.equal((await q.getPlain(1))?.dec, 1e20);
    await connection.exec("UPDATE plain SET dec = 12");
    assert.deepEqual(
      await q.findPlain({
        b: 1,
        i: max,
        f: base.f,
        dec: 12,
        t: base.t,
        bin: base.bin,
        d: base.d,
        tm: base.tm,
        ts: base.ts,
        tz: base.tz,
        u: base.u,
        j: base.j,
      }),
      [1n],
    );
    await q.insertStrict({
      id: 1,
      i: -max,
      i_null: null,
      f: 0.5,
      f_null: null,
      t: "t",
      t_null: null,
      bin: new Uint8Array(1),
      bin_null: null,
      a: max,
      a_null: null,
    });
    const [strict] = await q.allStrict();
    assert.equal(strict?.i, -max);
    assert.equal(strict.a, max);
  });
});
