// The language server's protocol, over whatever carries its messages.

const overtaken = -32801; // the text has changed meanwhile: ask again

/** Talk is a session with the language server. What carries it has a method send, and calls take. */
export class Talk {
  #waiting = new Map();
  #next = 1;

  /** handlers are called with what the server tells, by method; ended with a reason where it is gone. */
  constructor(handlers, ended) {
    this.handlers = handlers;
    this.ended = ended;
  }

  /** take takes a message of the server. */
  take(message) {
    const waiting = this.#waiting.get(message.id);
    if (message.method) {
      this.handlers[message.method]?.(message.params);
    } else if (waiting) {
      this.#waiting.delete(message.id);
      if (message.error) waiting.reject(Object.assign(new Error(message.error.message), { code: message.error.code }));
      else waiting.resolve(message.result);
    }
  }

  /** fail answers a request with an error. */
  fail(id, error) {
    this.#waiting.get(id)?.reject(error);
    this.#waiting.delete(id);
  }

  /** tell sends a notification. */
  tell(method, params) {
    this.send({ jsonrpc: "2.0", method, params });
  }

  /** ask sends a request and waits for its answer; signal takes it back. */
  ask(method, params, signal) {
    const id = this.#next++;
    signal?.addEventListener("abort", () => this.tell("$/cancelRequest", { id }));
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.send({ jsonrpc: "2.0", id, method, params });
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
}
