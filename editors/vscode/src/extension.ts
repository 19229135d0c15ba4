import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import {
  commands,
  ExtensionContext,
  languages,
  Position,
  ShellExecution,
  Task,
  TaskScope,
  tasks,
  TextDocument,
  window,
  workspace,
} from "vscode";
import { DefinitionRequest, ImplementationRequest, LanguageClient } from "vscode-languageclient/node";
import { run } from "./commands";

let client: LanguageClient | undefined;
let downloads = ""; // the folder for an sqg that no project has

export async function activate(context: ExtensionContext): Promise<void> {
  downloads = context.globalStorageUri.fsPath;
  context.subscriptions.push(
    // The client keeps to SQL, so that the server is not sent every source file: it reads them from disk.
    languages.registerDefinitionProvider(code, {
      provideDefinition: (document, at) => toStatement(DefinitionRequest.type, document, at),
    }),
    languages.registerImplementationProvider(code, {
      provideImplementation: (document, at) => toStatement(ImplementationRequest.type, document, at),
    }),
    commands.registerCommand("sqg.restart", restart),
    workspace.onDidChangeConfiguration((change) => (change.affectsConfiguration("sqg") ? restart() : undefined)),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
  client = undefined;
}

async function restart(): Promise<void> {
  await deactivate();
  await start();
}

async function start(): Promise<void> {
  const settings = workspace.getConfiguration("sqg");
  const command = settings.get<string>("path") || program();
  const args = settings.get<boolean>("trust") ? ["lsp", "--trust"] : ["lsp"];
  client = new LanguageClient(
    "sqg",
    "SQG",
    // A .cmd file, as npm makes one on Windows, needs a shell, which takes the path in quotes.
    command.endsWith(".cmd") ? { command: `"${command}"`, args, options: { shell: true } } : { command, args },
    {
      documentSelector: [
        { scheme: "file", language: "sql" },
        { scheme: "file", pattern: "**/*.sql" },
        { scheme: "file", pattern: "**/sqg.yaml" },
      ],
      initializationOptions: { panels: true, inlayHints: settings.get<boolean>("inlayHints") },
      middleware: {
        executeCommand: (command, args, next) =>
          run(command, args[0], async (name, argument) => next(name, [argument])),
      },
    },
  );
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const why = error instanceof Error ? error.message : String(error);
    const download = "Download by npm";
    const message = `sqg does not start (${command}): ${why}. Install it, or set sqg.path.`;
    if ((await window.showErrorMessage(message, ...(command === name ? [download] : []))) === download) {
      await npmInstall();
      await restart();
    }
  }
}

/** Has npm put sqg into a folder of the extension's own, and waits until it has ended. */
async function npmInstall(): Promise<void> {
  const args = ["install", "--prefix", downloads, "--no-audit", "--no-fund", "@sqg/sqg"];
  const task = new Task({ type: "sqg" }, TaskScope.Workspace, "Download", "SQG", new ShellExecution("npm", args));
  const ended = new Promise<void>((resolve) => {
    const listener = tasks.onDidEndTaskProcess((end) => {
      if (end.execution.task.name === task.name && end.execution.task.source === task.source) {
        listener.dispose();
        resolve();
      }
    });
  });
  await tasks.executeTask(task);
  await ended;
}

const code = ["typescript", "typescriptreact", "javascript", "java", "kotlin", "python", "go", "rust"].map(
  (language) => ({
    scheme: "file",
    language,
  }),
);

/** From a method in generated code, or from a call of it, to its statement. */
async function toStatement(
  request: typeof DefinitionRequest.type | typeof ImplementationRequest.type,
  document: TextDocument,
  position: Position,
) {
  if (!client?.isRunning()) {
    return undefined;
  }
  const found = await client.sendRequest(
    request,
    client.code2ProtocolConverter.asTextDocumentPositionParams(document, position),
  );
  return client.protocol2CodeConverter.asDefinitionResult(found);
}

const windows = process.platform === "win32";
const name = "sqg";
const npmPlace = join("node_modules", ".bin", windows ? "sqg.cmd" : "sqg");
const venvPlace = windows ? join(".venv", "Scripts", "sqg.exe") : join(".venv", "bin", "sqg");

/** The sqg of the first folder that has one, else the one on the PATH, else the one that was downloaded. */
function program(): string {
  const own = (workspace.workspaceFolders ?? []).flatMap(({ uri }) =>
    [npmPlace, venvPlace].map((place) => join(uri.fsPath, place)),
  );
  const found = own.find((path) => existsSync(path));
  const names = windows ? ["sqg.exe", "sqg.cmd"] : [name];
  const folders = (process.env.PATH ?? "").split(delimiter);
  const downloaded = join(downloads, npmPlace);
  if (found !== undefined || folders.some((folder) => names.some((file) => existsSync(join(folder, file))))) {
    return found ?? name;
  }
  return existsSync(downloaded) ? downloaded : name;
}
