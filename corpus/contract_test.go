package corpus

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/golden"
	"github.com/sqg-dev/sqg/internal/ir"
)

// contract is FEATURE/ENGINE.expected.json: what the statements of the file beside it return. See README.md.
type contract struct {
	Settings   []string             `json:"settings,omitempty"`   // statements before the migrations, for every connection
	Elsewhere  map[string]string    `json:"elsewhere,omitempty"`  // statements that no step calls, and why
	Statements map[string]signature `json:"statements,omitempty"` // written by the test
	Cases      []testCase           `json:"cases"`
}

type signature struct {
	Result  string   `json:"result"`            // count, rows, row or pages; values, value or pages of values for what is plucked
	Params  []string `json:"params,omitempty"`  // name and type
	Columns []any    `json:"columns,omitempty"` // name and type; of an object its own
	At      []int    `json:"at,omitempty"`      // where its columns stand in the row, if not in this order
	Found   bool     `json:"found,omitempty"`   // of row and value: there is always one
	Sure    bool     `json:"sure,omitempty"`    // that there is none is an error
	Apart   bool     `json:"apart,omitempty"`   // of rows: those of one list may stand apart, so that there is no iterator
	Changes bool     `json:"changes,omitempty"` // it returns rows that it changes: to ask again is not the same
}

type testCase struct {
	Case     string            `json:"case"`
	TestData bool              `json:"testdata,omitempty"`
	Gaps     map[string]string `json:"gaps,omitempty"` // by the start of a generator's name: why it fails there
	Steps    []*step           `json:"steps"`
}

// step calls one statement. A value is its canonical text, null, or a list of values; an argument that is not given is
// an empty object.
type step struct {
	Call   string  `json:"call,omitempty"`
	Batch  string  `json:"batch,omitempty"`
	Bulk   string  `json:"bulk,omitempty"`
	Append string  `json:"append,omitempty"`
	Args   []any   `json:"args,omitempty"`   // of Call
	Values [][]any `json:"values,omitempty"` // of Batch, Bulk and Append
	Times  int     `json:"times,omitempty"`  // how often Values are given, if not once: # in them is the time, from 0

	Error  string   `json:"error,omitempty"`  // a part of the engine's message
	Own    bool     `json:"own,omitempty"`    // the error is generated code's own: the engine answers
	Or     string   `json:"or,omitempty"`     // a part of an error that a driver may give instead of the engine's answer
	Failed int      `json:"failed,omitempty"` // the row, from 1, that the error must name: of Bulk that of Values
	Count  *int64   `json:"count,omitempty"`
	Rows   *[]row   `json:"rows,omitempty"`
	Found  *[][]row `json:"found,omitempty"` // of Bulk of a query: the rows of each of Values
	Pages  *[][]row `json:"pages,omitempty"` // of one that returns a page: all pages, from the first to the last
	Row    *row     `json:"row,omitempty"`   // of one that returns at most one; null for none
}

// row is nil for no row.
type row []any

func (r row) MarshalJSON() ([]byte, error) { return line([]any(r)) }

// oracle is an engine with a database of its own.
type oracle interface {
	script(sql string) error
	// query returns a row's values as canonical text.
	query(sql string, columns []ir.Field) ([]row, error)
	// change returns how many rows an INSERT, UPDATE, DELETE or MERGE changed, and 0 for any other statement.
	change(sql string) (int64, error)
	// again is the same database after settings that a new connection takes.
	again(t *testing.T) oracle
	// literal is a value in SQL.
	literal(value any, t ir.Type) string
	engine() *engine.Info
}

// TestContract asks each engine what the statements of the corpus return.
func TestContract(t *testing.T) {
	files, err := filepath.Glob("*/*.expected.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	server := newServer(t)
	for _, file := range files {
		if filepath.Dir(file) == drawnFolder { // TestDrawn
			continue
		}
		t.Run(strings.TrimSuffix(file, ".expected.json"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			c := contract{}
			d := json.NewDecoder(bytes.NewReader(text))
			d.DisallowUnknownFields()
			if err := d.Decode(&c); err != nil {
				t.Fatal(err)
			}
			e := engineOf(t, strings.TrimSuffix(file, ".expected.json")+".sql", server)
			c.complete(t, e.model)
			for i := range c.Cases {
				e.play(t, &c, &c.Cases[i])
			}
			golden.Check(t, file, c.text(t))
		})
	}
}

// without are the files, or the folders of files, that have no contract of this kind, and why.
var without = map[string]string{
	"attached":     "DuckDB reads a PostgreSQL of the suite's there",
	"dumped":       "what pg_dump writes leaves the session without a search_path; suites apply it as migrations",
	"lake":         "expected.json says what comes back from a DuckLake, whose catalogue is a PostgreSQL of the suite's",
	"formatters":   "TestFormatters compares what formatters make of its statements",
	"overrides":    "its values are types of the application's own, in each language others",
	"within":       "its values are types of the application's own, in each language others",
	"transactions": "cases.json says what becomes of transactions",
	"types":        "values.json, postgres.json and duckdb.json say what each statement stores and returns",
}

// TestEveryFile: every file of the corpus has a contract, or a reason to have none.
func TestEveryFile(t *testing.T) {
	files, err := filepath.Glob("*/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, file := range files {
		feature := filepath.Dir(file)
		if feature == "errors" {
			continue
		}
		name := strings.TrimSuffix(file, ".sql")
		_, err := os.Stat(name + ".expected.json")
		why := without[feature] + without[name]
		if has := err == nil; has == (why != "") {
			t.Errorf("%s: a contract: %v; a reason to have none: %q", file, has, why)
		}
	}
}

// complete writes the signatures, and checks that every statement is called.
func (c *contract) complete(t *testing.T, m *ir.Model) {
	called := map[string]bool{}
	for _, k := range c.Cases {
		for _, s := range k.Steps {
			called[s.Call], called[s.Append] = true, true
			called[s.Batch+" :batch"], called[s.Bulk+" :bulk"] = true, true
		}
	}
	c.Statements = map[string]signature{}
	want := func(name string) {
		if reason := c.Elsewhere[name]; called[name] == (reason != "") {
			t.Errorf("%s: called %v, elsewhere %q", name, called[name], reason)
		}
	}
	for _, q := range m.Queries {
		c.Statements[q.Name.SQL] = signatureOf(q)
		want(q.Name.SQL)
		if q.Batch {
			want(q.Name.SQL + " :batch")
		}
		if q.Many != nil {
			want(q.Name.SQL + " :bulk")
		}
	}
	for _, a := range m.Appenders {
		c.Statements[a.Name.SQL] = signature{Result: "append", Params: fields(a.Row.Fields)}
		want(a.Name.SQL)
	}
}

func signatureOf(q *ir.Query) signature {
	s := signature{Result: map[ir.Result]string{ir.None: "count", ir.All: "rows", ir.One: "row"}[q.Result]}
	s.Found, s.Sure = q.Result == ir.One && q.Found, q.Demanded
	if q.Pluck {
		s.Result = strings.Replace(s.Result, "row", "value", 1)
	}
	if q.Page != nil {
		s.Result = map[bool]string{false: "pages", true: "pages of values"}[q.Pluck]
	}
	var params []ir.Field
	for _, p := range q.Asked() {
		params = append(params, p.Field)
	}
	s.Params = fields(params)
	if q.Row != nil {
		if s.Columns = columnsOf(q.Row); q.Row.Typed != nil {
			s.At = q.Row.Order()
		}
		s.Apart = q.Result == ir.All && q.Row.List() != nil && !q.Adjacent
		s.Changes = slices.ContainsFunc(q.SQL, func(p ir.Part) bool { return apart(p.Text) })
	}
	return s
}

// pages are all rows of a query, in its order, so many at a time. A cursor is the program's own.
func (s *step) pages(o oracle, q *ir.Query) error {
	args := slices.Clone(s.Args)
	for _, cursor := range []int{q.Page.After, q.Page.Before} {
		if _, absent := args[cursor].(map[string]any); !absent {
			return nil
		}
	}
	size, err := strconv.Atoi(args[q.Page.Size].(string))
	if err != nil {
		return err
	}
	args[q.Page.Size] = "1000000"
	rows, err := answer(o, left(o, chosen(q, args), q, args), q.Row)
	if err != nil || size < 1 {
		return err
	}
	pages := [][]row{}
	for page := range slices.Chunk(rows, size) {
		pages = append(pages, page)
	}
	if len(pages) == 0 {
		pages = append(pages, []row{})
	}
	s.Pages = &pages
	return nil
}

// object is columns of a row that are one value: null where there is none, else the list of theirs. Of a list it is
// columns that are one of its values, which a row has one of, or none.
type object struct {
	Object  string `json:"object,omitempty"`
	List    string `json:"list,omitempty"`
	Null    bool   `json:"null,omitempty"`
	At      []int  `json:"at,omitempty"` // where its columns stand in the row, if not one behind the other
	Columns []any  `json:"columns"`
}

func columnsOf(r *ir.Row) (out []any) {
	parts := r.Parts()
	for i, f := range r.Shown() {
		if o := parts[i].Object; o != nil {
			one := object{Object: f.Name.SQL, Null: f.Nullable, Columns: columnsOf(o.Row)}
			if o.List {
				one.Object, one.List = "", f.Name.SQL
			}
			if !slices.IsSorted(o.Columns) || o.Columns[len(o.Columns)-1] != o.Columns[0]+len(o.Columns)-1 {
				one.At = o.Columns
			}
			out = append(out, one)
		} else {
			out = append(out, fields([]ir.Field{f})[0])
		}
	}
	return out
}

// answer returns the rows of a query, with their objects.
func answer(o oracle, sql string, r *ir.Row) ([]row, error) {
	rows, err := o.query(sql, r.Fields)
	for i := range rows {
		if err == nil {
			rows[i], err = nested(rows[i], r.Parts())
		}
	}
	return grouped(rows, r), err
}

// grouped puts rows together that are equal but for their lists, in the order of the first of each. What a row has of a
// list is one value, or none.
func grouped(rows []row, r *ir.Row) []row {
	parts := r.Parts()
	list := slices.IndexFunc(parts, func(m ir.Member) bool { return m.Object != nil && m.Object.List })
	if list < 0 {
		return rows
	}
	var out []row
	for _, next := range rows {
		same := func(have row) bool {
			return reflect.DeepEqual(slices.Concat(have[:list], have[list+1:]),
				slices.Concat(next[:list], next[list+1:]))
		}
		at := slices.IndexFunc(out, same)
		if at < 0 {
			at = len(out)
			first := slices.Clone(next)
			first[list] = []row{}
			out = append(out, first)
		}
		if next[list] != nil {
			out[at][list] = append(out[at][list].([]row), next[list].([]any))
		}
	}
	for _, one := range out {
		one[list] = grouped(one[list].([]row), parts[list].Object.Row)
		if one[list].([]row) == nil {
			one[list] = []row{}
		}
	}
	return out
}

// nested puts the values of columns together. There is no object where it may be missing and all of its values are
// NULL. A value that is NULL, and is said not to be, is an error.
func nested(values row, parts []ir.Member) (row, error) {
	out := row{}
	for _, p := range parts {
		o := p.Object
		if o == nil {
			out = append(out, values[p.Column])
			continue
		}
		own := make(row, len(o.Columns))
		for i, at := range o.Columns {
			own[i] = values[at]
		}
		if o.Witness >= 0 && !slices.ContainsFunc(own, func(v any) bool { return v != nil }) {
			out = append(out, nil)
			continue
		}
		for i, f := range o.Row.Fields {
			if own[i] == nil && !f.Nullable {
				return nil, fmt.Errorf("%s of the object %s is said not to be NULL, and is", f.Name.SQL, p.Name.SQL)
			}
		}
		inner, err := nested(own, o.Row.Parts())
		if err != nil {
			return nil, err
		}
		out = append(out, []any(inner))
	}
	return out, nil
}

func fields(list []ir.Field) (out []string) {
	for _, f := range list {
		text := f.Name.SQL + " " + typeName(f.Type)
		if f.Nullable {
			text += " null"
		}
		if f.Optional {
			text += " optional"
		}
		if f.Flag {
			text += " flag"
		}
		out = append(out, text)
	}
	return out
}

func typeName(t ir.Type) string {
	switch {
	case t.Choice():
		return "choice"
	case t.Extension == "hstore":
		return t.Extension
	case t.Kind == ir.Array:
		return typeName(*t.Elem) + "[]"
	case t.Opaque():
		return ir.Other.String()
	}
	return t.Kind.String()
}

// subject is a file's model and how its engine is reached.
type subject struct {
	file  string
	model *ir.Model
	open  func(t *testing.T) oracle
}

// play runs a case on a database of its own, and writes down what came back.
func (e *subject) play(t *testing.T, c *contract, k *testCase) {
	o := e.open(t)
	run := func(sql string) {
		t.Helper()
		if err := o.script(sql); err != nil {
			t.Fatalf("%s: %v\n%s", k.Case, err, sql)
		}
	}
	for _, sql := range c.Settings {
		run(sql)
	}
	o = o.again(t)
	for _, m := range e.model.Migrations {
		run(m.SQL)
	}
	if k.TestData {
		for _, sql := range testData(t, e.file) {
			run(sql)
		}
	}
	for _, s := range k.Steps {
		if s.Own {
			continue // which the engine would do
		}
		expected := *s
		s.Error, s.Failed, s.Count, s.Rows, s.Found, s.Row, s.Pages = "", 0, nil, nil, nil, nil, nil
		if err := e.step(o, s); err != nil {
			if expected.Error == "" || !strings.Contains(err.Error(), expected.Error) {
				t.Errorf("%s: %s: %v", k.Case, s.name(), err)
			}
			expected.Failed = s.Failed
			*s = expected
		} else if expected.Or != "" {
			s.Failed = expected.Failed
		} else if expected.Error != "" {
			t.Errorf("%s: %s: no error %q", k.Case, s.name(), expected.Error)
		}
	}
}

// rows are what a step gives.
func (s *step) rows() (all [][]any) {
	for time := range max(s.Times, 1) {
		for _, values := range s.Values {
			row := slices.Clone(values)
			for i, v := range row {
				if text, ok := v.(string); ok && s.Times > 0 {
					row[i] = strings.ReplaceAll(text, "#", strconv.Itoa(time))
				}
			}
			all = append(all, row)
		}
	}
	return all
}

func (s *step) name() string { return s.Call + s.Batch + s.Bulk + s.Append }

func (e *subject) step(o oracle, s *step) error {
	for _, a := range e.model.Appenders {
		if a.Name.SQL == s.Append {
			return s.all(o, func(values []any) string { return insert(o, a, values) })
		}
	}
	i := slices.IndexFunc(e.model.Queries, func(q *ir.Query) bool { return q.Name.SQL == s.Call+s.Batch+s.Bulk })
	if i < 0 {
		return fmt.Errorf("there is no such statement")
	}
	q := e.model.Queries[i]
	if s.Bulk != "" && q.Row != nil {
		return s.found(o, q)
	}
	if s.Batch+s.Bulk != "" {
		return s.all(o, func(values []any) string { return given(o, q, values) })
	}
	if len(s.Args) != len(q.Asked()) {
		return fmt.Errorf("%d arguments, not %d", len(s.Args), len(q.Asked()))
	}
	if q.Page != nil {
		return s.pages(o, q)
	}
	sql := given(o, q, s.Args)
	if q.Row == nil {
		n, err := o.change(sql)
		s.Count = &n
		return err
	}
	rows, err := answer(o, sql, q.Row)
	if err != nil {
		return err
	}
	if q.Found && len(rows) == 0 {
		return errors.New("it is said to return a row")
	}
	if q.Result == ir.All {
		rows = append([]row{}, rows...)
		s.Rows = &rows
		return nil
	}
	s.Row = new(row)
	if len(rows) > 0 {
		s.Row = &rows[0]
	}
	return nil
}

// given is a statement with values, and of one with optional parts the text that they choose.
func given(o oracle, q *ir.Query, values []any) string {
	if q.Conditions != nil {
		return left(o, chosen(q, values), q, values)
	}
	return statement(o, q, values)
}

// found asks a query with every row of values.
func (s *step) found(o oracle, q *ir.Query) error {
	found := [][]row{}
	s.Found = &found
	return s.each(o, func(values []any) error {
		rows, err := answer(o, statement(o, q, values), q.Row)
		if err == nil && q.Found && len(rows) == 0 {
			return errors.New("it is said to return a row")
		}
		if q.Result == ir.One && len(rows) > 1 {
			rows = rows[:1]
		}
		found = append(found, append([]row{}, rows...))
		return err
	})
}

// all runs a statement for every row of values; an error undoes them all.
func (s *step) all(o oracle, sql func(values []any) string) error {
	s.Count = new(int64)
	return s.each(o, func(values []any) error {
		n, err := o.change(sql(values))
		*s.Count += n
		return err
	})
}

// each runs something for every row of values; an error undoes it all.
func (s *step) each(o oracle, run func(values []any) error) error {
	if err := o.script("BEGIN"); err != nil {
		return err
	}
	for i, values := range s.rows() {
		if err := run(values); err != nil {
			if s.Bulk != "" {
				s.Failed = i + 1
			}
			_ = o.script("ROLLBACK")
			return err
		}
	}
	return o.script("COMMIT")
}

// statement is a query with values in the place of its parameters. A list that IN (…) takes is written value by value:
// what the engine finds by that is what the form with one parameter has to find.
func statement(o oracle, q *ir.Query, args []any) string {
	sql := ""
	skip := ""
	for i, part := range q.SQL {
		next := ""
		if i+1 < len(q.SQL) {
			next = q.SQL[i+1].Text
		}
		switch {
		case part.Param < 0:
			sql += strings.TrimPrefix(part.Text, skip)
			skip = ""
		case q.Params[part.Param].FileSource:
			sql += quoted(args[part.Param].(string))
		default:
			t := q.Params[part.Param].Type
			if head, behind, is := inList(o.engine(), sql, next, t); is {
				sql, skip = head+items(o, args[part.Param].([]any), *t.Elem), behind
				continue
			}
			sql += o.literal(args[part.Param], t)
		}
	}
	return sql
}

// block is the user's text of a statement that has no semicolon in it, and what stands in its annotation.
func block(q *ir.Query) (said, sql string) {
	_, text, _ := strings.Cut(q.Span.File.Text[q.Span.End:], "\n")
	if annotation, below, is := strings.Cut(text, "*/\n"); is && strings.HasPrefix(text, "  ") {
		said, text = annotation, below
	}
	text, behind, _ := strings.Cut(text, ";")
	comment, _, _ := strings.Cut(behind, "\n")
	return said, text + comment
}

// chosen is what a person has who writes the SQL of the labels in the place of choices.
func chosen(q *ir.Query, args []any) string {
	said, sql := block(q)
	var options struct {
		Choices map[string]map[string]string
	}
	if err := yaml.Unmarshal([]byte(said), &options); err != nil {
		panic(err)
	}
	for i, p := range q.Asked() {
		if p.Type.Enum == nil || options.Choices[p.Name.SQL] == nil {
			continue
		}
		label, given := args[i].(string)
		if !given {
			label = p.Type.Enum.Labels[0]
		}
		text, is := options.Choices[p.Name.SQL][label]
		if !is {
			panic(label + " is no label of " + p.Name.SQL)
		}
		sql = strings.ReplaceAll(sql, "${"+p.Name.SQL+"}", text)
	}
	return sql
}

var (
	named   = regexp.MustCompile(`\$\{(\w+)\}`)
	setting = regexp.MustCompile(`(?m)^(?:-- )?@set .*\n`)
)

// left is what a person has who deletes the lines that depend on what is not given, and writes values for parameters.
func left(o oracle, text string, q *ir.Query, args []any) string {
	given := map[string]bool{}
	for i, p := range q.Asked() {
		_, absent := args[i].(map[string]any)
		given[p.Name.SQL] = !absent && !(p.Flag && args[i] == "false")
	}
	return named.ReplaceAllStringFunc(kept(text, given), func(param string) string {
		i := slices.IndexFunc(q.Params, func(p ir.Param) bool { return "${"+p.Name.SQL+"}" == param })
		if list, is := args[i].([]any); is && q.Params[i].Type.Kind == ir.Array {
			text := strings.TrimSpace(items(o, list, *q.Params[i].Type.Elem))
			return text[1 : len(text)-1]
		}
		return o.literal(args[i], q.Params[i].Type)
	})
}

// kept are the lines of a statement that do not depend on what is not given.
func kept(text string, given map[string]bool) string {
	lines := strings.Split(setting.ReplaceAllString(text, ""), "\n")
	holds := func(said string, own []string) bool {
		names := strings.FieldsFunc(said, func(r rune) bool { return r == ',' || r == ' ' })
		if len(names) == 0 {
			for _, m := range named.FindAllStringSubmatch(strings.Join(own, "\n"), -1) {
				names = append(names, m[1])
			}
		}
		return !slices.ContainsFunc(names, func(name string) bool {
			plain, not := strings.CutPrefix(name, "!")
			return given[plain] == not
		})
	}
	var list []string
	open := []bool{true}
	for i, line := range lines {
		code, said, is := strings.Cut(line, "--?")
		said = strings.TrimSpace(said)
		head, begins := strings.CutSuffix(said, "{")
		switch {
		case strings.HasPrefix(strings.TrimSpace(line), "--!"): // a person writes no such line
			continue
		case !is:
			code = line
		case said == "}":
			open = open[:len(open)-1]
			continue
		case begins:
			open = append(open, open[len(open)-1] && holds(head, until(lines[i+1:])))
			continue
		case !holds(said, lines[i:i+1]):
			continue
		}
		if open[len(open)-1] {
			list = append(list, code)
		}
	}
	return strings.Join(list, "\n")
}

// until are the lines up to the end of a part, without those of parts in it.
func until(lines []string) (own []string) {
	depth := 1
	for _, line := range lines {
		_, said, is := strings.Cut(line, "--?")
		if said = strings.TrimSpace(said); strings.HasSuffix(said, "{") {
			depth++
		} else if said == "}" {
			depth--
		} else if !is && depth == 1 {
			own = append(own, line)
		}
		if depth == 0 {
			break
		}
	}
	return own
}

// inList takes off what the engine's form of a list has before its parameter, and says what it has behind.
func inList(e *engine.Info, before, after string, t ir.Type) (head, behind string, is bool) {
	for not, in := range map[bool]string{false: "IN", true: "NOT IN"} {
		if t.Kind != ir.Array {
			break
		}
		form := strings.Split(e.InList("#", *t.Elem, not), "#")
		if head, is := strings.CutSuffix(before, form[0]); is && strings.HasPrefix(after, form[1]) &&
			(not || !strings.HasSuffix(head, "NOT ")) {
			return head + in, form[1], true
		}
	}
	return "", "", false
}

// items are the values of a list as IN has them; PostgreSQL has no IN ().
func items(o oracle, values []any, t ir.Type) string {
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = o.literal(v, t)
	}
	if len(list) == 0 {
		return " (SELECT " + o.literal(nil, t) + " WHERE 1 = 0)"
	}
	return " (" + strings.Join(list, ", ") + ")"
}

func insert(o oracle, a *ir.Appender, values []any) string {
	literals := make([]string, len(values))
	for i, f := range a.Row.Fields {
		literals[i] = o.literal(values[i], f.Type)
	}
	full := *a
	full.Qualified = a.Table.Schema != ""
	return full.Insert() + " VALUES (" + strings.Join(literals, ", ") + ")"
}

func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// text is the contract as a person reads it: a line for each statement and each step.
func (c *contract) text(t *testing.T) string {
	var b strings.Builder
	b.WriteString("{\n")
	member := func(name string, value any) {
		if !reflect.ValueOf(value).IsZero() && reflect.ValueOf(value).Len() > 0 {
			fmt.Fprintf(&b, " %q: %s,\n", name, lineOf(t, value))
		}
	}
	member("settings", c.Settings)
	member("elsewhere", c.Elsewhere)
	b.WriteString(" \"statements\": {")
	for i, name := range sorted(c.Statements) {
		fmt.Fprintf(&b, "%s\n  %s: %s", comma(i), lineOf(t, name), lineOf(t, c.Statements[name]))
	}
	b.WriteString("\n },\n \"cases\": [")
	for i, k := range c.Cases {
		fmt.Fprintf(&b, "%s\n  {\"case\": %s,", comma(i), lineOf(t, k.Case))
		if k.TestData {
			b.WriteString(" \"testdata\": true,")
		}
		if len(k.Gaps) > 0 {
			fmt.Fprintf(&b, " \"gaps\": %s,", lineOf(t, k.Gaps))
		}
		b.WriteString(" \"steps\": [")
		for j, s := range k.Steps {
			fmt.Fprintf(&b, "%s\n   %s", comma(j), lineOf(t, s))
		}
		b.WriteString("]}")
	}
	b.WriteString("\n ]\n}\n")
	return b.String()
}

func sorted[T any](m map[string]T) []string {
	var keys []string
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

func comma(i int) string {
	if i > 0 {
		return ","
	}
	return ""
}

func lineOf(t *testing.T, value any) string {
	text, err := line(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// line is JSON with < and & as they are, as other languages write it.
func line(value any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(value)
	return bytes.TrimSpace(b.Bytes()), err
}
