// The page of a report. `suites` is the data, `leastChange` what medians must differ by; uPlot, where it is there,
// draws the chart.
"use strict";

const state = { suite: 0, run: 0, operation: "", rows: 0, connections: 1, drivers: null, rest: false };
const $ = (selector) => document.querySelector(selector);
const number = new Intl.NumberFormat("en");
const repository = "https://github.com/sqg-dev/sqg/blob/main/";
/** Blue is what sqg generates, where there is anything else. */
const colors = {
  light: { generated: ["#0b66d6", "#58a6ff", "#083b80", "#8db8ee"], other: ["#d9480f", "#2b8a3e", "#9c36b5", "#e0a000", "#c2255c", "#66a80f", "#8d6e53", "#343a40", "#0c8599"] },
  dark: { generated: ["#64a8ff", "#2775d8", "#b5d5ff", "#4a63c8"], other: ["#ff8a4c", "#4fc06a", "#cf7fe3", "#f2c84b", "#f27ba5", "#a5d13c", "#c3a488", "#e8ecf1", "#3fc1cf"] },
};

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
const unit = () => (suite().unit === "calls" ? "calls/s" : "rows/s") + (suite().clock ? " of CPU" : "");
const method = (id) => suite().methods.find((m) => m.id === id) ?? { id, title: id, driver: "" };
const unique = (values) => [...new Set(values)];
const rowsOf = (n) => `${number.format(n)} ${n === 1 ? "row" : "rows"}`;
/** With how many rows: of the call, or of the table that it is made on. */
const withRows = (n) => (suite().unit === "calls" ? `a table of ${rowsOf(n)}` : rowsOf(n));
const listed = (names) => (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);
const short = (n) => (n >= 1e6 ? `${n / 1e6}M` : n >= 1e3 ? `${n / 1e3}K` : `${n}`);

/** Three digits are what a measurement on a shared machine can mean. */
function rate(n) {
  const digits = Math.max(0, Math.floor(Math.log10(n)) - 2);
  return number.format(digits > 0 ? Math.round(n / 10 ** digits) * 10 ** digits : +n.toPrecision(3));
}
const times = (ratio) => `${ratio < 10 ? ratio.toFixed(2) : ratio.toFixed(0)}×`;
const ms = (n) => (n >= 100 ? number.format(Math.round(n)) : `${+n.toPrecision(3)}`);
/** What one call takes; in most operations a run is one call. */
const perCall = (r) => `${ms(r.median_ms / r.calls)} ms`;
/** The rate that a run of so many milliseconds has. */
const rateAt = (r, time) => (r.rows_per_s * r.median_ms) / time;

/** The records that the filters leave, measured or not. */
function records(rows, operation = state.operation) {
  return run().records.filter((r) => r.operation === operation && r.connections === state.connections &&
    (rows === undefined || r.rows === rows) && (!state.drivers || state.drivers.has(r.driver)));
}
const measured = (rows, operation) => records(rows, operation).filter((r) => !r.skipped_reason && !r.failed);
const contest = (rows, operation) => measured(rows, operation).filter((r) => !r.ceiling).sort((a, b) => b.rows_per_s - a.rows_per_s);

/** Reports whether two records are level, as far as their runs tell: what sqg itself calls no change. */
function level(a, b) {
  const ratio = a.median_ms / a.calls / (b.median_ms / b.calls);
  const apart = a.low_ms / a.calls > b.high_ms / b.calls || a.high_ms / a.calls < b.low_ms / b.calls;
  return !apart || (ratio <= 1 + leastChange && ratio >= 1 / (1 + leastChange));
}
/** The fastest method and those that are level with it; a list of one is a winner. */
function leaders(rows, operation, takesPart = () => true) {
  const list = contest(rows, operation).filter(takesPart);
  return list.filter((r) => level(list[0], r));
}

const mixed = () => suite().methods.some((m) => !m.generated && !m.ceiling) && suite().methods.some((m) => m.generated);
const does = (id, operation) => run().records.some((r) => r.method === id && r.operation === operation);

/** One color per method of a suite, in bars and chart: no other one of the same operations has it. */
function color(id) {
  const palette = colors[document.documentElement.dataset.theme];
  const kind = (m) => (mixed() && m.generated ? "generated" : "other");
  const all = suite().methods.filter((m) => !m.ceiling);
  const given = new Map();
  for (const m of all) {
    const near = all.filter((x) => given.has(x.id) && kind(x) === kind(m) && operations().some((o) => does(x.id, o.id) && does(m.id, o.id)));
    const free = palette[kind(m)].findIndex((_, i) => !near.some((x) => given.get(x.id) === i));
    given.set(m.id, Math.max(free, 0));
    if (m.id === id) return palette[kind(m)][given.get(id)];
  }
  return getComputedStyle(document.documentElement).getPropertyValue("--soft");
}

const swatch = (id) => el("span", { class: "swatch", style: `background:${color(id)}` });

function title(r) {
  const m = method(r.method);
  return el("span", { class: "name" }, m.title, m.generated && mixed() ? el("span", { class: "tag" }, "generated") : "",
    m.title === m.driver && !m.code ? "" : el("small", {}, m.title === m.driver ? "" : `${m.driver} `,
      m.code ? el("a", { href: repository + m.code, target: "_blank", rel: "noopener" }, "code") : ""));
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
    choice(suite().unit === "calls" ? "rows in the table" : "rows", unique(all.map((r) => r.rows)).sort((a, b) => a - b), (n) => n === state.rows, (n) => number.format(n), (n) => { state.rows = n; }),
    choice("connections", unique(all.map((r) => r.connections)).sort((a, b) => a - b), (n) => n === state.connections, String, (n) => { state.connections = n; }),
    choice("drivers", drivers, (d) => !state.drivers || state.drivers.has(d), String, (d) => {
      const set = state.drivers ?? new Set(drivers);
      if (set.has(d)) set.delete(d); else set.add(d);
      state.drivers = set.size === drivers.length || set.size === 0 ? null : set;
    }),
  );
}

/** What the best of them did. */
function verdict(first) {
  const names = first.map((r) => method(r.method).title);
  // A headline of ten methods says nothing; the bars below it name them all.
  if (names.length > 3) names.splice(2, Infinity, `${first.length - 2} more`);
  const best = first[0], last = first.at(-1);
  if (first.length > 1) {
    return [`Level with `, el("b", {}, withRows(state.rows)), ": ", el("b", {}, listed(names)),
      `, ${rate(best.rows_per_s)} to ${rate(last.rows_per_s)} ${unit()} (${perCall(best)} to ${perCall(last)}): their spreads overlap`];
  }
  const next = contest(state.rows)[1];
  return [`Fastest with `, el("b", {}, withRows(state.rows)), ": ", el("b", {}, names[0]), `, ${rate(best.rows_per_s)} ${unit()} (${perCall(best)})`,
    next ? ` – ${times(best.rows_per_s / next.rows_per_s)} the rate of the next` : ", the only one that was measured"];
}

/** A bar with its spread: where the median lies with a certainty of 95 %. */
function bar(r, top) {
  const left = (100 * rateAt(r, r.high_ms)) / top, right = Math.min(100, (100 * rateAt(r, r.low_ms)) / top);
  return el("div", { class: "bar-cell" },
    el("div", { class: "bar", style: `width:${(100 * r.rows_per_s) / top}%;--method:${color(r.method)}` }),
    el("div", { class: "spread", style: `left:${left}%;width:${right - left}%` }));
}

function standing(r, first) {
  if (r.ceiling) return "ceiling";
  if (first.includes(r)) return first.length > 1 ? "level" : "fastest";
  return `${times(first[0].rows_per_s / r.rows_per_s)} slower`;
}

/** Bars that are there before "more". */
const mostBars = 6;

/** Bars behind a click. Another choice leaves them as they are. */
function more(bars) {
  if (bars.length === 0) return "";
  const rest = el("details", { class: "rest", open: state.rest }, el("summary", {}, `${bars.length} more`), ...bars);
  rest.addEventListener("toggle", () => { state.rest = rest.open; });
  return rest;
}

function ranking() {
  const list = contest(state.rows);
  const where = $("#ranking");
  const missing = [skippedNote("Not measured", "skipped_reason"), skippedNote("Failed", "failed")];
  if (list.length === 0) {
    where.replaceChildren(el("p", { class: "note" }, "Nothing was measured for this choice."), ...missing);
    return;
  }
  const first = leaders(state.rows);
  const ceilings = measured(state.rows).filter((r) => r.ceiling);
  const shown = [...ceilings, ...list];
  const few = Math.max(1, mostBars - ceilings.length);
  const top = Math.min(Math.max(...shown.map((r) => rateAt(r, r.low_ms))), 1.3 * Math.max(...shown.map((r) => r.rows_per_s)));
  const bars = (some) => some.map((r) => {
    const spread = `${r.runs_ms.length} runs, ${ms(r.min_ms)} – ${ms(r.max_ms)} ms, median ${ms(r.median_ms)} ms, which lies within ${ms(r.low_ms)} – ${ms(r.high_ms)} ms`;
    const cpu = r.client_cpu_ms ? `; client CPU ${ms(r.client_cpu_ms)} ms${r.server_cpu_ms ? `, server ${ms(r.server_cpu_ms)} ms` : ""}` : "";
    return el("div", { class: `rank${first.includes(r) ? " leader" : ""}${r.ceiling ? " ceiling" : ""}`, title: spread + cpu },
      title(r), bar(r, top),
      el("span", { class: "rate" }, `${rate(r.rows_per_s)} ${unit()}`, el("small", {}, perCall(r))),
      el("span", { class: "times" }, standing(r, first)));
  });
  where.replaceChildren(
    el("p", { class: "winner" }, ...verdict(first)),
    ...bars([...ceilings, ...list.slice(0, few)]),
    more(bars(list.slice(few))),
    ...ceilings.map((c) => aboveCeiling(c, first[0])),
    legend(ceilings.length > 0),
    advice(),
    ...missing,
  );
}

/** Why a method is faster than what should be the limit of all. */
function aboveCeiling(ceiling, best) {
  if (best.rows_per_s <= ceiling.rows_per_s) return "";
  const names = `${method(best.method).title} and the ceiling (${method(ceiling.method).title})`;
  return el("p", { class: "note above" }, level(best, ceiling)
    ? `${names} are level: that its bar is the longer one is noise.`
    : `${names} differ by more than their spread: the ceiling is a way that should be the fastest, and was not in this run. Something else limits both, such as the server or the disk.`);
}

function legend(hasCeiling) {
  const item = (mark, text) => el("span", {}, mark, text);
  const blue = colors[document.documentElement.dataset.theme].generated[0];
  return el("p", { class: "legend" },
    mixed() ? item(el("span", { class: "swatch", style: `background:${blue}` }), "blue: generated by sqg") : "",
    mixed() ? item("", "other colors: hand-written") : "",
    hasCeiling ? item(el("span", { class: "swatch hatched" }), "ceiling: what the engine could do at best") : "",
    item(el("span", { class: "mark" }), "spread: the median lies in it (95 %); where spreads overlap, methods are level"));
}

const alternatives = (first) => first.slice(0, 3).map((r) => method(r.method).title).join(" or ");

/** Which method to take from how many rows on: from the most rows down, the one that stays at the front longest. */
function advised(takesPart) {
  const sizes = unique(measured().map((r) => r.rows)).sort((a, b) => a - b);
  if (sizes.length === 1) return alternatives(leaders(sizes[0], state.operation, takesPart));
  const front = sizes.map((n) => leaders(n, state.operation, takesPart).map((r) => r.method));
  const parts = [];
  for (let i = sizes.length - 1; i >= 0; ) {
    const reach = (id) => { let j = i; while (j > 0 && front[j - 1].includes(id)) j--; return j; };
    const [id] = [...front[i]].sort((a, b) => reach(a) - reach(b));
    const from = id === undefined ? i : reach(id);
    if (id !== undefined) parts.unshift({ id, from: sizes[from], to: sizes[i], last: i === sizes.length - 1, first: from === 0 });
    i = from - 1;
  }
  return parts.map(({ id, from, to, last, first }) => {
    const range = first && last ? "" : last ? ` from ${rowsOf(from)} on` : from === to ? ` with ${rowsOf(to)}` : ` with ${number.format(from)} to ${rowsOf(to)}`;
    return method(id).title + range;
  }).join("; ");
}

function advice() {
  const best = advised(() => true);
  const byHand = mixed() ? advised((r) => !r.generated) : "";
  return el("p", { class: "advice" }, el("b", {}, "Take "), best, byHand && byHand !== best ? ` – hand-written: ${byHand}` : "", ".");
}

/** Why methods are not there: those of one reason together. */
function skippedNote(what, key) {
  const list = records(state.rows).filter((r) => r[key]);
  const reasons = unique(list.map((r) => r[key]));
  if (reasons.length === 0) return "";
  const methods = (reason) => list.filter((r) => r[key] === reason).map((r) => method(r.method).title).join(", ");
  return el("p", { class: `note ${key}` }, `${what}: ${reasons.map((reason) => `${methods(reason)} (${reason})`).join("; ")}.`);
}

/** The fastest for the numbers of rows of this operation, of all that have them; a click shows the others. */
function winners() {
  const all = run().records.filter((r) => r.connections === state.connections);
  const own = unique(all.filter((r) => r.operation === state.operation).map((r) => r.rows)).sort((a, b) => a - b);
  const sizes = own.map((rows) => ({ rows, label: rowsOf(rows) }));
  const operations = suite().operations.filter((o) => all.some((r) => r.operation === o.id && own.includes(r.rows))).map((o) => ({ operation: o.id, label: o.title }));
  $("#winners").replaceChildren();
  if (operations.length * sizes.length < 2) return;
  const [down, across] = operations.length > sizes.length ? [operations, sizes] : [sizes, operations];
  const cell = (where) => {
    const first = leaders(where.rows, where.operation);
    if (first.length === 0) return el("td");
    const next = contest(where.rows, where.operation)[1];
    const here = where.rows === state.rows && where.operation === state.operation;
    const ahead = first.length > 1 ? ", level" : next ? `, ${times(first[0].rows_per_s / next.rows_per_s)} the next` : "";
    const button = el("button", { type: "button", class: "pick", "aria-pressed": String(here) },
      ...first.slice(0, 2).map((r) => el("span", { class: "who" }, swatch(r.method), method(r.method).title)),
      first.length > 2 ? el("span", { class: "who" }, `and ${first.length - 2} more`) : "",
      el("small", {}, `${rate(first[0].rows_per_s)} (${perCall(first[0])})${ahead}`));
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
  const series = ids.map((id) => ({
    label: method(id).title, stroke: color(id), width: method(id).generated ? 3 : 1.5,
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
  const why = r?.skipped_reason ?? r?.failed;
  if (!r || why) return el("td", { class: "none", title: why }, r ? (r.failed ? "failed" : "not run") : "");
  const first = leaders(rows, operation);
  return el("td", { class: first.includes(r) ? "best" : undefined, title: `${ms(r.median_ms)} ms (${ms(r.min_ms)} – ${ms(r.max_ms)})` }, rate(r.rows_per_s),
    el("small", {}, `${perCall(r)}, ${standing(r, first)}`));
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
    : tableOf(["method", ...sizes.map(rowsOf)], ids.map((id) => el("tr", {}, el("td", {}, swatch(id), title({ method: id })), ...sizes.map((n) => cell(id, n)))));
  $("#table").replaceChildren(el("h2", {}, `All ${across ? "operations" : "methods"}, ${unit()}`), table);
}

/** What a run took, beside its time: only what was measured. */
function cost() {
  const list = [...measured(state.rows).filter((r) => r.ceiling), ...contest(state.rows)];
  const columns = [["client CPU, ms", "client_cpu_ms"], ["server CPU, ms", "server_cpu_ms"], ["log, MB", "wal_mb"], ["memory, MB", "memory_mb"]]
    .filter(([, key]) => list.some((r) => r[key]));
  if (columns.length === 0) { $("#cost").replaceChildren(); return; }
  const rows = list.map((r) => el("tr", {}, el("td", {}, title(r)), el("td", {}, ms(r.median_ms)), el("td", {}, `${ms(r.min_ms)} – ${ms(r.max_ms)}`),
    ...columns.map(([, key]) => el("td", {}, r[key] ? ms(r[key]) : ""))));
  $("#cost").replaceChildren(el("h2", {}, `What a run took with ${withRows(state.rows)}${list[0].calls > 1 ? `: ${unique(list.map((r) => number.format(r.calls))).join(" or ")} calls` : ""}`),
    el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, ...["method", "median, ms", "all, ms", ...columns.map(([name]) => name)].map((t) => el("th", {}, t)))), el("tbody", {}, ...rows))));
}

function changes() {
  const every = suite().changes ?? [];
  if (suite().runs.length > 1 && every.length === 0) {
    $("#changes").replaceChildren(el("h2", {}, "From the first run to the last"), el("p", { class: "note" }, "They have nothing in common: no method did the same operation with the same number of rows in both."));
    return;
  }
  const list = every.filter((c) => c.key.Operation === state.operation);
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
  // Where the article has other numbers of rows, its greatest: the ratios of methods hold better than their rates.
  const sizes = Object.values(figures ?? {}).flatMap((bySize) => Object.keys(bySize).map(Number));
  const rowsThere = sizes.includes(state.rows) ? state.rows : Math.max(...sizes);
  const here = Object.entries(figures ?? {}).filter(([, bySize]) => bySize[rowsThere]);
  if (here.length === 0) { $("#published").replaceChildren(); return; }
  here.sort((a, b) => b[1][rowsThere] - a[1][rowsThere]);
  const own = (id) => measured(state.rows).find((r) => r.method === id)?.rows_per_s;
  const [base, baseFigures] = here.find(([id]) => own(id)) ?? here[0];
  const rows = here.map(([id, bySize]) => {
    const mine = own(id), mineBase = own(base);
    return el("tr", {}, el("td", {}, title({ method: id })), el("td", {}, rate(bySize[rowsThere])), el("td", {}, times(baseFigures[rowsThere] / bySize[rowsThere])),
      el("td", {}, mine ? rate(mine) : "–"), el("td", {}, mine && mineBase ? times(mineBase / mine) : "–"));
  });
  $("#published").replaceChildren(el("h2", {}, "As published, and as measured here"),
    el("p", { class: "note" }, `${suite().article ?? ""} Ratios are times slower than ${method(base).title}, the article's fastest of those measured here, with ${withRows(rowsThere)} there and ${withRows(state.rows)} here; rates of different machines do not compare.`),
    tableOf(["method", `published, ${unit()}`, "ratio", `here, ${unit()}`, "ratio"], rows));
}

function machine() {
  const { machine: m, versions, started_at } = run();
  const facts = { machine: [m.cpu, `${m.cpus} CPUs`, m.memory_gb && `${m.memory_gb} GB`].filter(Boolean).join(", "), system: m.os,
    load: m.load === undefined ? undefined : `${m.load} when the run began`, started: started_at,
    versions: Object.entries(versions ?? {}).map(([name, v]) => `${name} ${v}`).join(", "),
    clock: suite().clock && "processor time of client and server, which other programs disturb less than they do time",
    runs: "methods take turns in every round; medians; every run's data was verified" };
  $("#machine").replaceChildren(el("h2", {}, "Where and how"),
    el("dl", {}, ...Object.entries(facts).filter(([, v]) => v).flatMap(([k, v]) => [el("dt", {}, k), el("dd", {}, v)])));
}

const mostRows = (operation) => Math.max(...run().records.filter((r) => r.operation === operation).map((r) => r.rows));

/** Keeps a choice that the new suite or operation has, else takes an operation with a winner, and the most rows. */
function settle() {
  state.run = Math.min(state.run, suite().runs.length - 1);
  if (!operations().some((o) => o.id === state.operation)) {
    const won = operations().find((o) => leaders(mostRows(o.id), o.id).length === 1);
    state.operation = (won ?? operations()[0]).id;
  }
  const here = run().records.filter((r) => r.operation === state.operation);
  if (!here.some((r) => r.rows === state.rows)) state.rows = mostRows(state.operation);
  if (!here.some((r) => r.connections === state.connections)) state.connections = Math.min(...here.map((r) => r.connections));
}

/** The choice as the page's address, and back. */
const chosen = { suite: () => suite().name, operation: () => state.operation, rows: () => state.rows, connections: () => state.connections };
function toAddress() {
  const address = `#${new URLSearchParams(Object.entries(chosen).map(([key, value]) => [key, value()]))}`;
  if (location.hash !== address) history.replaceState(null, "", address);
}
function fromAddress() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const i = suites.findIndex((s) => s.name === wanted.get("suite"));
  if (i >= 0 && i !== state.suite) Object.assign(state, { suite: i, run: suites[i].runs.length - 1, drivers: null });
  if (wanted.has("operation")) state.operation = wanted.get("operation");
  for (const key of ["rows", "connections"]) if (wanted.has(key)) state[key] = Number(wanted.get(key));
}

function render() {
  settle();
  toAddress();
  const operation = suite().operations.find((o) => o.id === state.operation);
  document.title = `${operation.title}, ${withRows(state.rows)} – ${suite().title} – SQG benchmarks`;
  $("#suite").value = state.suite;
  $("#intro h1").textContent = suite().title;
  $("#intro p").textContent = suite().about;
  $("#intro details").hidden = !suite().about;
  for (const part of [controls, ranking, winners, chart, table, cost, changes, published, machine]) part();
}

const dark = matchMedia("(prefers-color-scheme: dark)");
function theme(name) {
  document.documentElement.dataset.theme = name;
  render();
}

for (const [i, s] of suites.entries()) $("#suite").append(el("option", { value: i }, s.title));
$("#suite").hidden = suites.length < 2;
$("#suite").addEventListener("change", (e) => { Object.assign(state, { suite: Number(e.target.value), run: 0, drivers: null }); state.run = suite().runs.length - 1; render(); });
$("#theme").addEventListener("click", () => theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
dark.addEventListener("change", () => theme(dark.matches ? "dark" : "light"));
document.documentElement.dataset.theme = dark.matches ? "dark" : "light";
state.run = suite().runs.length - 1;
fromAddress();
$("#intro details").open = innerWidth > 700;
render();
addEventListener("hashchange", () => { fromAddress(); render(); });
let resized;
addEventListener("resize", () => { cancelAnimationFrame(resized); resized = requestAnimationFrame(chart); });
