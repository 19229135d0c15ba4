/** The request is wrong: the answer is 400, with this message. */
export class BadRequest extends Error {}

/** The fields of a query string or a form. What is missing is undefined, which leaves an optional part out. */
export class Fields {
  readonly #values: URLSearchParams;

  constructor(values: URLSearchParams) {
    this.#values = values;
  }

  /** Those that are not empty: a browser also sends the text fields that nothing was typed into. */
  filled(): Fields {
    const all = [...this.#values];
    return new Fields(new URLSearchParams(all.filter(([, v]) => v !== "")));
  }

  flag(name: string): boolean {
    return this.#values.has(name);
  }

  text(name: string): string | undefined {
    return this.texts(name)?.[0];
  }

  texts(name: string): string[] | undefined {
    const values = this.#values.getAll(name);
    if (values.some((value) => value === "" || value.includes("\0"))) {
      throw new BadRequest(`${name}: a text is expected`);
    }
    return values.length === 0 ? undefined : values;
  }

  integer(name: string, least = 0, most = 1_000_000): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    if (!(value >= least && value <= most)) {
      throw new BadRequest(
        `${name}: an integer from ${String(least)} to ${String(most)} is expected`,
      );
    }
    return value;
  }

  /** What `read` returns of a field, and null where the field is empty. */
  orNull<T>(name: string, read: () => T): T | null {
    return this.#values.get(name) === "" ? null : read();
  }
}

/** A field that the request must have. */
export function required<T>(name: string, value: T | undefined): T {
  if (value === undefined) throw new BadRequest(`${name} is missing`);
  return value;
}
