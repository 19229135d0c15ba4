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
      assert.equal(echo.bytes, hex(value));
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
    assert.equal(row["${x}"], 4);
    assert.equal(row["*/"], 7);
    assert.equal(row["\\"], -1);
    assert.equal(row['"'], 3);
    assert.equal(row["back``tick"], 2);
  });
});

contract("names", (test) => {
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
      (await q.list()).value,
      (await q.object()).value,
      (await q.row()).value,
      (await q.string()).value,
    ];
    assert.deepEqual(values, [15, 16, 17, 18]);
    assert.equal(await q.type("x"), 1);
  });
});

contract("params", (test) => {
  test("an integer beyond 64 bits is an error", async ({ units, open }) => {
    const connection = await open(units.params.Params, { testdata: "params" });
    const q = new units.params.Params(connection.db);
    assert.equal((await q.withoutSet(1n))?.name, "anvil");
    await assert.rejects(async () => q.withoutSet(2n ** 64n + 1n));
  });

  test("an integer is bound as one", async ({ units, open }) => {
    const connection = await open(units.params.Params, { testdata: "params" });
    const q = new units.params.Params(connection.db);
    // 3 bound as REAL would make this 3.0 in the engine and 13.0 in the sum.
    const rows = await q.everywhere({
      bonus: 10,
      first: "clamp",
      factor: 1,
      at_least: 0,
    });
    assert.equal(rows[0]?.stock, 10);
    const { Params } = units.safeParams;
    const safe = await open(Params, { testdata: "params", safe: true });
    const s = new Params(safe.db);
    assert.deepEqual(
      (
        await s.everywhere({
          bonus: 10,
          first: "clamp",
          factor: 1,
          at_least: 0,
        })
      )[0]?.stock,
      10n,
    );
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
      assert.equal(row.path, path);
      assert.equal(row.bytes, hex(path));
    }
    assert.equal(
      (
        await q.sourceAndParameters({
          prefix: "p",
          sources_events: "a'",
          suffix: "s",
          sources_users: "b$",
        })
      ).joined,
      "pa'sb$",
    );
    assert.equal(await q.rememberSource(1, "x'"), 0);
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
    assert.deepEqual(await q.peopleReordered(), await q.allPeople());
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
    await q.addDocument({
      id: 1,
      meta,
      extra: null,
      state: "draft",
      amount: 12.5,
    });
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
