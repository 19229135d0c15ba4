package browsertest

import (
	"bufio"
	"encoding/json"
	"errors"
	"os/exec"
	"strings"
	"testing"

	"github.com/gorilla/websocket"
)

// OpenFirefox opens an address in Firefox, which speaks WebDriver BiDi. Without one the test is skipped.
func OpenFirefox(t *testing.T, address string) *Page {
	t.Helper()
	program := ""
	for _, name := range []string{"firefox-esr", "firefox"} {
		if p, err := exec.LookPath(name); err == nil {
			program = p
			break
		}
	}
	if program == "" {
		t.Skip("there is no Firefox to look at the page with")
	}
	home := t.TempDir()
	cmd := exec.CommandContext(t.Context(), program, "--headless", "--no-remote", "--profile", home,
		"--remote-debugging-port=0", "about:blank")
	cmd.Env = append(cmd.Environ(), "HOME="+home)
	said, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	socket := ""
	for lines := bufio.NewScanner(said); socket == "" && lines.Scan(); {
		_, socket, _ = strings.Cut(lines.Text(), "WebDriver BiDi listening on ")
	}
	conn, _, err := websocket.DefaultDialer.DialContext(t.Context(), socket+"/session", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	b := &bidi{conn: conn}
	var tree struct{ Contexts []struct{ Context string } }
	err = errors.Join(b.call("session.new", map[string]any{"capabilities": map[string]any{}}, nil),
		b.call("browsingContext.getTree", map[string]any{}, &tree))
	if err != nil || len(tree.Contexts) == 0 {
		t.Fatal(err, tree)
	}
	tab := tree.Contexts[0].Context
	err = b.call("browsingContext.navigate", map[string]any{"context": tab, "url": address, "wait": "complete"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return &Page{Ctx: t.Context(), t: t, eval: func(script string) (string, error) {
		var out struct {
			Result           struct{ Value string }
			ExceptionDetails struct{ Text string }
		}
		err := b.call("script.evaluate", map[string]any{"expression": script, "awaitPromise": true,
			"target": map[string]any{"context": tab}}, &out)
		if err == nil && out.ExceptionDetails.Text != "" {
			err = errors.New(out.ExceptionDetails.Text)
		}
		return out.Result.Value, err
	}}
}

// bidi is a connection by WebDriver BiDi.
type bidi struct {
	conn *websocket.Conn
	id   int
}

// call waits for the answer of a command. Events are left out.
func (b *bidi) call(method string, params map[string]any, result any) error {
	b.id++
	err := b.conn.WriteJSON(map[string]any{"id": b.id, "method": method, "params": params})
	for err == nil {
		var answer struct {
			ID             int
			Error, Message string
			Result         json.RawMessage
		}
		if err = b.conn.ReadJSON(&answer); err != nil || answer.ID != b.id {
			continue
		}
		if answer.Error != "" {
			return errors.New(method + ": " + answer.Error + ": " + answer.Message)
		}
		if result == nil {
			return nil
		}
		return json.Unmarshal(answer.Result, result)
	}
	return err
}
