package inspect

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
)

// Explanation is what `sqg explain` prints: the parts of the model that a name means, and what becomes of them.
type Explanation struct {
	Version    int         `json:"version"`
	Statements []Statement `json:"statements"`
	Tables     []Appended  `json:"tables"`
}

// Appended is a table of the model with an appender.
type Appended struct {
	Unit   string `json:"unit"`
	Engine string `json:"engine"`
	Bulk
}

// Statement is a query of the model with its final SQL.
type Statement struct {
	Unit   string `json:"unit"`
	Engine string `json:"engine"`
	Query
	With    []string `json:"with,omitempty"` // what is given in the texts of targets and in the plan
	Targets []Target `json:"targets"`
}

// Target is a statement as the code of a generator sends it.
type Target struct {
	Generator string   `json:"generator"`
	SQL       string   `json:"sql"`
	Binds     []string `json:"binds"` // the parameters in the order of the placeholders
	Bulk      *Many    `json:"bulk,omitempty"`
}

// Many is how the method of :bulk runs for many rows.
type Many struct {
	Strategy string   `json:"strategy"`           // unnest; unnest, copy; any; lateral; each for each row by itself; or each, sorted
	SQL      string   `json:"sql,omitempty"`      // the one statement for many rows
	Rounds   string   `json:"rounds,omitempty"`   // the one that runs instead where a key comes twice; that changes nothing then
	Distinct bool     `json:"distinct,omitempty"` // the program tells beforehand that no key comes twice
	Why      string   `json:"why"`
	Staged   []string `json:"staged,omitempty"`  // the statements of a call that brings more rows through a table
	Assumes  []string `json:"assumes,omitempty"` // why it means what a call for each row means
}

// ExplainCommand makes `sqg explain`.
func ExplainCommand(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "explain NAME [sqg.yaml | --engine E FILE.sql…]",
		Short: "Print what becomes of a statement or table",
		Long: "Print what becomes of a statement, or of a table with an appender: where it stands, its parameters and columns, what\n" +
			"proves which of them NOT NULL, the final SQL of each generator, and how rows get into the table and why so.",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return &app.UsageError{Msg: "explain what?",
					Hint: "name a statement or a table, as in `sqg explain get_user`"}
			}
			return nil
		},
	}
	engine := cmd.Flags().String("engine", "",
		"the engine of bare SQL files, or of units without gen: ("+strings.Join(engines(), ", ")+")")
	generator := cmd.Flags().StringP("generator", "g", "", "only this `generator`, as sqg.yaml has it")
	with := cmd.Flags().StringSlice("with", nil,
		"the text and the plan of a statement with optional parts and choices where `name,sort=newest` are given, and nothing else")
	app.TrustFlag(cmd, a)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		asked := question{name: args[0], engine: *engine, generator: *generator}
		if cmd.Flags().Changed("with") {
			asked.with = append([]string{}, *with...)
		}
		return explain(cmd.Context(), a, asked, args[1:])
	}
	return cmd
}

// question is what to explain; with is nil for the text with all of its parts.
type question struct {
	name, engine, generator string
	with                    []string
}

func explain(ctx context.Context, a *app.App, asked question, args []string) error {
	models, units, err := load(ctx, a, "explain", args, asked)
	if err != nil {
		return err
	}
	e, err := Explain(models, units, asked.name, asked.generator, asked.with)
	if err != nil {
		return err
	}
	if a.JSON {
		a.WriteJSON(e, "  ")
		return nil
	}
	for i, s := range e.Statements {
		s.print(a.Out, i > 0)
	}
	for i, b := range e.Tables {
		b.print(a.Out, i+len(e.Statements) > 0)
	}
	return nil
}

// Explain is what becomes of what a name means, in the code of one generator, or with "" of all; with is nil for texts
// with all of their parts. The plan is that of the models.
func Explain(models []*ir.Model, units []config.Unit, name, generator string, with []string) (Explanation, error) {
	units, err := only(units, generator)
	if err != nil {
		return Explanation{}, err
	}
	e := Explanation{Version: Version, Statements: []Statement{}, Tables: []Appended{}}
	var names []string
	for i, u := range describe(models, units).Units {
		m, gens := models[i], gensOf(models[i], units)
		for n, q := range u.Queries {
			names = append(names, q.Name)
			if q.Name == name {
				if err := q.takes(with); err != nil {
					return Explanation{}, err
				}
				e.Statements = append(e.Statements,
					Statement{Unit: u.Name, Engine: u.Engine, Query: q, With: with, Targets: targets(m, n, gens, with)})
			}
		}
		for _, b := range u.Bulk {
			names = append(names, b.Table)
			if b.Table == name || b.Name == name {
				e.Tables = append(e.Tables, Appended{Unit: u.Name, Engine: u.Engine, Bulk: b})
			}
		}
	}
	if len(e.Statements)+len(e.Tables) == 0 {
		return e, &app.UsageError{Msg: "there is no statement `" + name + "`, nor a table with an appender",
			Hint: app.DidYouMean(name, names, "`sqg inspect` lists them")}
	}
	return e, nil
}

// only keeps one generator of the units; "" keeps all.
func only(units []config.Unit, generator string) ([]config.Unit, error) {
	if generator == "" {
		return units, nil
	}
	var known []string
	out := slices.Clone(units)
	found := false
	for i := range out {
		out[i].Gens = slices.DeleteFunc(slices.Clone(out[i].Gens), func(g config.Gen) bool {
			known = append(known, g.Target.ID())
			return g.Target.ID() != generator
		})
		found = found || len(out[i].Gens) > 0
	}
	if !found {
		return nil, &app.UsageError{Msg: "there is no generator `" + generator + "` in sqg.yaml",
			Hint: app.DidYouMean(generator, known, "there is "+strings.Join(known, ", "))}
	}
	return out, nil
}

// takes reports what is none of a statement's optional parameters, flags and labels of choices.
func (q Query) takes(given []string) error {
	var known []string
	for _, p := range q.Params {
		if p.Optional || p.Flag {
			known = append(known, p.Name)
		}
		for _, l := range p.Choices {
			known = append(known, p.Name+"="+l.Label)
		}
	}
	labels := map[string]string{}
	for _, g := range given {
		if name, label, labelled := strings.Cut(g, "="); labelled {
			if other := labels[name]; other != "" {
				return &app.UsageError{Msg: name + " is one of its labels, and not both " + other + " and " + label}
			}
			labels[name] = label
		}
		if !slices.Contains(known, g) {
			other := "nothing of it may be left out"
			if len(known) > 0 {
				other = "there is " + strings.Join(known, ", ")
			}
			return &app.UsageError{Msg: "`" + g + "` is nothing that may be given to " + q.Name + ", or left out",
				Hint: app.DidYouMean(g, known, other)}
		}
	}
	return nil
}

// targets are the final SQL of a model's nth statement; with nil, all of its parts.
func targets(m *ir.Model, n int, gens []config.Gen, with []string) []Target {
	out := []Target{}
	for _, g := range gens {
		p, _ := plan.Build(m, g.Target, g.Options, "", "")
		for _, method := range p.Methods {
			if method.Name.SQL != m.Queries[n].Name.SQL {
				continue
			}
			t := Target{Generator: g.Target.ID(), Binds: []string{}}
			binds := method.Binds
			if (with != nil || method.Page != nil) && method.Optional() {
				t.SQL, binds = method.Chosen(ir.Given(method.Terms(), append([]string{}, with...)), p.Numbered())
			} else {
				t.SQL = textOf(method)
			}
			for _, b := range binds {
				t.Binds = append(t.Binds, method.Params[b].Name.SQL)
			}
			if m := method.Bulk; m != nil {
				t.Bulk = bulkOf(m)
			}
			out = append(out, t)
		}
	}
	return out
}

// textOf is the SQL of a method, in which each line of an optional part says what it depends on.
func textOf(m *plan.Method) string {
	text := lines{query: m.Query}
	for _, piece := range m.Text {
		sql := piece.SQL
		if piece.Source >= 0 {
			sql += "${" + m.Params[piece.Source].Name.SQL + "}"
		}
		if piece.Bind > 0 { // of which there may be fewer before it
			sql += "?"
		}
		text.write(sql, piece.Need, piece.Without)
	}
	return text.end()
}

// bulkOf is how a method of :bulk runs, with its statements.
func bulkOf(m *plan.Bulk) *Many {
	out := &Many{Strategy: m.Strategy(), Why: m.Why, Assumes: m.Assumes}
	switch way := m.Way.(type) {
	case *plan.Lists:
		if out.SQL = way.Plain; out.SQL == "" {
			out.SQL = way.InRounds
		} else if way.InRounds != "" {
			out.Rounds, out.Distinct = way.InRounds, way.Key != nil
		}
		if t := way.Staged; t != nil {
			out.Staged = []string{t.Create, t.Load.Statement(), t.SQL, t.Drop}
		}
	case *plan.Sourced:
		load := way.Load.Load.(*plan.Source)
		out.SQL = load.SQL + "…" + load.After
	case *plan.Joined:
		out.SQL = way.SQL
		out.Staged = slices.Concat([]string{way.Create, way.Load.Statement()}, way.Keyed.Statements(way.From),
			[]string{way.Drop})
	case *plan.Scanned:
		out.SQL, out.Staged = way.All.String(), way.Keyed.Statements("…")
	case *plan.Lookup:
		out.SQL = way.SQL
	}
	return out
}

// choices prints what parameters stand for.
func choices(w io.Writer, params []Param) {
	for _, p := range params {
		t := section(w, "choices of "+p.Name, len(p.Choices))
		for i, l := range p.Choices {
			extra := ""
			if i == 0 {
				extra = "default"
			}
			fmt.Fprintf(t, "  %s\t%s\t%s\n", l.Label, l.SQL, extra)
		}
		t.Flush()
	}
}

func (s Statement) print(w io.Writer, again bool) {
	if again {
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "%s %s  %s:%d  unit %s, %s\n", strings.ToUpper(s.Kind), s.Name, s.File, s.Line, s.Unit, s.Engine)
	fmt.Fprintln(w, "returns "+s.returns)
	for _, line := range ir.Proofs(s.Single, s.Fallback, s.reads) {
		fmt.Fprintln(w, line)
	}
	fmt.Fprintf(w, "\n%s\n", indented(s.SQL))
	switch {
	case len(s.With) > 0:
		fmt.Fprintln(w, "\ntexts and plan where this is given, and nothing else: "+strings.Join(s.With, ", "))
	case s.With != nil:
		fmt.Fprintln(w, "\ntexts and plan where nothing is given")
	}
	t := section(w, "parameters", len(s.Params))
	for _, p := range s.Params {
		extra := p.Column
		if p.FileSource {
			extra = "file source"
		}
		if p.Sample != "" {
			extra += "  sample " + p.Sample
		}
		if p.Optional {
			extra += "  may be left out"
		}
		if p.Flag {
			extra = "flag"
		}
		fmt.Fprintf(t, "  %s\t%s\t%s\t%s\n", p.Name, p.Type, ir.Nullness(p.Nullable), strings.TrimSpace(extra))
	}
	t.Flush()
	if s.Page {
		fmt.Fprintln(w, "\nthe text of a page behind a cursor, and of one before it: --with after, --with before")
	}
	choices(w, s.Params)
	if s.texts > 1 {
		fmt.Fprintf(w, "\n%d combinations of what may be left out or chosen, each prepared\n", s.texts)
	}
	columns(w, s.Columns)
	texts(w, s.Params, s.Columns)
	if s.Plan != "" {
		fmt.Fprintf(w, "\n%s's plan, in a database without rows\n%s\n", engine.Find(s.Engine).Title, indented(s.Plan))
	}
	for _, t := range s.Targets {
		fmt.Fprintf(w, "\n%s\n%s\n", t.Generator, indented(t.SQL))
		if len(t.Binds) > 0 {
			fmt.Fprintf(w, "  binds %s\n", strings.Join(t.Binds, ", "))
		}
		if m := t.Bulk; m != nil {
			fmt.Fprintf(w, "\n%s :bulk: %s (%s)\n", t.Generator, m.Strategy, m.Why)
			for _, a := range m.Assumes {
				fmt.Fprintln(w, "  as "+a)
			}
			if m.SQL != "" {
				fmt.Fprintf(w, "%s\n", indented(m.SQL))
			}
			if m.Rounds != "" {
				when := "where that changes nothing, as it does if a key comes twice"
				if m.Distinct {
					when = "where a key comes twice, as the program finds out"
				}
				fmt.Fprintf(w, "\n  %s\n%s\n", when, indented(m.Rounds))
			}
			for _, sql := range m.Staged {
				fmt.Fprintf(w, "\n%s\n", indented(sql))
			}
		}
	}
}

func (b Appended) print(w io.Writer, again bool) {
	if again {
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "TABLE %s :appender  %s:%d  unit %s, %s\ntakes rows as %s\n", b.Table, b.File, b.Line, b.Unit,
		b.Engine, b.Row)
	columns(w, b.Columns)
	texts(w, nil, b.Columns)
	for _, l := range b.Loads {
		fmt.Fprintf(w, "\n%s: %s (%s)\n", l.Generator, l.Method, l.Why)
		if l.SQL != "" {
			fmt.Fprintln(w, indented(l.SQL))
		}
	}
}

func columns(w io.Writer, list []Column) {
	t := section(w, "columns", len(list))
	for _, c := range list {
		fmt.Fprintf(t, "  %s\t%s\t%s\t%s\n", c.Name, cmp.Or(c.Row, c.Type), ir.Nullness(c.Nullable), c.Why)
	}
	t.Flush()
}

// texts says what programs have as text because no language has its type.
func texts(w io.Writer, params []Param, list []Column) {
	var names []string
	for _, p := range params {
		if p.AsText {
			names = append(names, p.Name)
		}
	}
	for _, c := range list {
		if c.AsText && !slices.Contains(names, c.Name) {
			names = append(names, c.Name)
		}
	}
	if len(names) > 0 {
		fmt.Fprintln(w,
			"as text, because no language has the type, and unless an override says more: "+strings.Join(names, ", "))
	}
}

func section(w io.Writer, title string, n int) *tabwriter.Writer {
	if n > 0 {
		fmt.Fprintf(w, "\n%s\n", title)
	}
	return tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
}

func indented(sql string) string { return "  " + strings.ReplaceAll(sql, "\n", "\n  ") }
