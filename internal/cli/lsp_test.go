package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
)

// messages frames what a client sends.
func messages(texts ...string) io.Reader {
	var out strings.Builder
	for _, text := range texts {
		fmt.Fprintf(&out, "Content-Length: %d\r\n\r\n%s", len(text), text)
	}
	return strings.NewReader(out.String())
}

// TestLanguageServer: `sqg lsp` answers on standard output, which has nothing else, and ends as the protocol has it.
func TestLanguageServer(t *testing.T) {
	const (
		hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{"general":{"positionEncodings":["utf-8","utf-16"]}}}}`
		bye   = `{"jsonrpc":"2.0","id":2,"method":"shutdown"}`
		exit  = `{"jsonrpc":"2.0","method":"exit"}`
	)
	var out, said bytes.Buffer
	if code := Main([]string{"lsp", "--stdio"}, messages(hello, bye, exit), &out, &said, os.Getenv); code != 0 {
		t.Errorf("exit %d: %s", code, said.String())
	}
	for _, want := range []string{"Content-Length: ", `"positionEncoding":"utf-8"`, `"name":"sqg"`,
		`{"id":2,"result":null,"jsonrpc":"2.0"}`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %s in %s", want, out.String())
		}
	}
	if !strings.HasPrefix(out.String(), "Content-Length: ") || said.Len() > 0 {
		t.Errorf("%q, %q", out.String(), said.String())
	}
	if code := Main([]string{"lsp"}, messages(hello), io.Discard, &said, os.Getenv); code != 1 {
		t.Errorf("exit %d of a client that left without a word", code)
	}
}
