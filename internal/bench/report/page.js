// The page of a report. `suites` is the data; uPlot, where it is there, draws the chart.
"use strict";

const state = { suite: 0, run: 0, operation: "", rows: 0, connections: 1, drivers: null };
const $ = (selector) => document.querySelector(selector);
const number = new Intl.NumberFormat("en");
const colors = ["#0b66d6", "#d9480f", "#2b8a3e", "#9c36b5", "#c2255c", "#0c8599", "#e67700", "#5f3dc4", "#66a80f", "#868e96"];

/** An element with attributes and children; text is text, never HTML. */
function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.filter((c) => c !== undefined && c !== ""));
  return node;
}

const suite = () => suites[state.suite];
const run = () => suite().runs[state.run];
/** What the run has of the suite's operations. */
const operations = () => suite().operations.filter((o) => run().records.some((r) => r.operation === o.id));
const unit = () => (suite().unit === "calls" ? "calls/s" : "rows/s");
const method = (id) => suite().methods.find((m) => m.id === id) ?? { id, title: id, driver: "" };
const unique = (values) => [...new Set(values)];
const short = (n) => (n >= 1e6 ? `${n / 1e6}M` : n >= 1e3 ? `${n / 1e3}K` : `${n}`);

/** Three digits are what a measurement on a shared machine can mean. */
function rate(n) {
  const digits = Math.max(0, Math.floor(Math.log10(n)) - 2);
  return number.format(digits > 0 ? Math.round(n / 10 ** digits) * 10 ** digits : +n.toPrecision(3));
}
const times = (ratio) => `${ratio < 10 ? ratio.toFixed(2) : ratio.toFixed(0)}×`;
const ms = (n) => (n >= 100 ? number.format(Math.round(n)) : `${+n.toPrecision(3)}`);

/** The records that the filters leave, measured or not. */
function records(rows, operation = state.operation) {
  return run().records.filter((r) => r.operation === operation && r.connections === state.connections &&
    (rows === undefined || r.rows === rows) && (!state.drivers || state.drivers.has(r.driver)));
}
const measured = (rows, operation) => records(rows, operation).filter((r) => !r.skipped_reason);
const contest = (rows, operation) => measured(rows, operation).filter((r) => !r.ceiling).sort((a, b) => b.rows_per_s - a.rows_per_s);

function title(r) {
  const m = method(r.method);
  return el("span", { class: "name" }, m.title, m.generated && suite().methods.some((x) => !x.generated) ? el("span", { class: "tag" }, "generated") : "",
    m.title === m.driver ? "" : el("small", {}, m.driver));
}

function choice(label, values, current, name, pick) {
  if (values.length < 2) return "";
  return el("div", { class: "choice" }, el("span", {}, label), ...values.map((value) => {
    const button = el("button", { type: "button", "aria-pressed": String(current(value)) }, name(value));
    button.addEventListener("click", () => { pick(value); render(); });
    return button;
  }));
}

function controls() {
  const all = run().records.filter((r) => r.operation === state.operation);
  const drivers = unique(all.map((r) => r.driver));
  $("#controls").replaceChildren(
    choice("run", suite().runs.map((_, i) => i), (i) => i === state.run, (i) => suite().runs[i].started_at, (i) => { state.run = i; }),
    choice("operation", operations(), (o) => o.id === state.operation, (o) => o.title, (o) => { state.operation = o.id; state.drivers = null; }),
    choice(suite().unit === "calls" ? "table of" : "rows", unique(all.map((r) => r.rows)).sort((a, b) => a - b), (n) => n === state.rows, (n) => number.format(n), (n) => { state.rows = n; }),
    choice("connections", unique(all.map((r) => r.connections)).sort((a, b) => a - b), (n) => n === state.connections, String, (n) => { state.connections = n; }),
    choice("drivers", drivers, (d) => !state.drivers || state.drivers.has(d), String, (d) => {
      const set = state.drivers ?? new Set(drivers);
      if (set.has(d)) set.delete(d); else set.add(d);
      state.drivers = set.size === drivers.length || set.size === 0 ? null : set;
    }),
  );
}

function ranking() {
  const list = contest(state.rows);
  const where = $("#ranking");
  if (list.length === 0) {
    where.replaceChildren(el("p", { class: "note" }, "Nothing was measured for this choice."));
    return;
  }
  const best = list[0];
  const top = Math.max(...measured(state.rows).map((r) => r.rows_per_s));
  const ceilings = measured(state.rows).filter((r) => r.ceiling);
  const second = list[1];
  where.replaceChildren(
    el("p", { class: "winner" }, "Fastest with ", el("b", {}, `${number.format(state.rows)} rows`), ": ", el("b", {}, method(best.method).title),
      `, ${rate(best.rows_per_s)} ${unit()}`, second ? ` – ${times(best.rows_per_s / second.rows_per_s)} the rate of the next` : ""),
    ...[...ceilings, ...list].map((r) => {
      const spread = `${r.runs_ms.length} runs, ${ms(r.min_ms)} – ${ms(r.max_ms)} ms, median ${ms(r.median_ms)} ms`;
      const cpu = r.client_cpu_ms ? `; client CPU ${ms(r.client_cpu_ms)} ms${r.server_cpu_ms ? `, server ${ms(r.server_cpu_ms)} ms` : ""}` : "";
      return el("div", { class: `rank${r.generated ? " generated" : ""}${r.ceiling ? " ceiling" : ""}`, title: spread + cpu },
        title(r),
        el("div", { class: "bar-cell" }, el("div", { class: "bar", style: `width:${(100 * r.rows_per_s) / top}%` })),
        el("span", { class: "rate" }, `${rate(r.rows_per_s)} ${unit()}`),
        el("span", { class: "times" }, r.ceiling ? "ceiling" : r === best ? "best" : `${times(best.rows_per_s / r.rows_per_s)} slower`));
    }),
    skippedNote(records(state.rows).filter((r) => r.skipped_reason)),
  );
}

/** Why methods are not there: those of one reason together. */
function skippedNote(list) {
  const reasons = unique(list.map((r) => r.skipped_reason));
  if (reasons.length === 0) return "";
  const methods = (reason) => list.filter((r) => r.skipped_reason === reason).map((r) => method(r.method).title).join(", ");
  return el("p", { class: "note", style: "margin-top:.8rem" }, `Not measured: ${reasons.map((reason) => `${methods(reason)} (${reason})`).join("; ")}.`);
}

/** The fastest of every operation and number of rows; a click shows the others. */
function winners() {
  const all = run().records.filter((r) => r.connections === state.connections);
  const operations = suite().operations.filter((o) => all.some((r) => r.operation === o.id)).map((o) => ({ operation: o.id, label: o.title }));
  const sizes = unique(all.map((r) => r.rows)).sort((a, b) => a - b).map((rows) => ({ rows, label: `${number.format(rows)} rows` }));
  $("#winners").replaceChildren();
  if (operations.length * sizes.length < 2) return;
  const [down, across] = operations.length > sizes.length ? [operations, sizes] : [sizes, operations];
  const cell = (where) => {
    const [best, next] = contest(where.rows, where.operation);
    if (!best) return el("td");
    const here = where.rows === state.rows && where.operation === state.operation;
    const button = el("button", { type: "button", class: best.generated ? "pick generated" : "pick", "aria-pressed": String(here) }, method(best.method).title,
      el("small", {}, `${rate(best.rows_per_s)}${next ? `, ${times(best.rows_per_s / next.rows_per_s)} the next` : ""}`));
    button.addEventListener("click", () => { Object.assign(state, { rows: where.rows, operation: where.operation }); render(); });
    return el("td", {}, button);
  };
  $("#winners").append(el("h2", {}, `The fastest, ${unit()}`),
    el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, el("th"), ...across.map((a) => el("th", {}, a.label)))),
      el("tbody", {}, ...down.map((d) => el("tr", {}, el("td", {}, d.label), ...across.map((a) => cell({ ...d, ...a }))))))));
}

let plot;
function chart() {
  const sizes = unique(measured().map((r) => r.rows)).sort((a, b) => a - b);
  const section = $("#chart");
  plot?.destroy();
  plot = undefined;
  section.hidden = sizes.length < 2 || typeof uPlot === "undefined";
  if (section.hidden) return;
  const ids = suite().methods.map((m) => m.id).filter((id) => measured().some((r) => r.method === id));
  const style = getComputedStyle(document.documentElement);
  const ink = style.getPropertyValue("--soft"), line = style.getPropertyValue("--line");
  const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line } };
  const series = ids.map((id, i) => ({
    label: method(id).title, stroke: method(id).ceiling ? ink : colors[i % colors.length], width: method(id).generated ? 3 : 1.5,
    dash: method(id).ceiling ? [6, 4] : undefined, spanGaps: true, points: { show: true, size: method(id).generated ? 8 : 6 },
    value: (_, v) => (v == null ? "–" : rate(v)),
  }));
  const data = [sizes, ...ids.map((id) => sizes.map((n) => measured(n).find((r) => r.method === id)?.rows_per_s ?? null))];
  plot = new uPlot({
    width: $("#chart .plot").clientWidth, height: 380,
    scales: { x: { distr: 3, log: 10, time: false }, y: { distr: 3, log: 10 } },
    axes: [
      { ...axis, values: (_, ticks) => ticks.map((n) => (n && Number.isInteger(Math.log10(n)) ? short(n) : "")) },
      { ...axis, size: 70, values: (_, ticks) => ticks.map((n) => (n && [1, 2, 5].includes(Number(String(n)[0])) ? short(n) : "")) },
    ],
    series: [{ label: "rows", value: (_, v) => (v == null ? "–" : number.format(v)) }, ...series],
  }, data, $("#chart .plot"));
}

function tableOf(heading, rows) {
  return el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, ...heading.map((h) => el("th", {}, h)))), el("tbody", {}, ...rows)));
}

/** What a method does with so many rows, and how it compares with the best one. */
function cell(id, rows, operation) {
  const r = records(rows, operation).find((x) => x.method === id);
  if (!r || r.skipped_reason) return el("td", { class: "none", title: r?.skipped_reason }, r ? "not run" : "");
  const best = contest(rows, operation)[0];
  const slower = r.ceiling || !best ? "" : el("small", {}, r === best ? "best" : `${times(best.rows_per_s / r.rows_per_s)} slower`);
  return el("td", { class: r === best ? "best" : undefined, title: `${ms(r.median_ms)} ms (${ms(r.min_ms)} – ${ms(r.max_ms)})` }, rate(r.rows_per_s), slower);
}

/**
 * Methods by sizes; where a run has one size only and all its operations the same methods, operations by methods, so
 * that all of it is seen at once.
 */
function table() {
  const sizes = unique(records().map((r) => r.rows)).sort((a, b) => a - b);
  const all = operations();
  const everywhere = (id) => all.every((o) => records(undefined, o.id).some((r) => r.method === id));
  const across = sizes.length < 2 && all.length > 1 && records().every((r) => everywhere(r.method));
  const ids = suite().methods.map((m) => m.id).filter((id) => (across ? all.map((o) => o.id) : [state.operation]).some((o) => records(undefined, o).some((r) => r.method === id)));
  const table = across
    ? tableOf(["operation", ...ids.map((id) => method(id).title)], all.map((o) => el("tr", {}, el("td", {}, o.title), ...ids.map((id) => cell(id, sizes[0], o.id)))))
    : tableOf(["method", ...sizes.map((n) => `${number.format(n)} rows`)], ids.map((id) => el("tr", {}, el("td", {}, title({ method: id })), ...sizes.map((n) => cell(id, n)))));
  $("#table").replaceChildren(el("h2", {}, `All ${across ? "operations" : "methods"}, ${unit()}`), table);
}

/** What a run took, beside its time: only what was measured. */
function cost() {
  const list = [...measured(state.rows).filter((r) => r.ceiling), ...contest(state.rows)];
  const columns = [["client CPU, ms", "client_cpu_ms"], ["server CPU, ms", "server_cpu_ms"], ["log, MB", "wal_mb"], ["most memory, MB", "peak_rss_mb"]]
    .filter(([, key]) => list.some((r) => r[key]));
  if (columns.length === 0) { $("#cost").replaceChildren(); return; }
  const rows = list.map((r) => el("tr", {}, el("td", {}, title(r)), el("td", {}, ms(r.median_ms)), el("td", {}, `${ms(r.min_ms)} – ${ms(r.max_ms)}`),
    ...columns.map(([, key]) => el("td", {}, r[key] ? ms(r[key]) : ""))));
  $("#cost").replaceChildren(el("h2", {}, `What a run took with ${number.format(state.rows)} rows`),
    el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, ...["method", "median, ms", "all, ms", ...columns.map(([name]) => name)].map((t) => el("th", {}, t)))), el("tbody", {}, ...rows))));
}

function changes() {
  const list = (suite().changes ?? []).filter((c) => c.key.Operation === state.operation);
  if (list.length === 0) { $("#changes").replaceChildren(); return; }
  const verdict = (c) => (!c.real ? "within the spread" : c.ratio > 1 ? "slower" : "faster");
  const rows = list.map((c) => el("tr", {}, el("td", {}, method(c.key.Method).title), el("td", {}, number.format(c.key.Rows)), el("td", {}, ms(c.before_ms)), el("td", {}, ms(c.after_ms)),
    el("td", { class: c.real ? (c.ratio > 1 ? "slower" : "faster") : undefined }, `${times(c.ratio)} ${verdict(c)}`)));
  $("#changes").replaceChildren(el("h2", {}, "From the first run to the last"),
    el("p", { class: "note" }, `${list.filter((c) => c.real && c.ratio > 1).length} slower and ${list.filter((c) => c.real && c.ratio < 1).length} faster by more than the runs' own spread.`),
    tableOf(["method", "rows", "before, ms", "after, ms", "time"], rows));
}

/** What the article says, beside what was measured here: as ratios to the article's fastest, as machines differ. */
function published() {
  const figures = suite().operations.find((o) => o.id === state.operation)?.published;
  const here = figures ? Object.entries(figures).filter(([, bySize]) => bySize[state.rows]) : [];
  if (here.length === 0) { $("#published").replaceChildren(); return; }
  here.sort((a, b) => b[1][state.rows] - a[1][state.rows]);
  const own = (id) => measured(state.rows).find((r) => r.method === id)?.rows_per_s;
  const [base, baseFigures] = here[0];
  const rows = here.map(([id, bySize]) => {
    const mine = own(id), mineBase = own(base);
    return el("tr", {}, el("td", {}, title({ method: id })), el("td", {}, rate(bySize[state.rows])), el("td", {}, times(baseFigures[state.rows] / bySize[state.rows])),
      el("td", {}, mine ? rate(mine) : "–"), el("td", {}, mine && mineBase ? times(mineBase / mine) : "–"));
  });
  $("#published").replaceChildren(el("h2", {}, "As published, and as measured here"),
    el("p", { class: "note" }, `${suite().article ?? ""} Ratios are times slower than ${method(base).title}, the article's fastest with ${number.format(state.rows)} rows; rates of different machines do not compare.`),
    tableOf(["method", `published, ${unit()}`, "ratio", `here, ${unit()}`, "ratio"], rows));
}

function machine() {
  const { machine: m, versions, started_at } = run();
  const facts = { machine: [m.cpu, `${m.cpus} CPUs`, m.memory_gb && `${m.memory_gb} GB`].filter(Boolean).join(", "), system: m.os,
    load: m.load === undefined ? undefined : `${m.load} when the run began`, started: started_at,
    versions: Object.entries(versions ?? {}).map(([name, v]) => `${name} ${v}`).join(", "),
    runs: `methods take turns in every round; medians; every run's data was verified` };
  $("#machine").replaceChildren(el("h2", {}, "Where and how"),
    el("dl", {}, ...Object.entries(facts).filter(([, v]) => v).flatMap(([k, v]) => [el("dt", {}, k), el("dd", {}, v)])));
}

/** Keeps a choice that the new suite or operation has, else takes the largest. */
function settle() {
  state.run = Math.min(state.run, suite().runs.length - 1);
  if (!operations().some((o) => o.id === state.operation)) state.operation = operations()[0].id;
  const here = run().records.filter((r) => r.operation === state.operation);
  if (!here.some((r) => r.rows === state.rows)) state.rows = Math.max(...here.map((r) => r.rows));
  if (!here.some((r) => r.connections === state.connections)) state.connections = Math.min(...here.map((r) => r.connections));
}

function render() {
  settle();
  $("#intro h1").textContent = suite().title;
  $("#intro p").textContent = suite().about;
  for (const part of [controls, ranking, winners, chart, table, cost, changes, published, machine]) part();
}

const dark = matchMedia("(prefers-color-scheme: dark)");
function theme(name) {
  document.documentElement.dataset.theme = name;
  chart();
}

for (const [i, s] of suites.entries()) $("#suite").append(el("option", { value: i }, s.title));
$("#suite").hidden = suites.length < 2;
$("#suite").addEventListener("change", (e) => { Object.assign(state, { suite: Number(e.target.value), run: 0, drivers: null }); state.run = suite().runs.length - 1; render(); });
$("#theme").addEventListener("click", () => theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
dark.addEventListener("change", () => theme(dark.matches ? "dark" : "light"));
document.documentElement.dataset.theme = dark.matches ? "dark" : "light";
state.run = suite().runs.length - 1;
render();
let resized;
addEventListener("resize", () => { cancelAnimationFrame(resized); resized = requestAnimationFrame(chart); });
