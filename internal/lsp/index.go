package lsp

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// addIndex is the command that adds an index for a statement.
const addIndex = "sqg.index"

// OfColumn is its argument: a column that the statement compares.
type OfColumn struct {
	OfStatement
	Schema string `json:"schema,omitempty"`
	Table  string `json:"table,omitempty"`
	Column string `json:"column,omitempty"`
}

// indexings are the commands that add an index on a column that a statement compares at a place, or, at its annotation,
// anywhere. Whether the engine would use it is found out once one is chosen.
func (s *Server) indexings(v *view, b *syntax.Block, at int) (list []CodeAction) {
	if !s.edits || !v.engine.Indexes || v.query(b) == nil || v.lastMigration() == nil {
		return nil
	}
	statements, _ := v.statements(b)
	seen := map[target]bool{}
	for _, i := range compared(statements[0]) {
		w := statements[0][i]
		t, found := v.meant(statements[0], i, v.uses(statements[0]))
		if !found || t.column == "" || t.table.View || seen[t] || len(t.table.Key) > 0 && t.table.Key[0] == t.column ||
			at > b.Span.End && (at < w.start || w.end < at) {
			continue
		}
		seen[t] = true
		title := "Add an index on " + t.table.Name.SQL + " (" + t.column + ")"
		list = append(list, CodeAction{Title: title, Kind: rewrite, Command: &Command{title, addIndex,
			[]any{OfColumn{OfStatement{v.doc.uri, b.Name}, t.table.Schema, t.table.Name.SQL, t.column}}}})
	}
	return list
}

// compared are the names that WHERE or ON compares with something, by their indexes.
func compared(words []word) (list []int) {
	clauses := []bool{false} // whether it is such a clause, of each pair of parentheses that is open
	for i, w := range words {
		in := &clauses[len(clauses)-1]
		switch {
		case w.text == "(":
			clauses = append(clauses, *in)
		case w.text == ")" && len(clauses) > 1:
			clauses = clauses[:len(clauses)-1]
		case w.is("WHERE", "ON"):
			*in = true
		case w.is("SELECT", "SET", "FROM", "GROUP", "HAVING", "ORDER", "VALUES", "RETURNING", "DO", "JOIN"):
			*in = false
		case *in && w.name && (i+1 < len(words) && words[i+1].is("=", "<", ">", "IN", "BETWEEN") ||
			words[i-1].text == "=" || i > 2 && words[i-1].text == "." && words[i-3].text == "="):
			list = append(list, i)
		}
	}
	return list
}

// indexForms are ways to make an index: the modifier of the migration, and what stands behind CREATE INDEX. Those
// behind the first are PostgreSQL's, for what the first locks.
var indexForms = []struct{ modifier, how string }{{"", ""}, {" :no_transaction", "CONCURRENTLY IF NOT EXISTS "}}

// indexed asks the editor to add a migration that makes an index, if the engine's plan of the statement has it then.
func (s *Server) indexed(ctx context.Context, of OfColumn) error {
	v, err := s.view(ctx, of.URI)
	if err != nil {
		return err
	}
	var t *ir.Table
	if v != nil {
		if i := slices.IndexFunc(v.tables, func(t *ir.Table) bool {
			return t.Schema == of.Schema && t.Name.SQL == of.Table
		}); i >= 0 {
			t = v.tables[i]
		}
	}
	if t == nil || v.lastMigration() == nil {
		return overtaken
	}
	var adds edit
	if err := s.ask(ctx, v.project, func(a asking) error {
		adds, err = v.index(a, of, t)
		return err
	}); err != nil {
		return err
	}
	at := s.location(adds.at)
	var answer ApplyEditResult
	err = s.conn.Call(ctx, "workspace/applyEdit", ApplyEditParams{"Add an index",
		WorkspaceEdit{map[string][]TextEdit{at.URI: {{at.Range, adds.text}}}}}, &answer)
	if err == nil && !answer.Applied {
		err = errors.New("the editor has not added the index: " + answer.Reason)
	}
	return err
}

// planned is the engine's plan of a statement, and what else a run says.
func (v *view) planned(a asking, name string, opts compile.Options) (string, *compile.Result) {
	opts.Plan = name
	r := compile.Models(a.engines, a.config, "", opts)
	for _, m := range r.Models {
		for _, q := range m.Queries {
			if m.Name.SQL == v.unit.Name && m.Engine == v.engine.Name && q.Name.SQL == name {
				return q.Plan, r
			}
		}
	}
	return "", r
}

// index is the migration that makes an index which the plan of a statement has then.
func (v *view) index(a asking, of OfColumn, t *ir.Table) (edit, error) {
	name := strings.ReplaceAll(of.Table+"_by_"+of.Column, `"`, "")
	planned := func(texts map[string]string) (string, *compile.Result) {
		opts := a.options(texts)
		opts.Review = true
		return v.planned(a, of.Name, opts)
	}
	plan, before := planned(nil)
	if names(plan, name) { // which IF NOT EXISTS would take for a new one
		return edit{}, fmt.Errorf("%s has the index %s in its plan of %s already", v.engine.Title, name, of.Name)
	}
	var wrong diag.Diagnostic
	for _, form := range indexForms {
		adds := v.migration(v.lastMigration(), v.nextID(name)+form.modifier, "CREATE INDEX "+form.how+
			v.written(name)+" ON "+v.qualified(t)+" ("+v.written(of.Column)+");")
		texts, err := a.with([]edit{adds})
		if err != nil {
			return edit{}, err
		}
		plan, after := planned(texts)
		d, is := worse(before, after, diag.Warning)
		switch {
		case !is && names(plan, name):
			return adds, nil
		case !is:
			return edit{}, fmt.Errorf("%s does not use an index on %s (%s) for %s: its plan is then\n%s", v.engine.Title,
				of.Table, of.Column, of.Name, plan)
		case wrong.Msg == "":
			wrong = d
		}
	}
	return edit{}, fmt.Errorf("with an index on %s (%s), %s", of.Table, of.Column, where(wrong))
}

// names reports whether a plan has an index of this name, and not of a longer one.
func names(plan, name string) bool {
	return regexp.MustCompile(`(^|[^\pL\pN_])` + regexp.QuoteMeta(name) + `($|[^\pL\pN_])`).MatchString(plan)
}
