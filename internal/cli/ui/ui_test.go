package ui

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/sqg-dev/sqg/internal/cli/app"
)

const projectYAML = "version: 1\nname: shop\nsql:\n  - files: [sql/*.sql]\n    gen: [{generator: go/sqlite, output: gen/}]\n"

// serve runs `sqg ui` on a project of these files, and returns its folder and address with the token of the first link.
// The end of the test ends it as Ctrl-C does, and waits.
func serve(t *testing.T, files map[string]string) (dir, address, token string) {
	t.Helper()
	dir, address, token, _ = serveAs(t, &app.App{Env: os.Getenv}, files, "")
	return dir, address, token
}

func serveAs(t *testing.T, a *app.App, files map[string]string, database string) (dir, address, token string,
	end func()) {
	if !whole() {
		t.Skip("editors/ui/run.sh, which needs Node, makes a part of the page")
	}
	t.Helper()
	dir = t.TempDir()
	for name, text := range files {
		put(t, dir, name, text)
	}
	told, tell := io.Pipe()
	a.Err = tell
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- run(ctx, a, filepath.Join(dir, "sqg.yaml"), "127.0.0.1:0", database)
		tell.Close()
	}()
	r := bufio.NewReader(told)
	line, err := r.ReadString('\n')
	if err != nil {
		t.Fatal(<-ended)
	}
	go io.Copy(io.Discard, r)
	end = sync.OnceFunc(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(end)
	address, token, _ = strings.Cut(strings.TrimSpace(line), "/#")
	return dir, address, token, end
}

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// request sends a request; change may make it another.
func request(t *testing.T, method, url, key, body string, change func(*http.Request)) (status int, answer string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if key != "" {
		r.Header.Set("Authorization", "Bearer "+key)
	}
	if change != nil {
		change(r)
	}
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	if err != nil {
		t.Fatal(err)
	}
	return got.StatusCode, string(text)
}

// keyOf takes the token for a key.
func keyOf(t *testing.T, address, token string) string {
	t.Helper()
	status, answer := request(t, "POST", address+"/api/session", token, "", nil)
	var session struct{ Key string }
	if err := json.Unmarshal([]byte(answer), &session); status != http.StatusOK || err != nil {
		t.Fatal(status, answer, err)
	}
	return session.Key
}

var small = map[string]string{"sqg.yaml": projectYAML, "sql/q.sql": "-- QUERY one :one\nSELECT 1 AS n;\n"}

// TestStrangers: who does not know the token is refused, and so is another site's page, even if it does.
func TestStrangers(t *testing.T) {
	_, address, token := serve(t, small)
	if status, _ := request(t, "POST", address+"/api/session", "guessed", "", nil); status != http.StatusUnauthorized {
		t.Errorf("a guessed token is answered with %d", status)
	}
	key := keyOf(t, address, token)
	if status, _ := request(t, "POST", address+"/api/session", token, "", nil); status != http.StatusUnauthorized {
		t.Errorf("a token that was used is answered with %d", status)
	}
	header := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	host := func(name string) func(*http.Request) { return func(r *http.Request) { r.Host = name } }
	port := address[strings.LastIndexByte(address, ':'):]
	file := address + "/api/file?name=sql/q.sql"
	for what, x := range map[string]struct {
		url, key string
		change   func(*http.Request)
		want     int
	}{
		"as the page asks":          {file, key, header("Origin", address), http.StatusOK},
		"as a program asks":         {file, key, nil, http.StatusOK},
		"by localhost":              {file, key, host("localhost" + port), http.StatusOK},
		"without a key":             {file, "", nil, http.StatusUnauthorized},
		"with the token as a key":   {file, token, nil, http.StatusUnauthorized},
		"with a guessed key":        {file, "guessed", nil, http.StatusUnauthorized},
		"of another scheme":         {file, "", header("Authorization", key), http.StatusUnauthorized},
		"as another site's page":    {file, key, header("Origin", "http://example.com"), http.StatusForbidden},
		"as a page of nowhere":      {file, key, header("Origin", "null"), http.StatusForbidden},
		"as a page of another port": {file, key, header("Origin", "http://127.0.0.1:1"), http.StatusForbidden},
		"by another name":           {file, key, host("example.com" + port), http.StatusForbidden},
		"by a name like localhost":  {file, key, host("localhost.example.com" + port), http.StatusForbidden},
		"by no port":                {file, key, host("127.0.0.1"), http.StatusForbidden},
		"the page by another name":  {address + "/", "", host("example.com" + port), http.StatusForbidden},
		"the page":                  {address + "/", "", nil, http.StatusOK},
		"the stream without a key":  {address + "/api/stream", "", nil, http.StatusUnauthorized},
	} {
		if status, answer := request(t, "GET", x.url, x.key, "", x.change); status != x.want {
			t.Errorf("%s: %d, not %d: %s", what, status, x.want, answer)
		}
	}
}

// TestHeaders: the page runs its own scripts only, and stays out of frames and caches.
func TestHeaders(t *testing.T) {
	_, address, _ := serve(t, small)
	nonces := map[string]bool{}
	for range 2 {
		got, err := http.Get(address + "/")
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(got.Body)
		if err = got.Body.Close(); err != nil {
			t.Fatal(err)
		}
		policy := got.Header.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "script-src 'self';", "frame-ancestors 'none'",
			"base-uri 'none'", "require-trusted-types-for 'script'"} {
			if !strings.Contains(policy, want) {
				t.Errorf("no %s in %s", want, policy)
			}
		}
		if strings.Contains(policy, "unsafe") || got.Header.Get("Cache-Control") != "no-store" {
			t.Error(got.Header)
		}
		if bytes.Contains(text, []byte(nonceMark)) || bytes.Contains(text, []byte("<style")) ||
			bytes.Contains(text, []byte("<script>")) {
			t.Errorf("%s", text)
		}
		nonces[policy] = true
	}
	if len(nonces) != 2 {
		t.Error("a nonce comes twice")
	}
}

// TestAddresses: only this machine is listened on.
func TestAddresses(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "sqg.yaml", projectYAML)
	for _, address := range []string{"0.0.0.0:0", "8.8.8.8:80", "127.0.0.1", ":0", "[::]:0"} {
		err := run(t.Context(), &app.App{Err: io.Discard, Env: os.Getenv}, filepath.Join(dir, "sqg.yaml"), address,
			"")
		if err == nil || !strings.Contains(err.Error(), "this machine alone") {
			t.Error(address, err)
		}
	}
}

// TestFiles: the project's files are read and written, byte for byte, and no other file is.
func TestFiles(t *testing.T) {
	const odd = "\ufeff-- QUERY one :one\r\nSELECT 1   AS n;\r\n\n\t-- a blank line, and no end"
	outside := t.TempDir()
	put(t, outside, "secret.sql", "-- QUERY secret\nSELECT 1 AS n;\n")
	dir, address, token := serve(t, map[string]string{"sqg.yaml": projectYAML, "sql/q.sql": odd,
		"sql/bad.sql": "-- QUERY \xff", "other.txt": "not SQL"})
	key := keyOf(t, address, token)
	read := func(name string) (File, int) {
		status, answer := request(t, "GET", address+"/api/file?name="+name, key, "", nil)
		var f File
		_ = json.Unmarshal([]byte(answer), &f) // an error has other fields
		return f, status
	}
	save := func(name, text, version string) int {
		body, err := json.Marshal(Saved{text, version})
		if err != nil {
			t.Fatal(err)
		}
		status, _ := request(t, "PUT", address+"/api/file?name="+name, key, string(body), nil)
		return status
	}
	onDisk := func(name string) string {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	f, status := read("sql/q.sql")
	if status != http.StatusOK || f.Text != odd || f.Locked != "" {
		t.Fatal(status, f)
	}
	for _, name := range []string{"", "other.txt", "../" + filepath.Base(outside) + "/secret.sql", "sql/../other.txt",
		"sql/%2e%2e/other.txt", filepath.Join(outside, "secret.sql"), "sql/new.sql", "/etc/passwd",
		"sql/q.sql%00", `sql\q.sql`} {
		if got, status := read(name); status != http.StatusNotFound {
			t.Errorf("%s is read: %d %v", name, status, got)
		}
		if status := save(name, "x", f.Version); status != http.StatusNotFound {
			t.Errorf("%s is written: %d", name, status)
		}
	}
	if got, _ := read("sql/bad.sql"); got.Locked == "" || got.Text != "" {
		t.Error("what is no text can be edited", got)
	}
	if err := os.Chmod(filepath.Join(dir, "sql/q.sql"), 0o600); err != nil {
		t.Fatal(err)
	}
	if status := save("sql/q.sql", odd+"\r\n", f.Version); status != http.StatusOK ||
		onDisk("sql/q.sql") != odd+"\r\n" {
		t.Errorf("%d %q", status, onDisk("sql/q.sql"))
	}
	if info, err := os.Stat(filepath.Join(dir, "sql/q.sql")); err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info, err)
	}
	put(t, dir, "sql/q.sql", "-- another program's\n")
	if status := save("sql/q.sql", odd, versionOf([]byte(odd+"\r\n"))); status != http.StatusConflict ||
		onDisk("sql/q.sql") != "-- another program's\n" {
		t.Errorf("what someone else wrote is lost: %d", status)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "sql", ".sqg-*")); err != nil || len(left) > 0 {
		t.Error(left, err)
	}
}

// TestLinks: links within the project stay links. Nothing is written through one that leads out of it, even where
// sqg.yaml is trusted with files outside.
func TestLinks(t *testing.T) {
	const text = "-- QUERY %s\nSELECT 1 AS n;\n"
	outside := filepath.Join(t.TempDir(), "secret.sql")
	put(t, filepath.Dir(outside), "secret.sql", text)
	dir, address, token, _ := serveAs(t, &app.App{Env: os.Getenv, Trust: true},
		map[string]string{"sqg.yaml": strings.Replace(projectYAML, "sql/*.sql", "sql/*.sql, "+filepath.ToSlash(outside),
			1), "kept/q.sql": text}, "")
	if err := os.Mkdir(filepath.Join(dir, "sql"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"in.sql": "../kept/q.sql", "out.sql": outside} {
		if err := os.Symlink(filepath.FromSlash(target), filepath.Join(dir, "sql", name)); err != nil {
			t.Skip("no links here:", err)
		}
	}
	key := keyOf(t, address, token)
	body, err := json.Marshal(Saved{"changed", versionOf([]byte(text))})
	if err != nil {
		t.Fatal(err)
	}
	other, err := filepath.Rel(dir, outside)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int{"sql/in.sql": http.StatusOK, "sql/out.sql": http.StatusForbidden,
		filepath.ToSlash(other): http.StatusForbidden} {
		if status, answer := request(t, "GET", address+"/api/file?name="+name, key, "", nil); status != http.StatusOK {
			t.Errorf("%s: %d %s", name, status, answer)
		}
		if status, answer := request(t, "PUT", address+"/api/file?name="+name, key, string(body), nil); status != want {
			t.Errorf("%s: %d %s", name, status, answer)
		}
	}
	for path, want := range map[string]string{outside: text, filepath.Join(dir, "kept/q.sql"): "changed"} {
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%s: %q %v", path, got, err)
		}
	}
}

// TestStream: a tab is served as an editor is, hears of files that others change, and leaves nothing behind.
func TestStream(t *testing.T) {
	dir, address, token := serve(t, small)
	key := keyOf(t, address, token)
	r, err := http.NewRequestWithContext(t.Context(), "GET", address+"/api/stream", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+key)
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close()
	lines := bufio.NewScanner(got.Body)
	until := func(part string) string {
		t.Helper()
		for lines.Scan() {
			if strings.Contains(lines.Text(), part) {
				return lines.Text()
			}
		}
		t.Fatal("the stream ends before", part, lines.Err())
		return ""
	}
	var opened struct{ Params struct{ Client string } }
	if err := json.Unmarshal([]byte(until("ui/opened")), &opened); err != nil {
		t.Fatal(err)
	}
	send := func(messages ...string) int {
		status, _ := request(t, "POST", address+"/api/send?client="+opened.Params.Client, key,
			"["+strings.Join(messages, ",")+"]", nil)
		return status
	}
	f := File{}
	_, text := request(t, "GET", address+"/api/file?name=sqg.yaml", key, "", nil)
	if err := json.Unmarshal([]byte(text), &f); err != nil {
		t.Fatal(err)
	}
	open, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "method": "textDocument/didOpen",
		"params": map[string]any{"textDocument": f}})
	if err != nil {
		t.Fatal(err)
	}
	status := send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`,
		strings.Replace(string(open), `"version":"`+f.Version+`"`, `"version":1`, 1),
		`{"jsonrpc":"2.0","id":2,"method":"workspace/executeCommand","params":{"command":"sqg.units","arguments":[{"uri":"`+f.URI+`"}]}}`)
	if status != http.StatusNoContent {
		t.Fatal(status)
	}
	answers := until(`"id":2`)
	status = send(`{"jsonrpc":"2.0","id":3,"method":"workspace/executeCommand","params":{"command":"sqg.code","arguments":[{"uri":"` + f.URI + `","name":"one","others":true}]}}`)
	if status != http.StatusNoContent {
		t.Fatal(status)
	}
	answers += until(`"id":3`)
	for _, want := range []string{`"name":"one"`, `"modifiers":[":one"]`, `"language":"go"`,
		`"language":"rust","other":true`, `"language":"typescript","other":true`} {
		if !strings.Contains(answers, want) {
			t.Errorf("no %s in %s", want, answers)
		}
	}
	put(t, dir, "sql/q.sql", "-- QUERY two :one\nSELECT 2 AS n;\n")
	until("ui/changed")
	if status := send(`not JSON`); status != http.StatusBadRequest {
		t.Error(status)
	}
	if status, _ := request(t, "POST", address+"/api/send?client=nobody", key, "[]", nil); status != http.StatusGone {
		t.Error(status)
	}
}
