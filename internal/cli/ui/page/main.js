// The page: one file in the editor, the statement at the cursor beside and below it.
import { $, h, later, show, tabs } from "./dom.js";
import { Editor, highlighted, separatorOf } from "./editor.js";
import { Form } from "./form.js";
import { Connection, enter, read, save } from "./server.js";
import { Side } from "./side.js";
import * as views from "./views.js";

const title = document.title;
const pause = 60; // ms that the text stays as it is before the server is told

const files = new Map(); // by name: what read says, the state of the editor, the text that the server knows, problems
let current = null; // the file in the editor
let connection = null;
let config = "sqg.yaml";
let project = { units: [], tables: [], config };
let statement = null; // what is shown: name, explained, code, outcome, wrong
let view = "rows";
let language = sessionStorage.getItem("sqg-language") ?? "";
let generator = "";
let shownTable = null;
let stage = ""; // the common table expression whose rows are shown; "" for the statement itself
const history = []; // of runs, the last one first
const mostRuns = 100;
let asked = 0; // how often the statement was asked about: an answer to an older question is dropped
let tokenTypes = []; // of the language server, by number
let ended = false;

const editor = new Editor($("editor"), {
  changed: () => told(),
  moved: () => moved(),
  save: () => saveFile(),
  run: () => run(),
  flush: () => tell(),
  uri: () => current.uri,
  ask: (method, params) => connection.ask(method, params).catch(() => null),
});
const form = new Form($("form"), () => {
  repaint();
  explain();
  if (statement?.outcome) rerun();
});
const side = new Side({
  block: (name, line) => open(name, { line: line - 1, character: 0 }),
  file: (name) => open(name),
  table: (unit, table) => {
    shownTable = { unit, table };
    choose("table");
    closeMenu();
  },
  schema: () => {
    choose("schema");
    closeMenu();
  },
});

// ---- files

/** open shows a file, at a position. */
async function open(name, position) {
  try {
    const file = files.get(name) ?? (await load(name));
    if (current !== file) {
      keep();
      current = file;
      editor.show(file.state);
      $("empty")?.remove();
      editor.mark(file.problems);
    }
    if (position) editor.go(position);
    closeMenu();
    dirty();
    render();
    look();
  } catch (error) {
    say(error.message);
  }
}

/** keep keeps the state of the file that is shown. */
function keep() {
  if (current) current.state = editor.view.state;
}

async function load(name) {
  const file = { ...(await read(name)), problems: [], number: 1 };
  file.state = editor.state(file.text, name, Boolean(file.locked));
  file.known = file.text;
  files.set(name, file);
  if (file.locked) say(`${name} cannot be edited: ${file.locked}`);
  connection.tell("textDocument/didOpen", { textDocument: { uri: file.uri, version: file.number, text: file.text } });
  return file;
}

const textOf = (file) => (file === current ? editor.text() : file.state.sliceDoc());
const isDirty = (file) => textOf(file) !== file.text;

/** tell gives the server the text that is in the editor. */
function tell() {
  const text = current ? editor.text() : "";
  if (!current || text === current.known) return;
  current.known = text;
  current.number++;
  connection.tell("textDocument/didChange", {
    textDocument: { uri: current.uri, version: current.number },
    contentChanges: [{ text }],
  });
}

const toldLater = later(pause, () => {
  tell();
  look();
  listLater();
});

function told() {
  asked++;
  dirty();
  toldLater();
}

function dirty() {
  const unsaved = [...files.values()].filter(isDirty);
  $("save").disabled = !current || !isDirty(current) || ended;
  $("saved").textContent = unsaved.length ? `unsaved: ${unsaved.map((f) => f.name).join(", ")}` : "saved";
  document.title = `${current && isDirty(current) ? "● " : ""}${current?.name ?? "sqg"} – ${title}`;
}

async function saveFile(over) {
  if (!current || (!isDirty(current) && !over)) return;
  const file = current;
  const text = textOf(file);
  try {
    file.version = await save(file.name, text, over ?? file.version);
    file.text = text;
    if (file === current) say("");
    connection.tell("textDocument/didSave", { textDocument: { uri: file.uri } });
  } catch (error) {
    if (error.status === 409) await clash(file);
    else say(error.message);
  }
  dirty();
}

/** clash says that a file was changed by someone else while it was edited here. */
async function clash(file) {
  const other = await read(file.name);
  say(
    `${file.name} has changed on disk.`,
    h("button", { type: "button", onclick: () => (take(file, other), say("")) }, "Load it"),
    h("button", { type: "button", onclick: () => saveFile(other.version) }, "Keep mine, and save over it"),
  );
}

/** take has the editor show what a file has on disk. */
function take(file, other) {
  Object.assign(file, { text: other.text, version: other.version });
  const fresh =
    separatorOf(other.text) === separatorOf(textOf(file)) && file === current
      ? null
      : editor.state(other.text, file.name, Boolean(other.locked));
  if (fresh) file.state = fresh;
  if (file === current) {
    if (fresh) editor.show(fresh);
    else editor.replace(other.text);
    tell();
    look();
  } else {
    file.known = other.text;
    connection.tell("textDocument/didChange", {
      textDocument: { uri: file.uri, version: ++file.number },
      contentChanges: [{ text: other.text }],
    });
  }
  dirty();
}

/** changedOutside looks at the files that are open: someone has written some file of the project. */
const changedOutside = later(30, async () => {
  for (const file of files.values()) {
    try {
      const other = await read(file.name);
      if (other.version === file.version) continue;
      if (!isDirty(file)) take(file, other);
      else if (other.text === textOf(file)) Object.assign(file, { text: other.text, version: other.version });
      else await clash(file);
    } catch (error) {
      if (!ended) say(error.message);
    }
  }
  dirty();
  connection.tell("workspace/didChangeWatchedFiles", { changes: [{ uri: files.get(config).uri }] });
  listLater();
});

// ---- the statement

const moved = later(pause, () => look());

/** look finds the statement at the cursor, and asks what becomes of it. */
async function look() {
  if (!current || ended) return;
  tell();
  const turn = ++asked;
  const wanted = () => turn === asked;
  const at = editor.position();
  $("place").textContent = `${current.name}:${at.line + 1}:${at.character + 1}`;
  const blocks = current.name.endsWith(".yaml")
    ? []
    : ((await connection
        .ask("textDocument/documentSymbol", { textDocument: { uri: current.uri } })
        .catch(() => null)) ?? []);
  if (!wanted()) return;
  const block = blocks.findLast((b) => b.range.start.line <= at.line);
  const named = block && ["QUERY", "EXEC"].includes(block.detail) ? block.name : null;
  current.blocks = blocks;
  markSide(block);
  paint(current, wanted);
  if (!named) {
    statement = null;
    form.clear();
    render();
    return;
  }
  if (statement?.name !== named) {
    statement = { name: named };
    form.clear();
  }
  const about = statement;
  const argument = { uri: current.uri, name: named };
  const [code] = await Promise.all([ask("sqg.code", { ...argument, others: true }, wanted), explain(wanted)]);
  if (!wanted() || statement !== about) return;
  if (code.previews) Object.assign(about, { code: code.previews, wrong: null });
  else about.wrong = code.error;
  render();
  if (about.outcome && !about.wrong) rerun();
}

/** paint has the editor show what the server says of the text, and the parts of it that the form sends. */
async function paint(file, wanted) {
  const document = { textDocument: { uri: file.uri } };
  const [tokens, parts] = await Promise.all(
    ["textDocument/semanticTokens/full", "sqg/parts"].map((method) =>
      connection.ask(method, document).catch(() => null),
    ),
  );
  if (!wanted() || file !== current) return;
  file.tokens = tokens?.data ?? [];
  file.parts = parts ?? [];
  repaint();
}

/** repaint follows the form. What belongs to another statement than the one at the cursor is shown as it is written. */
function repaint() {
  if (!current?.tokens) return;
  const given = form.given();
  const block = current.blocks?.find((b) => b.name === statement?.name);
  const inBlock = (part) =>
    block && part.range.start.line >= block.range.start.line && part.range.end.line <= block.range.end.line;
  const holds = ({ name, label, not }) => given.includes(label ? `${name}=${label}` : name) !== Boolean(not);
  editor.paint(
    current.tokens,
    tokenTypes,
    given ? current.parts.filter(inBlock).map((part) => ({ range: part.range, on: part.when.every(holds) })) : [],
  );
}

/** ask runs a command; an error is a part of the answer. */
const ask = (command, argument, wanted, signal) =>
  connection.command(command, argument, wanted, signal).catch((error) => ({ error: error.message }));

/** explain asks what becomes of the statement with what the form gives. */
async function explain(asking = () => true) {
  const about = statement;
  if (!about) return;
  const turn = (about.explains = (about.explains ?? 0) + 1);
  const wanted = () => asking() && about.explains === turn;
  const answer = await ask("sqg.explain", { uri: current.uri, name: about.name, with: form.given() }, wanted);
  if (!wanted() || statement !== about) return;
  if (answer.statements?.length) {
    about.explained = answer.statements.find((s) => s.file.endsWith(current.name)) ?? answer.statements[0];
    const before = JSON.stringify(form.given());
    form.show(about.name, about.explained.params, enums());
    if (before !== JSON.stringify(form.given())) return explain(asking); // the first answer was without the form
    about.wrong = null;
    repaint();
  } else {
    about.wrong = answer.error;
  }
  render();
}

const enums = () => Object.fromEntries(project.tables.flatMap((u) => u.enums.map((e) => [e.name, e.labels])));

let running = null; // takes the run back

/**
 * run runs the statement on TESTDATA, with the values of the form; quietly where another tab than its rows stays. By
 * another command it runs elsewhere.
 */
async function run(quietly, command = "sqg.run") {
  const about = statement;
  if (!about || ended) return;
  running?.abort();
  tell();
  if (!quietly && !["rows", "sql", "stages"].includes(view)) choose("rows");
  const turn = (about.runs = (about.runs ?? 0) + 1);
  const wanted = () => about.runs === turn;
  const mine = (running = new AbortController());
  busy(true);
  const question = { uri: current.uri, name: about.name, values: form.values(), rows: 1000 };
  const [state, file] = [form.state(), current.name];
  const outcome = await ask(command, question, wanted, mine.signal);
  outcome.live = command === "sqg.live";
  if (running !== mine) return;
  if (outcome.error && about.wrong && about === statement) outcome.error = reason();
  about.outcome = mine.signal.aborted ? { error: "stopped", live: outcome.live } : outcome;
  remember({ name: about.name, file, values: question.values, state, outcome: about.outcome });
  about.traced = null;
  if (view === "stages" && !outcome.error) about.traced = await ask("sqg.stages", question, wanted, mine.signal);
  if (running !== mine) return;
  running = null;
  busy(false);
  render();
}

/** remember adds a run to the history. */
function remember({ outcome, ...run }) {
  const rows = outcome.runs?.reduce((n, r) => n + (r.changed ?? r.rows.length), 0);
  const said = outcome.error ?? `${rows} ${rows === 1 ? "row" : "rows"}`;
  history.unshift({ ...run, at: new Date(), error: Boolean(outcome.error), said });
  history.length = Math.min(history.length, mostRuns);
}

/** again goes to the statement of an earlier run, and gives the form what it held. */
async function again(run) {
  form.restore(run.name, run.state);
  const block = project.units
    .flatMap((u) => u.files)
    .find((f) => f.name === run.file)
    ?.blocks.find((b) => b.name === run.name);
  if (!block) return say(`${run.name} is not in ${run.file} any more.`);
  statement = null;
  choose("rows");
  await open(run.file, { line: block.line - 1, character: 0 });
}

/** busy shows that a statement runs; the button then stops it. */
function busy(is) {
  $("lower").classList.toggle("busy", is);
  $("run").firstChild.textContent = is ? "Stop " : "Run ";
}

// Nobody asks for a run here: so it is none on a database that programs use.
const rerun = later(250, () => statement?.outcome && !statement.outcome.live && run(true));

// ---- what is known of the project

const listLater = later(400, () => list());

async function list() {
  const argument = { uri: files.get(config).uri };
  const units = await ask("sqg.units", argument);
  if (units.units) project = { ...project, units: units.units };
  const tables = await ask("sqg.tables", argument);
  if (tables.units) project = { ...project, tables: tables.units };
  side.take(project);
  if (shownTable) {
    const unit = project.tables.find((u) => u.name === shownTable.unit.name && u.engine === shownTable.unit.engine);
    shownTable = unit && { unit, table: unit.tables.find((t) => t.name === shownTable.table.name) ?? shownTable.table };
  }
  render();
}

function problemsOf(params) {
  const file = [...files.values()].find((f) => f.uri === params.uri);
  const name = file?.name ?? decodeURIComponent(params.uri.split("/").pop());
  others.set(
    params.uri,
    params.diagnostics.map((d) => ({ ...d, file: name, uri: params.uri, fixes: [] })),
  );
  if (!file) return render();
  if (params.version !== undefined && params.version < file.number) return;
  file.problems = others.get(params.uri);
  if (file === current) editor.mark(file.problems);
  fixes(file, file.problems);
  render();
}

const others = new Map(); // problems by URI

/** fixes asks what may be done about problems. */
async function fixes(file, problems) {
  if (!problems.length) return;
  const end = { line: 1e9, character: 0 };
  const actions = await connection
    .ask("textDocument/codeAction", {
      textDocument: { uri: file.uri },
      range: { start: { line: 0, character: 0 }, end },
      context: { diagnostics: [] },
    })
    .catch(() => []);
  if (file.problems !== problems) return;
  for (const action of actions ?? []) {
    const of = problems.find((p) =>
      action.diagnostics.some((d) => d.code === p.code && JSON.stringify(d.range) === JSON.stringify(p.range)),
    );
    of?.fixes.push({ title: action.title, edits: action.edit.changes[file.uri] ?? [] });
  }
  if (file === current) editor.mark(problems);
  render();
}

const allProblems = () => [...others.values()].flat();

/** markSide shows in the list where the cursor is, and which blocks have errors. */
function markSide(block) {
  const wrong = new Set();
  for (const file of files.values()) {
    for (const p of file.problems.filter((p) => p.severity === 1)) {
      const of = file.blocks?.findLast((b) => b.range.start.line <= p.range.start.line);
      wrong.add(of ? `${file.name}:${of.range.start.line + 1}` : file.name);
    }
  }
  side.mark(block ? `${current.name}:${block.range.start.line + 1}` : current.name, wrong);
}

// ---- what is shown

function choose(id) {
  view = id;
  render();
  if (id === "stages" && statement?.outcome?.runs && !statement.traced && !running) run(true);
}

function chooseLanguage(id) {
  language = id;
  generator = "";
  sessionStorage.setItem("sqg-language", id);
  render();
}

const titles = { typescript: "TypeScript", java: "Java", python: "Python", go: "Go", rust: "Rust" };

function render() {
  const problems = allProblems();
  const errors = problems.filter((p) => p.severity === 1).length;
  $("problem-count").textContent = String(problems.length);
  $("problems-button").classList.toggle("bad", errors > 0);
  $("state").textContent = ended ? "ended" : errors ? `${errors} ${errors === 1 ? "error" : "errors"}` : "checked";
  $("state").className = ended || errors ? "bad" : "ok";
  const count = project.units
    .flatMap((u) => u.files.flatMap((f) => f.blocks))
    .filter((b) => ["QUERY", "EXEC"].includes(b.kind)).length;
  $("counts").textContent = `${count} ${count === 1 ? "statement" : "statements"}`;
  $("crumb").textContent = current ? current.name : "";
  const engine = current && project.units.find((u) => u.files.some((f) => f.name === current.name))?.engine;
  $("engine").hidden = !engine;
  $("engine").textContent = engine
    ? `${{ sqlite: "SQLite", postgres: "PostgreSQL", duckdb: "DuckDB" }[engine]} · scratch`
    : "";
  $("run").disabled = $("live").disabled = !statement || ended;
  renderCode();
  renderView(problems);
}

function renderCode() {
  const previews = statement?.code ?? [];
  const all = Object.keys(titles).filter((l) => previews.some((p) => p.language === l));
  if (!all.includes(language)) language = previews.find((p) => !p.other)?.language ?? all[0] ?? language;
  tabs(
    $("languages"),
    (all.length ? all : Object.keys(titles)).map((id) => {
      const other = previews.some((p) => p.language === id && p.other);
      return {
        id,
        title: titles[id],
        dim: other,
        hint: other ? "not in sqg.yaml: as the default driver would have it" : null,
      };
    }),
    language,
    chooseLanguage,
  );
  $("code").setAttribute("aria-labelledby", `languages-${language}`);
  const list = previews.filter((p) => p.language === language);
  const shown = list.find((p) => p.generator === generator) ?? list[0];
  $("generators").hidden = list.length < 2;
  show(
    $("generators"),
    list.map((p) => h("option", { value: p.generator, selected: p === shown }, p.generator)),
  );
  $("generated").classList.toggle("stale", Boolean(statement?.wrong && statement.code));
  $("copy").disabled = !shown;
  $("copy").onclick = async () => {
    await navigator.clipboard.writeText(shown.code);
    $("copy").textContent = "Copied";
    setTimeout(() => ($("copy").textContent = "Copy"), 1200);
  };
  const text = shown ? `${shown.generator} ${shown.code}` : "";
  if ($("code").dataset.shown !== text || !text) {
    $("code").dataset.shown = text;
    show($("code"), shown ? highlighted(shown.code, shown.language) : h("p", { class: "note" }, hint()));
    if (shown) scrollTo(shown);
  }
  renderWhy(shown);
}

/** scrollTo has the code begin where the statement's own part does, when another statement or language is shown. */
function scrollTo(shown) {
  const of = `${shown.generator} ${statement.name}`;
  if ($("code").dataset.of === of) return;
  $("code").dataset.of = of;
  const declared = new RegExp(`\\b(interface|class|record|struct|type) ${statement.explained?.row}\\b`);
  const signature = shown.signature.split("\n")[0];
  const lines = shown.code.split("\n");
  const found = [(line) => declared.test(line), (line) => signature && line.includes(signature)];
  const at = found.map((is) => lines.findIndex(is)).find((i) => i >= 0) ?? 0;
  const height = $("code").firstChild.scrollHeight / lines.length;
  $("code").scrollTop = at * height;
}

/** reason is why the statement has no code: its own error, else the first of the project, which it waits for. */
function reason() {
  const errors = allProblems().filter((p) => p.severity === 1);
  const block = current.blocks?.find((b) => b.name === statement.name);
  const own = errors.find(
    (p) =>
      p.uri === current.uri &&
      block &&
      p.range.start.line >= block.range.start.line &&
      p.range.start.line <= block.range.end.line,
  );
  const said = (p) => `${p.file}:${p.range.start.line + 1}: ${p.message.split("\n")[0]}.`;
  if (own) return said(own);
  return errors.length ? `${statement.name} waits for ${said(errors[0])}` : `${statement.wrong}.`;
}

/** hint says why there is no code. */
function hint() {
  if (statement?.wrong) return reason();
  if (statement) return "…";
  return "Put the cursor into a QUERY or EXEC: its code stands here.";
}

function renderWhy(shown) {
  const said = [];
  if (statement?.wrong && statement.code)
    said.push(h("p", { class: "error" }, `${reason()} The code is that of the last correct text.`));
  if (shown?.signature) said.push(h("pre", { class: "signature" }, shown.signature));
  if (shown?.other)
    said.push(h("p", null, `sqg.yaml has no generator for ${titles[shown.language]}: this is ${shown.generator}.`));
  const nullable = statement?.explained?.columns.filter((c) => c.nullable && c.why) ?? [];
  for (const c of nullable.slice(0, 4)) said.push(h("p", null, h("b", null, c.name), ` may be NULL: ${c.why}`));
  if (nullable.length > 4) said.push(h("p", null, `and ${nullable.length - 4} more: see Columns`));
  $("why").hidden = !said.length;
  show($("why"), said);
}

function renderView(problems) {
  const of = statement?.explained;
  const all = [
    { id: "rows", title: "Rows", count: statement?.outcome?.runs?.reduce((n, r) => n + r.rows.length, 0) },
    { id: "columns", title: "Columns", count: of?.columns.length },
    { id: "plan", title: "Plan" },
    { id: "sql", title: "SQL as sent" },
  ];
  if (of?.targets.some((t) => t.bulk)) all.push({ id: "bulk", title: ":bulk" });
  if (of?.targets.some((t) => /^\s*WITH\b/i.test(t.sql))) all.splice(1, 0, { id: "stages", title: "Stages" });
  if (shownTable) all.push({ id: "table", title: shownTable.table.name });
  if (view === "schema") all.push({ id: "schema", title: "Schema" });
  all.push({ id: "history", title: "History", count: history.length || null });
  all.push({ id: "problems", title: "Problems", count: problems.length || null });
  if (!all.some((t) => t.id === view)) view = "rows";
  tabs($("views"), all, view, choose);
  $("view").setAttribute("aria-labelledby", `views-${view}`);
  const aside = ["problems", "table", "schema", "history"].includes(view); // none of the statement
  $("lower").classList.toggle("aside", aside);
  $("lower").parentElement.classList.toggle("tall", view === "schema");
  $("lower").classList.toggle("stale", Boolean(statement?.wrong && of) && !aside);
  const content = {
    rows: () =>
      views.rows(
        statement?.name,
        statement?.outcome,
        of?.columns ?? [],
        (statement?.outcome?.runs?.length ?? 0) > 1,
        hasTestdata(),
      ),
    stages: () =>
      views.stages(statement.name, statement.traced, statement.outcome, stage, (name) => {
        stage = name;
        render();
      }),
    schema: () =>
      views.schema(project.tables, (unit, table) => {
        shownTable = { unit, table };
        choose("table");
      }),
    history: () => views.history(history, again),
    table: () => views.table(shownTable.unit, shownTable.table),
    problems: () =>
      views.problems(
        problems,
        (d) => goTo(d),
        (d, f) => fix(d, f),
      ),
  };
  for (const id of ["columns", "plan", "sql", "bulk"]) {
    const key = id === "sql" ? "sent" : id;
    content[id] = () => (of ? views[key](of) : h("p", { class: "note" }, "Put the cursor into a QUERY or EXEC."));
  }
  show($("view"), content[view]());
}

const hasTestdata = () => project.units.some((u) => u.files.some((f) => f.blocks.some((b) => b.kind === "TESTDATA")));

const nameOf = (problem) =>
  [...files.values()].find((f) => f.uri === problem.uri)?.name ??
  project.units.flatMap((u) => u.files).find((f) => problem.uri.endsWith(`/${encodeURI(f.name)}`))?.name ??
  problem.file;

const goTo = (problem) => open(nameOf(problem), problem.range.start);

async function fix(problem, { edits }) {
  await open(nameOf(problem), problem.range.start);
  editor.apply(edits);
}

function say(text, ...more) {
  $("banner").hidden = !text;
  show(
    $("banner"),
    text,
    more,
    text && !ended ? h("button", { type: "button", "aria-label": "Close", onclick: () => say("") }, "×") : null,
  );
}

// ---- the page itself

function closeMenu() {
  document.body.classList.remove("menu");
  $("menu").setAttribute("aria-expanded", "false");
}

const mac = /Mac|iP(hone|ad)/.test(navigator.platform);
const sign = mac ? "⌘" : "Ctrl ";
$("filter").placeholder = `Find  ${sign}K`;
$("run").querySelector("kbd").textContent = `${sign}↵`;
$("save").querySelector("kbd").textContent = `${sign}S`;
$("run").onclick = () => (running ? running.abort() : run());
$("live").onclick = () => run(false, "sqg.live");
$("save").onclick = () => saveFile();
$("problems-button").onclick = () => choose("problems");
$("generators").onchange = (e) => {
  generator = e.target.value;
  renderCode();
};
// The list begins below the header, which has two rows where the page is narrow and there are many buttons.
const header = document.querySelector("header");
new ResizeObserver(() => $("side").style.setProperty("--top", `${header.offsetHeight}px`)).observe(header);
$("menu").onclick = () => {
  const opened = document.body.classList.toggle("menu");
  $("menu").setAttribute("aria-expanded", String(opened));
  if (opened) $("filter").focus();
};
addEventListener("keydown", (e) => {
  if (!(mac ? e.metaKey : e.ctrlKey) || e.altKey) return;
  const keys = {
    k: () => (document.body.classList.add("menu"), $("filter").focus(), $("filter").select()),
    s: () => saveFile(),
    Enter: () => run(),
  };
  if (!keys[e.key] || e.defaultPrevented) return;
  e.preventDefault();
  keys[e.key]();
});
addEventListener("beforeunload", (e) => {
  if ([...files.values()].some(isDirty)) e.preventDefault();
});

async function start() {
  await enter();
  connection = new Connection(
    { "textDocument/publishDiagnostics": problemsOf, "ui/changed": () => current && changedOutside() },
    (why) => {
      ended = true;
      say(why);
      dirty();
      render();
    },
  );
  const about = await connection.open();
  $("live").hidden = !about.database;
  $("live").textContent = `Run on ${about.database}`;
  const can = await connection.ask("initialize", {
    capabilities: { general: { positionEncodings: ["utf-16"] } },
    initializationOptions: { panels: true },
  });
  tokenTypes = can.capabilities.semanticTokensProvider.legend.tokenTypes;
  connection.tell("initialized", {});
  await load(config);
  await list();
  const first = project.units
    .flatMap((u) => u.files.flatMap((f) => f.blocks.map((b) => ({ ...b, file: f.name }))))
    .find((b) => b.kind === "QUERY");
  if (first) await open(first.file, { line: first.line - 1, character: 0 });
  else await open(project.units[0]?.files[0]?.name ?? config);
  document.body.dataset.version = about.version;
  document.body.classList.add("ready");
}

start().catch((error) => {
  show($("empty"), error.message);
  say(error.message);
});
