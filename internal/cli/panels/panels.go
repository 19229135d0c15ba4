// Package panels are the commands of editors and pages: what a language server answers beside the protocol.
package panels

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"github.com/sqg-dev/sqg/internal/cli/ask"
	"github.com/sqg-dev/sqg/internal/cli/inspect"
	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/lsp"
)

// Commands are those of the lenses; an editor that has a form for parameters asks sqg.explain for them first.
var Commands = map[string]lsp.Question{
	"sqg.run":      question(ask.Run, ranText),
	"sqg.stages":   question(ask.Trace, stagesText),
	"sqg.code":     question(ask.Generate, codeText),
	"sqg.variants": question(ask.Variants, variantsText),
	"sqg.explain":  question(ask.Explain, sqlText),
	"sqg.plan":     question(ask.Explain, planText),
	"sqg.bulk":     question(ask.Explain, bulkText),
	"sqg.sql":      question(ask.Explain, sqlText),
}

// Page are those of a page with a side bar, which lists the statements and the tables; of one for a database that
// programs use, nil for none, it runs statements there.
func Page(live *ask.Database) map[string]lsp.Question {
	all := maps.Clone(Commands)
	all["sqg.units"] = silent(ask.Units)
	all["sqg.tables"] = silent(ask.Tables)
	if live != nil {
		all["sqg.live"] = silent(live.Run)
	}
	return all
}

// silent makes a command for those that have a panel for its answer.
func silent[In, Out any](f func(context.Context, ask.Project, In) (Out, error)) lsp.Question {
	return question(f, func(Out) string { return "" })
}

// question makes a command of what answers a tool of the Model Context Protocol as well.
func question[In, Out any](f func(context.Context, ask.Project, In) (Out, error), text func(Out) string) lsp.Question {
	return func(ctx context.Context, cfg *config.Config, opts compile.Options, raw json.RawMessage) (any, string,
		error) {
		var in In
		if err := json.Unmarshal(raw, &in); err != nil {
			return nil, "", err
		}
		out, err := f(ctx, ask.Project{Config: cfg, Options: opts}, in)
		if err != nil {
			return nil, "", ask.Said(err)
		}
		return out, text(out), nil
	}
}

func ranText(o ask.Outcome) string {
	var b strings.Builder
	for _, r := range o.Runs {
		fmt.Fprintf(&b, "%s, %s: ", r.Unit, r.Engine)
		if r.Changed != nil {
			fmt.Fprintf(&b, "%d rows changed, and rolled back; ", *r.Changed)
		}
		more := ""
		if r.More {
			more = " and more"
		}
		fmt.Fprintf(&b, "%d rows%s, %.1f ms\n", len(r.Rows), more, r.Milliseconds)
		var names []string
		for _, c := range r.Columns {
			names = append(names, c.Name)
		}
		fmt.Fprintln(&b, strings.Join(names, " | "))
		for _, row := range r.Rows {
			values := make([]string, len(row))
			for i, v := range row {
				if values[i] = "NULL"; v != nil {
					values[i] = *v
				}
			}
			fmt.Fprintln(&b, strings.Join(values, " | "))
		}
	}
	return b.String()
}

func stagesText(g ask.Graph) string {
	var b strings.Builder
	for _, of := range g.Graphs {
		fmt.Fprintf(&b, "%s, %s\n", of.Unit, of.Engine)
		for _, s := range of.Stages {
			fmt.Fprint(&b, s.Name)
			if s.Count != nil {
				fmt.Fprintf(&b, ": %d rows", *s.Count)
			}
			if len(s.From) > 0 {
				fmt.Fprint(&b, " of ", strings.Join(s.From, ", "))
			}
			if s.Error != "" {
				fmt.Fprint(&b, ": ", s.Error)
			}
			fmt.Fprintln(&b)
		}
	}
	return b.String()
}

func codeText(c ask.Code) string {
	var b strings.Builder
	for _, g := range c.Previews {
		fmt.Fprintf(&b, "%s, %s\n%s\n", g.Generator, g.File, g.Code)
	}
	return b.String()
}

func variantsText(t ask.Texts) string {
	var b strings.Builder
	for _, g := range t.Given {
		fmt.Fprintf(&b, "%s with %s\n%s\n\n", g.Generator, strings.Join(g.With, ", "), g.SQL)
	}
	return b.String()
}

// ofStatements writes something of each statement, and of each of its targets.
func ofStatements(e inspect.Explanation, statement func(inspect.Statement) string,
	target func(inspect.Target) string) string {
	var b strings.Builder
	for _, s := range e.Statements {
		b.WriteString(statement(s))
		for _, t := range s.Targets {
			b.WriteString(target(t))
		}
	}
	return strings.TrimSpace(b.String())
}

func planText(e inspect.Explanation) string {
	return ofStatements(e, func(s inspect.Statement) string { return s.Engine + "\n" + s.Plan + "\n\n" },
		func(inspect.Target) string { return "" })
}

func sqlText(e inspect.Explanation) string {
	return ofStatements(e, func(inspect.Statement) string { return "" }, func(t inspect.Target) string {
		return t.Generator + "\n" + t.SQL + "\n\n"
	})
}

func bulkText(e inspect.Explanation) string {
	return ofStatements(e, func(inspect.Statement) string { return "" }, func(t inspect.Target) string {
		if t.Bulk == nil {
			return ""
		}
		return fmt.Sprintf("%s: %s (%s)\n%s\n\n", t.Generator, t.Bulk.Strategy, t.Bulk.Why,
			strings.Join(append([]string{t.Bulk.SQL}, t.Bulk.Staged...), "\n"))
	})
}
