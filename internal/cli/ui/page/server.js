// The program on the other side: its language server, whose messages come as lines of one long answer, and the files.

const keyName = "sqg-key";
const overtaken = -32801; // the text has changed meanwhile: ask again

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
    throw new Lost("sqg ui has ended. Start it again, and open the link that it prints.");
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

/** Connection is a session with the language server. */
export class Connection {
  #client = "";
  #waiting = new Map();
  #next = 1;
  #queue = [];
  #sending = false;

  /** handlers are called with what the server tells, by method; ended where it is gone. */
  constructor(handlers, ended) {
    this.handlers = handlers;
    this.ended = ended;
  }

  /** open begins the session and returns what the program says of itself. */
  async open() {
    const answer = await call("GET", "stream", null);
    return new Promise((resolve) => {
      this.#listen(answer.body, resolve)
        .catch(() => {})
        .then(() => this.ended());
    });
  }

  async #listen(body, opened) {
    let rest = "";
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + part.value).split("\n");
      rest = lines.pop();
      for (const line of lines) this.#take(JSON.parse(line), opened);
    }
  }

  #take(message, opened) {
    const waiting = this.#waiting.get(message.id);
    if (message.method === "ui/opened") {
      this.#client = message.params.client;
      opened(message.params);
    } else if (message.method) {
      this.handlers[message.method]?.(message.params);
    } else if (waiting) {
      this.#waiting.delete(message.id);
      if (message.error) waiting.reject(Object.assign(new Error(message.error.message), { code: message.error.code }));
      else waiting.resolve(message.result);
    }
  }

  /** tell sends a notification. */
  tell(method, params) {
    this.#send({ jsonrpc: "2.0", method, params });
  }

  /** ask sends a request and waits for its answer; signal takes it back. */
  ask(method, params, signal) {
    const id = this.#next++;
    signal?.addEventListener("abort", () => this.tell("$/cancelRequest", { id }));
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ jsonrpc: "2.0", id, method, params });
    });
  }

  /** command runs a command of the server, again where a change of the text has overtaken it and still is wanted. */
  async command(command, argument, wanted = () => true, signal) {
    for (;;) {
      try {
        return await this.ask("workspace/executeCommand", { command, arguments: [argument] }, signal);
      } catch (error) {
        if (error.code !== overtaken || !wanted()) throw error;
      }
    }
  }

  #send(message) {
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
        for (const { id } of messages) {
          this.#waiting.get(id)?.reject(error);
          this.#waiting.delete(id);
        }
      }
    }
    this.#sending = false;
  }
}
