package postgres

import (
	"errors"
	"regexp"
	"strconv"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqg-dev/sqg/internal/engine"
)

// explain makes the server's complaint about sql an engine.Error; any other error stays as it is.
func explain(err error, sql string, params []engine.ParamHint) error {
	var pg *pgconn.PgError
	if !errors.As(err, &pg) {
		return err
	}
	e := &engine.Error{Msg: named(pg.Message, params), Offset: -1, Hint: named(pg.Hint, params)}
	if e.Hint == "" {
		e.Hint = named(pg.Detail, params)
	}
	if pg.Position > 0 {
		e.Offset = byteOffset(sql, int(pg.Position))
	}
	return e
}

// byteOffset is where the n-th character of sql starts, from 1.
func byteOffset(sql string, n int) int {
	at := 0
	for ; n > 1 && at < len(sql); n-- {
		_, size := utf8.DecodeRuneInString(sql[at:])
		at += size
	}
	return at
}

var placeholder = regexp.MustCompile(`\$(\d+)`)

// named writes ${name} for $n.
func named(msg string, params []engine.ParamHint) string {
	return placeholder.ReplaceAllStringFunc(msg, func(m string) string {
		if n, err := strconv.Atoi(m[1:]); err == nil && n > 0 && n <= len(params) {
			return "${" + params[n-1].Name + "}"
		}
		return m
	})
}
