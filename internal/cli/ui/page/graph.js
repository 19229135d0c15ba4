// Pictures of boxes and arrows: tables with their keys, and the stages of a statement.
import { h } from "./dom.js";
import { graphlib, layout } from "./packages.js";

const lineHeight = 18;
const letter = 7.3; // the width of one, at 12px
const most = 34; // letters of a line
const space = 10;

/** s makes an SVG element. */
function s(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter(Boolean));
  return element;
}

const short = (text) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/**
 * graph draws boxes, each {id, title, lines: [{text, right, kind}], on, go}, and arrows, each {from, to, label}. down
 * has arrows point down, and not to the right.
 */
export function graph(name, boxes, arrows, down) {
  const g = new graphlib.Graph({ multigraph: true });
  g.setGraph({ rankdir: down ? "TB" : "LR", nodesep: 22, ranksep: down ? 34 : 56, marginx: 12, marginy: 12 });
  for (const box of boxes) {
    const letters = Math.max(
      short(box.title).length + 2,
      ...box.lines.map((l) => short(l.text).length + (l.right ? l.right.length + 3 : 0)),
    );
    g.setNode(box.id, {
      width: Math.ceil(letters * letter) + 2 * space,
      height: (box.lines.length + 1) * lineHeight + space,
    });
  }
  for (const [i, arrow] of arrows.entries()) g.setEdge(arrow.from, arrow.to, {}, String(i));
  layout(g);
  const { width, height } = g.graph();
  const box = (b) => {
    const { x, y, width, height } = g.node(b.id);
    const left = x - width / 2;
    const top = y - height / 2;
    const at = (i) => top + lineHeight * (i + 1) - 3;
    const go = (event) => {
      if (event.type === "keydown" && !["Enter", " "].includes(event.key)) return;
      event.preventDefault();
      b.go();
    };
    return s(
      "g",
      {
        class: `box${b.on ? " on" : ""}`,
        tabindex: 0,
        role: "button",
        "aria-pressed": b.on === undefined ? null : String(b.on),
        "aria-label": [b.title, ...b.lines.map((l) => [l.text, l.right].filter(Boolean).join(" "))].join(", "),
        onclick: go,
        onkeydown: go,
      },
      s("rect", { x: left, y: top, width, height, rx: 6 }),
      s("line", { x1: left, x2: left + width, y1: top + lineHeight + 3, y2: top + lineHeight + 3 }),
      s("text", { x: left + space, y: at(0), class: "title" }, short(b.title)),
      b.lines.flatMap((l, i) => [
        s("text", { x: left + space, y: at(i + 1) + 4, class: l.kind ?? null }, short(l.text)),
        l.right
          ? s("text", { x: left + width - space, y: at(i + 1) + 4, class: "right", "text-anchor": "end" }, l.right)
          : null,
      ]),
    );
  };
  const arrow = (a, i) => {
    const { points } = g.edge(a.from, a.to, String(i));
    const path = points.map((p, n) => `${n ? "L" : "M"}${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join("");
    return s("path", { d: path, class: "arrow", "marker-end": "url(#head)" }, s("title", {}, a.label ?? ""));
  };
  const head = s(
    "marker",
    { id: "head", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse" },
    s("path", { d: "M0 0L8 4L0 8z" }),
  );
  return h(
    "div",
    { class: "graph" },
    s(
      "svg",
      { width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": name },
      s("defs", {}, head),
      arrows.map(arrow),
      boxes.map(box),
    ),
  );
}
