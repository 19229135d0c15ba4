// Package reference is `sqg syntax` and `sqg schema`: what may stand in an annotated SQL file and in sqg.yaml.
package reference

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// Syntax makes `sqg syntax`.
func Syntax(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use: "syntax", Short: "Print the reference of annotated SQL", Args: app.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if a.JSON {
				a.WriteJSON(map[string]string{"command": "syntax", "text": syntax.Reference()}, "  ")
				return nil
			}
			_, err := fmt.Fprint(a.Out, syntax.Reference())
			return err
		},
	}
}

// Schema makes `sqg schema`.
func Schema(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use: "schema", Short: "Print the JSON Schema of sqg.yaml", Args: app.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			a.WriteJSON(json.RawMessage(config.JSONSchema()), "  ")
			return nil
		},
	}
}
