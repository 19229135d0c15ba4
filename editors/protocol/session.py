"""Plays a session with `sqg lsp`, and reads each message with the types of the protocol's meta-model."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from lsprotocol import converters, types

CONFIG = """\
version: 1
name: app
sql:
  - files: [app.sql]
    gen:
      - {generator: python/sqlite, output: .}
"""
SQL = """\
-- MIGRATE 1
CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE note (id INTEGER PRIMARY KEY, person INTEGER REFERENCES person, text TEXT);

-- QUERY notes
-- @set name = 'x'
SELECT n.id, n.text, length(p.name) AS n FROM note n JOIN person p ON p.id = n.person
WHERE p.name = ${name} AND (${text} IS NULL OR n.text = ${text});

-- QUERY broken
SELECT naem, length( FROM person;
-- QUERY wrong
SELECT naem FROM person;
-- EXEC rename :batch
UPDATE person SET name = ${name} WHERE id = ${id};
"""
# The requests, each at a place: what stands behind the mark, in the text.
PLACED = {
    "textDocument/hover": ["name = ${name} AND", "person p", "QUERY notes"],
    "textDocument/completion": ["n.text, length", "QUERY notes", "person p ON", "{name} AND"],
    "textDocument/definition": ["name = ${name} AND", "n.id"],
    "textDocument/implementation": ["notes\n-- @set"],
    "textDocument/references": ["name TEXT", "notes\n-- @set"],
    "textDocument/documentHighlight": ["name TEXT"],
    "textDocument/prepareRename": ["name TEXT", "n.id"],
    "textDocument/rename": ["name TEXT", "notes\n-- @set"],
    "textDocument/signatureHelp": [" FROM person;\n-- QUERY wrong", "p.name) AS"],
    "textDocument/selectionRange": ["p.name) AS"],
}
WHOLE = ["documentSymbol", "foldingRange", "semanticTokens/full", "inlayHint", "codeLens", "formatting", "documentLink"]

converter = converters.get_converter()


class Client:
    def __init__(self, program: str, folder: Path) -> None:
        self.server = subprocess.Popen([program, "lsp"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.last = 0
        self.read: dict[str, int] = {}
        self.diagnostics: list[dict[str, Any]] = []

    def send(self, message: dict[str, Any]) -> None:
        assert self.server.stdin is not None
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.server.stdin.flush()

    def receive(self) -> dict[str, Any]:
        assert self.server.stdout is not None
        length = 0
        while line := self.server.stdout.readline().strip():
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        assert length, "the server has ended"
        return json.loads(self.server.stdout.read(length))

    def own(self, message: dict[str, Any]) -> None:
        """Reads a message that the server sends by itself, and answers a request."""
        self.hold(message, types.METHOD_TO_TYPES[message["method"]][0], message["method"])
        if message["method"] == "textDocument/publishDiagnostics":
            self.diagnostics += message["params"]["diagnostics"]
        if "id" in message:
            self.send({"id": message["id"], "result": None})

    def hold(self, message: dict[str, Any], typ: Any, method: str) -> None:
        """What a type does not have is lost in it, and what it needs is an error."""
        kept = converter.unstructure(converter.structure(message, typ), typ)
        assert without_null(kept) == without_null(message), f"{method}:\n{message}\nis read as\n{kept}"
        self.read[method] = self.read.get(method, 0) + 1

    def ask(self, method: str, params: Any) -> Any:
        self.last += 1
        request = {"jsonrpc": "2.0", "id": self.last, "method": method, "params": params}
        converter.structure(request, types.METHOD_TO_TYPES[method][0])
        self.send(request)
        while (message := self.receive()).get("id") != self.last or "method" in message:
            self.own(message)
        assert "result" in message, f"{method}: {message}"
        self.hold(message, types.METHOD_TO_TYPES[method][1], method)
        return message["result"]

    def tell(self, method: str, params: Any) -> None:
        self.send({"method": method, "params": params})


def without_null(value: Any) -> Any:
    """A message in which null and what is left out are one, and which enumerations have become values of."""
    if isinstance(value, dict):
        return {k: without_null(v) for k, v in value.items() if v is not None}
    if isinstance(value, (list, tuple)):
        return [without_null(v) for v in value]
    return getattr(value, "value", value)


def main(program: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        (folder / "sqg.yaml").write_text(CONFIG)
        (folder / "app.sql").write_text(SQL)
        uri = (folder / "app.sql").as_uri()
        document = {"uri": uri}
        c = Client(program, folder)
        capabilities = {
            "workspace": {"applyEdit": True, "didChangeWatchedFiles": {"dynamicRegistration": True}},
            "textDocument": {"completion": {"completionItem": {"snippetSupport": True}}},
        }
        root = folder.as_uri()
        c.ask("initialize", {"processId": None, "rootUri": root, "capabilities": capabilities,
                             "workspaceFolders": [{"uri": root, "name": "app"}],
                             "initializationOptions": {"inlayHints": True}})  # fmt: skip
        c.tell("initialized", {})
        c.tell("textDocument/didOpen", {"textDocument": {**document, "languageId": "sql", "version": 1, "text": SQL}})
        while not c.diagnostics:
            c.own(c.receive())
        for method, marks in PLACED.items():
            for mark in marks:
                before = SQL[: SQL.index(mark)]
                place = {"line": before.count("\n"), "character": len(before) - before.rfind("\n") - 1}
                params: dict[str, Any] = {"textDocument": document, "position": place}
                params |= {"context": {"includeDeclaration": True}} if method.endswith("references") else {}
                params |= {"newName": "renamed"} if method.endswith("/rename") else {}
                if method.endswith("selectionRange"):
                    params = {"textDocument": document, "positions": [place]}
                answer = c.ask(method, params)
                assert answer or method.endswith("implementation"), f"{method} at {mark!r} has no answer"
        everything = {"start": {"line": 0, "character": 0}, "end": {"line": SQL.count("\n"), "character": 0}}
        for what in WHOLE:
            params = {"textDocument": document}
            params |= {"range": everything} if what == "inlayHint" else {}
            params |= {"options": {"tabSize": 2, "insertSpaces": True}} if what == "formatting" else {}
            c.ask(f"textDocument/{what}", params)
        fixes = 0
        for d in c.diagnostics:
            fixes += len(c.ask("textDocument/codeAction", {"textDocument": document, "range": d["range"],
                                                           "context": {"diagnostics": [d]}}))  # fmt: skip
        assert fixes, "no fix for any of the diagnostics"
        assert c.ask("workspace/symbol", {"query": "note"})
        c.ask("shutdown", None)
        c.tell("exit", None)
        assert c.server.wait() == 0
        for method in sorted(c.read):
            print(f"{c.read[method]:4} {method}")
        print(f"{sum(c.read.values())} passed, 0 failed")


main(str(Path(sys.argv[1]).resolve()))
