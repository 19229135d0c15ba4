package sqlite

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	sqlite3 "modernc.org/sqlite/lib"
)

// TestFallback: where the analysis cannot go on, everything is nullable, with the reason, and of any type.
func TestFallback(t *testing.T) {
	s := openTruth(t)
	whole := opcodes[sqlite3.OP_Concat]
	defer func() { opcodes[sqlite3.OP_Concat] = whole }()
	for reason, step := range map[string]step{
		"does not know": nil,
		"failed":        func(*machine, *state, *op, *state) next { panic("broken") },
	} {
		opcodes[sqlite3.OP_Concat].step = step
		d, err := s.Describe(context.Background(),
			engine.Stmt{SQL: "SELECT id, created, name || nick FROM users WHERE id = ?1",
				Params: make([]engine.ParamHint, 1)})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(d.Fallback, reason) {
			t.Errorf("fallback is %q", d.Fallback)
		}
		for _, c := range d.Columns {
			if !c.Nullable || c.Type.Kind != ir.Any || c.Why != d.Fallback {
				t.Errorf("%+v", c)
			}
		}
		if d.Params[0].Type.Kind != ir.Int64 && step != nil {
			t.Errorf("%+v", d.Params[0])
		}
	}
	opcodes[sqlite3.OP_Concat] = whole
	if d, err := s.Describe(context.Background(), engine.Stmt{SQL: "SELECT name || 'x' FROM users"}); err != nil ||
		d.Fallback != "" || d.Columns[0].Nullable {
		t.Errorf("the session is the worse for it: %+v, %v", d, err)
	}
}

// TestBroken: statements with a word missing are described or complained about, at a place inside of them.
func TestBroken(t *testing.T) {
	s := openTruth(t)
	ran := 0
	for _, e := range readTruth(t) {
		for at := 0; at < len(e.sql); {
			tok := scan(e.sql, at)
			sql := e.sql[:tok.start] + e.sql[tok.end:]
			at = tok.end
			_, err := s.Describe(context.Background(), engine.Stmt{SQL: sql, Params: make([]engine.ParamHint, 9)})
			ran++
			var fault *engine.Error
			if err != nil && (!errors.As(err, &fault) || fault.Msg == "" || fault.Offset > len(sql)) {
				t.Errorf("%v\n%s", err, sql)
			}
		}
	}
	if ran < 1000 {
		t.Errorf("only %d statements", ran)
	}
}

// TestComplex: a statement that would take forever is cut short.
func TestComplex(t *testing.T) {
	s := openTruth(t)
	var b strings.Builder
	b.WriteString("SELECT u0.name, count(*)")
	for i := range 9 {
		b.WriteString(", max(u0.age) FILTER (WHERE u0.age > " + string(rune('0'+i)) + ")")
	}
	b.WriteString(" FROM users u0")
	for i := 1; i < 12; i++ {
		n := string(rune('a' + i))
		b.WriteString(" FULL JOIN (SELECT name, count(*) AS c FROM users GROUP BY name) " + n + " ON " + n +
			".name = u0.name AND " + n + ".c IN (SELECT id FROM org WHERE name = " + n + ".name)")
	}
	b.WriteString(" GROUP BY u0.name")
	d, err := s.Describe(context.Background(), engine.Stmt{SQL: b.String()})
	if err != nil {
		t.Fatal(err)
	}
	if s.machine.steps > maxSteps+1 {
		t.Errorf("%d steps", s.machine.steps)
	}
	if d.Fallback != "" && !d.Columns[0].Nullable {
		t.Error("a fallback proves nothing")
	}
}
