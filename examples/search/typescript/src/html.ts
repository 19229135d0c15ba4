/** A piece of HTML. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** HTML with values in it. A value is text, which is escaped, or HTML. Null, undefined and false show nothing. */
export function html(pieces: TemplateStringsArray, ...values: unknown[]): Html {
  return new Html(String.raw({ raw: pieces }, ...values.map(escaped)));
}

function escaped(value: unknown): string {
  if (Array.isArray(value)) return value.map(escaped).join("");
  if (value instanceof Html) return value.text;
  if (value === null || value === undefined || value === false) return "";
  return String(value).replace(/[&<>"']/g, (sign) => entities[sign] ?? "");
}
