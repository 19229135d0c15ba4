import assert from "node:assert/strict";
import { decodeMeta, encodeMeta } from "../src/overrides.js";
import { checkNullability } from "../src/cases.js";
import { json } from "../src/corpus.js";
import { contract } from "../src/suite.js";

interface Echo {
  value: string;
  bytes: string;
}

/** The method of a query. */
function method(query: string): string {
  return query.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function hex(text: string): string {
  return Buffer.from(text, "utf8").toString("hex").toUpperCase();
}

const strings = json("text/expected.json") as {
  query: string;
  value: string;
}[];

contract("text", (test) => {
  for (const { query, value } of strings) {
    test(`${query} reaches the engine byte for byte`, async ({
      units,
      open,
    }) => {
      const connection = await open(units.text.Text);
      const q = new units.text.Text(connection.db);
      const methods = q as unknown as Record<string, () => Promise<Echo>>;
      const row = await methods[method(query)]?.();
      assert.equal(row?.bytes, hex(value));
      assert.equal(row.value, value);
      const echo = await q.echo(value);
      assert.equal(echo?.bytes, hex(value));
      assert.equal(echo.value, value);
    });
  }

  test("comments, layout and names", async ({ units, open }) => {
    const connection = await open(units.text.Text);
    const q = new units.text.Text(connection.db);
    assert.deepEqual({ ...(await q.comments()) }, { one: 1, two: 2 });
    assert.equal(await q.layout(), 6);
    assert.equal(await q.noSemicolon(), "no semicolon");
    assert.equal(await q.semicolonsAfter(), "several");
    await q.hostileInsert(1);
    const body = 'a`b${c}\\d"""e\'f%s?g\n  -- QUERY not_one :one\n  😀\t';
    assert.equal((await q.getNote(1))?.value, body);
    await q.hostileInsert(1);
    assert.equal((await q.getNote(1))?.bytes, hex(`${body}"\`\${x}\\`));
  });

  test("operators as names", async ({ units, open }) => {
    const connection = await open(units.text.Text);
    const row = await new units.text.Text(connection.db).operators();
    assert.deepEqual(Object.values({ ...row }).slice(0, 4), [3, 7, -2, 8]);
    assert.equal(row?.["${x}"], 4);
    assert.equal(row["*/"], 7);
    assert.equal(row["\\"], -1);
    assert.equal(row['"'], 3);
    assert.equal(row["back``tick"], 2);
  });
});

contract("names", (test) => {
  test("every value can be reached", async ({ units, open }) => {
    const connection = await open(units.names.Names, { testdata: "names" });
    const q = new units.names.Names(connection.db);
    const row = await q.hostileColumns();
    const values = [
      1,
      "second",
      7,
      "first",
      1,
      "quote",
      "double",
      42,
      "namae",
      3,
      4,
      5,
      "proto",
      "ctor",
      6,
      200,
    ];
    assert.deepEqual(Object.values({ ...row }), values);
    assert.ok(Object.hasOwn(row ?? {}, "__proto__"));
    assert.deepEqual(
      { ...(await q.duplicates()) },
      { id: 1, name: "left", id_2: 1, name_2: "right" },
    );
    assert.deepEqual(
      { ...(await q.nearDuplicates()) },
      { user_id: 1, userId: 2, "user id": 3, user_id_2: 4, USER_ID: 5 },
    );
    assert.deepEqual(Object.values({ ...(await q.unnamed()) }), [
      1,
      2,
      1,
      "text",
      1.5,
      1,
      2,
    ]);
    assert.equal(await q.unnamedValue(), 1);
    assert.deepEqual(
      Object.values({ ...(await q.emptyNames()) }),
      [1, 2, 3, 4, 5],
    );
    const reserved = Object.values({ ...(await q.reservedColumns()) });
    assert.deepEqual(
      reserved,
      reserved.map((_, i) => i + 1),
    );
  });

  test("every parameter arrives in its place", async ({ units, open }) => {
    const connection = await open(units.names.Names, { testdata: "names" });
    const q = new units.names.Names(connection.db);
    const letters = Array.from(
      { length: q.hostileParams.length },
      (_, i) => `<${i}>`,
    );
    const joined = await q.hostileParams(
      ...(letters as Parameters<typeof q.hostileParams>),
    );
    assert.equal(joined?.joined, letters.join(""));
    const ones = Array.from({ length: q.reservedParams.length }, () => 1);
    assert.equal(
      await q.reservedParams(...(ones as Parameters<typeof q.reservedParams>)),
      ones.length,
    );
  });

  test("methods named as something that is there already", async ({
    units,
    open,
  }) => {
    const connection = await open(units.names.Names, { testdata: "names" });
    const q = new units.names.Names(connection.db);
    const numbers = [
      await q.class(),
      await q.delete(),
      await q.constructor_(),
      await q.toString(),
      await q.hashCode(),
      await q.import(),
      await q.init(),
      await q.close(),
      await q.db(),
      await q.prepare(),
      await q.notify(),
      await q.lambda(),
    ];
    assert.deepEqual(
      numbers,
      numbers.map((_, i) => i + 1),
    );
    assert.deepEqual({ ...(await q.camelCaseName()) }, { someValue: 13 });
    assert.deepEqual({ ...(await q.httpServerList())[0] }, { value: 14 });
    const values = [
      (await q.list())?.value,
      (await q.object())?.value,
      (await q.row())?.value,
      (await q.string())?.value,
    ];
    assert.deepEqual(values, [15, 16, 17, 18]);
    assert.equal((await q.type("x")).changes, 1);
  });
});

contract("params", (test) => {
  test("an integer beyond 64 bits is an error", async ({ units, open }) => {
    const connection = await open(units.params.Params, { testdata: "params" });
    const q = new units.params.Params(connection.db);
    assert.equal((await q.withoutSet(1n))?.name, "anvil");
    await assert.rejects(async () => q.withoutSet(2n ** 64n + 1n));
  });

  test("order, use and types", async ({ units, open }) => {
    const connection = await open(units.params.Params, { testdata: "params" });
    const q = new units.params.Params(connection.db);
    assert.deepEqual(await q.repeated("tools"), [1, 3]);
    assert.deepEqual({ ...(await q.orderOfSet(2, 1)) }, { a: 1, b: 2 });
    assert.deepEqual(
      { ...(await q.orderOfUse(3, 1, "y")) },
      { x: 1, y: "y", z: 3 },
    );
    assert.equal((await q.withoutSet(2n))?.name, "bolt");
    assert.deepEqual(await q.setAnywhere(7, 50), [3, 5]);
    const casts = await q.casts(1, "t", 3, new Uint8Array([1]));
    assert.equal(casts?.i, 2);
    assert.equal(casts.t, "t!");
    assert.equal(casts.r, 1.5);
    assert.equal(await q.typedByYaml("2024-01-03"), 2);
    const p = [
      "01",
      "02",
      "03",
      "04",
      "05",
      "06",
      "07",
      "08",
      "09",
      "10",
      "11",
      "12",
    ] as const;
    assert.equal(await q.many(...p), p.join(""));
    assert.equal((await q.notParameters(4))?.f, 5);
    assert.equal(await q.tight(3, 10, 2), 50);
  });

  test("nullable and optional parameters", async ({ units, open }) => {
    const connection = await open(units.params.Params, { testdata: "params" });
    const q = new units.params.Params(connection.db);
    const ids = async (...args: Parameters<typeof q.optionalFilters>) =>
      (await q.optionalFilters(...args)).map((row) => row.id);
    assert.deepEqual(await ids(null, null, null), [1, 2, 3, 4, 5]);
    assert.deepEqual(await ids("tools", null, null), [1, 3]);
    assert.deepEqual(await ids("tools", 50, null), [1]);
    assert.deepEqual(await ids(null, null, "%o%"), [2, 4]);
    assert.equal(
      (await q.insertItem("file", null, 1, 2, null)).lastInsertRowid,
      6,
    );
    assert.equal((await q.updateItem(6, "tools", null, 5)).changes, 1);
    assert.equal((await q.withoutSet(6))?.stock, 7);
    await q.setNameOrKeep(null, 6);
    assert.equal((await q.withoutSet(6))?.name, "file");
  });

  test("in every clause", async ({ units, open }) => {
    const connection = await open(units.params.Params, { testdata: "params" });
    const q = new units.params.Params(connection.db);
    assert.deepEqual(
      (await q.paged(2, 1)).map((r) => r.id),
      [2, 3],
    );
    assert.deepEqual(
      (await q.keyset(3n, 1)).map((r) => r.id),
      [4],
    );
    assert.deepEqual(await q.between(0.5, 45), [3, 4, 5]);
    assert.deepEqual(await q.inList(1, 5, 9), [1, 5]);
    assert.deepEqual(await q.inJson("[1,3]"), [1, 3]);
    assert.deepEqual(await q.likePattern("%e%"), [4, 5]);
    assert.deepEqual(await q.rowValue(12, 3), [5, 1]);
    assert.deepEqual(
      (await q.inCte(1)).map((r) => r.running),
      [99.5, 111.5, 156.5],
    );
    const rows = (await q.everywhere(10, "clamp", 1, 0)).map((row) => ({
      ...row,
    }));
    assert.deepEqual(rows[0], { id: 3, stock: 10, dearer: 2 });
    assert.deepEqual(rows[1], { id: 1, stock: 13, dearer: 0 });
  });

  test("an integer is bound as one", async ({ units, open }) => {
    const connection = await open(units.params.Params, { testdata: "params" });
    const q = new units.params.Params(connection.db);
    // 3 bound as REAL would make this 3.0 in the engine and 13.0 in the sum.
    const rows = await q.everywhere(10, "clamp", 1, 0);
    assert.equal(rows[0]?.stock, 10);
    const { Params } = units.safeParams;
    const safe = await open(Params, { testdata: "params", safe: true });
    const s = new Params(safe.db);
    assert.deepEqual((await s.everywhere(10, "clamp", 1, 0))[0]?.stock, 10n);
    assert.deepEqual({ ...(await s.orderOfSet(2, 1n)) }, { a: 1n, b: 2n });
    assert.equal((await s.paged(1, 0))[0]?.id, 1n);
  });
});

contract("sources", (test) => {
  test("the value of a file source is text", async ({ units, open }) => {
    const connection = await open(units.sources.Sources);
    const q = new units.sources.Sources(connection.db);
    for (const path of [
      "a.parquet",
      "it's ''.csv",
      "$1 ${x} \\ `y`",
      'äö 日本 "q"',
      "",
    ]) {
      const row = await q.sourcePath(path);
      assert.equal(row?.path, path);
      assert.equal(row.bytes, hex(path));
    }
    assert.equal(
      (await q.sourceAndParameters("p", "a'", "s", "b$"))?.joined,
      "pa'sb$",
    );
    assert.equal((await q.rememberSource(1, "x'")).changes, 0);
  });
});

contract("rows", (test) => {
  test("tables and queries share their rows", async ({ units, open }) => {
    const connection = await open(units.rows.Rows, { testdata: "rows" });
    const q = new units.rows.Rows(connection.db);
    const people = await q.allPeople();
    await connection.exec("DELETE FROM person");
    assert.equal(await q.bulkInsertPerson(people), 2);
    const ada = await q.personById(1);
    assert.equal(ada?.name, "Ada");
    assert.deepEqual(
      { ...(await q.addPerson(3, "Cyd", null)) },
      { id: 3, name: "Cyd", born: null },
    );
    const named = await q.nameById(3);
    const liked: (typeof named)[] = await q.namesLike("C%");
    assert.deepEqual({ ...liked[0] }, { ...named });
    assert.equal((await q.peopleWithBirth()).length, 1);
    assert.equal((await q.allAnimals())[0]?.name, "Rex");
    assert.deepEqual(Object.keys({ ...(await q.peopleReordered())[0] }), [
      "name",
      "id",
      "born",
    ]);
  });
});

contract("returning", (test) => {
  test("rows of a change, and the whole change", async ({ units, open }) => {
    const connection = await open(units.returning.Returning);
    const q = new units.returning.Returning(connection.db);
    assert.equal(await q.addTask("a"), 1);
    assert.equal((await q.addTwo("b", "note", "c")).length, 2);
    assert.deepEqual(
      { ...(await q.upsertTask("b", null)) },
      { id: 2, title: "b", note: null, hits: 2 },
    );
    assert.equal(await q.addIfNew("b"), undefined);
    assert.equal(await q.addIfNew("d"), 4);
    assert.deepEqual(
      { ...(await q.finishTask(1)) },
      { id: 1, done: 1, note: null },
    );
    assert.equal((await q.finishAll()).length, 3);
    assert.equal((await q.deleteTask(4))?.title, "d");
    assert.deepEqual((await q.deleteDone()).sort(), ["a", "b", "c"]);
    assert.deepEqual(await q.allTasks(), []);
    assert.equal(
      (await connection.text("SELECT CAST(count(*) AS TEXT) FROM task"))[0],
      "0",
    );
  });
});

contract("overrides", (test) => {
  test("values are decoded and encoded, NULL is not", async ({
    units,
    open,
  }) => {
    const connection = await open(units.overrides.Overrides);
    const q = new units.overrides.Overrides(connection.db);
    const meta = { tags: ["a", "ü"] };
    await q.addDocument(1, meta, null, "draft", 12.5);
    const row = {
      id: 2,
      meta,
      extra: meta,
      state: "published",
      amount: null,
    } as const;
    await q.bulkInsertDocument([row]);
    const [first] = await connection.text(
      "SELECT meta || ifnull(extra, '') || state FROM document",
    );
    assert.equal(first, `${encodeMeta(meta)}draft`);
    assert.deepEqual(
      { ...(await q.getDocument(1)) },
      { id: 1, meta, extra: null, state: "draft", amount: 12.5 },
    );
    assert.deepEqual({ ...(await q.getDocument(2)) }, row);
    assert.deepEqual(await q.allMeta(), [meta, meta]);
    assert.equal(await q.extraOf(1), null);
    assert.deepEqual(await q.extraOf(2), meta);
    const none = decodeMeta('{"tags":[]}');
    assert.equal(await q.setMetaBatch([{ id: 1, meta: none }]), 1);
    assert.deepEqual(await q.findByMeta(none), [1]);
    assert.equal((await q.documentText(1))?.meta, '{"tags":[]}');
  });
});

contract("nullability", (test) => {
  test("what is claimed of NULL holds", async ({ units, open }) => {
    const connection = await open(units.nullability.Nullability, {
      testdata: "nullability",
    });
    await checkNullability(new units.nullability.Nullability(connection.db));
  });
});
