// Package lsp is a language server for annotated SQL: what sqg knows of a project, while its files are edited. It asks
// the engines themselves, in scratch databases, and writes nothing.
package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"runtime/debug"
	"sync"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

// Server serves one client.
type Server struct {
	Version string
	Getenv  func(string) string
	Trust   bool // sqg.yaml is no stranger's

	Commands map[string]Question // of the editor, by name

	// Token is what a client has to know, as initializationOptions.token; "" where any client does.
	Token string

	conn  *jsonrpc2.Conn
	ready chan struct{} // closed when conn is there: messages are read before
	units encoding
	watch bool // the client tells of files that others change

	edits bool // the client makes edits that the server asks for

	snippets bool // the client has places in a completion that the user fills in

	inlay  bool // the client wants hints in the text
	panels bool // it shows what commands answer

	jobs chan *job // for the worker

	calls calls // of methods, in source files

	ended context.CancelFunc

	mu       sync.Mutex // of what follows
	docs     map[string]*document
	roots    []string
	projects map[string]*project
	waiting  map[string]context.CancelFunc // requests, by id
	down     bool                          // the client has asked for the end
	known    bool                          // the client knows the token

	wake    chan struct{}      // something has changed
	stop    context.CancelFunc // of the round or job that runs; nil for none
	runs    *project           // that it is of
	job     bool               // it is a job, which others wait for
	asking  int                // how many jobs wait for the worker
	settled chan struct{}      // closed when a round ends
}

// pause is how long the text has to stay as it is before code is rendered to find what is wrong with that.
const pause = 150 * time.Millisecond

// Serve serves the client at the other end until it leaves, asks for the end or ctx ends.
func (s *Server) Serve(ctx context.Context, stream io.ReadWriteCloser) error {
	return s.ServeObjects(ctx, jsonrpc2.NewBufferedStream(stream, jsonrpc2.VSCodeObjectCodec{}))
}

// ServeObjects is Serve for a client whose messages come in another form than editors'.
func (s *Server) ServeObjects(ctx context.Context, stream jsonrpc2.ObjectStream) error {
	ctx, s.ended = context.WithCancel(ctx)
	defer s.ended()
	s.units = utf16Units
	s.docs, s.projects, s.waiting = map[string]*document{}, map[string]*project{}, map[string]context.CancelFunc{}
	s.ready = make(chan struct{})
	s.wake, s.settled, s.jobs = make(chan struct{}, 1), make(chan struct{}), make(chan *job)
	s.conn = jsonrpc2.NewConn(ctx, stream, s, jsonrpc2.SetLogger(log.New(io.Discard, "", 0)))
	close(s.ready)
	defer s.conn.Close()
	go func() {
		<-s.conn.DisconnectNotify()
		s.ended()
	}()
	return s.work(ctx)
}

// method answers a request.
type method func(s *Server, ctx context.Context, params json.RawMessage) (any, error)

// request makes a method of a function that takes parameters of a type.
func request[P any](f func(*Server, context.Context, P) (any, error)) method {
	return func(s *Server, ctx context.Context, raw json.RawMessage) (any, error) {
		var p P
		if len(raw) > 0 {
			if err := json.Unmarshal(raw, &p); err != nil {
				return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
			}
		}
		return f(s, ctx, p)
	}
}

// inOrder are the methods that change what the server knows: each is done before the next message is read.
var inOrder = map[string]method{
	"initialize":                          request((*Server).initialize),
	"initialized":                         request((*Server).initialized),
	"shutdown":                            request((*Server).shutdown),
	"exit":                                request((*Server).exit),
	"$/cancelRequest":                     request((*Server).cancel),
	"textDocument/didOpen":                request((*Server).didOpen),
	"textDocument/didChange":              request((*Server).didChange),
	"textDocument/didClose":               request((*Server).didClose),
	"textDocument/didSave":                request((*Server).didSave),
	"workspace/didChangeWatchedFiles":     request((*Server).filesChanged),
	"workspace/didChangeWorkspaceFolders": request((*Server).didChangeFolders),
}

// asked are the methods that look at what is known.
var asked = map[string]method{
	"textDocument/hover":             request((*Server).hover),
	"textDocument/completion":        request((*Server).completion),
	"textDocument/definition":        request((*Server).definition),
	"textDocument/implementation":    request((*Server).implementation),
	"textDocument/references":        request((*Server).references),
	"textDocument/documentHighlight": request((*Server).highlights),
	"textDocument/documentSymbol":    request((*Server).symbols),
	"textDocument/foldingRange":      request((*Server).folds),
	"textDocument/codeAction":        request((*Server).actions),
	"workspace/symbol":               request((*Server).workspaceSymbols),

	"textDocument/prepareRename":       request((*Server).prepareRename),
	"textDocument/rename":              request((*Server).rename),
	"textDocument/signatureHelp":       request((*Server).signatures),
	"textDocument/semanticTokens/full": request((*Server).tokens),
	"textDocument/inlayHint":           request((*Server).hints),
	"textDocument/codeLens":            request((*Server).codeLenses),
	"textDocument/selectionRange":      request((*Server).selections),
	"textDocument/formatting":          request((*Server).formatting),
	"textDocument/documentLink":        request((*Server).links),
	"workspace/executeCommand":         request((*Server).execute),
	"sqg/parts":                        request((*Server).parts),
}

// Handle takes a message of the client.
func (s *Server) Handle(ctx context.Context, conn *jsonrpc2.Conn, req *jsonrpc2.Request) {
	<-s.ready
	var params json.RawMessage
	if req.Params != nil {
		params = *req.Params
	}
	if req.Method != "initialize" && !s.welcome() {
		if !req.Notif {
			s.reply(ctx, req, nil, stranger)
		}
		return
	}
	if m, ok := inOrder[req.Method]; ok {
		s.answer(ctx, req, m, params)
		return
	}
	m, ok := asked[req.Method]
	if !ok {
		if !req.Notif {
			s.reply(ctx, req, nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound,
				Message: "there is no method " + req.Method})
		}
		return
	}
	inner, cancel := context.WithCancel(ctx)
	id := req.ID.String()
	s.mu.Lock()
	s.waiting[id] = cancel
	s.mu.Unlock()
	go func() {
		defer func() {
			s.mu.Lock()
			delete(s.waiting, id)
			s.mu.Unlock()
			cancel()
		}()
		s.answer(inner, req, m, params)
	}()
}

// stranger is the error of a client that does not know the token.
var stranger = &jsonrpc2.Error{Code: serverNotInitialized,
	Message: "initializationOptions.token is not the one that sqg lsp has printed"}

// serverNotInitialized is the protocol's code of a request that comes too early.
const serverNotInitialized = -32002

// welcome reports whether the client may ask.
func (s *Server) welcome() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Token == "" || s.known
}

// requestCancelled is the protocol's code of a request that the client has taken back.
const requestCancelled = -32800

// answer answers a request. A fault of sqg is the request's error, and not the server's end.
func (s *Server) answer(ctx context.Context, req *jsonrpc2.Request, m method, params json.RawMessage) {
	var result any
	var err error
	func() {
		defer func() {
			if p := recover(); p != nil {
				s.log(ctx, fmt.Sprintf("%s: %v\n%s", req.Method, p, debug.Stack()))
				err = &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError,
					Message: fmt.Sprintf("%s failed: %v", req.Method, p)}
			}
		}()
		result, err = m(s, ctx, params)
	}()
	if ctx.Err() != nil {
		err = &jsonrpc2.Error{Code: requestCancelled, Message: "cancelled"}
	}
	if !req.Notif {
		s.reply(context.WithoutCancel(ctx), req, result, err)
	}
}

func (s *Server) reply(ctx context.Context, req *jsonrpc2.Request, result any, err error) {
	out := &jsonrpc2.Response{ID: req.ID}
	if err == nil {
		err = out.SetResult(result)
	}
	if e, ok := err.(*jsonrpc2.Error); ok {
		out.Error = e
	} else if err != nil {
		out.Error = &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: err.Error()}
	}
	_ = s.conn.SendResponse(ctx, out) // a client that is gone hears nothing
}

// notify tells the client something; one that is gone hears nothing.
func (s *Server) notify(ctx context.Context, method string, params any) {
	_ = s.conn.Notify(ctx, method, params)
}

func (s *Server) log(ctx context.Context, message string) {
	s.notify(ctx, "window/logMessage", LogParams{Type: 1, Message: message})
}

func (s *Server) cancel(_ context.Context, p CancelParams) (any, error) {
	id := fmt.Sprint(p.ID)
	if n, isNumber := p.ID.(float64); isNumber {
		id = jsonrpc2.ID{Num: uint64(n)}.String()
	} else if text, isText := p.ID.(string); isText {
		id = jsonrpc2.ID{Str: text, IsString: true}.String()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.waiting[id]; cancel != nil {
		cancel()
	}
	return nil, nil
}
