package mcp

import (
	"context"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/sqg-dev/sqg/docs"
	"github.com/sqg-dev/sqg/docs/errors"
	"github.com/sqg-dev/sqg/internal/cli/reference"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/syntax"
	"github.com/sqg-dev/sqg/internal/target"
)

// Words ask for sections of the documentation.
type Words struct {
	Words string `json:"words" jsonschema:"what the section is about, such as optional filter"`
}

// Sections are those that have them.
type Sections struct {
	Sections []Section `json:"sections"`
}

// Section is a part of a page.
type Section struct {
	Page    string `json:"page" jsonschema:"its path; the resource sqg://docs/PATH is the whole of it"`
	Heading string `json:"heading"`
	Text    string `json:"text"`
}

const (
	mostSections = 5
	mostText     = 3000
)

func searchDocs(_ context.Context, in Words) (Sections, error) {
	out := Sections{Sections: []Section{}}
	for _, s := range docs.Search(in.Words, mostSections) {
		text := strings.TrimSpace(s.Text)
		if len(text) > mostText {
			text = strings.ToValidUTF8(text[:mostText], "") + "…"
		}
		out.Sections = append(out.Sections, Section{s.Page, s.Heading, text})
	}
	return out, nil
}

// Code asks for a page.
type Code struct {
	Code string `json:"code" jsonschema:"as a diagnostic has it, such as SQG202"`
}

// Page is what it says.
type Page struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

func explainError(_ context.Context, in Code) (Page, error) {
	code, err := reference.Code(in.Code)
	return Page{code, errors.Page(code)}, err
}

// texts are the resources, by the end of their address.
var texts = []struct {
	path, title, mime string
	text              func() string
}{
	{"language", "The reference of annotated SQL", "text/plain", syntax.Reference},
	{"config", "The reference of sqg.yaml", "text/markdown", func() string { return docs.Page("configuration.md") }},
	{"config.schema.json", "The JSON Schema of sqg.yaml", "application/schema+json",
		func() string { return string(config.JSONSchema()) }},
	{"generators", "The generators: language, engine, driver and options", "text/plain", generators},
}

func generators() string {
	var b strings.Builder
	for _, id := range target.IDs() {
		t := target.Find(id)
		fmt.Fprintf(&b, "%s: %s\n", id, t.Doc)
		for _, o := range t.Options {
			fmt.Fprintf(&b, "  %s: %s\n", o.Key, o.Doc)
		}
	}
	return b.String()
}

// resources adds the reference, and each page of the documentation by its path.
func resources(s *mcp.Server) {
	contents := func(uri, mime, text string) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: uri, MIMEType: mime, Text: text}}}, nil
	}
	for _, t := range texts {
		uri := "sqg://" + t.path
		s.AddResource(&mcp.Resource{URI: uri, Name: t.path, Title: t.title, MIMEType: t.mime},
			func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
				return contents(uri, t.mime, t.text())
			})
	}
	s.AddResourceTemplate(&mcp.ResourceTemplate{URITemplate: "sqg://docs/{+path}", Name: "docs",
		Title: "A page of the documentation", MIMEType: "text/markdown"},
		func(_ context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			text := docs.Page(strings.TrimPrefix(r.Params.URI, "sqg://docs/"))
			if text == "" {
				return nil, mcp.ResourceNotFoundError(r.Params.URI)
			}
			return contents(r.Params.URI, "text/markdown", text)
		})
}

// tasks are the prompts: what they take, and what they ask for.
var tasks = []struct {
	name, title, argument, about, text string
}{
	{"add_query", "Add a statement", "what", "what the statement shall do",
		"Add a statement to this project that does this: %s\n\nLook at the tools `project` and `schema` first, and at the statements that are there. Write the SQL with " +
			"an annotation above it (the resource sqg://language has them all): QUERY with :one where there is at most one row, EXEC for what only changes rows, ${name} for parameters. " +
			"`check` the whole file with your text in it until it is correct, look at what `explain` says of NULL and the plan, and at the rows of `run_on_testdata`. Then save the file and run `sqg`."},
	{"add_migration", "Change the schema", "what", "what shall be otherwise",
		"Change the schema of this project: %s\n\nA database records migrations by their ids: never change one that is there, add a MIGRATE block with a new id behind the last. " +
			"`schema` shows the tables now. `check` the file with your text: it finds each statement that no longer holds, and warns of what a migration does to programs that run. " +
			"Mend those statements, then save the files and run `sqg`."},
	{"move", "Move from another tool", "tool", "the tool: sqlc, sqlx, pgtyped or sqldelight",
		"Move this project from %s to sqg.\n\n`sqg import --help` says how its command makes annotated SQL of the other tool's files, with the names that callers know; run it into a " +
			"new folder first. It lists what is left to do. `search_docs` with the tool's name finds what is otherwise. `check` until nothing is wrong, then run `sqg` and compile the callers."},
}

func prompts(s *mcp.Server) {
	for _, t := range tasks {
		prompt := &mcp.Prompt{Name: t.name, Title: t.title, Description: t.title,
			Arguments: []*mcp.PromptArgument{{Name: t.argument, Description: t.about, Required: true}}}
		s.AddPrompt(prompt, func(_ context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			text := fmt.Sprintf(t.text, r.Params.Arguments[t.argument])
			return &mcp.GetPromptResult{Description: t.title,
				Messages: []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: text}}}}, nil
		})
	}
}
