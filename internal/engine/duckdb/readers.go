package duckdb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/libduckdb"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// readerFunctions are the table functions that read files, and whether their columns are the same for all files.
var readerFunctions = map[string]bool{
	"read_csv": false, "read_csv_auto": false, "read_json": false, "read_json_auto": false, "read_ndjson": false,
	"read_ndjson_auto": false,
	"read_parquet":     false, "parquet_scan": false,
	"read_xlsx": false, "read_avro": false, "st_read": false,
	"read_json_objects": true, "read_json_objects_auto": true, "read_ndjson_objects": true, "read_text": true,
	"read_blob": true, "glob": true,
}

// fileReader is a place of a statement that reads files: a call, or the path of a file in place of a table.
type fileReader struct {
	start, end int
	name       string // what the statement calls it
	open       int    // where its arguments start; 0 for a path
	path       string // that stands in place of a table
	fixed      bool   // its columns do not depend on the file
	detects    bool   // it says itself whether the form of the file is to be found out
	params     []int  // the parameters among its arguments
	aliased    bool   // a name follows
}

// tableWords say of a word whether tables follow: the next thing, and behind each comma. What ends those is false.
var tableWords = map[string]bool{"FROM": true, "JOIN": true, "USING": true, "PIVOT": true, "UNPIVOT": true,
	"SELECT": false, "WHERE": false, "GROUP": false, "HAVING": false, "WINDOW": false, "QUALIFY": false, "ORDER": false,
	"LIMIT": false, "OFFSET": false, "SET": false, "VALUES": false, "RETURNING": false, "WHEN": false, "UNION": false,
	"INTERSECT": false, "EXCEPT": false}

// withFrom are the functions whose arguments FROM may stand between, as in trim('x' FROM 'text').
var withFrom = map[string]bool{"EXTRACT": true, "OVERLAY": true, "SUBSTRING": true, "TRIM": true}

// level is a pair of parentheses or brackets that is open, or the whole statement.
type level struct {
	call   string // what stands before it
	tables bool   // a comma stands between tables
	next   bool   // a table comes next, whose file's path can be a text
}

// read goes over a word of a level, and the word before.
func (v *level) read(word, before string) {
	tables, known := tableWords[word]
	if known = known && !(word == "FROM" && (withFrom[v.call] || before == "DISTINCT")); known { // IS DISTINCT FROM 'text'
		v.tables = tables
	}
	v.next = known && tables || word == "," && v.tables
}

// readersOf finds what reads files.
func readersOf(sql string) (list []fileReader) {
	lexemes := dialect.Lexemes(sql)
	open := []level{{}}
	for i, l := range lexemes {
		before := ""
		if i > 0 {
			before = lexemes[i-1].Text
		}
		in := &open[len(open)-1]
		table := in.next
		switch l.Text {
		case "(", "[", "{":
			in.next = false
			open = append(open, level{call: before, tables: table, next: table})
		case ")", "]", "}":
			if len(open) > 1 {
				open = open[:len(open)-1]
			}
		default:
			in.read(l.Text, before)
		}
		fixed, known := readerFunctions[strings.ToLower(l.Text)]
		switch {
		case known && i+1 < len(lexemes) && lexemes[i+1].Text == "(":
			r := fileReader{start: l.Start, name: strings.ToLower(l.Text), open: lexemes[i+1].End, fixed: fixed}
			end := r.read(lexemes[i+1:])
			for _, u := range usesOf(sql) {
				if u.start > r.start && u.start < r.end {
					r.params = append(r.params, u.n)
				}
			}
			r.aliased = aliasFollows(lexemes[i+1+end:])
			list = append(list, r)
		case table && isPath(sql, lexemes, i):
			path := syntax.Unquote(sql[l.Start:l.End])
			name, _, _ := strings.Cut(filepath.Base(path), ".")
			list = append(list, fileReader{start: l.Start, end: l.End, name: name, path: path,
				aliased: aliasFollows(lexemes[i+1:])})
		}
	}
	return list
}

// isPath reports whether a lexeme where a table stands may be the path of a file: a text, or a name in quotes with a
// dot or a slash in it, unless that is what a common table expression is called.
func isPath(sql string, lexemes []syntax.Lexeme, i int) bool {
	l := lexemes[i]
	text := sql[l.Start:l.End]
	switch {
	case l.Text != "" || text == "":
		return false
	case text[0] == '"':
		return strings.ContainsAny(text, "./") && (i+1 == len(lexemes) || lexemes[i+1].Text != ".") &&
			!isCTE(sql, lexemes[:i], text)
	}
	return text[0] == '\''
}

// beforeCTE and afterAs stand around the name of a common table expression and AS.
var (
	beforeCTE = map[string]bool{"WITH": true, "RECURSIVE": true, ",": true}
	afterAs   = map[string]bool{"(": true, "NOT": true, "MATERIALIZED": true}
)

// isCTE reports whether a name is declared as a common table expression.
func isCTE(sql string, lexemes []syntax.Lexeme, name string) bool {
	for k := 1; k+2 < len(lexemes); k++ {
		if sql[lexemes[k].Start:lexemes[k].End] == name && beforeCTE[lexemes[k-1].Text] &&
			(lexemes[k+1].Text == "(" || lexemes[k+1].Text == "AS" && afterAs[lexemes[k+2].Text]) {
			return true
		}
	}
	return false
}

// read reads the arguments, and says how many lexemes those are.
func (r *fileReader) read(lexemes []syntax.Lexeme) int {
	depth := 0
	for i, l := range lexemes {
		switch l.Text {
		case "(":
			depth++
		case ")":
			depth--
		case "COLUMNS":
			r.fixed = r.fixed || depth == 1
		case "AUTO_DETECT":
			r.detects = r.detects || depth == 1
		}
		if r.end = l.End; depth == 0 {
			return i + 1
		}
	}
	return len(lexemes)
}

// aliasFollows reports whether a name for what stands before comes first.
func aliasFollows(lexemes []syntax.Lexeme) bool {
	if len(lexemes) == 0 || !lexemes[0].Name {
		return false
	}
	word := lexemes[0].Text
	return word == "" || word == "AS" || !reserved[strings.ToLower(word)]
}

// overFiles is a statement with empty tables in place of what reads files: DuckDB writes out no plan of most readers,
// and of none before it knows the path.
type overFiles struct {
	engine.Stmt
	written string // the statement as it is
	readers []fileReader
	made    []string             // the text in place of each reader
	columns []libduckdb.Prepared // of each reader
	types   map[int]string       // of the parameters of readers
	drop    func(context.Context) error
}

// readerSchema is what the schemas of those tables are called, with a number behind it.
const readerSchema = "sqg files "

// overFiles makes it, where it is of use; nil elsewhere. What is there afterwards is dropped again.
func (s *session) overFiles(ctx context.Context, stmt engine.Stmt, p libduckdb.Prepared) (*overFiles, error) {
	readers := readersOf(stmt.SQL)
	if len(readers) == 0 {
		return nil, nil
	}
	tables, err := s.named(ctx)
	if err != nil {
		return nil, err
	}
	readers = slices.DeleteFunc(readers, func(r fileReader) bool { return tables[strings.ToLower(r.path)] })
	if len(readers) == 0 {
		return nil, nil
	}
	if !p.Open && !slices.ContainsFunc(readers, func(r fileReader) bool { return !r.fixed }) {
		var e *planError
		if _, err := s.plan(ctx, stmt.SQL); !errors.As(err, &e) {
			return nil, err
		}
	}
	if _, err := s.loaded(ctx); err != nil {
		return nil, err
	}
	o := &overFiles{Stmt: stmt, written: stmt.SQL, readers: readers, types: map[int]string{}}
	o.drop = func(ctx context.Context) (err error) {
		for i := range o.made {
			err = errors.Join(err, s.exec(ctx, "DROP SCHEMA IF EXISTS "+schemaOf(i, "")+" CASCADE"),
				s.exec(ctx, "DROP SCHEMA IF EXISTS "+schemaOf(i, "rows")+" CASCADE"))
		}
		return err
	}
	var text strings.Builder
	from := 0
	for i, r := range readers {
		columns, err := s.readerColumns(ctx, stmt, r, o.types)
		if err != nil {
			return nil, errors.Join(err, o.drop(ctx))
		}
		o.made, o.columns = append(o.made, schemaOf(i, "")+"."+ir.Quote(r.name)), append(o.columns, columns)
		if err := s.makeTable(ctx, i, r.name, columns); err != nil {
			return nil, errors.Join(err, o.drop(ctx))
		}
		text.WriteString(stmt.SQL[from:r.start] + o.made[i])
		from = r.end
	}
	o.SQL, o.Many = text.String()+stmt.SQL[from:], false
	return o, nil
}

// named are the names of tables and views, which DuckDB looks for before it looks for a file of that path.
func (s *session) named(ctx context.Context) (map[string]bool, error) {
	tables, err := s.Tables(ctx)
	views, failed := s.Views(ctx)
	names := map[string]bool{}
	for _, t := range slices.Concat(tables, views) {
		names[strings.ToLower(t.Name.SQL)] = true
	}
	return names, errors.Join(err, failed)
}

func schemaOf(reader int, what string) string {
	return ir.Quote(strings.TrimSpace(readerSchema + strconv.Itoa(reader+1) + " " + what))
}

// makeTable makes the table, and the view of it that stands for the reader: a table has a rowid, and no reader has one.
func (s *session) makeTable(ctx context.Context, reader int, name string, columns libduckdb.Prepared) error {
	var defs []string
	for i, column := range columns.Names {
		defs = append(defs, ir.Quote(column)+" "+s.catalog.nameOf(logicalOf(columns.Types[i])))
	}
	view, rows := schemaOf(reader, ""), schemaOf(reader, "rows")
	table := rows + "." + ir.Quote(name)
	return s.exec(ctx, "CREATE SCHEMA "+view+"; CREATE SCHEMA "+rows+"; CREATE TABLE "+table+" ("+
		strings.Join(defs, ", ")+"); CREATE VIEW "+view+"."+ir.Quote(name)+" AS FROM "+table)
}

// readerColumns are what a reader returns, for the samples of its parameters; types gets the types of those.
func (s *session) readerColumns(ctx context.Context, stmt engine.Stmt, r fileReader,
	types map[int]string) (p libduckdb.Prepared, err error) {
	call, from := "FROM ", r.start
	casts := castTypes(stmt.SQL)
	for _, u := range usesOf(stmt.SQL) {
		if u.start < r.start || u.end > r.end {
			continue
		}
		hint := stmt.Params[u.n-1]
		value, typ := s.sample(hint.Sample)
		if types[u.n] == "" {
			types[u.n] = cmp.Or(hint.Type, casts[u.n], typ, "VARCHAR")
		}
		if value == "" && r.fixed {
			if value = literal(s.host.empty()); strings.HasSuffix(types[u.n], "[]") {
				value = "[" + value + "]"
			}
		}
		if value == "" {
			return p, &engine.Error{Msg: "what this statement returns depends on ${" + hint.Name +
				"}, which is known only when it runs", Offset: u.start,
				Hint: sampleHint(hint.Name)}
		}
		call += stmt.SQL[from:u.start] + value
		from = u.end
	}
	call += stmt.SQL[from:r.end]
	if len(r.params) > 0 && r.fixed && !r.detects && strings.Contains(r.name, "csv") {
		call = strings.TrimSuffix(call, ")") + ", auto_detect = false)" // of an empty file nothing can be found out
	}
	if p, err = s.conn.Prepare(ctx, call); err == nil {
		return p, nil
	}
	var e *engine.Error
	if err = explain(err, call); errors.As(err, &e) {
		e.Offset = r.start
		if len(r.params) > 0 && e.Forbidden {
			name := stmt.Params[r.params[0]-1].Name
			e.Msg, e.Hint = "the sample of ${"+name+"} is no file below the project's folder", sampleHint(name)
		}
	}
	return p, err
}

func pathAsTable(name string, at int) error {
	return &engine.Error{Msg: "a parameter cannot stand in place of a table", Offset: at,
		Hint: fmt.Sprintf("write what reads the file: read_csv(${%[1]s}), read_json(${%[1]s}) or read_parquet(${%[1]s}), with a sample: @set %[1]s = 'data/sample.csv'", name)}
}

func sampleHint(name string) string {
	return fmt.Sprintf("give it a sample, a file with the same columns in the project's folder: @set %s = 'data/sample.csv'; "+
		"or name the columns: read_csv(${%[1]s}, columns = {'id': 'BIGINT'})", name)
}

// sample is a parameter's sample as it stands for the parameter, and its type; "" for what is no literal. Paths are
// those of files that may be read.
func (s *session) sample(sample string) (value, typ string) {
	paths := engine.SamplePaths(sample)
	for i, path := range paths {
		paths[i] = literal(cmp.Or(s.host.env.Samples[path], path))
	}
	switch {
	case len(paths) == 0 && sampleType(sample) != "":
		return sample, sampleType(sample)
	case len(paths) == 0:
		return "", ""
	case strings.HasPrefix(strings.TrimSpace(sample), "["):
		return "[" + strings.Join(paths, ", ") + "]", "VARCHAR[]"
	}
	return paths[0], "VARCHAR"
}

// place is where a byte of the text with tables stands in the statement.
func (o *overFiles) place(at int) int {
	shift := 0
	for i, r := range o.readers {
		start := r.start + shift
		switch {
		case at < start:
			return at - shift
		case at < start+len(o.made[i]):
			return r.start
		}
		shift += len(o.made[i]) - (r.end - r.start)
	}
	return at - shift
}

// back has what is explicit in the text with tables for the statement.
func (o *overFiles) back(x *engine.Explicit) *engine.Explicit {
	if x == nil {
		return nil
	}
	for i := range x.Edits {
		x.Edits[i].Start, x.Edits[i].End = o.place(x.Edits[i].Start), o.place(x.Edits[i].End)
	}
	for i := range x.Left {
		x.Left[i].Offset = o.place(x.Left[i].Offset)
	}
	return x
}

func (o *overFiles) placed(err error) error {
	var e *engine.Error
	if !errors.As(err, &e) {
		return err
	}
	if e.Offset >= 0 {
		e.Offset = o.place(e.Offset)
	}
	e.Msg = strings.Replace(e.Msg, "values list ", "table ", 1) // what DuckDB calls a view
	for _, r := range o.readers {
		m := onRequest().FindStringSubmatch(e.Msg)
		if m != nil && len(r.params) > 0 && (m[1] == "filename" || strings.Contains(r.name, "parquet")) {
			e.Hint = fmt.Sprintf("ask the reader for it: %s(${%s}, %s = true)", r.name, o.Params[r.params[0]-1].Name, m[1])
		}
	}
	return err
}

// onRequest finds a column that is missing and that a reader has on request.
var onRequest = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`column (?:named )?"(filename|file_row_number)"`)
})

// described describes the statement with the tables in it, and says what a program sends in place of readers.
func (o *overFiles) described(ctx context.Context, s *session) (*engine.Description, error) {
	d, err := s.describe(ctx, o.Stmt)
	if err != nil {
		return nil, o.placed(err)
	}
	for i := range d.Columns {
		if c := &d.Columns[i]; strings.HasPrefix(c.Source.Schema, readerSchema) {
			c.Source = ir.ColumnRef{}
		}
	}
	for n := range d.Params {
		p := &d.Params[n]
		if strings.HasPrefix(p.Source.Schema, readerSchema) {
			p.Source, p.Why = ir.ColumnRef{}, strings.ReplaceAll(p.Why, p.Source.Schema+".", "")
		}
		if name := o.types[n+1]; name != "" && p.Type.Kind == ir.Unknown {
			p.Type, _ = s.Type(ctx, name)
			p.Stated = p.Type.Kind == ir.Array
		}
	}
	for i, r := range o.readers {
		if !r.fixed {
			around, err := o.checked(ctx, s, i)
			if err != nil {
				return nil, err
			}
			d.Edits = append(d.Edits, around...)
		}
	}
	return d, nil
}

// checked is what stands around a reader whose columns have the sample's types, whatever the file holds: where a value
// has another type, it is an error. DuckDB leaves the check out where the types are the same, so that filters reach the
// file. A column that the file lacks is that of the row beside it, of a type of its own: in the query of a LATERAL the
// file's comes first. That row holds no call of error(), which DuckDB may run where nothing reads it.
func (o *overFiles) checked(ctx context.Context, s *session, i int) ([]syntax.Edit, error) {
	r, of := o.readers[i], o.columns[i]
	read := o.written[r.start:r.end]
	file, lacks, path := fresh("f", of.Names), fresh("lacks", of.Names), fresh("path", of.Names)
	var list, missing, columns []string
	for k, name := range of.Names {
		typ := s.catalog.nameOf(logicalOf(of.Types[k]))
		column := quoteName(name)
		fits, err := s.fits(ctx, logicalOf(of.Types[k]), "typeof("+file+"."+column+")")
		if err != nil {
			return nil, err
		}
		columns = append(columns, column)
		missing = append(missing, "CAST('missing' AS ENUM ('missing')) AS "+column)
		list = append(list,
			fmt.Sprintf("CAST(CASE WHEN %[2]s THEN %[7]s.%[1]s WHEN %[7]s.%[1]s IS NOT NULL THEN "+
				"error(%[7]s.%[3]s || ': column %[4]s is ' || CASE typeof(%[7]s.%[1]s) "+
				"WHEN 'ENUM(''missing'')' THEN 'missing' ELSE typeof(%[7]s.%[1]s) || ', expected %[5]s' END) END "+
				"AS %[6]s) AS %[1]s",
				column, fits, path, strings.ReplaceAll(name, "'", "''"),
				strings.ReplaceAll(typ, "'", "''"), typ, file))
	}
	columns = append(columns, o.pathOf(ctx, s, r)+" AS "+path)
	before := fmt.Sprintf("(SELECT %s FROM (SELECT %s) AS %s, LATERAL (SELECT %s FROM ",
		strings.Join(list, ", "), strings.Join(missing, ", "), lacks, strings.Join(columns, ", "))
	after := fmt.Sprintf(" AS %[1]s) AS %[1]s)", file)
	if !r.aliased {
		after += " AS " + quoteName(r.name)
	}
	if len(r.params) == 0 { // what stands there may be filled in by the program
		return []syntax.Edit{{Start: r.start, End: r.start, Text: before}, {Start: r.end, End: r.end, Text: after}}, nil
	}
	return []syntax.Edit{{Start: r.start, End: r.end, Text: before + read + after}}, nil
}

// pathOf is the path of a reader's file, as its rows have it.
func (o *overFiles) pathOf(ctx context.Context, s *session, r fileReader) string {
	if len(r.params) > 0 && strings.HasPrefix(strings.TrimSpace(o.written[r.open:]), "$") {
		return "CAST($" + strconv.Itoa(r.params[0]) + " AS VARCHAR)"
	}
	if p, err := s.conn.Prepare(ctx, "SELECT filename FROM "+o.written[r.start:r.end]); err == nil && !p.Open {
		return "filename"
	}
	return "'the file'"
}

// fresh is a name that no column has.
func fresh(name string, columns []string) string {
	for slices.ContainsFunc(columns, func(c string) bool { return strings.EqualFold(c, name) }) {
		name += "_"
	}
	return name
}

// fits is the condition that a type of files, as typeof() writes it, is one whose values typ holds as they are.
func (s *session) fits(ctx context.Context, typ *logical, written string) (string, error) {
	if typ.ID == "GEOMETRY" { // which DuckDB writes with the file's coordinate system, GEOMETRY('EPSG:4326')
		return "starts_with(" + written + ", 'GEOMETRY')", nil
	}
	if typ.ID == "DECIMAL" {
		return fitsDecimal(typ.Info.Width, typ.Info.Scale, written), nil
	}
	if names := narrower(typ.ID); names != nil {
		return isOne(written, names), nil
	}
	name := ""
	err := s.each(ctx, "SELECT typeof(CAST(NULL AS "+s.catalog.nameOf(typ)+"))", func(r row) { name = r.text(0) })
	return isOne(written, []string{name}), err
}

func isOne(written string, names []string) string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = literal(name)
	}
	return written + " IN (" + strings.Join(list, ", ") + ")"
}

// fitsDecimal is that condition for a DECIMAL, which holds the values of those with no more digits before and behind
// the point, and of integers.
func fitsDecimal(width, scale int, written string) string {
	names := []string{fmt.Sprintf("DECIMAL(%d,%d)", width, scale)}
	for _, integers := range [][]string{signed, unsigned} {
		for i, name := range integers[:4] {
			if []int{3, 5, 10, 20}[i] <= width-scale {
				names = append(names, name)
			}
		}
	}
	part := func(n int) string {
		return fmt.Sprintf(`TRY_CAST(regexp_extract(%s, '^DECIMAL.(\d+),(\d+).$', %d) AS INTEGER)`, written, n)
	}
	return fmt.Sprintf("(%s OR %s <= %d AND %s - %s <= %d)", isOne(written, names), part(2), scale, part(1), part(2),
		width-scale)
}
