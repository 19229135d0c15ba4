//go:build js

// Command playground is sqg in a page: its language server, whose client is the page that runs it. The messages are
// texts of JSON, and files are those that the page has in memory.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"syscall/js"

	"github.com/sqg-dev/sqg/internal/cli/panels"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/lsp"
	"github.com/sqg-dev/sqg/internal/version"
)

// client is the page.
type client struct {
	in  chan string
	out js.Value // takes a message
}

// WriteObject sends a message to the page.
func (c *client) WriteObject(obj any) error {
	text, err := json.Marshal(obj)
	if err == nil {
		c.out.Invoke(string(text))
	}
	return err
}

// ReadObject waits for the page's next message.
func (c *client) ReadObject(v any) error {
	text, more := <-c.in
	if !more {
		return io.EOF
	}
	return json.Unmarshal([]byte(text), v)
}

// Close does nothing: the page ends the program.
func (c *client) Close() error { return nil }

// most is how many messages may wait.
const most = 1 << 12

func main() {
	c := &client{in: make(chan string, most), out: js.Global().Get("toPage")}
	// The page calls it and has to go on: what runs here waits for nobody.
	js.Global().Set("fromPage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		c.in <- args[0].String()
		return nil
	}))
	c.out.Invoke(fmt.Sprintf(`{"jsonrpc":"2.0","method":"ui/opened","params":{"version":%q}}`, version.Version))
	// A migration without an end has the page wait: nobody waits for minutes there.
	env := map[string]string{engine.TimeVariable: "10"}
	s := &lsp.Server{Version: version.Version, Getenv: func(name string) string { return env[name] },
		Commands: panels.Page(nil)}
	if err := s.ServeObjects(context.Background(), c); err != nil {
		fmt.Println(err)
	}
}
