package lsp

// The part of the Language Server Protocol, version 3.17, that sqg uses: names and values are those of its meta-model.
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/

// Position of a character: lines and characters count from 0, and characters in units of the encoding that the client
// and the server agree on.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// Range ends before its End.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Location is a place in a document.
type Location struct {
	URI   string `json:"uri"`
	Range Range  `json:"range"`
}

// Document names a document, and of what is sent its version or text.
type Document struct {
	URI     string `json:"uri"`
	Version *int   `json:"version,omitempty"`
	Text    string `json:"text,omitempty"`
}

// InitializeParams is what a client says of itself and its folders.
type InitializeParams struct {
	RootURI      string             `json:"rootUri"`
	Folders      []WorkspaceFolder  `json:"workspaceFolders"`
	Capabilities ClientCapabilities `json:"capabilities"`
	Options      Options            `json:"initializationOptions"`
}

// Options are those of sqg, which a client may send.
type Options struct {
	InlayHints bool   `json:"inlayHints"` // types and NULL are shown in the text
	Token      string `json:"token"`      // where the server is on a socket
	Panels     bool   `json:"panels"`     // the client shows what commands answer; else the server does, as a message
}

// WorkspaceFolder is a folder that an editor has open.
type WorkspaceFolder struct {
	URI  string `json:"uri"`
	Name string `json:"name"`
}

// ClientCapabilities are those that the server asks for.
type ClientCapabilities struct {
	General struct {
		PositionEncodings []string `json:"positionEncodings,omitempty"`
	} `json:"general"`
	TextDocument struct {
		Completion struct {
			CompletionItem struct {
				SnippetSupport bool `json:"snippetSupport,omitempty"`
			} `json:"completionItem"`
		} `json:"completion"`
	} `json:"textDocument"`
	Workspace struct {
		ApplyEdit             bool `json:"applyEdit,omitempty"`
		DidChangeWatchedFiles struct {
			DynamicRegistration bool `json:"dynamicRegistration,omitempty"`
		} `json:"didChangeWatchedFiles"`
	} `json:"workspace"`
}

// InitializeResult is what the server can do.
type InitializeResult struct {
	Capabilities ServerCapabilities `json:"capabilities"`
	ServerInfo   ServerInfo         `json:"serverInfo"`
}

// ServerInfo names the server.
type ServerInfo struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// ServerCapabilities are those of this server.
type ServerCapabilities struct {
	PositionEncoding          string              `json:"positionEncoding"`
	TextDocumentSync          SyncOptions         `json:"textDocumentSync"`
	HoverProvider             bool                `json:"hoverProvider"`
	CompletionProvider        *CompletionOptions  `json:"completionProvider"`
	DefinitionProvider        bool                `json:"definitionProvider"`
	ImplementationProvider    bool                `json:"implementationProvider"`
	ReferencesProvider        bool                `json:"referencesProvider"`
	DocumentHighlightProvider bool                `json:"documentHighlightProvider"`
	DocumentSymbolProvider    bool                `json:"documentSymbolProvider"`
	WorkspaceSymbolProvider   bool                `json:"workspaceSymbolProvider"`
	FoldingRangeProvider      bool                `json:"foldingRangeProvider"`
	CodeActionProvider        *CodeActionOptions  `json:"codeActionProvider"`
	RenameProvider            *RenameOptions      `json:"renameProvider"`
	SignatureProvider         *SignatureOptions   `json:"signatureHelpProvider"`
	TokensProvider            *TokenOptions       `json:"semanticTokensProvider"`
	InlayHintProvider         bool                `json:"inlayHintProvider"`
	SelectionRangeProvider    bool                `json:"selectionRangeProvider"`
	FormattingProvider        bool                `json:"documentFormattingProvider"`
	CodeLensProvider          *Empty              `json:"codeLensProvider"`
	DocumentLinkProvider      *Empty              `json:"documentLinkProvider"`
	ExecuteProvider           *CommandOptions     `json:"executeCommandProvider"`
	Workspace                 WorkspaceCapability `json:"workspace"`
}

// SyncOptions say how the server is told of documents.
type SyncOptions struct {
	OpenClose bool `json:"openClose"`
	Change    int  `json:"change"` // 2: by edits
	Save      bool `json:"save"`
}

// CompletionOptions are the signs that ask for completions.
type CompletionOptions struct {
	TriggerCharacters []string `json:"triggerCharacters"`
}

// CodeActionOptions are the kinds of actions.
type CodeActionOptions struct {
	CodeActionKinds []string `json:"codeActionKinds"`
}

// WorkspaceCapability is what the server can do of folders.
type WorkspaceCapability struct {
	WorkspaceFolders FoldersCapability `json:"workspaceFolders"`
}

// FoldersCapability says that folders may come and go.
type FoldersCapability struct {
	Supported           bool `json:"supported"`
	ChangeNotifications bool `json:"changeNotifications"`
}

// DidOpenParams, and those of the other notifications of documents.
type (
	DidOpenParams struct {
		TextDocument Document `json:"textDocument"`
	}
	DidChangeParams struct {
		TextDocument   Document        `json:"textDocument"`
		ContentChanges []ContentChange `json:"contentChanges"`
	}
	DidCloseParams struct {
		TextDocument Document `json:"textDocument"`
	}
	DidChangeFilesParams struct {
		Changes []Document `json:"changes"`
	}
	DidChangeFoldersParams struct {
		Event struct {
			Added   []WorkspaceFolder `json:"added"`
			Removed []WorkspaceFolder `json:"removed"`
		} `json:"event"`
	}
)

// ContentChange is the text of a range; of the whole document without one.
type ContentChange struct {
	Range *Range `json:"range,omitempty"`
	Text  string `json:"text"`
}

// PlaceParams is a place in a document, which most requests are about.
type PlaceParams struct {
	TextDocument Document         `json:"textDocument"`
	Position     Position         `json:"position"`
	Context      *ReferenceParams `json:"context,omitempty"`
}

// ReferenceParams is what references takes beside the place.
type ReferenceParams struct {
	IncludeDeclaration bool `json:"includeDeclaration"`
}

// DocumentParams is a document.
type DocumentParams struct {
	TextDocument Document `json:"textDocument"`
}

// PublishParams are all diagnostics of a document.
type PublishParams struct {
	URI         string       `json:"uri"`
	Version     *int         `json:"version,omitempty"`
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// Diagnostic is something that is wrong.
type Diagnostic struct {
	Range              Range     `json:"range"`
	Severity           int       `json:"severity"` // 1 error, 2 warning, 3 information
	Code               string    `json:"code"`
	CodeDescription    *CodeHref `json:"codeDescription,omitempty"`
	Source             string    `json:"source"`
	Message            string    `json:"message"`
	RelatedInformation []Related `json:"relatedInformation,omitempty"`
}

// CodeHref is the address of a code's page.
type CodeHref struct {
	Href string `json:"href"`
}

// Related is another place that matters.
type Related struct {
	Location Location `json:"location"`
	Message  string   `json:"message"`
}

// MarkupContent is text with its form.
type MarkupContent struct {
	Kind  string `json:"kind"` // "markdown"
	Value string `json:"value"`
}

// Hover is what is shown of a place.
type Hover struct {
	Contents MarkupContent `json:"contents"`
	Range    *Range        `json:"range,omitempty"`
}

// CompletionList are the words that may stand at a place.
type CompletionList struct {
	IsIncomplete bool             `json:"isIncomplete"`
	Items        []CompletionItem `json:"items"`
}

// CompletionItem is a word that may stand at a place.
type CompletionItem struct {
	Label         string         `json:"label"`
	Kind          int            `json:"kind"`
	Detail        string         `json:"detail,omitempty"`
	Documentation *MarkupContent `json:"documentation,omitempty"`
	SortText      string         `json:"sortText,omitempty"`
	FilterText    string         `json:"filterText,omitempty"`
	TextEdit      *TextEdit      `json:"textEdit,omitempty"`
	// 2: the text is a snippet
	InsertTextFormat int `json:"insertTextFormat,omitempty"`
}

// Kinds of completion items.
const (
	itemFunction = 3
	itemField    = 5
	itemVariable = 6
	itemClass    = 7
	itemKeyword  = 14
	itemValue    = 12
	itemSnippet  = 15
)

// TextEdit puts a text in the place of a range.
type TextEdit struct {
	Range   Range  `json:"range"`
	NewText string `json:"newText"`
}

// DocumentSymbol is a block.
type DocumentSymbol struct {
	Name           string `json:"name"`
	Detail         string `json:"detail,omitempty"`
	Kind           int    `json:"kind"`
	Range          Range  `json:"range"`
	SelectionRange Range  `json:"selectionRange"`
}

// SymbolInformation is a block of some document.
type SymbolInformation struct {
	Name          string   `json:"name"`
	Kind          int      `json:"kind"`
	Location      Location `json:"location"`
	ContainerName string   `json:"containerName,omitempty"`
}

// Kinds of symbols.
const (
	symbolMethod = 6
	symbolEvent  = 24
	symbolStruct = 23
)

// SymbolParams is what is looked for in a workspace.
type SymbolParams struct {
	Query string `json:"query"`
}

// FoldingRange is lines that may be folded.
type FoldingRange struct {
	StartLine int `json:"startLine"`
	EndLine   int `json:"endLine"`
}

// DocumentHighlight is a place where the same stands.
type DocumentHighlight struct {
	Range Range `json:"range"`
}

// CodeActionParams is a range for which actions are asked.
type CodeActionParams struct {
	TextDocument Document `json:"textDocument"`
	Range        Range    `json:"range"`
}

// CodeAction is a change that the user may pick.
type CodeAction struct {
	Title       string         `json:"title"`
	Kind        string         `json:"kind"`
	Diagnostics []Diagnostic   `json:"diagnostics,omitempty"`
	IsPreferred bool           `json:"isPreferred,omitempty"`
	Edit        *WorkspaceEdit `json:"edit,omitempty"`
	Command     *Command       `json:"command,omitempty"`
}

// WorkspaceEdit are edits by document.
type WorkspaceEdit struct {
	Changes map[string][]TextEdit `json:"changes"`
}

// ApplyEditParams are edits that the client is asked to make.
type ApplyEditParams struct {
	Label string        `json:"label"`
	Edit  WorkspaceEdit `json:"edit"`
}

// ApplyEditResult says whether it has made them.
type ApplyEditResult struct {
	Applied bool   `json:"applied"`
	Reason  string `json:"failureReason"`
}

// LogParams is a line for the client's log, or for the user.
type LogParams struct {
	Type    int    `json:"type"` // 1 error, 2 warning, 3 information, 4 log
	Message string `json:"message"`
}

// CancelParams names a request that nobody waits for any more.
type CancelParams struct {
	ID any `json:"id"`
}

// RegistrationParams asks the client to tell of something.
type RegistrationParams struct {
	Registrations []Registration `json:"registrations"`
}

// Registration is one of them.
type Registration struct {
	ID              string `json:"id"`
	Method          string `json:"method"`
	RegisterOptions any    `json:"registerOptions"`
}

// WatchOptions are the files that a client watches.
type WatchOptions struct {
	Watchers []Watcher `json:"watchers"`
}

// Watcher is a pattern of files.
type Watcher struct {
	GlobPattern string `json:"globPattern"`
}
