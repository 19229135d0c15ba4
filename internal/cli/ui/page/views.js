// What the page shows of a statement: rows, columns, plan, SQL, problems; and of a table.
import { h } from "./dom.js";
import { highlighted } from "./editor.js";
import { graph } from "./graph.js";

const nullness = (c) => h("span", { class: c.nullable ? "nl" : "nn" }, c.nullable ? "may be NULL" : "NOT NULL");
const note = (text, kind = "note") => h("p", { class: kind }, text);
const numeric = /int|numeric|decimal|real|double|float|serial|number/i;

const quoted = (v) => (v === null ? "" : /[",\r\n]/.test(v) || v === "" ? `"${v.replaceAll('"', '""')}"` : v);
const names = (run) => run.columns.map((c) => c.name);

// What the rows of a run are saved as. In CSV nothing is NULL, and "" an empty text.
const exports = {
  CSV: (run) => [names(run), ...run.rows].map((row) => `${row.map(quoted).join(",")}\r\n`).join(""),
  JSON: (run) =>
    `${JSON.stringify(
      run.rows.map((row) => Object.fromEntries(row.map((v, i) => [run.columns[i].name, v]))),
      null,
      2,
    )}\n`,
};

/** download saves a text as a file. */
function download(name, title, text) {
  const url = URL.createObjectURL(new Blob([text]));
  h("a", { href: url, download: `${name}.${title.toLowerCase()}` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** rows are those of a run; name is the file's that they are saved as. */
export function rows(name, outcome, columns, engines, testdata) {
  if (!outcome && !testdata)
    return note("There is no TESTDATA: write `-- TESTDATA` and INSERTs below it into an SQL file.");
  if (!outcome) return note("Run shows the rows of TESTDATA. What the statement changes is rolled back.");
  if (outcome.error) return note(outcome.error, "error");
  return outcome.runs
    .map((run) => {
      const head = run.columns.map((c, i) =>
        h(
          "th",
          { scope: "col" },
          c.name,
          h("small", null, c.type.toLowerCase(), " ", columns[i] ? nullness(columns[i]) : null),
        ),
      );
      const cells = (row) =>
        row.map((v, i) =>
          v === null
            ? h("td", { class: "null" }, "NULL")
            : h("td", { class: numeric.test(run.columns[i].type) ? "r" : null, title: v.length > 60 ? v : null }, v),
        );
      const changed =
        run.changed === undefined
          ? null
          : `${run.changed} ${run.changed === 1 ? "row" : "rows"} changed, and rolled back`;
      const count = run.columns.length
        ? `${run.rows.length}${run.more ? " and more" : ""} ${run.rows.length === 1 ? "row" : "rows"}`
        : null;
      return [
        h(
          "p",
          { class: "note" },
          [engines ? `${run.unit}, ${run.engine}` : null, changed, count, `${run.milliseconds.toFixed(1)} ms`]
            .filter(Boolean)
            .join(" · "),
          run.columns.length
            ? Object.entries(exports).map(([title, made]) =>
                h("button", { type: "button", class: "small", onclick: () => download(name, title, made(run)) }, title),
              )
            : null,
        ),
        run.columns.length
          ? h(
              "div",
              { class: "grid" },
              h(
                "table",
                null,
                h("thead", null, h("tr", null, head)),
                h(
                  "tbody",
                  null,
                  run.rows.map((row) => h("tr", null, cells(row))),
                ),
              ),
            )
          : null,
      ];
    })
    .flat();
}

const fieldTable = (caption, fields, more) =>
  h(
    "div",
    { class: "grid" },
    h(
      "table",
      null,
      h("caption", null, caption),
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          ["name", "type", "NULL", "why"].map((t) => h("th", { scope: "col" }, t)),
        ),
      ),
      h(
        "tbody",
        null,
        fields.map((f) =>
          h(
            "tr",
            null,
            h("th", { scope: "row" }, f.name),
            h("td", null, f.type),
            h("td", null, nullness(f)),
            h(
              "td",
              { class: "why" },
              [f.why, f.column && f.column !== f.name ? `from ${f.column}` : null, f.doc, ...more(f)]
                .filter(Boolean)
                .join("; "),
            ),
          ),
        ),
      ),
    ),
  );

/** columns are the result and the parameters of a statement, with what proves them NOT NULL. */
export function columns(statement) {
  const given = (p) => [
    p.optional ? "may be left out" : null,
    p.flag ? "flag" : null,
    p.sample ? `@set ${p.sample}` : null,
    p.choices ? p.choices.map((c) => c.label).join(", ") : null,
  ];
  return [
    statement.single ? note(`At most one row: ${statement.single}`) : null,
    statement.fallback ? note(`Nothing could be proven NOT NULL: ${statement.fallback}`) : null,
    statement.columns.length
      ? fieldTable("Result", statement.columns, () => [])
      : note("The statement returns no columns."),
    statement.params.length ? fieldTable("Parameters", statement.params, given) : null,
  ];
}

/** table is one of the schema. */
export function table(unit, of) {
  const more = (c) => [
    of.key.includes(c.name) ? "primary key" : null,
    c.identity ? "identity" : null,
    c.generated ? "generated" : null,
    c.default ? "has a default" : null,
  ];
  return [
    fieldTable(`${of.name} (${unit.name}, ${unit.engine})`, of.columns, more),
    of.key.length ? note(`Primary key: ${of.key.join(", ")}`) : note("The table has no primary key."),
  ];
}

/** schema is the diagram of the tables of each unit, with their keys. */
export const schema = (units, open) =>
  units.flatMap((unit) => {
    if (!unit.tables.length) return [];
    const boxes = unit.tables.map((t) => ({
      id: t.name,
      title: t.name,
      go: () => open(unit, t),
      lines: t.columns.map((c) => ({
        text: `${c.name}${c.nullable ? "?" : ""}`,
        right: c.type.toLowerCase(),
        kind: t.key.includes(c.name)
          ? "key"
          : (t.foreign_keys ?? []).some((k) => k.columns.includes(c.name))
            ? "foreign"
            : null,
      })),
    }));
    const there = new Set(boxes.map((b) => b.id));
    const arrows = unit.tables.flatMap((t) =>
      (t.foreign_keys ?? [])
        .filter((k) => there.has(k.table))
        .map((k) => ({ from: t.name, to: k.table, label: `${k.columns.join(", ")} → ${k.to.join(", ")}` })),
    );
    return [note(`${unit.name}, ${unit.engine}`), graph(`Tables of ${unit.name}`, boxes, arrows)];
  });

/** stages are the common table expressions of a statement with their rows; chosen is the one whose rows are shown. */
export function stages(name, traced, outcome, chosen, choose) {
  if (!traced) return note("Run shows the rows of each common table expression, on TESTDATA.");
  if (traced.error) return note(traced.error, "error");
  return traced.graphs.flatMap((g) => {
    const result = outcome?.runs?.find((r) => r.unit === g.unit && r.engine === g.engine);
    const counted = (n, more) => `${n}${more ? " and more" : ""} ${n === 1 ? "row" : "rows"}`;
    const boxes = g.stages.map((s) => ({
      id: s.name,
      title: s.name,
      on: s.name === chosen,
      go: () => choose(s.name),
      lines: [{ text: s.error ? "error" : counted(s.count), kind: s.error ? "bad" : null }],
    }));
    boxes.push({
      id: "",
      title: name,
      on: chosen === "",
      go: () => choose(""),
      lines: [{ text: result ? counted(result.rows.length, result.more) : "the statement" }],
    });
    const to = [...g.stages, { name: "", from: g.from }];
    const arrows = to.flatMap((s) => s.from.map((from) => ({ from, to: s.name })));
    const shown = chosen === "" ? result : g.stages.find((s) => s.name === chosen);
    return [
      graph(`Stages of ${name}`, boxes, arrows, false),
      !shown
        ? note("Choose a box to see its rows.")
        : shown.error
          ? note(shown.error, "error")
          : rows(chosen || name, { runs: [{ ...shown, unit: g.unit, engine: g.engine }] }, [], false, true),
    ].flat();
  });
}

/** history are the runs of this page, the last one first. */
export function history(list, again) {
  if (!list.length) return note("What you run stands here: run a statement.");
  return h(
    "ul",
    { class: "history" },
    list.map((run) =>
      h(
        "li",
        null,
        h("button", { type: "button", class: "place", onclick: () => again(run) }, run.name),
        h("small", null, run.at.toLocaleTimeString()),
        h(
          "code",
          null,
          Object.entries(run.values)
            .map(([k, v]) => `${k} = ${JSON.stringify(v)}`)
            .join(", "),
        ),
        h("span", { class: run.error ? "bad" : "dim" }, run.said),
      ),
    ),
  );
}

/** plan is the engine's own, as a tree: a step reads what those below it give. */
export const plan = (statement) =>
  statement.steps?.length
    ? [note(`${statement.engine}, in a database without rows`), steps(statement.steps)]
    : note("The engine gives no plan of this statement.");

const steps = (list) =>
  h(
    "ul",
    { class: "plan" },
    list.map((step) =>
      h(
        "li",
        { class: step.costs ? "costly" : null },
        h("span", null, step.title),
        step.costs ? h("b", null, step.costs) : null,
        step.details?.map((detail) => h("small", null, detail)),
        step.steps?.length ? steps(step.steps) : null,
      ),
    ),
  );

/** sent is the SQL as drivers get it, with what is bound; the same text stands once. */
export function sent(statement) {
  const texts = new Map();
  for (const t of statement.targets) {
    const key = JSON.stringify([t.sql, t.binds]);
    texts.set(key, [...(texts.get(key) ?? []), t]);
  }
  if (!texts.size) return note("sqg.yaml has no generator for this statement.");
  return [...texts.values()].flatMap((list) => [
    note(list.map((t) => t.generator).join(", ")),
    highlighted(list[0].sql, "sql"),
    list[0].binds.length ? note(`binds ${list[0].binds.join(", ")}`) : null,
  ]);
}

/** bulk is how the statement runs for many rows. */
export const bulk = (statement) =>
  statement.targets
    .filter((t) => t.bulk)
    .flatMap((t) => [
      note(`${t.generator}: ${t.bulk.strategy}. ${t.bulk.why}`),
      ...[t.bulk.sql, t.bulk.rounds, ...(t.bulk.staged ?? [])].filter(Boolean).map((text) => highlighted(text, "sql")),
      ...(t.bulk.assumes ?? []).map((a) => note(a)),
    ]);

/** problems are all diagnostics, with fixes. */
export function problems(list, go, fix) {
  if (!list.length) return note("No problems.");
  return h(
    "ul",
    { class: "problems" },
    list.map((d) =>
      h(
        "li",
        { class: d.severity === 1 ? "error" : "warning" },
        h(
          "button",
          { type: "button", class: "place", onclick: () => go(d) },
          `${d.file}:${d.range.start.line + 1}:${d.range.start.character + 1}`,
        ),
        " ",
        h("b", null, d.code),
        " ",
        h("span", { class: "message" }, d.message),
        d.fixes.map((f) => h("button", { type: "button", onclick: () => fix(d, f) }, f.title)),
      ),
    ),
  );
}
