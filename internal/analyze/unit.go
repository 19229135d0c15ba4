// Package analyze turns a unit's blocks into a model: it asks the engine what each statement returns and takes, and
// adds what the user said.
package analyze

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// Input is a unit after parsing.
type Input struct {
	Name       ir.Name
	Engine     *engine.Info
	Files      []File
	Blocks     []*syntax.Block     // of all files, in order
	Sources    map[string]string   // file sources by name: the path that stands for ${sources_name} during analysis
	Databases  map[string]Database // sources that are databases, by name
	Finite     bool                // no column holds infinity as a date or time
	Reads      bool                // which queries only read is asked for
	PlainRows  bool                // a driver reads no lists and no ranges in a row that a statement makes
	AsWritten  bool                // stars stay in what a program sends
	NoModels   bool                // statements share no row type but by :result=
	Rename     []Named             // tables that are called otherwise in the names of their types
	Registered []string            // what programs register with SQLite, for people
	Extensions []string            // DuckDB's, that statements need
	Views      bool                // the schema's views shall be in the model
	Plan       string              // the statement whose plan shall be in the model; "" for none
	With       []string            // what is given where that plan is made, as of ir.Given
	Try        func(Tried)         // takes the statement of that plan, to run it; nil for no one to take it
	Step       func()              // called after each statement, for progress; may be nil
	Until      context.Context     // ends the analysis between two statements; nil for never
}

// File is a source file of a unit.
type File struct {
	Name string // as the config names it
	Path string // as spans have it
}

// applied are the kinds of schema blocks, in the order in which they are applied.
var applied = []syntax.Kind{syntax.Baseline, syntax.Migrate, syntax.Testdata}

// Schema applies the unit's schema blocks to the scratch database: BASELINE, then MIGRATE, then TESTDATA. It stops at
// the first error, since every later one could follow from it.
func Schema(ctx context.Context, s engine.Session, blocks []*syntax.Block, sources Databases) []diag.Diagnostic {
	if ds := duplicateIDs(blocks); len(ds) > 0 {
		return ds
	}
	attached := map[string]bool{}
	reviewed := 0 // so many blocks: an annotation speaks for the migrations before it as well
	for i, b := range blocks {
		if b.Mods.Reviewed {
			reviewed = i + 1
		}
	}
	for _, kind := range applied {
		for i, b := range blocks {
			var d *diag.Diagnostic
			switch name := b.Mods.Source; {
			case b.Kind != kind || attached[name]:
			case name != "":
				attached[name] = true
				d = sources.attach(ctx, s, name, of(blocks, name))
			default:
				d = apply(ctx, s, b, sources, i >= reviewed)
			}
			if d != nil {
				return []diag.Diagnostic{*d}
			}
		}
	}
	return nil
}

// apply runs a block's script, as a superuser where the user says so; nil where it did. Where warn is set, it warns of
// what a migration does to programs that run meanwhile.
func apply(ctx context.Context, s engine.Session, b *syntax.Block, sources Databases, warn bool) *diag.Diagnostic {
	run := func(ctx context.Context) error {
		if b.Kind == syntax.Migrate && sources.Migrated {
			m := engine.Migration{Script: b.Script, Alone: b.Mods.NoTransaction}
			if warn && sources.Warn != nil {
				m.Warn = func(w engine.Warning) {
					sources.Warn(diag.Diagnostic{Code: diag.BusyTable, Severity: diag.Warning,
						Span: b.MapScript(w.Offset), Msg: w.Msg, Hint: w.Hint})
				}
			}
			return s.Migrate(ctx, m)
		}
		return s.Apply(ctx, b.Script)
	}
	if k, ok := s.(engine.Keeper); ok && b.Kind == syntax.Migrate {
		run = withSettings(k, run)
	}
	if e, ok := s.(engine.Elevator); ok && b.Name != "" && slices.Contains(sources.Unsafe, b.Name) {
		plain := run
		run = func(ctx context.Context) error { return e.Elevated(ctx, plain) }
	}
	err := run(ctx)
	if err == nil {
		return nil
	}
	d := interrupted
	if ctx.Err() == nil {
		d = engineError(err, diag.SchemaError, b.Span, b.MapScript)
	}
	return &d
}

// withSettings gives the session its settings back after a script, as programs do after each migration.
func withSettings(s engine.Keeper, run func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		restore, err := s.Settings(ctx)
		if err != nil {
			return err
		}
		if err := run(ctx); err != nil {
			return err
		}
		return restore(ctx)
	}
}

func duplicateIDs(blocks []*syntax.Block) []diag.Diagnostic {
	var ds []diag.Diagnostic
	first := map[string]*syntax.Block{}
	for _, b := range blocks {
		if b.Kind != syntax.Migrate {
			continue
		}
		if f, ok := first[b.Name]; ok {
			ds = append(ds, diag.Diagnostic{
				Code: diag.DuplicateID, Span: b.NameSpan, Msg: "there is a migration " + b.Name + " already",
				Hint:  "a database records migrations by id: give each its own",
				Notes: []diag.Note{{Span: f.NameSpan, Msg: "the first one"}},
			})
			continue
		}
		first[b.Name] = b
	}
	return ds
}

// unread is why the schema cannot be read back: a view in it that does not resolve, at the place where it is made.
func unread(err error, in Input) diag.Diagnostic {
	var e *engine.Error
	if !errors.As(err, &e) {
		return diag.Diagnostic{Code: diag.Internal, Msg: "cannot read the schema back: " + err.Error()}
	}
	for _, b := range slices.Backward(in.Blocks) {
		for _, c := range in.Engine.Dialect.Split(b.Script) {
			text := b.Script[c.Start:c.End]
			if len(c.Words) == 0 || c.Words[0] != "CREATE" || !strings.Contains(text, e.View) {
				continue
			}
			if at := len(text) - e.Offset; e.Offset >= 0 && at >= 0 { // counted from the end, since engines rewrite the head
				return engineError(err, diag.SchemaError, b.Span,
					func(int) source.Span { return b.MapScript(c.Start + at) })
			}
			return engineError(err, diag.SchemaError, b.MapScript(c.Start), b.MapScript)
		}
	}
	return diag.Diagnostic{Code: diag.SchemaError, Msg: e.Msg, Hint: e.Hint}
}

// views are the views of the schema, with the columns that a query of each has.
func views(ctx context.Context, s engine.Session) ([]*ir.Table, error) {
	list, err := s.Views(ctx)
	if err != nil {
		return nil, err
	}
	var out []*ir.Table
	for _, v := range list {
		d, err := s.Describe(ctx, engine.Stmt{SQL: "SELECT * FROM " + ir.Quote(v.Schema) + "." + ir.Quote(v.Name.SQL)})
		if e := (*engine.Error)(nil); errors.As(err, &e) {
			continue // it cannot be read
		}
		if err != nil {
			return nil, err
		}
		of := *v
		for _, c := range d.Columns {
			of.Columns = append(of.Columns, ir.TableColumn{Field: ir.Field{Name: ir.NewName(c.Name), Column: c.Name,
				Type: c.Type, Nullable: c.Nullable, Why: c.Why, Source: c.Source, Declared: c.Declared}})
		}
		out = append(out, &of)
	}
	return out, nil
}

// Unit analyses every statement and table of a unit whose schema has been applied.
func Unit(ctx context.Context, s engine.Session, in Input) (*ir.Model, []diag.Diagnostic) {
	tables, err := s.Tables(ctx)
	if err != nil {
		return nil, []diag.Diagnostic{unread(err, in)}
	}
	u := &unit{Input: in, ctx: ctx, session: s,
		model: &ir.Model{Name: in.Name, Engine: in.Engine.Name, Tables: copied(tables), Extensions: in.Extensions,
			Registered: in.Registered}}
	for _, f := range in.Files {
		u.model.Files = append(u.model.Files, f.Name)
	}
	if in.Views {
		if u.model.Views, err = views(ctx, s); err != nil {
			return nil, []diag.Diagnostic{unread(err, in)}
		}
	}
	u.nameTables()
	for _, b := range in.Blocks {
		switch {
		case b.Broken: // reported by the parser
		case b.Mods.Source != "":
			u.attached(b)
		case b.Kind == syntax.Migrate:
			u.model.Migrations = append(u.model.Migrations, Migration(b, in.Engine.Dialect))
		case b.Kind == syntax.Table: // before the queries, which may share the tables' row types
			u.appender(b)
		}
	}
	u.model.Scripts = scripts(in.Blocks, in.Engine.Dialect)
	names := map[string]source.Span{}
	for _, q := range u.model.Queries { // of :upsert
		names[q.Name.SQL] = q.Span
	}
	for _, b := range in.Blocks {
		if b.Kind != syntax.Query && b.Kind != syntax.Exec {
			continue
		}
		if first, ok := names[b.Name]; ok {
			u.report(diag.Diagnostic{
				Code: diag.DuplicateName, Span: b.NameSpan, Msg: "there is a statement " + b.Name + " already",
				Hint:  "each statement becomes a method: give it a name of its own",
				Notes: []diag.Note{{Span: first, Msg: "the first one"}},
			})
			continue
		}
		names[b.Name] = b.NameSpan
		if b.Broken {
			continue
		}
		if ctx.Err() != nil || in.Until != nil && in.Until.Err() != nil {
			return nil, []diag.Diagnostic{interrupted}
		}
		u.statement(b)
		if n := len(u.diags); n > 0 && u.diags[n-1].Code == diag.Environment {
			return nil, u.diags // what failed for one statement fails for all
		}
		if in.Step != nil {
			in.Step()
		}
	}
	u.rowTypes()
	nameTypes(u.model)
	return u.model, u.diags
}

// Migration is what a program has of a MIGRATE block.
func Migration(b *syntax.Block, dialect syntax.Dialect) ir.Migration {
	m := ir.Migration{ID: b.Name, SQL: b.Script, Canonical: dialect.Canonical(b.Script), Was: b.Mods.Was,
		Span: b.NameSpan}
	commands := statements(b, dialect)
	if len(commands) == 0 {
		m.SQL += "\n" + dialect.Nothing
	}
	if b.Mods.NoTransaction {
		m.Statements = commands
	}
	return m
}

// statements are those of a script.
func statements(b *syntax.Block, dialect syntax.Dialect) (list []string) {
	for _, c := range dialect.Split(b.Script) {
		list = append(list, b.Script[c.Start:c.End])
	}
	return list
}

// scripts are the blocks that make the unit's own database.
func scripts(blocks []*syntax.Block, dialect syntax.Dialect) (list []ir.Script) {
	for _, kind := range applied {
		for _, b := range blocks {
			if b.Kind == kind && !b.Broken && b.Mods.Source == "" {
				list = append(list, ir.Script{Migrates: kind == syntax.Migrate, Statements: statements(b, dialect)})
			}
		}
	}
	return list
}

// copied are tables that a model may change: a session keeps its own for the next.
func copied(tables []*ir.Table) []*ir.Table {
	out := make([]*ir.Table, len(tables))
	for i, t := range tables {
		c := *t
		c.Columns = slices.Clone(t.Columns)
		out[i] = &c
	}
	return out
}

var interrupted = diag.Diagnostic{Code: diag.Environment, Msg: "interrupted"}

type unit struct {
	Input
	ctx      context.Context
	session  engine.Session
	model    *ir.Model
	diags    []diag.Diagnostic
	returned []returned
	called   map[*ir.Table]ir.Name // what tables are called in the names of their types
	made     []makes               // tables that statements make, in the order of the file
}

// file is the name of the source file that a block stands in.
func (u *unit) file(b *syntax.Block) string {
	i := slices.IndexFunc(u.Files,
		func(f File) bool { return b.NameSpan.File != nil && f.Path == b.NameSpan.File.Path })
	if i < 0 {
		return ""
	}
	return u.Files[i].Name
}

func (u *unit) report(d diag.Diagnostic) { u.diags = append(u.diags, d) }

// engineError maps an engine's error to the user's own text; at says where a byte of the SQL that the engine saw stands
// in the file, and whole is the place to point to where the engine did not say. Any other error is not the SQL's.
func engineError(err error, code diag.Code, whole source.Span, at func(offset int) source.Span) diag.Diagnostic {
	var e *engine.Error
	switch {
	case errors.Is(err, context.Canceled):
		return interrupted
	case !errors.As(err, &e):
		return diag.Diagnostic{Code: diag.Environment, Span: whole, Msg: "the database failed: " + err.Error()}
	}
	d := diag.Diagnostic{Code: code, Span: whole, Msg: e.Msg, Hint: e.Hint}
	switch {
	case e.Forbidden:
		d.Code = diag.ForbiddenSQL
	case e.Untyped:
		d.Code = diag.UntypedParam
	}
	if e.Offset >= 0 {
		d.Span = at(e.Offset)
	}
	return d
}
