// Package reference is what sqg says of itself: `sqg syntax` and `sqg schema` of what may stand in an annotated SQL
// file and in sqg.yaml, `sqg explain-error` of its messages.
package reference

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sqg-dev/sqg/docs/errors"
	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/diag"
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

// ExplainError makes `sqg explain-error`.
func ExplainError(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use: "explain-error CODE", Short: "Print the page of a message's code, such as SQG202",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return &app.UsageError{Msg: "`sqg explain-error` takes one code",
					Hint: "as in `sqg explain-error SQG202`"}
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			code, err := Code(args[0])
			if err != nil {
				return err
			}
			page := errors.Page(code)
			if a.JSON {
				title, _, _ := strings.Cut(strings.TrimPrefix(page, "# "+code+": "), "\n")
				a.WriteJSON(map[string]string{"command": "explain-error", "code": code, "title": title, "text": page},
					"  ")
				return nil
			}
			_, err = fmt.Fprint(a.Out, page)
			return err
		},
	}
}

// Code is the code of a message as it is written, for what a user writes.
func Code(given string) (string, error) {
	code := strings.ToUpper(given)
	if !strings.HasPrefix(code, "SQG") {
		code = "SQG" + code
	}
	if errors.Page(code) == "" {
		var known []string
		for _, c := range diag.Codes {
			known = append(known, string(c.Code))
		}
		return code, &app.UsageError{Msg: "there is no message `" + given + "`",
			Hint: app.DidYouMean(code, known, "codes are SQG001 to SQG999, as messages show them")}
	}
	return code, nil
}
