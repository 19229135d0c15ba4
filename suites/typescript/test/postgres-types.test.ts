import assert from "node:assert/strict";
import { json } from "../src/corpus.js";
import { test } from "../src/postgres.js";

interface Sample {
  value: string;
  text?: string;
  again?: string;
  unsupported?: Record<string, string>;
  since?: number;
}

interface Values {
  settings: Record<string, string>;
  types: { table: string; column: string; type: string; values: Sample[] }[];
  refused: { table: string; column: string; values: string[] }[];
}

const { types, refused } = json("types/postgres.json") as Values;

type Row = Record<string, unknown>;

type Methods = Record<string, (...values: unknown[]) => Promise<unknown>>;

function capital(name: string): string {
  return name.replace(/(?:^|_)(.)/g, (_, c: string) => c.toUpperCase());
}

/** The methods of a family of types. */
function family(unit: object, table: string) {
  const q = unit as Methods;
  const name = capital(table);
  const method = <T>(key: string) => {
    const found = q[key];
    assert.ok(found, key);
    return found.bind(q) as (...values: unknown[]) => Promise<T>;
  };
  return {
    store: method(`store${name}`),
    get: method<Row>(`get${name}`),
    insert: method(`insert${name}`),
    bulk: method<number>(`bulkInsert${name}`),
    storage: method<Row>(
      `${name.charAt(0).toLowerCase()}${name.slice(1)}Storage`,
    ),
  };
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** JSON is parsed unless the option says that its text is wanted, which alone keeps every digit and blank. */
const isJson = (type: string) => type.startsWith("json");

const tables = [...new Set(types.map((t) => t.table))].flatMap((table) => [
  { table, json: false },
  ...(types.some((t) => t.table === table && isJson(t.type))
    ? [{ table, json: true }]
    : []),
]);

/** NULL where a domain forbids it. */
const withoutNull = ["pos_null", "work_null"];

for (const { table, json } of tables) {
  const what = json ? `JSON text of ${table}` : table;
  test(`every value of ${what} is read and written as it is`, async ({
    units,
    open,
    driver,
  }) => {
    const Unit = (json ? units.optionTypes : units.types).PostgresTypes;
    const connection = await open(Unit);
    const q = family(new Unit(connection.db), table);
    const [version] = await connection.text(
      "SELECT current_setting('server_version_num')",
    );
    const wrong: string[] = [];
    let id = 1;
    const check = async (column: string, type: string, sample: Sample) => {
      id += 40;
      await q.store(id);
      const set = [column, `${column}_null`].filter(
        (c) => !withoutNull.includes(c),
      );
      const value = `CAST(${literal(sample.value)} AS ${type})`;
      await connection.exec(
        `UPDATE ${table} SET ${set.map((c) => `${c} = ${value}`).join(", ")} WHERE id = ${id}`,
      );
      const reasons = sample.unsupported ?? {};
      const generator = `typescript/postgres/${driver.name.split(" ")[0] ?? ""}`;
      if (
        (reasons["*"] ?? reasons["typescript"] ?? reasons[generator]) !==
        undefined
      ) {
        await assert.rejects(q.get(id), new RegExp(`column "${column}"`));
        return;
      }
      const text = sample.text ?? sample.value;
      assert.equal((await q.storage(id))[column], text, "the server's own");
      const row = await q.get(id);
      await q.insert({ ...row, id: id + 1 });
      const copies = Array.from({ length: 30 }, (_, i) => ({
        ...row,
        id: id + 2 + i,
      }));
      assert.equal(await q.bulk(copies.slice(0, 1)), 1);
      assert.equal(await q.bulk(copies.slice(1)), 29);
      const written = { insert: id + 1, few: id + 2, copy: id + 31 };
      for (const [how, at] of Object.entries(written)) {
        const stored = await q.storage(at);
        for (const c of set) {
          assert.equal(stored[c], sample.again ?? text, how);
        }
      }
    };
    for (const { column, type, values } of types) {
      if (!types.some((t) => t.table === table && t.column === column)) {
        continue;
      }
      for (const sample of isJson(type) === json ? values : []) {
        if ((sample.since ?? 0) > Number(version) / 10000) {
          continue;
        }
        try {
          await check(column, type, sample);
        } catch (error) {
          wrong.push(`${type} ${sample.value}: ${String(error)}`);
        }
      }
    }
    assert.deepEqual(wrong, []);
  });
}

for (const { table, column, values } of refused) {
  test(`${table}.${column} refuses what is not of its type`, async ({
    units,
    open,
  }) => {
    const connection = await open(units.types.PostgresTypes);
    const q = family(new units.types.PostgresTypes(connection.db), table);
    await q.store(1);
    const row = await q.get(1);
    const good = row[column];
    for (const value of values) {
      const spoiled =
        typeof good === "number"
          ? Number(value)
          : typeof good === "bigint"
            ? BigInt(value)
            : column === "jb"
              ? (JSON.parse(value) as unknown)
              : value;
      for (const rows of [1, 40]) {
        const bad = Array.from({ length: rows }, (_, i) => ({
          ...row,
          id: 2 + i,
          [column]: spoiled,
        }));
        await assert.rejects(q.bulk(bad));
      }
      await assert.rejects(q.insert({ ...row, id: 2, [column]: spoiled }));
      assert.deepEqual(
        await connection.text(`SELECT count(*)::text FROM ${table}`),
        ["1"],
      );
    }
  });
}
