// The program on the other side: its language server, whose messages come as lines of one long answer, and the files.
import { Talk } from "./talk.js";

const keyName = "sqg-key";
const gone = "sqg ui has ended. Start it again, and open the link that it prints.";

/** Lost is the error of a program that is not there any more. */
export class Lost extends Error {}

/** enter takes the token of the link, once, for a key of this tab. */
export async function enter() {
  const token = location.hash.slice(1);
  history.replaceState(null, "", "/");
  if (token) {
    sessionStorage.removeItem(keyName);
    const { key } = await (await call("POST", "session", null, token)).json();
    sessionStorage.setItem(keyName, key);
  }
}

/** call asks the program; an answer that is no success is an error with what to do. */
async function call(method, path, body, token = sessionStorage.getItem(keyName)) {
  let answer;
  try {
    answer = await fetch(`/api/${path}`, {
      method,
      body: body === null ? null : JSON.stringify(body),
      headers: { Authorization: `Bearer ${token}` },
    });
  } catch {
    throw new Lost(gone);
  }
  if (answer.ok) return answer;
  const text = await answer.text();
  let said = { error: text };
  try {
    said = JSON.parse(text);
  } catch {
    // it is plain text
  }
  throw Object.assign(new Error([said.error.trim(), said.hint].filter(Boolean).join(": ")), { status: answer.status });
}

const named = (name) => `file?name=${encodeURIComponent(name)}`;

/** read fetches a file: name, uri, text, version, locked. */
export const read = async (name) => (await call("GET", named(name), null)).json();

/** save writes a file, and returns its new version; it fails with status 409 where the file has changed since. */
export const save = async (name, text, version) =>
  (await (await call("PUT", named(name), { text, version })).json()).version;

/** Connection is a session with the language server of the program. */
export class Connection extends Talk {
  #client = "";
  #queue = [];
  #sending = false;

  /** open begins the session and returns what the program says of itself. */
  async open() {
    const answer = await call("GET", "stream", null);
    return new Promise((resolve) => {
      this.handlers["ui/opened"] = (about) => {
        this.#client = about.client;
        resolve(about);
      };
      this.#listen(answer.body)
        .catch(() => {})
        .then(() => this.ended(`${gone} What is not saved is still here.`));
    });
  }

  async #listen(body) {
    let rest = "";
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + part.value).split("\n");
      rest = lines.pop();
      for (const line of lines) this.take(JSON.parse(line));
    }
  }

  /** send sends a message. */
  send(message) {
    this.#queue.push(message);
    if (!this.#sending) this.#drain();
  }

  /** Messages keep their order: one request carries what has come together meanwhile. */
  async #drain() {
    this.#sending = true;
    await null;
    while (this.#queue.length) {
      const messages = this.#queue.splice(0);
      try {
        await call("POST", `send?client=${this.#client}`, messages);
      } catch (error) {
        for (const { id } of messages) this.fail(id, error);
      }
    }
    this.#sending = false;
  }
}
