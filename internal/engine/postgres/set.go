package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/postgres/querytree"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// mostRounds is up to how many rows of one key a statement is run again for the next of each; beyond, rows by
// themselves are faster.
const mostRounds = 16

// set derives the statement for many rows. Where none is proven to mean the same, each row is a statement of its own.
func (s *session) set(ctx context.Context, in engine.Stmt, p *prepared) (*engine.Set, error) {
	out, err := s.derived(ctx, in, p)
	if refused := unlike(err); refused != nil {
		return &engine.Set{Each: refused.Msg, Hint: refused.Hint, Slower: true}, nil
	}
	return out, err
}

// derived is the statement for many rows by its words: the rows are one more relation, of which the parameters are
// columns. That it means the same is proven by the Query trees of both.
func (s *session) derived(ctx context.Context, in engine.Stmt, p *prepared) (*engine.Set, error) {
	c := s.catalog
	one, err := querytree.Parse(p.tree)
	if err != nil {
		return nil, &querytree.Refused{Msg: "PostgreSQL does not show the tree of the statement"}
	}
	many, err := c.analysis.Many(one)
	if err != nil {
		return nil, err
	}
	d := &derivation{stmt: in, many: many, words: dialect.Words(in.SQL)}
	d.name()
	unlisted, staged := d.typed(c, p)
	if !staged {
		return nil, &querytree.Refused{Msg: unlisted}
	}
	if err := d.carried(ctx, c, p); err != nil {
		return nil, err
	}
	d.excludes(c, one)
	out := &engine.Set{Each: unlisted, Rounds: mostRounds, Assumes: many.Assumes()}
	if many.Ordered {
		out.Rounds = 1
	}
	out.Once = len(many.Key) == 0 || d.once()
	if many.Listed() && unlisted == "" {
		out.SQL, out.Plain, out.Listed = d.listed(), d.listOf(in.SQL), true
		if err := s.proves(ctx, d, one, out.SQL, out.Plain); unlike(err) == nil {
			return out, err
		}
		out.Listed = false
	}
	change, err := d.change()
	if err != nil {
		return nil, err
	}
	out.Staged = d.staged(change)
	if unlisted == "" {
		out.SQL, out.Plain = d.sql(change, d.unnested("r", d.once())), d.plain(change)
	}
	inexact := func(n int) bool { return !querytree.Exact(p.types[n-1].oid) }
	if !out.Once && out.Plain != "" && !slices.ContainsFunc(many.Key, inexact) {
		out.Distinct, out.Key = d.distinct(change, ""), many.Key
	}
	if err := s.proves(ctx, d, one, out.SQL, out.Plain, out.Distinct); err != nil {
		return nil, err
	}
	err = s.exec(ctx, "BEGIN; "+out.Staged.Create)
	if err == nil {
		err = s.proves(ctx, d, one, out.Staged.SQL)
	}
	return out, errors.Join(err, s.exec(ctx, "ROLLBACK")) // a transaction stays open after an error in it
}

// proves lets the server analyse derived statements, and compares their Query trees with that of the statement for one
// row.
func (s *session) proves(ctx context.Context, d *derivation, one *querytree.Node, derived ...string) error {
	for _, sql := range derived {
		if sql == "" {
			continue
		}
		if err := s.provesOne(ctx, d, one, sql); err != nil {
			return err
		}
	}
	return nil
}

func (s *session) provesOne(ctx context.Context, d *derivation, one *querytree.Node, sql string) error {
	proven, refused, err := s.proven(ctx, sql,
		func(tree *querytree.Node) bool { return d.many.Proves(one, tree, d.changed) })
	switch {
	case err != nil:
		return err
	case refused != nil:
		return &querytree.Refused{Msg: "PostgreSQL refuses the statement for many rows: " + refused.Message,
			Hint: "give literals and parameters their types by casts, and leave columns out that take DEFAULT"}
	case !proven:
		return &querytree.Refused{Msg: readDifferently,
			Hint: "give literals and parameters their types by casts; in ON CONFLICT DO UPDATE write excluded.column for what VALUES holds"}
	}
	return nil
}

// readDifferently is why a statement for many rows is not proven.
const readDifferently = "PostgreSQL reads an expression differently where a parameter is a column"

// proven reports whether the Query tree of a statement for many rows proves what it must; refused is PostgreSQL's error
// where it refuses the statement.
func (s *session) proven(ctx context.Context, sql string, proves func(*querytree.Node) bool) (proven bool,
	refused *pgconn.PgError, err error) {
	many, err := s.parse(ctx, sql, nil)
	if errors.As(err, &refused) {
		return false, refused, nil
	}
	if err != nil {
		return false, nil, err
	}
	tree, err := querytree.Parse(many.tree)
	return err == nil && proves(tree), nil, nil
}

// base is the type that domains are over.
func (c *catalog) base(t *pgType) *pgType {
	for t.class == 'd' && c.types[t.base] != nil {
		t = c.types[t.base]
	}
	return t
}

// unlike is why a statement has no form for many rows, nil where an error is another.
func unlike(err error) (refused *querytree.Refused) {
	errors.As(err, &refused)
	return refused
}

// derivation is the work on one statement.
type derivation struct {
	stmt     engine.Stmt
	many     querytree.Many
	words    []syntax.Word
	types    []string // of the parameters
	wires    []string // the types of their columns in a table of one call, if not their own; see ir.Type.TextForm
	excluded []string // the column that ON CONFLICT finds a parameter in, "" for none

	unread string // a parameter that ON CONFLICT cannot read

	// names that the statement does not have
	given, rows, changed, found, number, round string
	columns                                    []string // of the parameters
}

// nameOID is the number of the type of identifiers.
const nameOID = 19

// typed takes the types of the parameters. It says why they cannot be lists, "" where they can; and whether a table
// could have them then.
func (d *derivation) typed(c *catalog, p *prepared) (unlisted string, staged bool) {
	staged = true
	for i, h := range d.stmt.Params {
		t := c.types[p.types[i].oid]
		d.types = append(d.types, t.ref)
		switch b := c.base(t); {
		case b.oid == nameOID:
			unlisted, staged = h.Name+" is a name, of which the server cuts what is longer than 63 bytes, but not in a list", false
		case staged && (b.category == 'A' || b.class == 'c'):
			unlisted = "unnest() takes lists and composite values apart: " + h.Name + " is one"
		}
	}
	return unlisted, staged
}

// carried finds which parameters travel as text.
func (d *derivation) carried(ctx context.Context, c *catalog, p *prepared) error {
	for _, id := range p.types[:len(d.stmt.Params)] {
		t, err := c.typeOf(ctx, id)
		if err != nil {
			return err
		}
		d.wires = append(d.wires, t.TextForm())
	}
	return nil
}

// name finds names that mean nothing in the statement.
func (d *derivation) name() {
	names := syntax.FreshNames(d.stmt.SQL)
	fresh := func(name string) string { return quoted(names(name)) }
	d.given, d.rows, d.changed, d.found = fresh("given"), fresh("k"), fresh("changed"), fresh("q")
	for _, p := range d.stmt.Params {
		d.columns = append(d.columns, fresh("p_"+p.Name))
	}
	d.number, d.round = fresh("p_row"), fresh("p_round")
}

// excludes finds the columns that ON CONFLICT reads parameters from.
func (d *derivation) excludes(c *catalog, one *querytree.Node) {
	for i := range d.stmt.Params {
		d.excluded = append(d.excluded, c.analysis.Excluded(one, d.many, i+1))
	}
}

func quoted(name string) string {
	notPlain := func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') && (r < '0' || r > '9') }
	if strings.IndexFunc(name, notPlain) < 0 && name[0] > '9' {
		return name
	}
	return ir.Quote(name)
}

// unnested are the rows as lists, one for each parameter, under a name and with their numbers.
func (d *derivation) unnested(as string, hidden bool) source {
	return source{fmt.Sprintf("FROM unnest(%s)\n    WITH ORDINALITY AS %s (%s)", d.lists(hidden), as,
		strings.Join(append(slices.Clone(d.columns), d.number), ", ")), len(d.types) + 1}
}

// lists are the parameters of many rows. What is hidden the planner does not see the length of: of many keys it would
// read a whole index, which takes longer than each key.
func (d *derivation) lists(hidden bool) string {
	lists := make([]string, len(d.types))
	for i := range d.types {
		if lists[i] = d.list(i + 1); hidden {
			lists[i] = "(SELECT " + lists[i] + ")"
		}
	}
	return strings.Join(lists, ", ")
}

func (d *derivation) list(param int) string { return fmt.Sprintf("$%d::%s[]", param, d.types[param-1]) }

// plain is the statement for many rows without rounds. Where two rows have one key and need some, it finds no row.
// There is none where rows have to be inserted in their order: what that counts up would go on if the statement
// changed nothing and another followed.
func (d *derivation) plain(change string) string {
	if len(d.many.Key) == 0 {
		return fmt.Sprintf("WITH %s AS (\n  SELECT * %s\n)\n%s", d.rows, d.unnested("r", false).from, change)
	}
	if d.once() {
		return d.distinct(change, "")
	}
	if d.many.Ordered {
		return ""
	}
	lists := make([]string, len(d.many.Key))
	for i, n := range d.many.Key {
		lists[i] = d.list(n)
	}
	return d.distinct(change, d.noneTwice(fmt.Sprintf("unnest(%s) AS r (%s)", strings.Join(lists, ", "),
		strings.Join(d.key(), ", "))))
}

// noneTwice is the condition that no key comes twice in a relation.
func (d *derivation) noneTwice(from string) string {
	return fmt.Sprintf("\n  WHERE NOT EXISTS (SELECT FROM %s GROUP BY %s HAVING count(*) > 1)", from, d.grouped())
}

// distinct is the statement for many rows that need no rounds, where a condition holds.
func (d *derivation) distinct(change, where string) string {
	order, joined := "", d.many.Command != querytree.Insert
	if joined { // an INSERT has an order of its own
		order = "\n  ORDER BY " + strings.Join(d.key(), ", ")
	}
	return fmt.Sprintf("WITH %s AS (\n  SELECT * FROM unnest(%s) AS r (%s)%s%s\n)\n%s", d.rows, d.lists(joined),
		strings.Join(d.columns, ", "), where, order, change)
}

// once reports whether rows of one key need no rounds: a row of the table is deleted once, whichever of them hits it.
func (d *derivation) once() bool { return d.many.Command == querytree.Delete }

// stagedTable is the table of one call. Rows stand in it as COPY has brought them.
const (
	stagedSchema = "pg_temp"
	stagedName   = "sqg_rows"
	stagedTable  = stagedSchema + "." + stagedName
)

// staged are the rows in a table. COPY puts each behind those before it, so ctid says their order. What travels as text
// is text there.
func (d *derivation) staged(change string) *ir.Staged[string] {
	columns, values := make([]string, len(d.types)), slices.Clone(d.columns)
	for i, t := range d.types {
		columns[i] = d.columns[i] + " " + cmp.Or(d.wires[i], t)
		if d.wires[i] != "" {
			values[i] += "::" + t + " AS " + d.columns[i]
		}
	}
	names := strings.Join(d.columns, ", ")
	hidden := ""
	if d.once() {
		hidden = fmt.Sprintf(" LIMIT (SELECT count(*) FROM %s)", stagedTable) // the planner takes it for a tenth of the rows
	}
	from := source{fmt.Sprintf("FROM (SELECT %s, ctid AS %s FROM %s%s) AS r", strings.Join(values, ", "), d.number,
		stagedTable, hidden), 1}
	return &ir.Staged[string]{Schema: stagedSchema, Table: stagedName,
		Create: fmt.Sprintf("CREATE TABLE %s (%s) ON COMMIT DROP", stagedTable, strings.Join(columns, ", ")),
		Drop:   "DROP TABLE " + stagedTable,
		Into:   stagedTable + " (" + names + ")", SQL: d.sql(change, from)}
}

// source is where a statement for many rows has them from.
type source struct {
	from  string
	round int // number of the placeholder for the round
}

// sql is the statement for many rows.
func (d *derivation) sql(change string, in source) string {
	from, round := in.from, fmt.Sprintf("$%d::bigint", in.round)
	if len(d.many.Key) == 0 || d.once() {
		order := ""
		if d.once() {
			order = "\n  ORDER BY " + strings.Join(d.key(), ", ")
		}
		return fmt.Sprintf("WITH %s AS (\n  SELECT * %s\n  WHERE %s = 0%s\n), %s AS (\n%s\nRETURNING 1\n)\nSELECT count(*) AS changed, 1::bigint AS rounds FROM %[5]s",
			d.rows, from, round, order, d.changed, change)
	}
	return fmt.Sprintf(`WITH %s AS (
  SELECT *, row_number() OVER (PARTITION BY %s ORDER BY %s) AS %s
  %s
), %s AS (
  SELECT * FROM %[1]s
  WHERE %[7]s IN (%[4]s, CASE WHEN (SELECT max(%[4]s) FROM %[1]s) = 1 THEN 0 END)
), %[8]s AS (
%[9]s
RETURNING 1
)
SELECT (SELECT count(*) FROM %[8]s) AS changed, (SELECT max(%[4]s) FROM %[1]s) AS rounds`,
		d.given, d.grouped(), d.number, d.round, from, d.rows, round, d.changed, change)
}

// listed is the DELETE whose parameter is a list. It has but one round.
func (d *derivation) listed() string {
	return fmt.Sprintf("WITH %s AS (\n%s\nRETURNING 1\n)\nSELECT count(*) AS changed, 1::bigint AS rounds FROM %[1]s WHERE $2::bigint = 0",
		d.changed, d.listOf(d.stmt.SQL))
}

// listOf writes a list where SQL has the one parameter.
func (d *derivation) listOf(sql string) string {
	at := dialect.Marks(sql)[0]
	return sql[:at[0]] + "ANY (" + d.list(1) + ")" + sql[at[1]:]
}

// grouped are expressions that are equal where rows can meet: what the columns of key are in the table.
func (d *derivation) grouped() string {
	key := d.key()
	for i, n := range d.many.Key {
		if as := d.many.Coerced(n); as != "" {
			key[i] += "::" + as
		}
	}
	return strings.Join(key, ", ")
}

// key are the columns of which rows that can meet have the same.
func (d *derivation) key() []string {
	key := make([]string, len(d.many.Key))
	for i, n := range d.many.Key {
		key[i] = d.columns[n-1]
	}
	return key
}

// change is the statement with the relation of the rows in it.
func (d *derivation) change() (string, error) { return d.changeUpTo(len(d.stmt.SQL)) }

// changeUpTo is that up to a place in the statement.
func (d *derivation) changeUpTo(end int) (string, error) {
	sql := d.stmt.SQL[:end]
	at := func(text string) syntax.Word {
		if i := slices.IndexFunc(d.words, func(w syntax.Word) bool { return w.Text == text }); i >= 0 {
			return d.words[i]
		}
		return syntax.Word{Start: -1}
	}
	if d.many.Command != querytree.Insert {
		where := at("WHERE").Start
		if where < 0 {
			return "", &querytree.Refused{Msg: "the statement has no WHERE"}
		}
		relation := map[int]string{querytree.Update: "FROM ", querytree.Delete: "USING "}[d.many.Command]
		return d.columnsFor(sql[:where], false) + relation + d.rows + "\n" + d.columnsFor(sql[where:], false), nil
	}
	values := slices.IndexFunc(d.words, func(w syntax.Word) bool { return w.Text == "VALUES" })
	if values < 0 || values+1 >= len(d.words) || d.words[values+1].Text != "(" {
		return "", &querytree.Refused{Msg: "the statement has no VALUES (…)",
			Hint: "write INSERT … VALUES with one row of parameters"}
	}
	list := d.words[values+1]
	order := []string{d.number}
	if len(d.many.Key) > 0 && !d.many.Ordered { // an index is read from one end to the other
		order = d.key()
	}
	out := sql[:d.words[values].Start] + "SELECT " +
		strings.TrimSpace(d.columnsFor(sql[list.Start+1:list.End-1], false)) + "\nFROM " + d.rows +
		"\nORDER BY " + strings.Join(order, ", ") + d.columnsFor(sql[list.End:], true)
	if d.unread != "" {
		return "", &querytree.Refused{Msg: "ON CONFLICT sees of each row what is inserted, and ${" + d.unread +
			"} is not the value of a column as it is",
			Hint: "write excluded.column, or give a column ${" + d.unread + "} in VALUES"}
	}
	return out, nil
}

// columnsFor writes columns of the rows where the statement has parameters; behind ON CONFLICT those of EXCLUDED.
func (d *derivation) columnsFor(sql string, conflict bool) string {
	var out strings.Builder
	end := 0
	for _, at := range dialect.Marks(sql) {
		n := paramNumber(sql[at[0]:at[1]])
		column := d.rows + "." + d.columns[n-1]
		switch {
		case conflict && d.excluded[n-1] != "":
			column = "excluded." + quoted(d.excluded[n-1])
		case conflict:
			d.unread = d.stmt.Params[n-1].Name
		}
		out.WriteString(sql[end:at[0]] + column)
		end = at[1]
	}
	return out.String() + sql[end:]
}
