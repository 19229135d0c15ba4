// Elements are made by hand, never of HTML: whatever a name or a value holds, it is text.

/** h makes an element with attributes; what is null or false of attributes and children is left out. */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && typeof value !== "string") element[name] = value;
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** $ is an element of the page by its id. */
export const $ = (id) => document.getElementById(id);

/** show puts children in the place of those of an element. */
export const show = (element, ...children) => element.replaceChildren(...children.flat().filter(Boolean));

/** tabs makes a row of tabs: arrows move between them. Each is {id, title, dim}. */
export function tabs(list, all, current, choose) {
  const step = { ArrowRight: 1, ArrowLeft: -1 };
  show(
    list,
    all.map((tab, i) =>
      h(
        "button",
        {
          role: "tab",
          id: `${list.id}-${tab.id}`,
          "aria-selected": String(tab.id === current),
          tabIndex: tab.id === current ? 0 : -1,
          class: tab.dim ? "dim" : null,
          title: tab.hint,
          type: "button",
          onclick: () => choose(tab.id),
          onkeydown: (event) => {
            if (!step[event.key]) return;
            event.preventDefault();
            const next = all[(i + step[event.key] + all.length) % all.length];
            choose(next.id);
            $(`${list.id}-${next.id}`).focus();
          },
        },
        tab.title,
        tab.count ? h("small", null, ` ${tab.count}`) : null,
      ),
    ),
  );
}

/** prose shows the little Markdown that sqg writes: paragraphs, lists, code. */
export function prose(text) {
  const out = h("div", { class: "prose" });
  for (const [i, part] of text.split(/^```/m).entries()) {
    if (i % 2) {
      out.append(h("pre", null, part.replace(/^.*\n/, "")));
      continue;
    }
    for (const line of part.split("\n").filter((line) => line.trim() && line !== "---")) {
      out.append(h("p", { class: line.startsWith("- ") ? "item" : null }, inline(line.replace(/^- /, ""))));
    }
  }
  return out;
}

function inline(line) {
  return line.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.startsWith("`") && part.length > 1) return h("code", null, part.slice(1, -1));
    if (part.startsWith("**")) return h("b", null, part.slice(2, -2));
    return part;
  });
}

/** later calls a function once nothing has asked for it for some time. */
export function later(ms, f) {
  let timer = 0;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => f(...args), ms);
  };
}
