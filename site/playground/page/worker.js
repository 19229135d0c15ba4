// sqg in a thread of its own, so that the page can end it whatever it does.
import { put, system } from "./files.js";
import { XzReadableStream } from "./xz.js";

globalThis.fs = system;
globalThis.process = { cwd: () => "/", pid: 1, ppid: 0, getuid: () => 0, geteuid: () => 0, getgid: () => 0 };
process.getegid = process.getgid;
globalThis.path = { resolve: (...parts) => parts.join("/") };
globalThis.toPage = (text) => postMessage(text);

/** The messages of the page are files to write, or texts for the language server. */
onmessage = ({ data }) => {
  if (data.path) put(data.path, data.text);
  else fromPage(data);
};

await import("./wasm_exec.js");
const go = new Go();
// It is packed here, and not by the host: not every host packs files of this kind.
const unpacked = new XzReadableStream((await fetch("sqg.wasm.packed")).body);
const program = new Response(unpacked, { headers: { "Content-Type": "application/wasm" } });
go.run((await WebAssembly.instantiateStreaming(program, go.importObject)).instance);
