package ui

import (
	"context"
	"crypto/rand"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/cli/ask"
	"github.com/sqg-dev/sqg/internal/cli/loopback"
)

//go:embed page
var page embed.FS

// whole reports whether the page has its editor, which is bundled from npm and is no part of the sources.
func whole() bool {
	_, err := fs.Stat(page, "page/packages.js")
	return err == nil
}

// mostText is how long a message of a page may be: a file with its quotes.
const mostText = 64 << 20

// policy lets the page run what the program brings with it, and nothing else. The nonce is for CodeMirror, which makes
// style sheets, and so are images in addresses: its icons.
const policy = "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-%s'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; " +
	"form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"

// server serves one project.
type server struct {
	app     *app.App
	path    string // of sqg.yaml
	folder  *os.Root
	address string
	live    *ask.Database   // that statements are run on where a tab asks for that; nil for none
	ctx     context.Context // ends with the command
	group   sync.WaitGroup  // of what has to end before the command does

	mu      sync.Mutex
	token   string // of the link that nobody has used yet
	keys    map[string]bool
	clients map[string]*client
	paths   map[string]string // of the project's files by name, as sqg.yaml had them when it was last right
}

func newServer(ctx context.Context, a *app.App, path, address string) (*server, error) {
	folder, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return nil, &app.UsageError{Msg: err.Error()}
	}
	return &server{app: a, path: path, folder: folder, address: address, ctx: ctx, keys: map[string]bool{},
		clients: map[string]*client{}}, nil
}

// close waits for what has begun: clients close their scratch databases.
func (s *server) close() {
	s.group.Wait()
	s.folder.Close()
}

// invite prints a link that opens one tab. The token is behind the #, which no browser sends to a server.
func (s *server) invite() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.token = rand.Text()
	fmt.Fprintf(s.app.Err, "%s/#%s\n", s.address, s.token)
}

// handler answers all requests.
func (s *server) handler() http.Handler {
	api := http.NewServeMux()
	for pattern, f := range map[string]func(http.ResponseWriter, *http.Request) error{
		"GET /api/stream": s.stream,
		"POST /api/send":  s.send,
		"GET /api/file":   s.read,
		"PUT /api/file":   s.save,
	} {
		api.HandleFunc(pattern, answered(f))
	}
	all := http.NewServeMux()
	all.Handle("/api/", loopback.Guard(s.knows, "this tab is not known: open the link that `sqg ui` printed last", api))
	all.Handle("/api/session", loopback.Guard(s.invited,
		"this link was used already, or is another program's: open the one that `sqg ui` printed last",
		http.HandlerFunc(s.welcome)))
	all.Handle("/", loopback.Near(http.HandlerFunc(s.asset)))
	return headers(all)
}

// headers keep what is served out of caches, frames and other sites.
func headers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range map[string]string{
			"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
			"X-Frame-Options":            "DENY",
			"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
			"Content-Security-Policy": fmt.Sprintf(policy, ""),
		} {
			w.Header().Set(name, value)
		}
		r.Body = http.MaxBytesReader(w, r.Body, mostText)
		next.ServeHTTP(w, r)
	})
}

// nonceMark is what stands in the page for the nonce.
const nonceMark = "{{nonce}}"

// asset serves the page, which holds nothing of the project.
func (s *server) asset(w http.ResponseWriter, r *http.Request) {
	files, _ := fs.Sub(page, "page")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.Error(w, "there is nothing to change here", http.StatusMethodNotAllowed)
		return
	}
	if r.URL.Path != "/" {
		http.FileServerFS(files).ServeHTTP(w, r)
		return
	}
	text, err := fs.ReadFile(files, "page.html")
	if err != nil {
		panic(err) // it is part of the program
	}
	nonce := rand.Text()
	w.Header().Set("Content-Security-Policy", fmt.Sprintf(policy, nonce))
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(w, strings.ReplaceAll(string(text), nonceMark, nonce))
}

// invited reports whether a token is that of the link, which then is used.
func (s *server) invited(token string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.token == "" || !loopback.Same(s.token, token) {
		return false
	}
	s.token = ""
	return true
}

// welcome gives a tab its key, and makes the next link.
func (s *server) welcome(w http.ResponseWriter, _ *http.Request) {
	key := rand.Text()
	s.mu.Lock()
	s.keys[key] = true
	s.mu.Unlock()
	fmt.Fprint(s.app.Err, "opened; another tab: ")
	s.invite()
	writeJSON(w, map[string]string{"key": key})
}

// knows reports whether a key is one of a tab. A key is random and long: to look it up tells nothing of another.
func (s *server) knows(key string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.keys[key]
}

// problem is an error with the status of its answer.
type problem struct {
	status    int
	msg, hint string
}

func (p *problem) Error() string { return p.msg }

// answered makes a handler of a function: its error is the answer.
func answered(f func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		err := f(w, r)
		if err == nil {
			return
		}
		p := &problem{status: http.StatusInternalServerError, msg: err.Error()}
		errors.As(err, &p)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(p.status)
		writeJSON(w, map[string]string{"error": p.msg, "hint": p.hint})
	}
}

func writeJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(v) // a tab that is gone hears nothing
}
