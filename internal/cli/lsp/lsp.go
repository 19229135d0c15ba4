// Package lsp is `sqg lsp`: a language server on standard input and output.
package lsp

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/lsp"
	"github.com/sqg-dev/sqg/internal/version"
)

// Command makes `sqg lsp`.
func Command(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "lsp",
		Short: "Serve an editor as a language server, on standard input and output",
		Long: "Serve an editor as a language server, on standard input and output, until it asks for the end. One process is enough\n" +
			"for a workspace with several projects. docs/editors.md says how editors start it.",
		Args: app.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s := &lsp.Server{Version: version.Version, Getenv: a.Env, Trust: a.Trust, Commands: Commands}
			return errors.Join(s.Serve(cmd.Context(), stdio{a.In, a.Out}), down(s))
		},
	}
	app.TrustFlag(cmd, a)
	cmd.Flags().Bool("stdio", true, "serve on standard input and output, as it does anyway")
	return cmd
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
