package ui

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"sync"

	"github.com/sqg-dev/sqg/internal/cli/panels"
	"github.com/sqg-dev/sqg/internal/lsp"
	"github.com/sqg-dev/sqg/internal/version"
)

// mostClients is how many tabs may be open: each has scratch databases of its own.
const mostClients = 16

// client is a tab, as the language server sees it: a stream of messages, each a line of JSON in the long answer of one
// request, or the body of another.
type client struct {
	ctx context.Context
	in  chan json.RawMessage

	mu  sync.Mutex
	out http.ResponseWriter
}

// WriteObject sends a message to the tab.
func (c *client) WriteObject(obj any) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := json.NewEncoder(c.out).Encode(obj); err != nil {
		return err
	}
	return http.NewResponseController(c.out).Flush()
}

// ReadObject waits for the next message of the tab.
func (c *client) ReadObject(v any) error {
	select {
	case text := <-c.in:
		return json.Unmarshal(text, v)
	case <-c.ctx.Done():
		return io.EOF
	}
}

// Close does nothing: the stream ends with the request.
func (c *client) Close() error { return nil }

// notice is a message that is none of the language server's.
type notice struct {
	JSONRPC string `json:"jsonrpc"`
	Method  string `json:"method"`
	Params  any    `json:"params"`
}

func (c *client) tell(method string, params any) {
	_ = c.WriteObject(notice{"2.0", method, params}) // a tab that is gone hears nothing
}

// stream serves a tab until it leaves.
func (s *server) stream(w http.ResponseWriter, r *http.Request) error {
	ctx, stop := context.WithCancel(r.Context())
	defer stop()
	defer context.AfterFunc(s.ctx, stop)()
	id, c := rand.Text(), &client{ctx: ctx, in: make(chan json.RawMessage), out: w}
	if err := s.enter(id, c); err != nil {
		return err
	}
	defer s.group.Done()
	defer func() {
		s.mu.Lock()
		delete(s.clients, id)
		s.mu.Unlock()
	}()
	w.Header().Set("Content-Type", "application/x-ndjson")
	about := map[string]string{"client": id, "root": lsp.URI(s.folder.Name()), "version": version.Version}
	if s.live != nil {
		about["database"] = s.live.Name
	}
	c.tell("ui/opened", about)
	if err := s.language().ServeObjects(ctx, c); err != nil {
		fmt.Fprintln(s.app.Err, err)
	}
	return nil
}

func (s *server) language() *lsp.Server {
	return &lsp.Server{Version: version.Version, Getenv: s.app.Env, Trust: s.app.Trust, Commands: panels.Page(s.live)}
}

// enter counts a tab in, unless the command ends.
func (s *server) enter(id string, c *client) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.clients) >= mostClients {
		return &problem{http.StatusServiceUnavailable, fmt.Sprintf("%d tabs are open already", mostClients),
			"close one"}
	}
	if s.ctx.Err() != nil {
		return &problem{http.StatusServiceUnavailable, "sqg ui has ended", "start it again"}
	}
	s.group.Add(1)
	s.clients[id] = c
	return nil
}

// send takes messages of a tab to its language server, in their order.
func (s *server) send(w http.ResponseWriter, r *http.Request) error {
	var messages []json.RawMessage
	if err := json.NewDecoder(r.Body).Decode(&messages); err != nil {
		return &problem{http.StatusBadRequest, err.Error(), ""}
	}
	s.mu.Lock()
	c := s.clients[r.URL.Query().Get("client")]
	s.mu.Unlock()
	if c == nil {
		return &problem{http.StatusGone, "the connection was lost", "reload the page"}
	}
	for _, m := range messages {
		select {
		case c.in <- m:
		case <-c.ctx.Done():
		}
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// changed tells the tabs that files may be otherwise.
func (s *server) changed() {
	s.mu.Lock()
	all := slices.Collect(maps.Values(s.clients))
	s.mu.Unlock()
	for _, c := range all {
		c.tell("ui/changed", struct{}{})
	}
}
