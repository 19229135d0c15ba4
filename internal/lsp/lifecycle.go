package lsp

import (
	"context"
	"crypto/subtle"
	"path"
	"slices"

	"github.com/sqg-dev/sqg/internal/config"
)

func (s *Server) initialize(_ context.Context, p InitializeParams) (any, error) {
	if s.Token != "" && subtle.ConstantTimeCompare([]byte(s.Token), []byte(p.Options.Token)) != 1 {
		return nil, stranger
	}
	if slices.Contains(p.Capabilities.General.PositionEncodings, string(utf8Units)) {
		s.units = utf8Units
	}
	s.inlay, s.panels = p.Options.InlayHints, p.Options.Panels
	s.edits = p.Capabilities.Workspace.ApplyEdit
	s.snippets = p.Capabilities.TextDocument.Completion.CompletionItem.SnippetSupport
	s.watch = p.Capabilities.Workspace.DidChangeWatchedFiles.DynamicRegistration
	folders := p.Folders
	if len(folders) == 0 && p.RootURI != "" {
		folders = []WorkspaceFolder{{URI: p.RootURI}}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known = true
	for _, f := range folders {
		if root := pathOf(f.URI); root != "" {
			s.roots = append(s.roots, root)
		}
	}
	s.look()
	return InitializeResult{
		ServerInfo: ServerInfo{"sqg", s.Version},
		Capabilities: ServerCapabilities{
			PositionEncoding:   string(s.units),
			TextDocumentSync:   SyncOptions{OpenClose: true, Change: 2, Save: true},
			HoverProvider:      true,
			CompletionProvider: &CompletionOptions{TriggerCharacters: []string{".", "{", ":", " "}},
			DefinitionProvider: true, ImplementationProvider: true, ReferencesProvider: true,
			DocumentHighlightProvider: true,
			DocumentSymbolProvider:    true, WorkspaceSymbolProvider: true, FoldingRangeProvider: true,
			CodeActionProvider: &CodeActionOptions{CodeActionKinds: []string{quickFix, rewrite}},
			RenameProvider:     &RenameOptions{PrepareProvider: true},
			SignatureProvider:  &SignatureOptions{TriggerCharacters: []string{"(", ","}},
			TokensProvider:     &TokenOptions{TokenLegend{tokenTypes, []string{}}, true},
			InlayHintProvider:  s.inlay, SelectionRangeProvider: true,
			FormattingProvider: true, CodeLensProvider: &Empty{}, DocumentLinkProvider: &Empty{},
			ExecuteProvider: &CommandOptions{s.commands()},
			Workspace:       WorkspaceCapability{FoldersCapability{Supported: true, ChangeNotifications: true}},
		},
	}, nil
}

// initialized asks the client to tell of files that others change.
func (s *Server) initialized(ctx context.Context, _ struct{}) (any, error) {
	if s.watch {
		watchers := []Watcher{{GlobPattern: "**/*.sql"}, {GlobPattern: "**/sqg.yaml"}}
		go s.conn.Call(ctx, "client/registerCapability", RegistrationParams{[]Registration{{ // its answer says nothing
			ID: "files", Method: "workspace/didChangeWatchedFiles", RegisterOptions: WatchOptions{watchers}}}}, nil)
	}
	return nil, nil
}

func (s *Server) shutdown(context.Context, struct{}) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.down = true
	return nil, nil
}

func (s *Server) exit(context.Context, struct{}) (any, error) {
	s.ended()
	return nil, nil
}

// Down reports whether the client has asked for the end before it left.
func (s *Server) Down() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.down
}

func (s *Server) didOpen(_ context.Context, p DidOpenParams) (any, error) {
	d := p.TextDocument
	if path := pathOf(d.URI); path != "" {
		s.put(newDocument(d.URI, path, versionOf(d), d.Text, s.units))
	}
	return nil, nil
}

func versionOf(d Document) int {
	if d.Version == nil {
		return 0
	}
	return *d.Version
}

func (s *Server) didChange(_ context.Context, p DidChangeParams) (any, error) {
	d := s.document(p.TextDocument.URI)
	if d == nil {
		return nil, unknown(p.TextDocument.URI)
	}
	s.put(d.changed(versionOf(p.TextDocument), p.ContentChanges))
	return nil, nil
}

func (s *Server) didClose(_ context.Context, p DidCloseParams) (any, error) {
	path := pathOf(p.TextDocument.URI)
	s.mu.Lock()
	delete(s.docs, path)
	s.mu.Unlock()
	s.changed(path)
	return nil, nil
}

// didSave looks at what a document's projects read besides: a client may not tell of files that others change.
func (s *Server) didSave(_ context.Context, p DocumentParams) (any, error) {
	s.changed(pathOf(p.TextDocument.URI))
	return nil, nil
}

// filesChanged takes note of files that others have changed.
func (s *Server) filesChanged(_ context.Context, p DidChangeFilesParams) (any, error) {
	for _, c := range p.Changes {
		file := pathOf(c.URI)
		if path.Base(file) == config.DefaultPath {
			s.mu.Lock()
			s.look()
			s.mu.Unlock()
		}
		s.changed(file)
	}
	return nil, nil
}

func (s *Server) didChangeFolders(_ context.Context, p DidChangeFoldersParams) (any, error) {
	s.mu.Lock()
	for _, f := range p.Event.Removed {
		s.roots = slices.DeleteFunc(s.roots, func(root string) bool { return root == pathOf(f.URI) })
	}
	for _, f := range p.Event.Added {
		if root := pathOf(f.URI); root != "" {
			s.roots = append(s.roots, root)
		}
	}
	s.look()
	s.mu.Unlock()
	s.changed("")
	return nil, nil
}

// document is an open one; nil where it is not.
func (s *Server) document(uri string) *document {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.docs[pathOf(uri)]
}

// put takes a document as it is now.
func (s *Server) put(d *document) {
	s.mu.Lock()
	s.docs[d.path] = d
	s.mu.Unlock()
	s.changed(d.path)
}
