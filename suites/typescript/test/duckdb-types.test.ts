import assert from "node:assert/strict";
import { describe } from "node:test";
import { DuckdbTypes as Values } from "../gen/duckdb/duckdb-types.js";
import { DuckdbTypes as Plain } from "../gen/plain/duckdb/duckdb-types.js";
import { json } from "../src/corpus.js";
import { column, open, test } from "../src/duckdb.js";

interface Sample {
  value: string;
  text?: string;
  again?: string;
  unsupported?: Record<string, string>;
}

const { types, refused } = json("types/duckdb.json") as {
  types: { table: string; column: string; type: string; values: Sample[] }[];
  refused: { table: string; column: string; values: string[] }[];
};

type Row = Record<string, unknown>;

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The methods of a family of types. */
function family(unit: object, table: string) {
  const q = unit as Record<string, (...values: unknown[]) => Promise<unknown>>;
  const method = <T>(key: string) => {
    const found = q[key];
    assert.ok(found, key);
    return found.bind(q) as (...values: unknown[]) => Promise<T>;
  };
  return {
    store: method(`store${capital(table)}`),
    get: method<Row>(`get${capital(table)}`),
    all: method<Row[]>(`all${capital(table)}`),
    insert: method(`insert${capital(table)}`),
    bulk: method<number>(`bulkInsert${capital(table)}`),
    find: method<number[]>(`find${capital(table)}`),
    look: q[`look${capital(table)}Bulk`]?.bind(q),
    storage: method<Row>(`${table}Storage`),
  };
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

const tables = [...new Set(types.map((t) => t.table))];

for (const [mode, Unit] of [
  ["the driver's values", Values],
  ["plain values", Plain],
] as const) {
  void describe(mode, () => {
    for (const table of tables) {
      test(`every value of ${table} is read and written as it is`, async () => {
        const db = await open(Unit);
        const q = family(new Unit(db), table);
        const wrong: string[] = [];
        const rows: Row[] = [];
        let id = 0;
        const check = async (name: string, type: string, sample: Sample) => {
          id += 2;
          await q.store(id);
          const value = `CAST(${literal(sample.value)} AS ${type})`;
          await db.run(
            `UPDATE ${table} SET ${name} = ${value}, ${name}_null = ${value} WHERE id = ${id}`,
          );
          const text = sample.text ?? sample.value;
          assert.equal((await q.storage(id))[name], text, "DuckDB's own");
          const row = await q.get(id);
          rows.push(row);
          await q.insert({ ...row, id: id + 1 });
          const stored = await q.storage(id + 1);
          assert.equal(stored[name], sample.again ?? text);
          assert.equal(stored[`${name}_null`], sample.again ?? text);
          assert.deepEqual({ ...(await q.get(id + 1)), id }, row, "read again");
          const searched = Object.entries(row).filter(
            ([key]) => key !== "id" && !key.endsWith("_null"),
          );
          const found = await q.find(Object.fromEntries(searched));
          assert.ok(found.includes(id + 1), "found by its value");
          if (q.look !== undefined) {
            for (const many of [1, 5]) {
              const all = await q.look(Array(many).fill(row));
              assert.deepEqual(all, Array(many).fill(found), `${many} keys`);
            }
          }
          await db.run(`DELETE FROM ${table}`);
        };
        for (const { column: name, type, values } of types) {
          if (!types.some((t) => t.table === table && t.column === name)) {
            continue;
          }
          for (const sample of values) {
            try {
              await check(name, type, sample);
            } catch (error) {
              wrong.push(
                `${type} ${sample.value.slice(0, 50)}: ${String(error)}`,
              );
            }
          }
        }
        assert.deepEqual(wrong, []);

        // Many rows go another way than few, and very many through a temporary table, whatever the values were made of.
        // They are as what was inserted by itself, the few in their text, too: -0 is 0, and a month 30 days.
        for (const [i, row] of rows.entries()) {
          await q.insert({ ...row, id: -1 - i });
        }
        function* copies(count: number) {
          const copied = rows.map((row) => ({ ...row }));
          for (let i = 0; i < count; i++) {
            yield Object.assign(copied[i % rows.length] as Row, { id: i });
          }
        }
        const names = Object.keys(rows[0] ?? {}).filter((key) => key !== "id");
        const counts: [number, string][] = [[2049 + rows.length, "::VARCHAR"]];
        if (Unit === Plain) {
          counts.push([125_000, ""]);
        }
        for (const [count, as] of counts) {
          assert.equal(await q.bulk(copies(count)), count);
          const other = names.map(
            (key) => `a.${key}${as} IS DISTINCT FROM b.${key}${as}`,
          );
          const compared = await db.runAndReadAll(
            `SELECT count(*), count(*) FILTER (${other.join(" OR ")}) FROM ${table} AS a
              JOIN ${table} AS b ON b.id = -1 - a.id % ${rows.length} WHERE a.id >= 0`,
          );
          assert.deepEqual(compared.getRows(), [[BigInt(count), 0n]]);
          await db.run(`DELETE FROM ${table} WHERE id >= 0`);
        }
      });
    }

    for (const { table, column: name, values } of refused) {
      test(`${table}.${name} refuses what is not of its type`, async () => {
        const db = await open(Unit);
        const q = family(new Unit(db), table);
        await q.store(1);
        const row = await q.get(1);
        const good = row[name];
        for (const value of values) {
          const bad =
            typeof good === "number"
              ? Number(value)
              : typeof good === "bigint"
                ? BigInt(value)
                : value.startsWith("[")
                  ? (JSON.parse(value) as unknown)
                  : value;
          const spoiled = { ...row, id: 3000, [name]: bad };
          const rows = Array.from({ length: 3000 }, (_, i) =>
            i === 2998 ? spoiled : { ...row, id: i + 2 },
          );
          await assert.rejects(
            q.bulk(rows),
            new RegExp(`^TypeError: row 2999: column "${name}": expected `),
          );
          await assert.rejects(
            q.insert(spoiled),
            new RegExp(`^TypeError: parameter "${name}": expected `),
          );
        }
        assert.deepEqual(await column(db, `SELECT count(*) FROM ${table}`), [
          1n,
        ]);
      });
    }
  });
}
