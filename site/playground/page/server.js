// What stands in for the program of `sqg ui`: sqg in a worker, whose files are those of this page. The project is in
// the link, behind the #, which no browser sends to a server.
import { Talk } from "./talk.js";
import { $, h } from "./dom.js";
import { examples } from "./examples.js";

const root = "/project";
const most = 400_000; // characters that a link may have unpacked

let files = {}; // texts by name
const versions = new Map();

const packed = async (text, way) =>
  new Uint8Array(await new Response(new Blob([text]).stream().pipeThrough(way)).arrayBuffer());

/** toLink is a project as the fragment of a link has it. */
export async function toLink(project) {
  const bytes = await packed(JSON.stringify(project), new CompressionStream("deflate-raw"));
  const text = btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** fromLink is the project of a fragment. Whoever made the link may have written anything. */
export async function fromLink(text) {
  const raw = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const reader = new Blob([raw]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let out = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    out += decoder.decode(part.value, { stream: true });
    if (out.length > most) throw new Error("it is too long");
  }
  const project = JSON.parse(out);
  const right = (name, text) => /^[\w-]+\.(sql|yaml)$/.test(name) && typeof text === "string";
  if (!Object.keys(project).length || !Object.entries(project).every(([n, t]) => right(n, t)))
    throw new Error("it holds no project");
  return project;
}

/** enter takes the project of the link, or the example that it names. */
export async function enter() {
  const fragment = location.hash.slice(1);
  if (examples[fragment] || !fragment) files = { ...(examples[fragment] ?? Object.values(examples)[0]) };
  else {
    try {
      files = await fromLink(fragment);
    } catch (error) {
      throw new Error(`The link cannot be read: ${error.message}. An example is at ${location.pathname}`);
    }
  }
  addEventListener("hashchange", () => location.reload());
  for (const name of Object.keys(examples)) $("examples").append(h("option", { value: name }, name));
  $("examples").value = examples[fragment] ? fragment : "";
  $("examples").onchange = (e) => (location.hash = e.target.value);
  $("share").onclick = async () => {
    await $("save").onclick();
    await navigator.clipboard.writeText(location.href);
    $("share").textContent = "Copied";
    setTimeout(() => ($("share").textContent = "Copy link"), 1200);
  };
}

/** read is a file: name, uri, text, version. */
export async function read(name) {
  if (files[name] === undefined) throw new Error(`the project has no file \`${name}\``);
  return { name, uri: `file://${root}/${name}`, text: files[name], version: String(versions.get(name) ?? 0) };
}

/** save keeps a file in the link, and returns its new version. */
export async function save(name, text) {
  files[name] = text;
  versions.set(name, (versions.get(name) ?? 0) + 1);
  worker.postMessage({ path: `${root}/${name}`, text });
  history.replaceState(null, "", `#${await toLink(files)}`);
  return String(versions.get(name));
}

let worker = null;

// Browsers that know trusted types take the address of a script only from a policy that the page's header names.
const own = globalThis.trustedTypes?.createPolicy("sqg", { createScriptURL: () => "worker.js" });

/** Connection is a session with sqg in the worker. */
export class Connection extends Talk {
  /** open starts sqg and returns what it says of itself. */
  open() {
    worker = new Worker(own?.createScriptURL("") ?? "worker.js", { type: "module" });
    for (const [name, text] of Object.entries(files)) worker.postMessage({ path: `${root}/${name}`, text });
    return new Promise((resolve, reject) => {
      this.handlers["ui/opened"] = (about) => resolve({ ...about, root: `file://${root}` });
      worker.onmessage = ({ data }) => this.take(JSON.parse(data));
      worker.onerror = () => {
        reject(new Error("sqg did not start: WebAssembly is off in this browser, or sqg.wasm could not be loaded."));
        this.ended("sqg has stopped. Reload the page: what is saved is in the link.");
      };
    });
  }

  /** send has sqg take a message. */
  send(message) {
    worker.postMessage(JSON.stringify(message));
  }
}
