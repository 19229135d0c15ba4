package ir

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"math/bits"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/source"
)

// ColumnRef names the table column a value comes from unchanged; the zero value means it comes from none.
type ColumnRef struct{ Schema, Table, Column string }

func (c ColumnRef) String() string {
	if c.Table == "" {
		return ""
	}
	return c.Table + "." + c.Column
}

// KeyOf names a key of a table for people: table.column, or table (a, b).
func KeyOf(table string, columns ...string) string {
	if len(columns) == 1 {
		return table + "." + columns[0]
	}
	return table + " (" + strings.Join(columns, ", ") + ")"
}

// Field is one column of a row, or one parameter.
type Field struct {
	Name     Name      // unique within its row
	Column   string    // the name the engine reports; differs from Name for duplicates and unnamed expressions
	Type     Type      //
	Nullable bool      //
	Why      string    // what proves or forbids NOT NULL, in a few words
	Source   ColumnRef //
	Declared bool      // type or NOT NULL rests on a type that is declared but not enforced (SQLite's ordinary tables)
	Overflow bool      // arithmetic may overflow out of the type (SQLite's INTEGER to REAL)
	Optional bool      // of a parameter: it may be left out, and then the parts of the statement with it are; NULL is a value
	Flag     bool      // of a parameter: it is no value in the statement; parts of it are there where it is true
	Override *Override // a language type that the config asks for; set by plan, per target
	Sides    []int     // of a column: the sides of outer joins that have no row where it is NULL, as in engine.Column
	Inner    bool      // it may be NULL where each has one
	Key      bool      // of a column: with others of its row, or of an object of its list, it tells that from all others; only where there is a list in it
	Tells    bool      // of a column: it is NULL where there is no object of its list, and only there
	Doc      string
	Span     source.Span
}

// MayBeLeft reports whether a call may go without a parameter.
func (f Field) MayBeLeft() bool { return f.Optional || f.Flag || f.Type.Choice() }

// Overrides yields the override of a field, and those of what its type is made of.
func (f Field) Overrides(yield func(*Override) bool) {
	if f.Override != nil {
		yield(f.Override)
		return
	}
	for t := range f.Type.Parts {
		if t.Override != nil && !yield(t.Override) {
			return
		}
	}
}

// Override replaces a field's language type, keeping its nullability.
type Override struct {
	Type   string // the type as the language writes it
	Import string // what to import for it: a module (TypeScript, Python) or a fully qualified class (Java)
	Decode string // function from the driver's value to Type; "" where the driver's value is one already
	Encode string // function from Type to the driver's value
	// Known: generated code knows the type, which a library has. The functions are its own helpers; without them,
	// values are those of the type that it takes the place of, by another name.
	Known bool
}

// Renames reports whether the type is the one that it takes the place of, by another name.
func (o *Override) Renames() bool { return o.Known && o.Decode == "" && o.Encode == "" }

// Part is a piece of a statement: literal text, or a reference to a parameter.
type Part struct {
	Text      string
	Param     int   // index into Query.Params; < 0 for literal text
	Questions []int // where in Text a ? stands that is SQL: part of an operator
	Span      source.Span

	Need, Without uint32 // it is there where all of these of Query.Conditions hold, and none of those
}

// Condition is what a part of a statement depends on: a parameter that is given, a flag that is on, a choice that is
// the label of its type that At says.
type Condition struct{ Param, At int }

// Refusal is conditions that no call has together: all of Need hold, and none of Without.
type Refusal struct {
	Need, Without uint32
	Cure          string // what else to give
}

// refuses reports whether conditions are those of one of the refusals.
func refuses(all []Refusal, mask uint32) bool {
	return slices.ContainsFunc(all, func(r Refusal) bool { return mask&r.Need == r.Need && mask&r.Without == 0 })
}

// Term is what a condition is of: a parameter or a flag, or the label of a choice.
type Term struct{ Name, Label string }

// Terms are what the conditions of a query are of.
func (q *Query) Terms() []Term {
	terms := make([]Term, len(q.Conditions))
	for i, c := range q.Conditions {
		p := q.Params[c.Param]
		if terms[i].Name = p.Name.SQL; p.Type.Choice() {
			terms[i].Label = p.Type.Enum.Labels[c.At]
		}
	}
	return terms
}

// Given is the set of terms that hold where these names of parameters and flags are given, and name=label for choices;
// of the others each is its first label. Nil is everything.
func Given(terms []Term, given []string) (mask uint32) {
	chosen := map[string]bool{}
	for _, g := range given {
		if name, _, labelled := strings.Cut(g, "="); labelled {
			chosen[name] = true
		}
	}
	for i, t := range terms {
		holds := given == nil || slices.Contains(given, t.Name)
		if t.Label != "" {
			holds = !chosen[t.Name] || slices.Contains(given, t.Name+"="+t.Label)
			chosen[t.Name] = true
		}
		if holds {
			mask |= 1 << i
		}
	}
	return mask
}

// Masks are the sets of terms that can hold at once, of each choice one label, and are not refused. Those of more terms
// come first, and where they are as many those of earlier labels.
func Masks(terms []Term, refused []Refusal) []uint32 {
	all := []uint32{0}
	for from := 0; from < len(terms); {
		to := from + 1
		for terms[from].Label != "" && to < len(terms) && terms[to].Name == terms[from].Name {
			to++
		}
		var more []uint32
		for bit := from; bit < to; bit++ {
			for _, mask := range all {
				more = append(more, mask|1<<bit)
			}
		}
		if terms[from].Label == "" {
			more = append(more, all...)
		}
		all, from = more, to
	}
	all = slices.DeleteFunc(all, func(mask uint32) bool { return refuses(refused, mask) })
	slices.SortStableFunc(all, func(a, b uint32) int { return cmp.Compare(bits.OnesCount32(b), bits.OnesCount32(a)) })
	return all
}

// Texts is how many sets of terms can hold at once: of each choice one label.
func Texts(terms []Term) int {
	n, labels := 1, map[string]int{}
	for _, t := range terms {
		if t.Label == "" {
			n *= 2
		} else {
			labels[t.Name]++
		}
	}
	for _, of := range labels {
		n *= of
	}
	return n
}

// Param is a parameter of a statement, in argument order.
type Param struct {
	Field
	FileSource bool   // ${sources_x}: quoted as a literal and joined into the SQL text at run time, not bound
	Sample     string // the @set expression as written; "" without one
	Stated     bool   // the statement alone does not tell its type: it needs a cast when it runs
	Operand    bool   // of arithmetic whose result depends on how the number is stored, as SQLite's does
}

// Result says how many rows a statement returns.
type Result int

const (
	None Result = iota // EXEC: an affected-row count
	All
	One
)

func (r Result) String() string { return [...]string{"none", "all", "one"}[r] }

// Row is a row type that queries and tables share by pointer.
type Row struct {
	Name    Name
	Role    Role
	Fields  []Field  // its columns
	Members []Member // what it is made of, where columns are put together to objects; nil where those are its columns
	Typed   *Row     // the table's row whose type it has with the columns in another order; nil for a type of its own
	Within  bool     // it is the type of an object in another row, whose columns these are
	Doc     []string // of a TABLE; a query's doc is its method's, since queries may share a row type
	Span    source.Span
}

// Member is what a row is made of: one of its columns, or an object of several.
type Member struct {
	Name   Name
	Column int     // an index into the row's Fields; of an object that of its first column
	Object *Object // nil for a column
}

// Object is columns of a row that are called alike up to a dot.
type Object struct {
	Own     Name   // what its type is called where that is no table's
	Row     *Row   // its type
	Columns []int  // of each of that row's Fields the index into the Fields of the row around it
	Witness int    // the column among those that is NULL exactly where there is no object; -1 where there always is one
	List    bool   // rows of one parent have an object each, or none: together they are a list
	Why     string // why that is so
}

// Parts are the members of a row.
func (r *Row) Parts() []Member {
	if r.Members != nil {
		return r.Members
	}
	parts := make([]Member, len(r.Fields))
	for i, f := range r.Fields {
		parts[i] = Member{Name: f.Name, Column: i}
	}
	return parts
}

// As gives a row the type of a table's, whose columns it has in another order: columns says which each of them is.
func (r *Row) As(table *Row, columns []int) {
	r.Typed, r.Members = table, make([]Member, len(columns))
	for i, at := range columns {
		r.Fields[at] = table.Fields[i]
		r.Members[i] = Member{Name: table.Fields[i].Name, Column: at}
	}
}

// Order is which column each member of a row is, or begins with.
func (r *Row) Order() []int {
	order := make([]int, len(r.Members))
	for i, m := range r.Members {
		order[i] = m.Column
	}
	return order
}

// Declared is the row that declares the type of this one.
func (r *Row) Declared() *Row {
	if r.Typed != nil {
		return r.Typed
	}
	return r
}

// Objects yields the types of a row's objects, each behind those of its own, and that of the row itself at last.
func (r *Row) Objects(yield func(*Row) bool) { r.objects(yield) }

func (r *Row) objects(yield func(*Row) bool) bool {
	if r == nil {
		return true
	}
	return !slices.ContainsFunc(r.Members,
		func(m Member) bool { return m.Object != nil && !m.Object.Row.objects(yield) }) && yield(r.Declared())
}

// At is the member that a column is.
func (r *Row) At(column int) int {
	return slices.IndexFunc(r.Parts(), func(m Member) bool { return m.Object == nil && m.Column == column })
}

// Shown are the members of a row as fields, which its type declares.
func (r *Row) Shown() []Field {
	if r.Members == nil {
		return r.Fields
	}
	shown := make([]Field, len(r.Members))
	for i, m := range r.Members {
		if f := &shown[i]; m.Object == nil {
			*f = r.Fields[m.Column]
			f.Name = m.Name
		} else {
			*f = Field{Name: m.Name, Type: Type{Kind: Nested, SQL: "object", Row: m.Object.Row},
				Nullable: m.Object.Witness >= 0, Why: m.Object.Why, Span: r.Span}
			if m.Object.List { // without objects it is empty
				object := f.Type
				f.Type, f.Nullable, f.Why = Type{Kind: Array, SQL: "list", Elem: &object}, false,
					"a list for each "+r.keyed()+"; "+f.Why
			}
		}
	}
	return shown
}

// Named are the members of a row as fields, and behind each object its own, which are called object.column, and
// list[].column.
func (r *Row) Named() (fields []Field) {
	for _, f := range r.Shown() {
		fields = append(fields, f)
		row := f.Type.Object()
		if row == nil {
			continue
		}
		path := f.Name.SQL + "."
		if f.Type.Kind == Array {
			path = f.Name.SQL + "[]."
		}
		for _, own := range row.Named() {
			own.Name = NewName(path + own.Name.SQL)
			fields = append(fields, own)
		}
	}
	return fields
}

// ListAt is which member of a row is a list: there is one at most; -1 for none, as where there is no row.
func (r *Row) ListAt() int {
	if r == nil {
		return -1
	}
	return slices.IndexFunc(r.Members, func(m Member) bool { return m.Object != nil && m.Object.List })
}

// List is the list that a row has; nil for none.
func (r *Row) List() *Object {
	if at := r.ListAt(); at >= 0 {
		return r.Members[at].Object
	}
	return nil
}

// Keys are the members of a row with a list that tell it from others: columns that are never NULL.
func (r *Row) Keys() (members []int) {
	if r.List() == nil {
		return nil
	}
	for i, m := range r.Members {
		if m.Object == nil && r.Fields[m.Column].Key {
			members = append(members, i)
		}
	}
	return members
}

// keyed names the key of a row with a list, for people.
func (r *Row) keyed() string {
	var names []string
	for _, i := range r.Keys() {
		names = append(names, r.Members[i].Name.SQL)
	}
	return strings.Join(names, " and ")
}

// In is an object whose row is read where columns are those of a row around it.
func (o *Object) In(columns []int) *Object {
	if columns == nil {
		return o
	}
	in := *o
	in.Columns = make([]int, len(o.Columns))
	for i, c := range o.Columns {
		in.Columns[i] = columns[c]
	}
	if o.Witness >= 0 {
		in.Witness = columns[o.Witness]
	}
	return &in
}

// Role is what a row type is of.
type Role int

const (
	QueryRow  Role = iota // what a statement returns
	TableRow              // all columns of a table
	InsertRow             // what an appender takes, where that is less
	NamedRow              // as :result= gives it
)

// Suffix is what follows in the name of the row type; a language may have another for that of a query.
func (r Role) Suffix() string { return [...]string{"Row", "Row", "Insert", ""}[r] }

// Is says what a row type is, before its name.
func (r Role) Is() string {
	return [...]string{"a row of", "a row of the table", "a row to insert into", "a row of"}[r]
}

// Query is a QUERY or EXEC statement.
type Query struct {
	Name       Name
	Doc        []string
	Result     Result
	Found      bool   // it returns a row whatever the tables hold
	Single     string // why it returns at most one row; "" where it may return more
	Demanded   bool   // of One: where there is no row, that is an error
	Adjacent   bool   // of rows with lists: those that make one come one behind the other
	Pluck      bool
	Batch      bool
	Many       *Many // of :bulk
	Rows       *Row  // what the method for many rows takes, whose fields the parameters are; nil for a type of its own
	SQL        []Part
	Params     []Param
	Conditions []Condition // what parts of the statement depend on, by bit
	Refusals   []Refusal   // sets of them that no call has
	Row        *Row        // nil for EXEC
	File       string      // as the config names it
	Span       source.Span

	Counts   bool   // it inserts, updates or deletes rows; what any other statement does counts as none
	Cursor   bool   // a cursor WITH HOLD can be declared for it: it reads, and neither changes nor locks rows
	Kept     *Kept  // what of it belongs to the session, beyond its transaction; nil where nothing does
	Reads    *Reads // whether it only reads; nil where nobody asked
	Page     *Page  // of :page
	Plan     string // the engine's own plan, where the input asks for it
	Fallback string // why nullability fell back to "nullable" for the whole statement; "" where it did not
}

// Kept is what a statement leaves to its session, or takes from it, beyond its transaction, and what to do instead.
type Kept struct{ What, Cure string }

// Reads says whether a statement only reads, and needs nothing that a standby of the server or another connection to
// the file lacks; and what keeps it from that where it is not proven.
type Reads struct{ Why string }

// Only reports whether a statement is proven to only read.
func (r *Reads) Only() bool { return r != nil && r.Why == "" }

// Page is how a query has its rows come in pages. Its texts are those of optional parts: where After or Before is
// given, only rows behind or before a row with these keys are in them, and Before turns the order round.
type Page struct {
	Size, After, Before int       // parameters: how many rows a page has, and the cursors, which are texts to a caller
	Keys                []PageKey // what a cursor holds
	Sort                int       // the parameter that picks one of several orders; -1 for none
	Tag                 string    // of the query and its orders: a cursor of another one is refused
}

// PageKey is a column of the result, and the parameter that it is compared with: no caller gives that.
type PageKey struct{ Column, Param int }

// Cursors are the conditions that a cursor of a query of pages is given.
func (q *Query) Cursors() (bits uint32) {
	for i, c := range q.Conditions {
		if q.Page != nil && (c.Param == q.Page.After || c.Param == q.Page.Before) {
			bits |= 1 << i
		}
	}
	return bits
}

// Hides reports whether a caller does not give a parameter.
func (p *Page) Hides(param int) bool {
	return p != nil && slices.ContainsFunc(p.Keys, func(k PageKey) bool { return k.Param == param })
}

// Asked are the parameters that a caller gives: those that a page's cursor holds come behind them.
func (q *Query) Asked() []Param {
	if q.Page == nil {
		return q.Params
	}
	return q.Params[:len(q.Params)-len(q.Page.Keys)]
}

// Required reports whether a query of one row gives the row itself, and never none.
func (q *Query) Required() bool { return q.Found || q.Demanded }

// ManyOf is how a statement runs for many rows of parameters, which means what a call for each of them means, in their
// order. S is how statements are written: as the engine's text with numbered placeholders, or cut at them. The numbers
// of parameters count from 1 in the engine's text, and from 0, as indexes, once it is cut.
type ManyOf[S any] struct {
	// SQL of one statement for many rows, which returns how many rows changed and how many rounds it takes. Its
	// parameters are lists of the statement's own, in their order, then the round: 0 is all rows where no two have one
	// key, else none; rounds from 1 on are each key's first row, its second and so on. That of a QUERY takes no round,
	// and returns the columns of the query and behind them the number of the row of parameters that a row is found for,
	// from 1; what is found for one comes in the query's order. Empty where there is none.
	SQL      S
	Plain    S          // of an EXEC: the same without a round, and its own count of rows is what changed: nothing where it needs rounds; empty for none
	Once     bool       // Plain is all there is: it needs no rounds
	Distinct S          // Plain for rows of which no two have the same Key; empty for none, or where values of Key are equal that look different
	Each     string     // why there is none, and each row is run by itself all the same; "" where there is one
	Hint     string     // of Each: what a statement would be like that has one; "" where nothing helps
	Slower   bool       // of Each: most statements have one here, so that the user may not expect it
	Key      []int      // of Each and Distinct: numbers of the parameters of which rows have different values that may run in any order
	Atomic   bool       // of a QUERY: it changes rows, so that all of them take effect or none
	Apart    bool       // of such a QUERY: SQL changes and returns nothing where two rows have one key, and each row is to be run by itself
	Rounds   int        // up to how many are worth it; with more, each row is run by itself; 0 for a QUERY
	Assumes  []string   // why that means the same, for people
	Staged   *Staged[S] // the same from a table, which may be there where SQL is not; nil where the engine has none
	Keyed    S          // of a QUERY whose one parameter is compared with a column: for a list of them, with the column behind its own; empty for none
	Own      S          // the same without that column, where the query returns it anyway; empty where it does not
	OwnAt    int        // where Own returns it, from 0
	Listed   bool       // SQL compares a column with the list, so that no table is faster
	From     *From      // of an engine that joins a relation of the rows; SQL and Rounds are empty then, but for a QUERY
}

// Staged is how a statement for many rows reads them from a table that COPY fills, which is there for one call.
type Staged[S any] struct {
	Schema, Table string
	Create, Drop  string // DDL of the table
	Into          string // the table and its columns, the parameters in their order
	SQL           S      // as ManyOf.SQL, but only the round is a placeholder
}

// From is a statement for many rows around a relation that has them: a query in parentheses. No two rows of one
// statement may have the same key, where there is one; rows of one key go one after the other, in their order.
type From struct {
	Before, After string
	Columns       []string // of the relation, by parameter
	Number        string   // of a QUERY: one more column, by which what it returns last tells the row
	Ordered       bool     // the relation must have the rows in their order
	Key           []int    // numbers of the parameters that are the key; none where rows do not meet
	Last          *Last    // of the rows of one key the last may stand for all; nil where it does not
}

// Last is where the last of the rows of one key has the effect of all of them, and each counts as it does: it may run
// alone, and what it changes counts as often as there are rows of its key.
type Last struct {
	Needed []int // numbers of parameters for which NULL may fail: a row with one stands for all instead, so that it does
}

// Many is how a statement runs for many rows of parameters.
type Many struct {
	ManyOf[[]Part]
	Params []Param // of its statements
	One    bool    // the user demands a statement for many rows
}

// Cut is the same with statements that are cut at their placeholders, and parameters by their indexes.
func (m ManyOf[S]) Cut(parts func(S) []Part) ManyOf[[]Part] {
	out := ManyOf[[]Part]{SQL: parts(m.SQL), Plain: parts(m.Plain), Once: m.Once, Distinct: parts(m.Distinct),
		Each: m.Each, Hint: m.Hint, Slower: m.Slower, Key: indexes(m.Key),
		Atomic: m.Atomic, Apart: m.Apart, Rounds: m.Rounds, Assumes: m.Assumes, Keyed: parts(m.Keyed),
		Own: parts(m.Own), OwnAt: m.OwnAt,
		Listed: m.Listed}
	if m.From != nil {
		from := *m.From
		from.Key = indexes(from.Key)
		if from.Last != nil {
			from.Last = &Last{Needed: indexes(from.Last.Needed)}
		}
		out.From = &from
	}
	if t := m.Staged; t != nil {
		out.Staged = &Staged[[]Part]{Schema: t.Schema, Table: t.Table, Create: t.Create, Drop: t.Drop, Into: t.Into,
			SQL: parts(t.SQL)}
	}
	return out
}

// indexes of numbered parameters.
func indexes(numbers []int) (list []int) {
	for _, n := range numbers {
		list = append(list, n-1)
	}
	return list
}

// Table is a table as the engine describes it, with all its columns.
type Table struct {
	Schema  string
	Name    Name
	Columns []TableColumn
	Key     []string // primary key columns
	Foreign []ForeignKey
	Comment string // of the schema, by COMMENT ON
	View    bool   // it is a view
	Strict  bool   // types are enforced
	Hidden  bool   // a plain name does not mean it: its schema is not searched, or another table comes first
	Unread  bool   // nothing is computed of a row before it is stored: no CHECK, no index that might be one of expressions
	NoCopy  string // why COPY does not do what INSERT does
}

// ForeignKey is a foreign key: columns, and those of another table or of the same that they reference.
type ForeignKey struct {
	Columns       []string
	Schema, Table string
	To            []string
}

// TableColumn is a column of a table.
type TableColumn struct {
	Field
	Identity       bool // the engine assigns it: AUTOINCREMENT, identity, serial
	IdentityAlways bool // and an INSERT must say so to store another value
	Generated      bool // computed from other columns
	HasDefault     bool
	Default        string // the expression of its default, or what it is computed by, as the engine writes it; "" for none
	Comment        string // of the schema, by COMMENT ON
}

// Appender is a TABLE … :appender: bulk insert of Row's fields into Table, in that order.
type Appender struct {
	Name      Name // of the table as the annotation gives it, or an alias
	Qualified bool // the annotation names the table with its schema
	Doc       []string
	Table     *Table
	Row       *Row
	One       *Query // the INSERT of one row, with how it runs for many; nil where each value has a form of its own for COPY
	File      string // as the config names it
	Span      source.Span
}

// Ref is the table's name as SQL has it: what is plain stays plain.
func (a *Appender) Ref() string {
	name := Quote(a.Table.Name.SQL)
	if a.Qualified {
		name = Quote(a.Table.Schema) + "." + name
	}
	return name
}

// Into is the table with the columns of the row.
func (a *Appender) Into() string {
	columns := make([]string, len(a.Row.Fields))
	for i, f := range a.Row.Fields {
		columns[i] = Quote(f.Column)
	}
	return a.Ref() + " (" + strings.Join(columns, ", ") + ")"
}

// Insert is what an INSERT of rows starts with.
func (a *Appender) Insert() string { return "INSERT INTO " + a.Into() + a.overriding() }

// overriding lets an INSERT store into an identity column that the engine fills in otherwise, as COPY does anyway.
func (a *Appender) overriding() string {
	for _, c := range a.Table.Columns {
		for _, f := range a.Row.Fields {
			if c.Identity && c.IdentityAlways && c.Column == f.Column {
				return " OVERRIDING SYSTEM VALUE"
			}
		}
	}
	return ""
}

// Migration is a schema change in source order.
type Migration struct {
	ID         string
	SQL        string
	Canonical  string   // the SQL without what means nothing: comments, blanks, the letter case of keywords
	Statements []string // where each runs by itself, outside of a transaction
	Was        []string // checksums of texts that the user has changed on purpose
	Span       source.Span
}

// Checksum is the SHA-256 of the statements in hexadecimal: a database records it, to notice that they have changed
// since.
func (m Migration) Checksum() string { return hash(m.Canonical) }

// Earlier are the checksums that count beside it: that of the text, which sqg recorded up to version 1.0, and those of
// texts that the user has changed on purpose.
func (m Migration) Earlier() []string { return append([]string{hash(m.SQL)}, m.Was...) }

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// Script is a BASELINE, MIGRATE or TESTDATA block, as the statements that make a database.
type Script struct {
	Migrates   bool // it is a MIGRATE block: what it sets ends with it
	Statements []string
}

// Attached is a PostgreSQL database that a program attaches: statements know its tables as name.schema.table.
type Attached struct {
	Name     Name
	Span     source.Span // of the first BASELINE that is about it
	Writable bool        // statements may change its rows
}

// Model is one analysed unit.
type Model struct {
	Name       Name
	Engine     string
	Files      []string // source files as the config names them
	Migrations []Migration
	Scripts    []Script // what makes the schema, and TESTDATA: in the order in which it is applied
	Queries    []*Query
	Appenders  []*Appender
	Tables     []*Table // every table of the schema
	Views      []*Table // and every view, where that is asked for
	Rows       []*Row   // each row type once, in order of first use
	Attached   []Attached
	Extensions []string // DuckDB's, that statements need
	Registered []string // functions and collations that a program registers with SQLite, for people
}

// Alone is a model with one of its statements only.
func (m *Model) Alone(q *Query) *Model {
	out, copied := *m, *q
	out.Queries, out.Appenders, out.Migrations = []*Query{&copied}, nil, nil
	out.Rows = slices.DeleteFunc(slices.Clone(m.Rows), func(r *Row) bool { return r != q.Row && r != q.Rows })
	return &out
}

// ParamFields are the fields that parameters are.
func ParamFields(params []Param) []Field {
	fields := make([]Field, len(params))
	for i, p := range params {
		fields[i] = p.Field
	}
	return fields
}
