// What the panel shows of the server's answers: HTML without scripts, in which all text is escaped.

/** What `sqg.run` answers. */
export interface Outcome {
  runs: {
    unit: string;
    engine: string;
    columns: { name: string; type: string }[];
    rows: (string | null)[][];
    more?: boolean;
    changed?: number;
    milliseconds: number;
  }[];
}

/** What `sqg.explain`, `sqg.plan`, `sqg.bulk` and `sqg.sql` answer, as far as it is shown. */
export interface Explanation {
  statements: {
    engine: string;
    plan?: string;
    params: Parameter[];
    targets: {
      generator: string;
      sql: string;
      binds: string[];
      bulk?: { strategy: string; why: string; sql?: string; staged?: string[] };
    }[];
  }[];
}

/** A parameter of a statement. */
export interface Parameter {
  name: string;
  type: string;
  nullable: boolean;
  sample?: string;
  optional?: boolean;
  flag?: boolean;
  file_source?: boolean;
  choices?: { label: string; sql: string }[];
}

/** What `sqg.variants` answers. */
export interface Texts {
  texts: number;
  given: { generator: string; with: string[]; sql: string }[];
}

const style = `
body { font-family: var(--vscode-font-family); }
table { border-collapse: collapse; font-family: var(--vscode-editor-font-family); }
th, td { border: 1px solid var(--vscode-panel-border); padding: 2px 8px; text-align: left; white-space: pre-wrap; }
th small, .null { opacity: 0.6; }
pre { font-family: var(--vscode-editor-font-family); }
mark { background: var(--vscode-inputValidation-warningBackground); color: inherit; }`;

export function page(title: string, body: string): string {
  const policy = "default-src 'none'; style-src 'unsafe-inline'";
  return `<!DOCTYPE html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<style>${style}</style></head><body><h3>${escaped(title)}</h3>${body}</body></html>`;
}

export function ran(outcome: Outcome): string {
  return outcome.runs
    .map((run) => {
      const changed = run.changed === undefined ? "" : `${run.changed} rows changed, and rolled back; `;
      const head = run.columns.map((c) => `<th>${escaped(c.name)} <small>${escaped(c.type)}</small></th>`).join("");
      const body = run.rows.map((row) => `<tr>${row.map(cell).join("")}</tr>`).join("\n");
      const table = run.columns.length > 0 ? `<table><tr>${head}</tr>\n${body}</table>` : "";
      const rows = `${run.rows.length} ${run.rows.length === 1 ? "row" : "rows"}${run.more ? " and more" : ""}, ${run.milliseconds.toFixed(1)} ms`;
      return `<p>${escaped(run.unit)}, ${escaped(run.engine)}: ${changed}${rows}</p>${table}`;
    })
    .join("\n");
}

/** The plans; a step that reads a whole table is marked. */
export function plans(explanation: Explanation): string {
  return explanation.statements
    .map(
      (s) =>
        `<p>${escaped(s.engine)}, in the scratch database</p><pre>${escaped(s.plan || "The engine shows no plan of this.").replace(whole, "<mark>$&</mark>")}</pre>`,
    )
    .join("\n");
}

const whole = /\b(?:SCAN (?!.*USING)\w+|Seq Scan on [\w.]+|SEQ_SCAN|TABLE_SCAN)/g;

export function bulk(explanation: Explanation): string {
  return targets(explanation)
    .filter((t) => t.bulk)
    .map(
      (t) =>
        `<p>${escaped(t.generator)}: ${escaped(t.bulk!.strategy)} (${escaped(t.bulk!.why)})</p>${[t.bulk!.sql, ...(t.bulk!.staged ?? [])].map(text).join("")}`,
    )
    .join("\n");
}

export function variants(texts: Texts): string {
  return `<p>${texts.texts} texts</p>${texts.given.map((t) => `<p>${escaped(t.generator)}: ${escaped(t.with.join(", ") || "nothing given")}</p>${text(t.sql)}`).join("\n")}`;
}

export function targets(explanation: Explanation): Explanation["statements"][number]["targets"] {
  return explanation.statements.flatMap((s) => s.targets);
}

function cell(value: string | null): string {
  return value === null ? '<td class="null">NULL</td>' : `<td>${escaped(value)}</td>`;
}

function text(sql: string | undefined): string {
  return sql ? `<pre>${escaped(sql)}</pre>` : "";
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
