// Package lsp is `sqg lsp`: a language server on standard input and output.
package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"

	"github.com/spf13/cobra"

	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/cli/loopback"
	"github.com/sqg-dev/sqg/internal/cli/panels"
	"github.com/sqg-dev/sqg/internal/lsp"
	"github.com/sqg-dev/sqg/internal/version"
)

// Command makes `sqg lsp`.
func Command(a *app.App) *cobra.Command {
	var address string
	cmd := &cobra.Command{
		Use:   "lsp",
		Short: "Serve an editor as a language server, on standard input and output",
		Long: "Serve an editor as a language server, on standard input and output, until it asks for the end. One process is enough\n" +
			"for a workspace with several projects. docs/editors.md says how editors start it.",
		Args: app.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if a.Env("GOMAXPROCS") == "" {
				defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // the other processors are the editor's
			}
			if address != "" {
				return listen(cmd.Context(), a, address)
			}
			s := server(a)
			return errors.Join(s.Serve(cmd.Context(), stdio{a.In, a.Out}), down(s))
		},
	}
	app.TrustFlag(cmd, a)
	cmd.Flags().Bool("stdio", true, "serve on standard input and output, as it does anyway")
	cmd.Flags().StringVar(&address, "listen", "",
		"serve on an `address` of this machine, such as 127.0.0.1:0, clients that know the token that it prints")
	return cmd
}

func server(a *app.App) *lsp.Server {
	return &lsp.Server{Version: version.Version, Getenv: a.Env, Trust: a.Trust, Commands: panels.Commands}
}

// listen serves each client that connects, until ctx ends.
func listen(ctx context.Context, a *app.App, address string) error {
	l, token, err := loopback.Listen(address, "", a.Env, a.Err)
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { l.Close() })()
	var clients sync.WaitGroup
	defer clients.Wait()
	for {
		conn, err := l.Accept()
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		clients.Go(func() {
			s := server(a)
			s.Token = token
			if err := s.Serve(ctx, conn); err != nil {
				fmt.Fprintln(a.Err, err)
			}
		})
	}
}

// down is how the run ends: a client that leaves without a word is an error, as the protocol has it.
func down(s *lsp.Server) error {
	if s.Down() {
		return nil
	}
	return app.BadInput
}

// stdio is the client's end of the two streams.
type stdio struct {
	io.Reader
	io.Writer
}

func (stdio) Close() error { return nil }
