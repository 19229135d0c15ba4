package mcp

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/compile"
)

// bearer adds a token to requests.
type bearer string

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

// TestListen: by HTTP, who knows the token is served, and nobody else.
func TestListen(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"sqg.yaml": "version: 1\nname: app\nsql:\n  - files: [q.sql]\n    gen: [{generator: go/sqlite, output: gen/}]\n",
		"q.sql": "-- QUERY one :one\nSELECT 1 AS n;\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	told, tell := io.Pipe()
	p := &project{app: &app.App{Err: tell, Env: func(string) string { return "" }},
		path: filepath.Join(dir, "sqg.yaml"), cache: compile.NewCache()}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- p.listen(ctx, "127.0.0.1:0") }()
	line, err := bufio.NewReader(told).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address, token, _ := strings.Cut(strings.TrimSpace(line), " token ")
	connect := func(token string) (*mcp.ClientSession, error) {
		client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
		return client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: address,
			HTTPClient: &http.Client{Transport: bearer(token)}, MaxRetries: -1}, nil)
	}
	if s, err := connect("guessed"); err == nil {
		s.Close()
		t.Error("a client with another token is served")
	}
	s, err := connect(token)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "run_on_testdata", Arguments: map[string]any{"name": "one"}})
	if err != nil || r.IsError {
		t.Error(r, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if err := p.cache.Close(); err != nil {
		t.Error(err)
	}
	for _, address := range []string{"0.0.0.0:0", "8.8.8.8:80", "127.0.0.1", ":0"} {
		if err := p.listen(t.Context(), address); err == nil || !strings.Contains(err.Error(), "this machine alone") {
			t.Error(address, err)
		}
	}
}
