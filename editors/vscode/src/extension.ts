import { existsSync } from "node:fs";
import { join } from "node:path";
import { commands, ExtensionContext, languages, Position, TextDocument, window, workspace } from "vscode";
import { DefinitionRequest, ImplementationRequest, LanguageClient } from "vscode-languageclient/node";
import { run } from "./commands";

let client: LanguageClient | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
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
    await window.showErrorMessage(`sqg does not start (${command}): ${why}. Install it, or set sqg.path.`);
  }
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

/** The sqg of the first folder that has one, else the one on the PATH. */
function program(): string {
  const places =
    process.platform === "win32"
      ? [join("node_modules", ".bin", "sqg.cmd"), join(".venv", "Scripts", "sqg.exe")]
      : [join("node_modules", ".bin", "sqg"), join(".venv", "bin", "sqg")];
  for (const folder of workspace.workspaceFolders ?? []) {
    for (const place of places) {
      const path = join(folder.uri.fsPath, place);
      if (existsSync(path)) {
        return path;
      }
    }
  }
  return "sqg";
}
