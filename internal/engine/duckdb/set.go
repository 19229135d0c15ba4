package duckdb

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// set derives the statement for many rows by its words: the rows are one more relation, of which the parameters are
// columns. Over a relation of one row, which the parameters themselves are, it must mean the same as the statement for
// one row: DuckDB's plans of both tell. Where it is not known to, each row is run by itself.
func (s *session) set(ctx context.Context, in engine.Stmt, text string, params []engine.Param) (*engine.Set, error) {
	set, err := s.joined(ctx, in, text, params)
	var u *unlikeness
	if errors.As(err, &u) {
		return &engine.Set{Each: "DuckDB runs a prepared statement for each row, in one transaction: " + u.why}, nil
	}
	return set, err
}

func (s *session) joined(ctx context.Context, in engine.Stmt, text string, params []engine.Param) (*engine.Set, error) {
	one, err := s.meaning(ctx, text)
	if err != nil {
		return nil, err
	}
	rules := &setRules{session: s, meaning: one}
	if err := rules.check(ctx); err != nil {
		return nil, err
	}
	d := &derivation{stmt: in, words: dialect.Words(in.SQL), one: one}
	d.name()
	before, after, err := d.change()
	if err != nil {
		return nil, err
	}
	given := make([]string, len(params))
	for i, p := range params {
		if p.Type.Ref == "" {
			return nil, &unlikeness{"the type of " + in.Params[i].Name + " has no name"}
		}
		given[i] = fmt.Sprintf("CAST($%d AS %s) AS %s", i+1, p.Type.Ref, d.columns[i])
	}
	if len(params) == 0 {
		return nil, &unlikeness{"it has no parameters"}
	}
	many, err := s.meaning(ctx, before+"(SELECT "+strings.Join(given, ", ")+")"+after)
	if err != nil {
		return nil, err
	}
	if said(one) != said(many) {
		return nil, &unlikeness{"DuckDB reads an expression differently where a parameter is a column"}
	}
	last, err := rules.last(ctx)
	return &engine.Set{From: &ir.From{Before: before, After: after, Columns: d.columns,
		Ordered: one.Command == "LOGICAL_INSERT", Key: rules.key, Last: last},
		Assumes: rules.assumes(last != nil)}, err
}

// meaning of a statement; an unlikeness where DuckDB does not tell it, or it is not known.
func (s *session) meaning(ctx context.Context, sql string) (meaning, error) {
	text, err := s.serialized(ctx, sql)
	if err != nil {
		return meaning{}, err
	}
	return meaningOf(text)
}

// derivation is the work on one statement.
type derivation struct {
	stmt    engine.Stmt
	words   []syntax.Word
	one     meaning
	rows    string   // the relation of the rows
	columns []string // of the parameters in it
	number  string   // of a query: the column with the number of a row
}

// name finds names that mean nothing in the statement.
func (d *derivation) name() {
	names := syntax.FreshNames(d.stmt.SQL)
	fresh := func(name string) string { return quoteName(names(name)) }
	d.rows = fresh("k")
	for _, p := range d.stmt.Params {
		d.columns = append(d.columns, fresh("p_"+p.Name))
	}
	d.number = fresh("p_row")
}

func (d *derivation) find(from int, text string) int {
	if i := slices.IndexFunc(d.words[from:], func(w syntax.Word) bool { return w.Text == text }); i >= 0 {
		return from + i
	}
	return -1
}

// change is the statement with the relation of the rows in it: what stands before that and behind.
func (d *derivation) change() (before, after string, err error) {
	sql, first := d.stmt.SQL, d.words[0].Text
	switch first {
	case "UPDATE", "DELETE":
		where := d.find(0, "WHERE")
		if where < 0 {
			return "", "", &unlikeness{"it has no WHERE"}
		}
		at := d.words[where].Start
		relation := map[string]string{"UPDATE": "FROM ", "DELETE": "USING "}[first]
		return d.columnsFor(sql[:at]) + relation, " AS " + d.rows + "\n" + d.columnsFor(sql[at:]), nil
	case "INSERT":
		values := d.find(0, "VALUES")
		if values < 0 || values+1 >= len(d.words) || d.words[values+1].Text != "(" {
			return "", "", &unlikeness{"it has no VALUES (…)"}
		}
		row := d.words[values+1]
		tail, err := d.excludedFor(sql[row.End:])
		return sql[:d.words[values].Start] + "SELECT " + strings.TrimSpace(d.columnsFor(sql[row.Start+1:row.End-1])) +
			"\nFROM ", " AS " + d.rows + tail, err
	case "MERGE":
		using := d.find(0, "USING")
		if using < 0 || using+1 >= len(d.words) || d.words[using+1].Text != "(" {
			return "", "", &unlikeness{"it has no USING (SELECT …)"}
		}
		source := d.words[using+1]
		at := source.End - 1
		if len(dialect.Marks(sql[source.End:])) > 0 {
			return "", "", &unlikeness{"it has parameters behind USING (SELECT …)"}
		}
		return strings.TrimRight(d.columnsFor(sql[:at]), " \n") + "\nFROM ", " AS " + d.rows + sql[at:], nil
	}
	return "", "", &unlikeness{"it starts with " + first}
}

// columnsFor writes columns of the rows where the statement has parameters.
func (d *derivation) columnsFor(sql string) string {
	text, _ := d.replaced(sql, func(n int) (string, error) { return d.rows + "." + d.columns[n-1], nil })
	return text
}

// excludedFor does so behind ON CONFLICT, where columns of the new row are all that can be read.
func (d *derivation) excludedFor(sql string) (string, error) {
	return d.replaced(sql, func(n int) (string, error) {
		for _, a := range d.one.Does {
			if a.What != "MERGE_INSERT" {
				continue
			}
			for column, value := range a.Sets {
				if parameterOf(value) == n {
					return "excluded." + quoteName(column), nil
				}
			}
		}
		return "", &unlikeness{"ON CONFLICT sees of each row what is inserted, and " + d.stmt.Params[n-1].Name +
			" is not the value of a column as it is"}
	})
}

func (d *derivation) replaced(sql string, column func(n int) (string, error)) (string, error) {
	var out strings.Builder
	end := 0
	for _, u := range usesOf(sql) {
		name, err := column(u.n)
		if err != nil {
			return "", err
		}
		out.WriteString(sql[end:u.start] + name)
		end = u.end
	}
	return out.String() + sql[end:], nil
}
