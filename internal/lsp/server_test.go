package lsp_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/sqg-dev/sqg/internal/lsp"
)

// TestProjects: a workspace has several; a file may be of two of them, and one of which nothing is open says nothing.
func TestProjects(t *testing.T) {
	yaml := func(generator string) string {
		return strings.Replace(config(generator), "sql/*.sql", "../common/*.sql, own.sql", 1)
	}
	c := start(t, map[string]string{"a/sqg.yaml": yaml("go/sqlite"), "b/sqg.yaml": yaml("java/duckdb"),
		"common/schema.sql": schema, "common/q.sql": queries,
		"a/own.sql": "-- QUERY own\nSELECT nam FROM users;\n", "b/own.sql": "-- QUERY own\nSELECT name FROM users;\n",
		"other.sql": "SELECT 1;",
		".git/HEAD": ""}) // a project is all of a repository
	c.open("other.sql", "SELECT 1;") // of no project
	c.open("a/other.yaml", "a: 1")
	var none *lsp.Hover
	if c.call("textDocument/hover", c.at("a/other.yaml", "a:"), &none); none != nil {
		t.Error(none)
	}
	c.open("common/q.sql", queries)
	c.wait("common/q.sql")
	c.shows("a/own.sql", "nam")
	c.replace("common/q.sql", "p.title", "p.titel")
	c.shows("common/q.sql", "titel", "titel") // each engine in its words
	var h *lsp.Hover
	if c.call("textDocument/hover", c.at("common/q.sql", "AS auth"), &h); h != nil {
		t.Error(h) // of what is wrong nothing is known
	}
	if err := os.WriteFile(filepath.Join(c.dir, "a/own.sql"), []byte("-- QUERY own\nSELECT name FROM users;\n"),
		0o644); err != nil {
		t.Fatal(err)
	}
	c.tell("workspace/didChangeWatchedFiles",
		map[string]any{"changes": []any{map[string]any{"uri": c.uri("a/own.sql"), "type": 2}}})
	c.shows("a/own.sql")
	c.tell("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": c.uri("common/q.sql")}})
	c.shows("common/q.sql")
	c.open("a/own.sql", "-- QUERY own\nSELECT note FROM users WHERE;\n")
	c.shows("a/own.sql", "incomplete input")
}

// shows waits until a file has as many diagnostics, each with a word.
func (c *client) shows(name string, words ...string) {
	c.t.Helper()
	late := time.After(time.Minute)
	for {
		c.mu.Lock()
		found, news := c.shown[name].Diagnostics, c.news
		c.mu.Unlock()
		agrees := len(found) == len(words)
		for i := 0; agrees && i < len(words); i++ {
			agrees = strings.Contains(found[i].Message, words[i])
		}
		if agrees {
			return
		}
		select {
		case <-news:
		case <-late:
			c.t.Fatalf("%s: %+v, want %q", name, found, words)
		}
	}
}

// TestBadMessages: what a client should not send is an error of that message.
func TestBadMessages(t *testing.T) {
	c := begin(t, "go/sqlite")
	for _, x := range []struct {
		method string
		params any
		code   int64
	}{
		{"textDocument/hover", []int{1}, jsonrpc2.CodeInvalidParams},
		{"textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": c.uri("closed.sql")}},
			jsonrpc2.CodeInternalError},
		{"textDocument/moniker", map[string]any{}, jsonrpc2.CodeMethodNotFound},
	} {
		var failed *jsonrpc2.Error
		if err := c.conn.Call(context.Background(), x.method, x.params, nil); !errors.As(err, &failed) ||
			failed.Code != x.code {
			t.Errorf("%s: %v", x.method, err)
		}
	}
	c.tell("$/whatever", nil)
	c.tell("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": c.uri("closed.sql"),
		"version": 2}})
	far := map[string]any{"textDocument": map[string]any{"uri": c.uri("sql/queries.sql")},
		"position": lsp.Position{Line: 1 << 30, Character: 1 << 30}}
	c.call("textDocument/hover", far, nil)
	far["position"] = lsp.Position{Line: -1, Character: -1}
	c.call("textDocument/completion", far, nil)
	c.agree("all that")
}

// TestCancel: a request that the client takes back ends at once, while the text is still looked at.
func TestCancel(t *testing.T) {
	c := begin(t, "python/postgres") // whose server has yet to start
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	asked, err := c.conn.DispatchCall(ctx, "textDocument/hover", c.at("sql/queries.sql", "FROM po"),
		jsonrpc2.PickID(jsonrpc2.ID{Num: 77}))
	if err != nil {
		t.Fatal(err)
	}
	c.tell("$/cancelRequest", map[string]any{"id": 77})
	var failed *jsonrpc2.Error
	if err := asked.Wait(ctx, nil); !errors.As(err, &failed) || failed.Code != -32800 {
		t.Error(err)
	}
}

// TestEndlessMigration: an engine that works on what has no end is interrupted by a change of it, and by the end of the
// server.
func TestEndlessMigration(t *testing.T) {
	const endless = "-- MIGRATE 3\nCREATE TABLE endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT * FROM n;\n"
	for _, e := range engines {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			c := start(t, map[string]string{"sqg.yaml": config(e.generator), "sql/q.sql": schema})
			c.open("sql/q.sql", schema+endless)
			begins := func() { // its request does not wait for ever
				c.call("textDocument/hover", c.at("sql/q.sql", "TABLE endl"), nil)
			}
			begins()
			c.replace("sql/q.sql", endless, "")
			c.agree("leaving it out")
			c.edit("sql/q.sql", len(schema), len(schema), endless)
			begins()
		})
	}
}

// hasty is a client whose first message is there before the server reads.
type hasty struct {
	asked    bool
	answered chan struct{}
}

func (h *hasty) ReadObject(v any) error {
	if h.asked {
		<-h.answered
		return io.EOF
	}
	h.asked = true
	return json.Unmarshal([]byte(`{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}`), v)
}

func (h *hasty) WriteObject(any) error {
	close(h.answered)
	return nil
}

func (*hasty) Close() error { return nil }

// TestHasty: a message that comes at once is answered, whichever of the server's parts is there first.
func TestHasty(t *testing.T) {
	for range 2000 {
		if err := (&lsp.Server{}).ServeObjects(t.Context(), &hasty{answered: make(chan struct{})}); err != nil {
			t.Fatal(err)
		}
	}
}
