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
        let id = 1;
        const check = async (name: string, type: string, sample: Sample) => {
          id += 5000;
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
          const copies = Array.from({ length: 2100 }, (_, i) => ({
            ...row,
            id: id + 2 + i,
          }));
          assert.equal(await q.bulk(copies), 2100);
          const ways = {
            insert: 1,
            first: 2,
            last: 2049,
            next: 2050,
            end: 2101,
          };
          for (const [how, at] of Object.entries(ways)) {
            const stored = await q.storage(id + at);
            assert.equal(stored[name], sample.again ?? text, how);
            assert.equal(stored[`${name}_null`], sample.again ?? text, how);
          }
          const nulls = await column(
            db,
            `SELECT count(*) FROM ${table} WHERE id BETWEEN ${id} AND ${id + 2101} AND ${name}_null IS NULL`,
          );
          assert.deepEqual(nulls, [0n]);
          assert.deepEqual(
            { ...(await q.get(id + 2101)), id },
            { ...row, id },
            "read again",
          );
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

        // Many rows go another way than few.
        const few = rows.length;
        await q.bulk(rows.map((row, i) => ({ ...row, id: i })));
        const many = Array.from({ length: 125_000 }, (_, i) => ({
          ...rows[i % few],
          id: few + i,
        }));
        assert.equal(await q.bulk(many), many.length);
        const distinct = Object.keys(rows[0] ?? {})
          .filter((name) => name !== "id")
          .map((name) => `a.${name} IS DISTINCT FROM b.${name}`);
        const other = `SELECT count(*), count(*) FILTER (${distinct.join(" OR ")}) FROM ${table} AS a JOIN ${table} AS b ON b.id = a.id % ${few}`;
        assert.deepEqual((await db.runAndReadAll(other)).getRows(), [
          [BigInt(many.length + few), 0n],
        ]);
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
