package duckdb

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/libduckdb"
)

// lookup derives the query for many rows of parameters by its words: the query joins their relation. Over a relation of
// one row, which the parameters themselves are, it must ask the same as the query for one row: DuckDB's plans of both
// tell. Where it is not known to, each row is a query of its own.
func (s *session) lookup(ctx context.Context, in engine.Stmt, text string, params []engine.Param) (*engine.Set, error) {
	set, err := s.asked(ctx, in, text, params)
	var u *unlikeness
	if errors.As(err, &u) {
		return &engine.Set{Each: "DuckDB runs a prepared query for each row: " + u.why}, nil
	}
	return set, err
}

func (s *session) asked(ctx context.Context, in engine.Stmt, text string, params []engine.Param) (*engine.Set, error) {
	one, err := s.question(ctx, text)
	if err != nil {
		return nil, err
	}
	if err := (&lookupRules{session: s, question: one}).check(ctx); err != nil {
		return nil, err
	}
	d := &derivation{stmt: in, words: dialect.Words(in.SQL)}
	d.name()
	before, after, err := d.join()
	if err != nil {
		return nil, err
	}
	row, lists, items := make([]string, len(params)), make([]string, len(params)), make([]string, len(params))
	for i, p := range params {
		if p.Type.Ref == "" || p.Type.Elem != nil || p.Type.Struct != nil {
			return nil, &unlikeness{in.Params[i].Name + " is of a type that holds others, or has no name"}
		}
		row[i] = fmt.Sprintf("CAST($%d AS %s) AS %s", i+1, p.Type.Ref, d.columns[i])
		lists[i] = fmt.Sprintf("$%d::%s[] AS %s", i+1, p.Type.Ref, d.columns[i])
		items[i] = fmt.Sprintf("unnest(%[1]s) AS %[1]s", d.columns[i])
	}
	alone := fmt.Sprintf("%sSELECT %s, CAST($%d AS BIGINT) AS %s%s", before, strings.Join(row, ", "), len(params)+1,
		d.number, after)
	order, err := s.order(ctx, one, alone, len(params)+1)
	if err != nil {
		return nil, err
	}
	set := &engine.Set{Assumes: []string{
		"rows of a table alone come in its order where the query has none, and rows that are joined in any order then",
		"one query sees one state of the database, which calls outside of a transaction do not"},
		SQL: fmt.Sprintf("%s\n  SELECT %s, generate_subscripts(%s, 1) AS %s\n  FROM (SELECT %s)\n%s",
			before, strings.Join(items, ",\n    "), d.columns[0], d.number, strings.Join(lists, ",\n    "),
			after+order),
		From: &ir.From{Before: before, After: after + order, Columns: d.columns, Number: d.number}}
	if _, err := s.conn.Prepare(ctx, set.SQL); err != nil {
		var e *libduckdb.Error
		if errors.As(err, &e) {
			return nil, &unlikeness{"DuckDB refuses the query for many rows"}
		}
		return nil, err
	}
	return set, nil
}

// order is what a query with the relation of one row needs at its end so that it asks what the query for one does. The
// rows of a table come in the table's order where the query has none, as one call has them, and so do those that are
// equal in the query's order.
func (s *session) order(ctx context.Context, one question, alone string, number int) (string, error) {
	orders := []string{""}
	switch {
	case one.table() == nil:
	case len(one.Order) == 0:
		orders = []string{"\nORDER BY rowid"}
	case commented(alone):
		orders = []string{"\n, rowid", ""}
	default:
		orders = []string{", rowid", ""} // a view's rows have none, and ORDER BY ALL takes nothing besides
	}
	for _, order := range orders {
		many, err := s.question(ctx, alone+order)
		var u *unlikeness
		if err != nil && !errors.As(err, &u) {
			return "", err
		}
		if err == nil && many.proves(one, number) {
			return order, nil
		}
	}
	return "", &unlikeness{"DuckDB reads the query differently where a parameter is a column"}
}

// question is what a query asks; an unlikeness where DuckDB does not tell it, or it is not known.
func (s *session) question(ctx context.Context, sql string) (question, error) {
	text, err := s.serialized(ctx, sql)
	if err != nil {
		return question{}, err
	}
	return questionOf(text)
}

// everyColumn is a * in a list of columns.
var everyColumn = regexp.MustCompile(`(^|,)(\s*)\*(\s*)(,|$)`)

// join is the query with the relation of the rows in it: what stands before that and behind.
func (d *derivation) join() (before, after string, err error) {
	sql := d.stmt.SQL
	from := d.find(0, "FROM")
	if d.words[0].Text != "SELECT" || from < 0 {
		return "", "", &unlikeness{"it does not start with SELECT … FROM"}
	}
	list := strings.TrimRight(sql[d.words[0].End:d.words[from].Start], " \t\r\n")
	list = everyColumn.ReplaceAllString(list,
		fmt.Sprintf("${1}${2}* EXCLUDE (%s)${3}${4}", strings.Join(d.given(), ", ")))
	before = sql[:d.words[0].End] + d.columnsFor(list)
	if commented(list) {
		before += "\n"
	}
	before += ", " + d.rows + "." + d.number + "\nFROM ("
	return before, ") AS " + d.rows + "\nCROSS JOIN" +
		d.columnsFor(strings.TrimRight(sql[d.words[from].End:], " \t\r\n")), nil
}

// given are the columns of the relation of the rows.
func (d *derivation) given() []string {
	var all []string
	for _, c := range append(d.columns[:len(d.columns):len(d.columns)], d.number) {
		all = append(all, d.rows+"."+c)
	}
	return all
}

// commented reports whether a comment may reach to the end of a text.
func commented(text string) bool {
	return strings.Contains(text[strings.LastIndexByte(text, '\n')+1:], "--")
}
