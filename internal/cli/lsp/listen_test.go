package lsp

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"testing"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/lsp"
)

// TestListen: on a socket, who knows the token is served, and nobody else.
func TestListen(t *testing.T) {
	told, tell := io.Pipe()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- listen(ctx, &app.App{Err: tell, Env: func(string) string { return "" }}, "127.0.0.1:0")
	}()
	line, err := bufio.NewReader(told).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address, token, _ := strings.Cut(strings.TrimSpace(line), " token ")
	for given, served := range map[string]bool{token: true, "guessed": false, "": false} {
		socket, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		conn := jsonrpc2.NewConn(ctx, jsonrpc2.NewBufferedStream(socket, jsonrpc2.VSCodeObjectCodec{}), nobody{})
		var can lsp.InitializeResult
		err = conn.Call(ctx, "initialize", map[string]any{"initializationOptions": map[string]any{"token": given}},
			&can)
		var failed *jsonrpc2.Error
		if served != (err == nil) || err != nil && (!errors.As(err, &failed) || failed.Code != -32002) {
			t.Errorf("%q: %v", given, err)
		}
		if err := conn.Call(ctx, "shutdown", nil, nil); served != (err == nil) {
			t.Errorf("%q: %v", given, err)
		}
		conn.Close()
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

type nobody struct{}

func (nobody) Handle(context.Context, *jsonrpc2.Conn, *jsonrpc2.Request) {}
