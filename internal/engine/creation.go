package engine

import (
	"context"
	"regexp"
	"strings"
	"sync"

	"github.com/sqg-dev/sqg/internal/syntax"
)

// Creation is a CREATE TABLE.
type Creation struct {
	Table   string // as written
	Name    string // without schema and quotes
	Temp    bool
	Columns string // that the query's columns are called, as written with parentheses; "" for their own names
	Query   *Stmt  // of CREATE TABLE … AS, where it stands in the statement; nil for none
}

var (
	creationHead = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?is)^CREATE\s+(?:OR\s+REPLACE\s+)?(?:(?:GLOBAL|LOCAL)\s+)?(?:(TEMP|TEMPORARY|UNLOGGED)\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?` +
			`((?:"(?:[^"]|"")*"|[\pL_][\pL\pN_$]*|\.)+)\s*`)
	})
	creationQuery = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?is)^(\([^()]*\)\s*)?(?:ON\s+COMMIT\s+(?:PRESERVE\s+ROWS|DELETE\s+ROWS|DROP)\s+)?AS\b`)
	})
	creationData = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?is)\bWITH\s+(?:NO\s+)?DATA\s*;?\s*$`) })
)

// CreationOf reads a CREATE TABLE; nil for any other statement.
func CreationOf(d syntax.Dialect, in Stmt) *Creation {
	commands := d.Split(in.SQL)
	if len(commands) != 1 {
		return nil
	}
	start := commands[0].Start
	head := creationHead().FindStringSubmatch(in.SQL[start:])
	if head == nil {
		return nil
	}
	c := &Creation{Table: head[2], Temp: strings.HasPrefix(strings.ToUpper(head[1]), "TEMP")}
	c.Name = strings.ReplaceAll(strings.Trim(c.Table[Unqualified(c.Table, 0):], `"`), `""`, `"`)
	from := start + len(head[0])
	if as := creationQuery().FindStringSubmatch(in.SQL[from:]); as != nil {
		c.Columns = strings.TrimSpace(as[1])
		query := in
		end := from + len(as[0])
		query.SQL = strings.Repeat(" ", end) + creationData().ReplaceAllString(in.SQL[end:], "")
		c.Query = &query
	}
	return c
}

// MakeAll makes tables one after the other by an engine's way, and says how all of them are undone.
func MakeAll(ctx context.Context, made []Stmt,
	one func(Stmt) (undo func(context.Context) error, err error)) (func(context.Context) error, error) {
	var undos []func(context.Context) error
	undo := func(ctx context.Context) (err error) {
		for i := len(undos) - 1; i >= 0; i-- {
			if failed := undos[i](ctx); err == nil {
				err = failed
			}
		}
		return err
	}
	for _, stmt := range made {
		back, err := one(stmt)
		if err != nil {
			_ = undo(ctx) // what is wrong is told already
			return nil, err
		}
		undos = append(undos, back)
	}
	return undo, nil
}
