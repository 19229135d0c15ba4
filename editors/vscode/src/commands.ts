import { commands as editor, env, Location, Position, QuickPickItem, Range, Uri, ViewColumn } from "vscode";
import { WebviewPanel, window, workspace } from "vscode";
import { Location as Found } from "vscode-languageclient";
import { bulk, Explanation, Outcome, page, Parameter, plans, ran, targets, Texts, variants } from "./html";

/** A statement, as the server's commands take it. */
interface Statement {
  uri: string;
  name: string;
}

type Ask = <T>(command: string, argument: object) => Promise<T>;

let panel: WebviewPanel | undefined;

const commands: Record<string, (ask: Ask, of: Statement) => Promise<void>> = {
  "sqg.run": async (ask, of) => {
    const explanation = await ask<Explanation>("sqg.explain", of);
    const values = await form(explanation.statements[0]?.params ?? []);
    if (values) {
      show(of.name, ran(await ask<Outcome>("sqg.run", { ...of, values })));
    }
  },
  "sqg.plan": async (ask, of) => show(`Plan of ${of.name}`, plans(await ask<Explanation>("sqg.plan", of))),
  "sqg.bulk": async (ask, of) => show(`${of.name} for many rows`, bulk(await ask<Explanation>("sqg.bulk", of))),
  "sqg.variants": async (ask, of) => show(`Texts of ${of.name}`, variants(await ask<Texts>("sqg.variants", of))),
  "sqg.calls": async (ask, of) => {
    const found = (await ask<Found[]>("sqg.calls", of)).map(
      ({ uri, range: { start, end } }) =>
        new Location(Uri.parse(uri), new Range(start.line, start.character, end.line, end.character)),
    );
    const here = window.activeTextEditor?.selection.active ?? new Position(0, 0);
    await editor.executeCommand("editor.action.showReferences", Uri.parse(of.uri), here, found);
  },
  "sqg.code": async (ask, of) => {
    const answer = await ask<{ previews: { generator: string; language: string; code: string }[] }>("sqg.code", of);
    const chosen = await one(answer.previews, (p) => p.generator);
    if (chosen) {
      const document = await workspace.openTextDocument({ language: chosen.language, content: chosen.code });
      await window.showTextDocument(document, { viewColumn: ViewColumn.Beside, preview: true });
    }
  },
  "sqg.sql": async (ask, of) => {
    const chosen = await one(targets(await ask<Explanation>("sqg.sql", of)), (t) => t.generator);
    if (chosen) {
      await env.clipboard.writeText(chosen.sql);
      window.setStatusBarMessage(`The SQL of ${of.name} for ${chosen.generator} is copied`, 5000);
    }
  },
};

/** Runs a command of a lens; the server answers what it shows. */
export async function run(command: string, argument: Statement, ask: Ask): Promise<void> {
  const does = commands[command];
  try {
    await (does ? does(ask, argument) : ask(command, argument));
  } catch (error) {
    await window.showErrorMessage(error instanceof Error ? error.message : String(error));
  }
}

/** Asks for the values of parameters; nothing where the user gives up. */
async function form(params: Parameter[]): Promise<Record<string, unknown> | undefined> {
  const values: Record<string, unknown> = {};
  for (const p of params.filter((p) => !p.file_source)) {
    if (p.flag || p.choices?.length) {
      const labels = p.flag ? ["false", "true"] : p.choices!.map((c) => c.label);
      const label = await window.showQuickPick(labels, { title: p.name });
      if (label === undefined) {
        return undefined;
      }
      values[p.name] = p.flag ? label === "true" : label;
      continue;
    }
    const kind = `${p.type}${p.nullable ? "; NULL for NULL" : ""}${p.optional ? "; empty to leave it out" : ""}`;
    const prompt = p.sample ? `${kind}; empty for the sample ${p.sample}` : kind;
    const text = await window.showInputBox({ title: p.name, prompt });
    if (text === undefined) {
      return undefined;
    }
    if (text !== "" || (!p.sample && !p.optional)) {
      values[p.name] = p.nullable && text === "NULL" ? null : text;
    }
  }
  return values;
}

/** The only one of a list, or the one that the user picks. */
async function one<T>(list: T[], title: (item: T) => string): Promise<T | undefined> {
  if (list.length < 2) {
    return list[0];
  }
  const items = list.map((item): QuickPickItem & { item: T } => ({ label: title(item), item }));
  return (await window.showQuickPick(items))?.item;
}

function show(title: string, body: string): void {
  if (!panel) {
    panel = window.createWebviewPanel("sqg", title, { viewColumn: ViewColumn.Beside, preserveFocus: true }, {});
    panel.onDidDispose(() => (panel = undefined));
  }
  panel.title = title;
  panel.webview.html = page(title, body);
  panel.reveal(undefined, true);
}
