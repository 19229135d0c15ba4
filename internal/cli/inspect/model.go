package inspect

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/source"
)

// Version of the JSON below. Fields may be added within a version; nothing is renamed or removed.
const Version = 1

// Model is what `sqg inspect` prints; docs/inspect.schema.json is its schema.
type Model struct {
	Version int    `json:"version"`
	Units   []Unit `json:"units"`
}

// Unit is one entry of sql: for one engine, or the bare files of the command line.
type Unit struct {
	Name       string      `json:"name"`
	Engine     string      `json:"engine"`
	Migrations []Migration `json:"migrations"`
	Queries    []Query     `json:"queries"`
	Tables     []Table     `json:"tables"`
	Enums      []Enum      `json:"enums"` // those that columns and parameters are of, in name order
	Structs    []Struct    `json:"structs,omitempty"`
	Bulk       []Bulk      `json:"bulk"`
	Attached   []string    `json:"attached,omitempty"` // PostgreSQL databases that statements read as name.schema.table
}

// Migration is a schema change.
type Migration struct {
	ID   string `json:"id"`
	File string `json:"file"`
	Line int    `json:"line"`
	SQL  string `json:"sql"`
}

// Query is a QUERY or EXEC. SQL has its parameters as ${name}.
type Query struct {
	Name    string   `json:"name"`
	Kind    string   `json:"kind"`               // query or exec
	Result  string   `json:"result"`             // all, one or none
	Single  string   `json:"single,omitempty"`   // why it returns at most one row
	Found   bool     `json:"found,omitempty"`    // it returns at least one row, whatever the tables hold
	Demands bool     `json:"demanded,omitempty"` // :one!
	Page    bool     `json:"page,omitempty"`     // it returns its rows in pages
	Pluck   bool     `json:"pluck,omitempty"`
	Batch   bool     `json:"batch,omitempty"`
	Bulk    bool     `json:"bulk,omitempty"`
	Counts  bool     `json:"counts,omitempty"` // it inserts, updates or deletes rows
	Row     string   `json:"row,omitempty"`
	Doc     string   `json:"doc"`
	File    string   `json:"file"`
	Line    int      `json:"line"`
	SQL     string   `json:"sql"`
	Params  []Param  `json:"params"`
	Columns []Column `json:"columns"`

	Plan     string         `json:"plan,omitempty"`     // the engine's own, in a database without rows; of `sqg explain`
	Steps    []*engine.Step `json:"steps,omitempty"`    // of the plan
	Fallback string         `json:"fallback,omitempty"` // why no column could be proven NOT NULL
	Texts    []Text         `json:"texts,omitempty"`    // of `sqg inspect --texts`

	reads   *ir.Reads
	texts   int    // that it can have
	returns string // for people
}

// Text is one that the code of a generator may send for a statement, and nothing else but these.
type Text struct {
	Generator string `json:"generator"`
	SQL       string `json:"sql"` // of a file source its path stands as ${name}
}

// Label is a piece of SQL that the program may choose.
type Label struct {
	Label string `json:"label"`
	SQL   string `json:"sql"`
}

// Param is a parameter, in argument order.
type Param struct {
	Name       string  `json:"name"`
	Type       string  `json:"type"`
	Nullable   bool    `json:"nullable"`
	NullElems  bool    `json:"null_elements,omitempty"` // an array that may hold NULLs
	AsText     bool    `json:"as_text,omitempty"`       // no language has the type: what programs have is its text
	Column     string  `json:"column,omitempty"`        // the one it is stored into or compared with
	Sample     string  `json:"sample,omitempty"`        // the @set expression
	FileSource bool    `json:"file_source,omitempty"`
	Optional   bool    `json:"optional,omitempty"` // it may be left out, and then the parts of the statement with it are
	Flag       bool    `json:"flag,omitempty"`     // it is no value in the statement: parts of it are there where it is true
	Choices    []Label `json:"choices,omitempty"`  // it is no value in the statement, but one of these; the first is the default
}

// Column is a column of a result or of a table.
type Column struct {
	Name      string `json:"name"`
	Type      string `json:"type"`
	Nullable  bool   `json:"nullable"`
	NullElems bool   `json:"null_elements,omitempty"` // an array that may hold NULLs
	AsText    bool   `json:"as_text,omitempty"`       // no language has the type: what programs have is its text
	Why       string `json:"why,omitempty"`           // what proves or forbids NOT NULL
	Unsure    string `json:"unsure,omitempty"`        // declared, overflow or both: why values are checked while they are read
	Column    string `json:"column,omitempty"`        // the table column it comes from unchanged
	Identity  bool   `json:"identity,omitempty"`
	Generated bool   `json:"generated,omitempty"`
	Default   bool   `json:"default,omitempty"`
	Expr      string `json:"expression,omitempty"` // of a table: its default, or what it is computed by
	Doc       string `json:"doc,omitempty"`
	Row       string `json:"row,omitempty"` // of an object its type: its own columns follow, called object.column
}

// Table is a table of the unit's schema.
type Table struct {
	Name    string    `json:"name"` // with its schema where it is not the default one
	Columns []Column  `json:"columns"`
	Key     []string  `json:"key"`
	Foreign []Foreign `json:"foreign_keys,omitempty"`
	Strict  bool      `json:"strict,omitempty"`
	Doc     string    `json:"doc,omitempty"`
}

// Foreign is a foreign key.
type Foreign struct {
	Columns []string `json:"columns"`
	Table   string   `json:"table"` // with its schema where it is not the default one
	To      []string `json:"to"`
}

// Enum is an enumerated type.
type Enum struct {
	Name   string   `json:"name"` // with its schema where it is not the default one
	Labels []string `json:"labels"`
}

// Struct is a composite type.
type Struct struct {
	Name   string   `json:"name"` // with its schema where it is not the default one
	Fields []Column `json:"fields"`
}

// Bulk is a TABLE … :appender.
type Bulk struct {
	Name    string   `json:"name"`
	Table   string   `json:"table"`
	Row     string   `json:"row"`
	Doc     string   `json:"doc"`
	File    string   `json:"file"`
	Line    int      `json:"line"`
	Columns []Column `json:"columns"`
	Loads   []Load   `json:"loads,omitempty"` // one for each generator of the unit
}

// Load is how a generator's code gets the rows of an appender into their table.
type Load struct {
	Generator string `json:"generator"`
	Method    string `json:"method"`
	Why       string `json:"why"`
	SQL       string `json:"sql,omitempty"` // as far as it does not depend on the number of rows; "" where the driver writes by itself
}

// addLoads plans the appenders of a model for each of its unit's generators.
func (u *Unit) addLoads(m *ir.Model, gens []config.Gen) {
	for _, g := range gens {
		if len(m.Appenders) == 0 {
			continue
		}
		p, _ := plan.Build(m, g.Target, g.Options, "", "")
		for i, a := range p.Appenders {
			u.Bulk[i].Loads = append(u.Bulk[i].Loads,
				Load{Generator: g.Target.ID(), Method: a.Method(), Why: a.Why, SQL: a.Statement()})
		}
	}
}

// Of describes analysed units. Lists are never null, whatever is in them.
func Of(models []*ir.Model) Model {
	out := Model{Version: Version, Units: []Unit{}}
	for _, m := range models {
		u := Unit{
			Name: m.Name.SQL, Engine: m.Engine, Migrations: []Migration{}, Queries: []Query{}, Tables: []Table{},
			Enums: []Enum{}, Bulk: []Bulk{},
		}
		u.named(m)
		for _, a := range m.Attached {
			u.Attached = append(u.Attached, a.Name.SQL)
		}
		for _, g := range m.Migrations {
			file, line := place(g.Span)
			u.Migrations = append(u.Migrations, Migration{ID: g.ID, File: file, Line: line, SQL: g.SQL})
		}
		for _, q := range m.Queries {
			u.Queries = append(u.Queries, queryOf(q, m.Engine))
		}
		for _, t := range m.Tables {
			u.Tables = append(u.Tables, tableOf(t, m.Engine))
		}
		for _, a := range m.Appenders {
			file, line := place(a.Span)
			u.Bulk = append(u.Bulk, Bulk{
				Name: a.Name.SQL, Table: qualified(a.Table.Schema, a.Table.Name, m.Engine), Row: a.Row.Type(),
				Doc:  strings.Join(a.Doc, "\n"),
				File: file, Line: line, Columns: columnsOf(a.Row.Fields),
			})
		}
		out.Units = append(out.Units, u)
	}
	return out
}

func queryOf(q *ir.Query, of string) Query {
	out := Query{
		Name: q.Name.SQL, Kind: "query", Result: q.Result.String(), Found: q.Found, Single: q.Single,
		Demands: q.Demanded, Pluck: q.Pluck, Batch: q.Batch, Bulk: q.Many != nil, Counts: q.Counts,
		Doc: strings.Join(q.Doc, "\n"), SQL: sqlOf(q), Params: []Param{}, Columns: []Column{}, Fallback: q.Fallback,
		Plan: q.Plan, Steps: engine.Find(of).Steps(q.Plan), texts: ir.Texts(q.Terms()), reads: q.Reads,
	}
	out.File, out.Line = place(q.Span)
	if q.Result == ir.None {
		out.Kind = "exec"
	}
	out.Page = q.Page != nil
	for _, p := range q.Asked() {
		out.Params = append(out.Params, Param{
			Name: p.Name.SQL, Type: p.Type.SQL, Nullable: p.Nullable, NullElems: p.Type.ElemNullable,
			AsText: p.Type.Opaque(), Column: p.Source.String(), Sample: p.Sample, FileSource: p.FileSource,
			Optional: p.Optional, Flag: p.Flag,
			Choices: labelsOf(q, p),
		})
	}
	if q.Row != nil {
		out.Columns = columnsOf(q.Row.Named())
		if !q.Pluck {
			out.Row = q.Row.Type()
		}
	}
	out.returns = q.Returns(out.Row)
	return out
}

// labelsOf are what a choice may be.
func labelsOf(q *ir.Query, p ir.Param) []Label {
	if !p.Type.Choice() {
		return nil
	}
	labels := make([]Label, len(p.Type.Enum.Labels))
	for i, name := range p.Type.Enum.Labels {
		labels[i].Label = name
	}
	for i, c := range q.Conditions {
		at := slices.IndexFunc(q.SQL, func(part ir.Part) bool { return part.Need>>i&1 == 1 })
		if q.Params[c.Param].Name.SQL == p.Name.SQL && at >= 0 {
			labels[c.At].SQL = q.SQL[at].Text
		}
	}
	return labels
}

// sqlOf is the statement as the user wrote it.
func sqlOf(q *ir.Query) string {
	b := lines{query: q}
	for _, p := range q.SQL {
		if q.Page != nil { // the user writes the first page
			cursor := q.Cursors()
			if p.Need&cursor != 0 {
				continue
			}
			p.Without &^= cursor
		}
		text := p.Text
		if p.Param >= 0 {
			text = "${" + q.Params[p.Param].Name.SQL + "}"
		}
		b.write(text, p.Need, p.Without)
	}
	return b.end()
}

// lines are a statement's text, in which each line of an optional part says what it depends on.
type lines struct {
	query  *ir.Query
	text   strings.Builder
	said   string // what ends the line that is being written
	choice string // of which the last label was
}

func (l *lines) write(text string, need, without uint32) {
	said, choice := "", ""
	for i, c := range l.query.Conditions {
		p := l.query.Params[c.Param]
		name := p.Name.SQL
		switch needed := need>>i&1 == 1; {
		case needed && p.Type.Choice() && l.choice == name: // another label has said it
			return
		case needed && p.Type.Choice():
			text, choice = "${"+name+"}", name
		case needed:
			said += ", " + name
		}
		if without>>i&1 == 1 {
			said += ", !" + name
		}
	}
	l.choice = choice
	if said != "" {
		said = " --? " + said[len(", "):]
	}
	for line := range strings.SplitAfterSeq(text, "\n") {
		content, ended := strings.CutSuffix(line, "\n")
		if content != "" {
			l.said = said
		}
		l.text.WriteString(content)
		if ended {
			l.text.WriteString(l.said + "\n")
			l.said = ""
		}
	}
}

func (l *lines) end() string { return l.text.String() + l.said }

func columnsOf(fields []ir.Field) []Column {
	out := make([]Column, len(fields))
	for i, f := range fields {
		out[i] = Column{Name: f.Name.SQL, Type: f.Type.SQL, Nullable: f.Nullable, NullElems: f.Type.ElemNullable,
			AsText: f.Type.Opaque(), Why: f.Why, Unsure: unsure(f),
			Column: f.Source.String(), Doc: f.Doc}
		if f.Type.Kind == ir.Nested {
			out[i].Row = f.Type.Row.Type()
		}
	}
	return out
}

// unsure is what a column's type rests on, where the engine does not see to it.
func unsure(f ir.Field) string {
	switch {
	case f.Overflow && f.Declared:
		return "declared, overflow"
	case f.Overflow:
		return "overflow"
	case f.Declared:
		return "declared"
	}
	return ""
}

func tableOf(t *ir.Table, engine string) Table {
	out := Table{Name: qualified(t.Schema, t.Name, engine), Columns: []Column{}, Key: append([]string{}, t.Key...),
		Strict: t.Strict, Doc: t.Comment}
	for _, k := range t.Foreign {
		out.Foreign = append(out.Foreign, Foreign{k.Columns, qualified(k.Schema, ir.NewName(k.Table), engine), k.To})
	}
	for _, c := range t.Columns {
		out.Columns = append(out.Columns, Column{
			Name: c.Name.SQL, Type: c.Type.SQL, Nullable: c.Nullable, NullElems: c.Type.ElemNullable, Why: c.Why,
			Unsure:   unsure(c.Field),
			Identity: c.Identity, Generated: c.Generated, Default: c.HasDefault, Expr: c.Default,
			Doc: cmp.Or(c.Comment, c.Doc),
		})
	}
	return out
}

func qualified(schema string, name ir.Name, engineName string) string {
	if schema == "" || schema == engine.Find(engineName).Schema {
		return name.SQL
	}
	return schema + "." + name.SQL
}

// named lists the enumerated and composite types of a model's tables and statements.
func (u *Unit) named(m *ir.Model) {
	var named ir.Named
	for _, t := range m.Tables {
		for i := range t.Columns {
			named.Add(&t.Columns[i].Type)
		}
	}
	for _, q := range m.Queries {
		for i := range q.Params {
			named.Add(&q.Params[i].Type)
		}
		if q.Row != nil {
			for i := range q.Row.Fields {
				named.Add(&q.Row.Fields[i].Type)
			}
		}
	}
	for _, e := range named.Enums {
		u.Enums = append(u.Enums, Enum{Name: qualified(e.Schema, e.Name, m.Engine), Labels: e.Labels})
	}
	for _, t := range slices.Concat(named.Structs, named.Unions) {
		u.Structs = append(u.Structs, Struct{Name: qualified(t.Schema, t.Name, m.Engine), Fields: columnsOf(t.Fields)})
	}
	slices.SortFunc(u.Enums, func(a, b Enum) int { return strings.Compare(a.Name, b.Name) })
	slices.SortFunc(u.Structs, func(a, b Struct) int { return strings.Compare(a.Name, b.Name) })
}

func place(s source.Span) (file string, line int) {
	if s.File == nil {
		return "", 0
	}
	line, _ = s.File.Position(s.Start)
	return s.File.Path, line
}
