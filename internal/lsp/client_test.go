package lsp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/sqg-dev/sqg/internal/cli"
	"github.com/sqg-dev/sqg/internal/cli/panels"
	"github.com/sqg-dev/sqg/internal/lsp"
)

// client is an editor: it has documents open, and keeps what the server says of them.
type client struct {
	t    testing.TB
	dir  string
	conn *jsonrpc2.Conn
	text map[string]string // by name
	last map[string]int    // versions

	mu    sync.Mutex
	shown map[string]lsp.PublishParams // by name
	news  chan struct{}                // closed when something new is shown
	logs  []string
}

type pipes struct {
	io.ReadCloser
	io.WriteCloser
}

func (p pipes) Close() error {
	p.ReadCloser.Close()
	return p.WriteCloser.Close()
}

// start starts a server over pipes, with a folder of these files.
func start(t testing.TB, files map[string]string) *client { return startWith(t, nil, files) }

// startWith starts one with options of sqg.
func startWith(t testing.TB, options map[string]any, files map[string]string) *client {
	return startIn(t, folder(t, files), options)
}

// startIn starts one in a folder that is there.
func startIn(t testing.TB, dir string, options map[string]any) *client {
	c := &client{t: t, dir: dir, text: map[string]string{}, last: map[string]int{},
		shown: map[string]lsp.PublishParams{}, news: make(chan struct{})}
	here, there := [2]*os.File{}, [2]*os.File{}
	var err error
	if there[0], here[1], err = os.Pipe(); err == nil {
		here[0], there[1], err = os.Pipe()
	}
	if err != nil {
		t.Fatal(err)
	}
	s := &lsp.Server{Version: "1", Getenv: os.Getenv, Commands: panels.Commands}
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(context.Background(), pipes{there[0], there[1]}) }()
	c.conn = jsonrpc2.NewConn(context.Background(),
		jsonrpc2.NewBufferedStream(pipes{here[0], here[1]}, jsonrpc2.VSCodeObjectCodec{}), c)
	t.Cleanup(func() {
		c.call("shutdown", nil, nil)
		c.tell("exit", nil)
		select {
		case err := <-ended:
			if err != nil || !s.Down() {
				t.Error(err, s.Down())
			}
		case <-time.After(30 * time.Second):
			t.Error("the server does not end")
		}
		c.conn.Close()
	})
	var can lsp.InitializeResult
	c.call("initialize", map[string]any{"rootUri": c.uri(""), "initializationOptions": options,
		"capabilities": map[string]any{"workspace": map[string]any{"applyEdit": true}}}, &can)
	if can.Capabilities.PositionEncoding != "utf-16" {
		t.Fatal(can.Capabilities)
	}
	c.tell("initialized", struct{}{})
	return c
}

// folder makes a folder with files.
func folder(t testing.TB, files map[string]string) string {
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func (c *client) uri(name string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Join(c.dir, name))}).String()
}

func (c *client) name(uri string) string {
	name, err := url.PathUnescape(strings.TrimPrefix(uri, c.uri("")+"/"))
	if err != nil {
		c.t.Error(err)
	}
	return name
}

// Handle takes what the server sends.
func (c *client) Handle(ctx context.Context, conn *jsonrpc2.Conn, req *jsonrpc2.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch req.Method {
	case "textDocument/publishDiagnostics":
		var p lsp.PublishParams
		if err := json.Unmarshal(*req.Params, &p); err != nil {
			c.t.Error(err)
		}
		c.shown[c.name(p.URI)] = p
		close(c.news)
		c.news = make(chan struct{})
	case "workspace/applyEdit":
		var p lsp.ApplyEditParams
		if err := json.Unmarshal(*req.Params, &p); err != nil {
			c.t.Error(err)
		}
		c.apply(p.Edit)
		conn.Reply(ctx, req.ID, lsp.ApplyEditResult{Applied: true})
	case "window/logMessage":
		c.logs = append(c.logs, string(*req.Params))
	}
}

func (c *client) call(method string, params, result any) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := c.conn.Call(ctx, method, params, result); err != nil {
		c.t.Errorf("%s: %v", method, err)
	}
}

func (c *client) tell(method string, params any) {
	if err := c.conn.Notify(context.Background(), method, params); err != nil {
		c.t.Error(err)
	}
}

func (c *client) open(name, text string) {
	c.text[name], c.last[name] = text, 1
	version := 1
	c.tell("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": c.uri(name), "version": version,
		"text": text}})
}

// edit replaces bytes of a document.
func (c *client) edit(name string, start, end int, with string) {
	text := c.text[name]
	change := lsp.ContentChange{Range: &lsp.Range{Start: place(text, start), End: place(text, end)}, Text: with}
	c.text[name] = text[:start] + with + text[end:]
	c.last[name]++
	version := c.last[name]
	c.tell("textDocument/didChange", lsp.DidChangeParams{TextDocument: lsp.Document{URI: c.uri(name),
		Version: &version}, ContentChanges: []lsp.ContentChange{change}})
}

// apply makes edits of documents.
func (c *client) apply(edit lsp.WorkspaceEdit) {
	for uri, edits := range edit.Changes {
		name := c.name(uri)
		before := c.text[name]
		slices.SortFunc(edits, func(a, b lsp.TextEdit) int {
			return offset(before, b.Range.Start) - offset(before, a.Range.Start)
		})
		for _, e := range edits {
			c.edit(name, offset(before, e.Range.Start), offset(before, e.Range.End), e.NewText)
		}
	}
}

// replace replaces a text that is in a document once.
func (c *client) replace(name, old, with string) {
	c.t.Helper()
	if strings.Count(c.text[name], old) != 1 {
		c.t.Fatalf("%q is not there once", old)
	}
	at := strings.Index(c.text[name], old)
	c.edit(name, at, at+len(old), with)
}

// place is an offset as a client counts it.
func place(text string, offset int) lsp.Position {
	before := text[:offset]
	line := strings.Count(before, "\n")
	units := 0
	for _, r := range before[strings.LastIndexByte(before, '\n')+1:] {
		if units++; r >= 0x10000 {
			units++
		}
	}
	return lsp.Position{Line: line, Character: units}
}

// at is a request about the place behind a text, which is in the document once.
func (c *client) at(name, text string) map[string]any {
	c.t.Helper()
	if strings.Count(c.text[name], text) != 1 {
		c.t.Fatalf("%q is not there once", text)
	}
	return map[string]any{"textDocument": map[string]any{"uri": c.uri(name)},
		"position": place(c.text[name], strings.Index(c.text[name], text)+len(text))}
}

// seen is what the server has shown of all files, once it has seen the last version of those that are open.
func (c *client) seen() (lines []string, current bool) {
	current = true
	for name, version := range c.last {
		p, shown := c.shown[name]
		current = current && shown && p.Version != nil && *p.Version == version
	}
	for name, p := range c.shown {
		for _, d := range p.Diagnostics {
			related := ""
			for _, r := range d.RelatedInformation {
				related += fmt.Sprintf(" (%s:%d: %s)", c.name(r.Location.URI), r.Location.Range.Start.Line+1, r.Message)
			}
			lines = append(lines, fmt.Sprintf("%s:%d:%d-%d:%d %d %s %s%s", name, d.Range.Start.Line+1,
				d.Range.Start.Character+1,
				d.Range.End.Line+1, d.Range.End.Character+1, d.Severity, d.Code, d.Message, related))
		}
	}
	slices.Sort(lines)
	return lines, current
}

// checked is what `sqg check` says of the same texts, in another folder.
func (c *client) checked() []string {
	files := map[string]string{}
	for name, text := range c.text {
		files[name] = text
	}
	filepath.WalkDir(c.dir, func(path string, d os.DirEntry, err error) error {
		if name, _ := filepath.Rel(c.dir, path); err == nil && !d.IsDir() {
			if _, open := files[name]; !open {
				text, _ := os.ReadFile(path)
				files[name] = string(text)
			}
		}
		return nil
	})
	dir := folder(c.t, files)
	var out bytes.Buffer
	cli.Main([]string{"check", "--format", "json", filepath.Join(dir, "sqg.yaml")}, nil, &out, io.Discard, os.Getenv)
	type at struct {
		File                               string
		Line, Column, End_line, End_column int
		Message                            string
	}
	var report struct {
		Diagnostics []struct {
			at
			Code, Severity, Hint string
			Notes                []at
		}
	}
	if err := json.Unmarshal(out.Bytes(), &report); err != nil {
		c.t.Fatal(err, out.String())
	}
	name := func(path string) string {
		rel, _ := filepath.Rel(dir, path)
		return filepath.ToSlash(rel)
	}
	unit := func(file string, line, column int) int { // a check counts characters
		before := []rune(strings.Split(files[name(file)], "\n")[line-1])[:column-1]
		return place(string(before), len(string(before))).Character + 1
	}
	var lines []string
	for _, d := range report.Diagnostics {
		if d.Code == "SQG402" {
			continue // of generated files
		}
		if d.Hint != "" {
			d.Message += "\nhelp: " + d.Hint
		}
		related := ""
		for _, n := range d.Notes {
			related += fmt.Sprintf(" (%s:%d: %s)", name(n.File), n.Line, n.Message)
		}
		lines = append(lines, fmt.Sprintf("%s:%d:%d-%d:%d %d %s %s%s", name(d.File), d.Line,
			unit(d.File, d.Line, d.Column), d.End_line, unit(d.File, d.End_line, d.End_column),
			map[string]int{"error": 1, "warning": 2}[d.Severity], d.Code, d.Message, related))
	}
	slices.Sort(lines)
	return lines
}

// wait waits until the last version of a document is diagnosed.
func (c *client) wait(name string) {
	c.t.Helper()
	late := time.After(time.Minute)
	for {
		c.mu.Lock()
		p, news := c.shown[name], c.news
		c.mu.Unlock()
		if p.Version != nil && *p.Version == c.last[name] {
			return
		}
		select {
		case <-news:
		case <-late:
			c.t.Fatalf("%s is not diagnosed: %v", name, c.logs)
		}
	}
}

// agree waits until the server shows what `sqg check` says of the same texts.
func (c *client) agree(after string) {
	c.t.Helper()
	want := c.checked()
	late := time.After(time.Minute)
	for {
		c.mu.Lock()
		got, current := c.seen()
		news := c.news
		c.mu.Unlock()
		if current && slices.Equal(got, want) {
			return
		}
		select {
		case <-news:
		case <-late:
			c.t.Fatalf("after %s: the server shows\n%s\nand a check says\n%s\nof\n%v\n%v", after,
				strings.Join(got, "\n"), strings.Join(want, "\n"), c.text, c.logs)
		}
	}
}
