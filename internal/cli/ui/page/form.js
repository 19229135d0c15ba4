// The parameters of a statement as a form. What it holds is kept by statement, while one goes to others and back.
import { h, show } from "./dom.js";

const kept = new Map();

/** literal is the text that an SQL literal stands for; undefined where it is no plain one. */
function literal(sample) {
  const text = sample?.trim() ?? "";
  const quoted = /^'((?:[^']|'')*)'(?:::[\w ]+)?$/.exec(text);
  if (quoted) return quoted[1].replaceAll("''", "'");
  return /^(-?\d+(\.\d+)?|true|false)$/i.test(text) ? text : undefined;
}

const isBoolean = (type) => /^bool(ean)?$/i.test(type);

/** Form is the form of one statement; changed is called when something in it is. */
export class Form {
  constructor(element, changed) {
    this.element = element;
    this.changed = changed;
    element.addEventListener("submit", (event) => event.preventDefault());
    element.addEventListener("input", () => this.changed());
  }

  /** show makes the fields of a statement's parameters; enums are the labels of each type. */
  show(name, params, enums) {
    this.name = name;
    const form = JSON.stringify([name, params, enums]);
    if (this.shown === form) return;
    this.shown = form;
    this.params = params;
    const given = kept.get(name) ?? new Map();
    kept.set(name, given);
    show(
      this.element,
      params.length
        ? params.map((p) => this.field(p, given, enums))
        : h("p", { class: "dim" }, name ? "No parameters" : ""),
    );
  }

  /** clear is for where no statement is. */
  clear() {
    this.shown = null;
    this.name = null;
    this.params = [];
    show(this.element);
  }

  /** state is what the form of the statement holds, to be kept; restore brings it back when the form is shown next. */
  state() {
    return new Map([...(kept.get(this.name) ?? [])].map(([name, value]) => [name, { ...value }]));
  }

  restore(name, state) {
    kept.set(name, new Map([...state].map(([key, value]) => [key, { ...value }])));
    this.shown = null;
  }

  field(p, given, enums) {
    const value = given.get(p.name) ?? {
      on: !p.optional && !p.flag,
      text: literal(p.sample) ?? "",
      isNull: false,
      choice: p.choices?.[0].label,
    };
    given.set(p.name, value);
    const row = h("div", { class: "field" });
    const update = () => {
      row.classList.toggle("off", Boolean(p.optional || p.flag) && !value.on);
    };
    const id = `param-${p.name}`;
    const toggle =
      p.optional || p.flag
        ? h("input", {
            type: "checkbox",
            checked: value.on,
            "aria-label": `${p.name}: ${p.flag ? "flag" : "give it"}`,
            oninput: (e) => {
              value.on = e.target.checked;
              update();
            },
          })
        : h("span");
    const control = this.control(p, value, id, enums, () => {
      if (p.optional && !value.on) {
        value.on = true;
        toggle.checked = true;
        update();
      }
    });
    const nullable =
      p.nullable && !p.flag && !p.choices
        ? h(
            "label",
            { class: "null" },
            h("input", {
              type: "checkbox",
              checked: value.isNull,
              oninput: (e) => {
                value.isNull = e.target.checked;
              },
            }),
            "NULL",
          )
        : null;
    row.append(
      toggle,
      h("label", { for: id, title: p.column ? `${p.type}, as ${p.column}` : p.type }, p.name),
      h("div", { class: "value" }, control, nullable),
    );
    update();
    return row;
  }

  control(p, value, id, enums, touched) {
    const set = (key) => (e) => {
      value[key] = e.target.value;
      touched();
    };
    if (p.flag) return h("span", { id, class: "dim" }, "flag");
    const labels = p.choices?.map((c) => c.label) ?? enums[p.type] ?? (isBoolean(p.type) ? ["true", "false"] : null);
    if (!labels) {
      const hint = p.sample ? `@set ${p.sample}` : p.type.endsWith("[]") ? "[1, 2]" : p.type;
      return h("input", {
        id,
        type: "text",
        value: value.text,
        placeholder: hint,
        spellcheck: "false",
        autocomplete: "off",
        oninput: set("text"),
      });
    }
    const key = p.choices ? "choice" : "text";
    const options = p.choices ? labels : ["", ...labels];
    return h(
      "select",
      { id, oninput: set(key) },
      options.map((label) => h("option", { value: label, selected: value[key] === label }, label || `– ${p.type}`)),
    );
  }

  /** given is what a call gives of optional parts and choices, for sqg.explain; undefined where there are none. */
  given() {
    if (!this.params.some((p) => p.optional || p.flag || p.choices)) return undefined;
    return this.params.flatMap((p) => {
      const value = kept.get(this.name).get(p.name);
      if (p.choices) return [`${p.name}=${value.choice}`];
      return (p.optional || p.flag) && value.on ? [p.name] : [];
    });
  }

  /** values are those of the parameters, as sqg.run takes them: one without a text has the value of its @set. */
  values() {
    const out = {};
    for (const p of this.params) {
      const value = kept.get(this.name).get(p.name);
      if (p.choices) out[p.name] = value.choice;
      else if (p.flag) out[p.name] = value.on;
      else if (p.optional && !value.on) continue;
      else if (value.isNull) out[p.name] = null;
      else if (value.text !== "") out[p.name] = listOf(value.text) ?? value.text;
      else if (p.optional || (/char|text|string/i.test(p.type) && !p.sample)) out[p.name] = "";
    }
    return out;
  }
}

/** listOf is a list that is written as JSON; undefined for any other text. */
function listOf(text) {
  if (!text.startsWith("[")) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
