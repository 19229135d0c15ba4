// The editor: CodeMirror, with what the language server knows.
import * as cm from "./packages.js";
import { h, prose } from "./dom.js";

const set = (words) => Object.fromEntries(words.split(" ").map((word) => [word, true]));
const mode = cm.sql({
  keywords: set(
    "add all alter analyze and any as asc autoincrement begin between by case cast check collate column commit conflict constraint create cross current_date current_timestamp default deferrable " +
      "delete desc distinct do domain drop else end enum escape except exclude exists filter first following for foreign from full function generated glob group having identity if ilike in index inner " +
      "insert intersect into is join key last lateral left like limit materialized natural no not nothing nulls of offset on only or order outer over partition pivot preceding primary qualify range " +
      "recursive references replace restrict returning right row rows select sequence set similar some strict table temp temporary then to trigger type unbounded union unique update using values view when where window with without",
  ),
  builtin: set(
    "bigint bigserial bit blob bool boolean bytea char character date decimal double float halfvec hstore hugeint inet int integer interval json jsonb list map numeric precision real serial smallint struct " +
      "text time timestamp timestamptz timetz tinyint uuid varchar vector",
  ),
  atoms: set("false true null"),
  dateSQL: {},
  backslashStringEscapes: false,
});

// Parameters are no SQL, and in a comment that is an annotation stands YAML.
const sql = cm.StreamLanguage.define({
  startState: () => ({ inner: mode.startState(), comment: false }),
  copyState: ({ inner, comment }) => ({ inner: { ...inner }, comment }),
  token(stream, state) {
    if (state.comment || stream.match("/*")) {
      state.comment = !stream.match(/^.*?\*\//);
      if (state.comment) stream.skipToEnd();
      return "comment";
    }
    return stream.match(/^\$\{[^}]*\}/) ? "variableName.special" : mode.token(stream, state.inner);
  },
  languageData: { commentTokens: { line: "--", block: { open: "/*", close: "*/" } } },
});

const tokenTable = { property: cm.tags.propertyName };
const languages = Object.fromEntries(
  ["typescript", "java", "python", "go", "rust"].map((name) => [
    name,
    cm.StreamLanguage.define({ ...cm[name], tokenTable }),
  ]),
);
Object.assign(languages, { sql, yaml: cm.StreamLanguage.define(cm.yaml) });

/** highlighted is code of a language as elements. */
export function highlighted(text, language) {
  const out = h("pre", { class: "code" });
  const tree = languages[language].parser.parse(text);
  cm.highlightCode(
    text,
    tree,
    cm.classHighlighter,
    (part, classes) => out.append(classes ? h("span", { class: classes }, part) : part),
    () => out.append("\n"),
  );
  return out;
}

// What the language server says of the text: annotations and their like, and the parts that a call leaves out.
const painted = cm.StateEffect.define();
const paint = cm.StateField.define({
  create: () => cm.Decoration.none,
  update(before, transaction) {
    const effect = transaction.effects.find((e) => e.is(painted));
    return effect ? effect.value : before.map(transaction.changes);
  },
  provide: (field) => cm.EditorView.decorations.from(field),
});

const dark = matchMedia("(prefers-color-scheme: dark)");
const theme = new cm.Compartment();
const nonce = cm.EditorView.cspNonce.of(document.querySelector("meta[name=nonce]").content);

/** separatorOf is what ends every line of a text, so that a new one ends alike; where lines differ, "\r" is a sign. */
export const separatorOf = (text) => (/\r\n/.test(text) && !/(^|[^\r])\n|\r(?!\n)/.test(text) ? "\r\n" : "\n");

export const place = (doc, position) => {
  const line = doc.line(Math.min(position.line + 1, doc.lines));
  return Math.min(line.from + position.character, line.to);
};
export const positionOf = (doc, offset) => {
  const line = doc.lineAt(offset);
  return { line: line.number - 1, character: offset - line.from };
};

/** Editor shows one file at a time. hooks: changed(), moved(), save(), run(), ask(method, params), uri(). */
export class Editor {
  constructor(parent, hooks) {
    this.hooks = hooks;
    this.view = new cm.EditorView({ parent, state: cm.EditorState.create({ extensions: nonce }) });
    dark.addEventListener("change", () =>
      this.view.dispatch({ effects: theme.reconfigure(cm.EditorView.darkTheme.of(dark.matches)) }),
    );
  }

  /** state makes the state of a file. */
  state(text, name, locked) {
    const { hooks } = this;
    const language = languages[name.endsWith(".yaml") ? "yaml" : "sql"];
    return cm.EditorState.create({
      doc: text,
      extensions: [
        cm.EditorState.lineSeparator.of(separatorOf(text)),
        cm.EditorState.readOnly.of(locked),
        theme.of(cm.EditorView.darkTheme.of(dark.matches)),
        nonce,
        cm.EditorView.contentAttributes.of({ "aria-label": name }),
        cm.lineNumbers(),
        cm.lintGutter(),
        cm.history(),
        cm.drawSelection(),
        cm.highlightActiveLine(),
        cm.highlightActiveLineGutter(),
        cm.highlightSpecialChars(),
        cm.bracketMatching(),
        cm.closeBrackets(),
        cm.highlightSelectionMatches(),
        cm.search({ top: true }),
        language,
        paint,
        cm.syntaxHighlighting(cm.classHighlighter),
        cm.autocompletion({ override: [(context) => this.complete(context)], activateOnTyping: true }),
        cm.hoverTooltip((view, offset) => this.hover(view, offset)),
        cm.keymap.of([
          { key: "Mod-Enter", run: () => (hooks.run(), true) },
          { key: "Mod-s", run: () => (hooks.save(), true), preventDefault: true },
          ...cm.closeBracketsKeymap,
          ...cm.completionKeymap,
          ...cm.lintKeymap,
          ...cm.searchKeymap,
          ...cm.historyKeymap,
          ...cm.defaultKeymap,
        ]),
        cm.EditorView.updateListener.of((update) => {
          if (update.docChanged) hooks.changed();
          if (update.docChanged || update.selectionSet) hooks.moved();
        }),
      ],
    });
  }

  /** show puts a state in front, and keeps what was there in its own file. */
  show(state) {
    this.view.setState(state);
    this.view.dispatch({ effects: theme.reconfigure(cm.EditorView.darkTheme.of(dark.matches)) });
  }

  text() {
    return this.view.state.sliceDoc();
  }

  /** replace takes another text with the same ends of lines, and touches only what is otherwise in it. */
  replace(text) {
    const { state } = this.view;
    const before = state.doc.toString();
    const after = state.toText(text).toString();
    const most = Math.min(before.length, after.length);
    let start = 0;
    while (start < most && before[start] === after[start]) start++;
    let same = 0;
    while (same < most - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
    this.view.dispatch({
      changes: {
        from: start,
        to: before.length - same,
        insert: cm.Text.of(after.slice(start, after.length - same).split("\n")),
      },
    });
  }

  /** go moves to a position. */
  go(position, focus = true) {
    const offset = place(this.view.state.doc, position);
    this.view.dispatch({
      selection: { anchor: offset },
      effects: cm.EditorView.scrollIntoView(offset, { y: "start", yMargin: 40 }),
    });
    if (focus) this.view.focus();
  }

  position() {
    return positionOf(this.view.state.doc, this.view.state.selection.main.head);
  }

  /** mark shows diagnostics; each may have actions of {title, edits}. */
  mark(diagnostics) {
    const { doc } = this.view.state;
    const severities = { 1: "error", 2: "warning", 3: "info" };
    const marks = diagnostics.map((d) => ({
      from: place(doc, d.range.start),
      to: place(doc, d.range.end),
      severity: severities[d.severity],
      source: d.code,
      message: d.message,
      renderMessage: () => h("span", null, h("b", null, d.code), " ", d.message),
      actions: d.fixes.map((fix) => ({ name: fix.title, apply: () => this.apply(fix.edits) })),
    }));
    this.view.dispatch(cm.setDiagnostics(this.view.state, marks));
  }

  /** paint shows tokens, as numbers of the protocol with the names of their types, and parts, each {range, on}. */
  paint(tokens, types, parts) {
    const { doc } = this.view.state;
    const marks = [];
    for (let i = 0, line = 0, character = 0; i < tokens.length; i += 5) {
      [line, character] = [line + tokens[i], tokens[i] ? tokens[i + 1] : character + tokens[i + 1]];
      const from = place(doc, { line, character });
      const to = place(doc, { line, character: character + tokens[i + 2] });
      if (from < to) marks.push(cm.Decoration.mark({ class: `sem-${types[tokens[i + 3]]}` }).range(from, to));
    }
    for (const { range, on } of parts) {
      const last = doc.lineAt(Math.max(place(doc, range.start), place(doc, range.end) - 1)).number;
      for (let n = doc.lineAt(place(doc, range.start)).number; n <= last; n++)
        marks.push(cm.Decoration.line({ class: on ? "part" : "part off" }).range(doc.line(n).from));
    }
    this.view.dispatch({ effects: painted.of(cm.Decoration.set(marks, true)) });
  }

  /** apply makes edits of the language server. */
  apply(edits) {
    const { doc } = this.view.state;
    this.view.dispatch({
      changes: edits.map((e) => ({ from: place(doc, e.range.start), to: place(doc, e.range.end), insert: e.newText })),
    });
  }

  async complete(context) {
    const typed = context.matchBefore(/[\w$]+$/);
    if (!context.explicit && !typed && !context.matchBefore(/[.{:]$/)) return null;
    this.hooks.flush();
    const { doc } = context.state;
    const answer = await this.hooks.ask("textDocument/completion", {
      textDocument: { uri: this.hooks.uri() },
      position: positionOf(doc, context.pos),
    });
    const items = answer?.items;
    if (context.aborted || !items?.length) return null;
    const kinds = { 3: "function", 5: "property", 6: "variable", 7: "class", 12: "constant", 14: "keyword" };
    return {
      from: place(doc, items[0].textEdit.range.start),
      options: items.map((item) => ({
        label: item.filterText ?? item.label,
        displayLabel: item.label,
        apply: item.textEdit.newText,
        detail: item.detail,
        type: kinds[item.kind],
        sortText: item.sortText,
        info: item.documentation ? () => prose(item.documentation.value) : undefined,
      })),
      validFor: answer.isIncomplete ? undefined : /^[\w$]*$/,
    };
  }

  async hover(view, offset) {
    this.hooks.flush();
    const { doc } = view.state;
    const said = await this.hooks.ask("textDocument/hover", {
      textDocument: { uri: this.hooks.uri() },
      position: positionOf(doc, offset),
    });
    if (!said || view.state.doc !== doc) return null;
    const [from, to] = said.range ? [place(doc, said.range.start), place(doc, said.range.end)] : [offset, offset];
    return { pos: from, end: to, above: true, create: () => ({ dom: prose(said.contents.value) }) };
  }
}
