// What the page of `sqg ui` takes of packages. run.sh bundles it into internal/cli/ui/page/packages.js.
export { Compartment, EditorState, StateEffect, StateField, Text } from "@codemirror/state";
export {
  Decoration,
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  hoverTooltip,
  keymap,
  lineNumbers,
} from "@codemirror/view";
export { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
export { StreamLanguage, bracketMatching, syntaxHighlighting } from "@codemirror/language";
export { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
export { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
export { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
export { classHighlighter, highlightCode, tags } from "@lezer/highlight";
export { java } from "@codemirror/legacy-modes/mode/clike";
export { go } from "@codemirror/legacy-modes/mode/go";
export { typescript } from "@codemirror/legacy-modes/mode/javascript";
export { python } from "@codemirror/legacy-modes/mode/python";
export { rust } from "@codemirror/legacy-modes/mode/rust";
export { sql } from "@codemirror/legacy-modes/mode/sql";
export { yaml } from "@codemirror/legacy-modes/mode/yaml";
export { graphlib, layout } from "@dagrejs/dagre";
