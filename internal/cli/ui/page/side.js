// The list of what there is: statements, tables, migrations and files of each unit.
import { $, h, show } from "./dom.js";

const kinds = {
  QUERY: "Statements",
  EXEC: "Statements",
  TABLE: "Appenders",
  MIGRATE: "Migrations",
  BASELINE: "Migrations",
  TESTDATA: "Test data",
};
const groups = ["Statements", "Tables", "Appenders", "Migrations", "Test data", "Files"];

/** word is the one that matters of a block. */
function word(block) {
  const modifiers = block.modifiers ?? [];
  if (block.kind === "EXEC") return ["exec", ...modifiers.map((m) => m.slice(1))].at(-1);
  if (block.kind !== "QUERY") return block.kind === "BASELINE" ? "baseline" : "";
  const said = modifiers
    .map((m) => m.replace(/^:/, "").replace("one!", "exactly one"))
    .filter((m) => m !== "pluck" && !m.startsWith("result"));
  return said.join(", ") || "list";
}

/** entries are what there is: {group, unit, title, word, open}. */
function entries({ units, tables, config }, open) {
  const out = [];
  const seen = new Set();
  for (const unit of units) {
    for (const file of unit.files) {
      for (const block of file.blocks) {
        const key = `${file.name}:${block.line}`;
        if (seen.has(key)) continue;
        seen.add(key);
        out.push({
          group: kinds[block.kind],
          unit: unit.name,
          title: block.name || file.name.split("/").pop(),
          word: word(block),
          key,
          go: () => open.block(file.name, block.line),
        });
      }
      if (!seen.has(file.name))
        out.push({ group: "Files", unit: "", title: file.name, key: file.name, go: () => open.file(file.name) });
      seen.add(file.name);
    }
  }
  for (const unit of tables) {
    for (const table of unit.tables) {
      out.push({
        group: "Tables",
        unit: unit.name,
        title: table.name,
        word: `${table.columns.length} cols`,
        key: `table ${unit.name} ${unit.engine} ${table.name}`,
        go: () => open.table(unit, table),
      });
    }
  }
  if (tables.some((unit) => unit.tables.length))
    out.push({ group: "Tables", unit: "", title: "Diagram", word: "keys", key: "schema", go: () => open.schema() });
  out.push({ group: "Files", unit: "", title: config, key: config, go: () => open.file(config) });
  return out;
}

/** Side shows the list; open says what is done with an entry. */
export class Side {
  constructor(open) {
    this.open = open;
    this.all = [];
    this.wrong = new Set();
    $("filter").addEventListener("input", () => this.render());
    $("filter").addEventListener("keydown", (e) => {
      if (e.key === "Escape") ((e.target.value = ""), this.render());
      if (e.key === "Enter" || e.key === "ArrowDown")
        (e.preventDefault(),
          e.key === "Enter" ? $("list").querySelector("button")?.click() : $("list").querySelector("button")?.focus());
    });
    $("list").addEventListener("keydown", (e) => {
      const all = [...$("list").querySelectorAll("button")];
      const next = all.indexOf(document.activeElement) + { ArrowDown: 1, ArrowUp: -1 }[e.key];
      if (Number.isNaN(next)) return;
      e.preventDefault();
      (all[next] ?? (next < 0 ? $("filter") : all.at(-1))).focus();
    });
  }

  take(project) {
    this.all = entries(project, this.open);
    this.several = new Set(project.units.map((u) => u.name)).size > 1;
    this.render();
  }

  /** mark says where one is, and what is wrong: keys of entries. */
  mark(current, wrong) {
    if (this.current === current && [...wrong].join() === [...this.wrong].join()) return;
    this.current = current;
    this.wrong = wrong;
    this.render();
  }

  render() {
    const words = $("filter").value.toLowerCase();
    const found = this.all.filter((e) => e.title.toLowerCase().includes(words));
    const section = (group) => {
      const list = found.filter((e) => e.group === group);
      if (!list.length) return [];
      let unit = null;
      const rows = list.flatMap((e) => {
        const head = this.several && e.unit !== unit && e.unit ? [h("li", { class: "unit" }, e.unit)] : [];
        unit = e.unit;
        return [...head, this.row(e)];
      });
      return [h("h2", null, group), h("ul", null, rows)];
    };
    show($("list"), found.length ? groups.flatMap(section) : h("p", { class: "dim" }, "Nothing has that name"));
  }

  choose(entry) {
    $("filter").value = "";
    this.render();
    entry.go();
  }

  row(entry) {
    const on = entry.key === this.current;
    const wrong = this.wrong.has(entry.key)
      ? h("span", { class: "bad", title: "has errors", "aria-label": "has errors" }, "●")
      : null;
    return h(
      "li",
      null,
      h(
        "button",
        {
          type: "button",
          class: on ? "on" : null,
          "aria-current": on ? "true" : null,
          title: entry.title,
          onclick: () => this.choose(entry),
        },
        wrong,
        h("span", null, entry.title),
        h("small", null, entry.word),
      ),
    );
  }
}
