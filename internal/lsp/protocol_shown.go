package lsp

import "encoding/json"

// The part of the protocol for what an editor shows in the text, and for what a user asks for there.

// RenameParams is a place and what shall be called otherwise there.
type RenameParams struct {
	PlaceParams
	NewName string `json:"newName"`
}

// RenameOptions say that places are asked first.
type RenameOptions struct {
	PrepareProvider bool `json:"prepareProvider"`
}

// PreparedRename is what would be renamed.
type PreparedRename struct {
	Range       Range  `json:"range"`
	Placeholder string `json:"placeholder"`
}

// SignatureHelp are the ways to call a function.
type SignatureHelp struct {
	Signatures      []Signature `json:"signatures"`
	ActiveSignature int         `json:"activeSignature"`
	ActiveParameter int         `json:"activeParameter"`
}

// Signature is one of them.
type Signature struct {
	Label         string           `json:"label"`
	Documentation string           `json:"documentation,omitempty"`
	Parameters    []ParameterLabel `json:"parameters"`
}

// ParameterLabel is an argument, as a part of the signature's label.
type ParameterLabel struct {
	Label string `json:"label"`
}

// SignatureOptions are the signs that ask for signatures.
type SignatureOptions struct {
	TriggerCharacters []string `json:"triggerCharacters"`
}

// TokenOptions say which tokens there are.
type TokenOptions struct {
	Legend TokenLegend `json:"legend"`
	Full   bool        `json:"full"`
}

// TokenLegend are the names of what tokens are, by number.
type TokenLegend struct {
	TokenTypes     []string `json:"tokenTypes"`
	TokenModifiers []string `json:"tokenModifiers"`
}

// SemanticTokens are five numbers for each token: lines and characters from the one before, its length, type and
// modifiers.
type SemanticTokens struct {
	Data []int `json:"data"`
}

// RangeParams is a part of a document.
type RangeParams struct {
	TextDocument Document `json:"textDocument"`
	Range        Range    `json:"range"`
}

// InlayHint is text that an editor shows between what is written.
type InlayHint struct {
	Position    Position `json:"position"`
	Label       string   `json:"label"`
	Kind        int      `json:"kind"` // 1: a type
	PaddingLeft bool     `json:"paddingLeft,omitempty"`
}

// CodeLens is a command above a line.
type CodeLens struct {
	Range   Range   `json:"range"`
	Command Command `json:"command"`
}

// Command is what a lens or an action runs.
type Command struct {
	Title     string `json:"title"`
	Command   string `json:"command"`
	Arguments []any  `json:"arguments"`
}

// CommandParams asks to run a command.
type CommandParams struct {
	Command   string            `json:"command"`
	Arguments []json.RawMessage `json:"arguments"`
}

// CommandOptions are the commands that the server runs.
type CommandOptions struct {
	Commands []string `json:"commands"`
}

// PlacesParams are places in a document.
type PlacesParams struct {
	TextDocument Document   `json:"textDocument"`
	Positions    []Position `json:"positions"`
}

// SelectionRange is a part of the text around a place, and the next larger one.
type SelectionRange struct {
	Range  Range           `json:"range"`
	Parent *SelectionRange `json:"parent,omitempty"`
}

// DocumentLink leads from a part of the text to a file.
type DocumentLink struct {
	Range   Range  `json:"range"`
	Target  string `json:"target"`
	Tooltip string `json:"tooltip,omitempty"`
}

// Empty are options without any.
type Empty struct{}
