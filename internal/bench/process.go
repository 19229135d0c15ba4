package bench

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// tail keeps the end of what a program says, for when it fails.
type tail struct{ text []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.text = append(t.text, p...)
	if over := len(t.text) - 4000; over > 0 {
		t.text = append([]byte("…"), t.text[over+len("…"):]...)
	}
	return len(p), nil
}

// CommandError is a program that failed, with the end of what it said.
type CommandError struct {
	Command string
	Said    string
	Err     error
}

func (e *CommandError) Error() string {
	return fmt.Sprintf("`%s` failed: %v", e.Command, e.Err)
}

func (e *CommandError) Unwrap() error { return e.Err }

func program(ctx context.Context, dir string, words []string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Dir = dir
	own(cmd)
	cmd.WaitDelay = 10 * time.Second
	return cmd
}

// command runs a step of the preparation.
func command(ctx context.Context, dir string, words []string) error {
	var said tail
	cmd := program(ctx, dir, words)
	cmd.Stdout, cmd.Stderr = &said, &said
	return failed(ctx, words, &said, cmd.Run())
}

func failed(ctx context.Context, words []string, said *tail, err error) error {
	if err == nil || ctx.Err() != nil {
		return cmp.Or(ctx.Err(), err)
	}
	words = append([]string{filepath.Base(words[0])}, words[1:]...)
	return &CommandError{Command: strings.Join(words, " "), Said: string(bytes.TrimSpace(said.text)), Err: err}
}

// event is a line of a runner's standard output; one of its parts is there.
type event struct {
	Run      string            `json:"run"`      // one begins
	Result   *Record           `json:"result"`   // operation, method, rows, calls, runs_ms and what else was measured
	Versions map[string]string `json:"versions"` // of what is measured
}

// runner is one run of a suite's runner.
type runner struct {
	suite    *Suite
	progress func(done, total int, title string)
	started  time.Time
	machine  Machine
	versions map[string]string
	records  []Record
}

func (r *runner) run(ctx context.Context, dir string, words []string, p *plan) error {
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	file, err := os.CreateTemp("", "sqg-bench-*.json")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	_, err = file.Write(text)
	if err := errors.Join(err, file.Close()); err != nil {
		return err
	}
	words = append(words, file.Name())
	var said tail
	cmd := program(ctx, dir, words)
	cmd.Stderr = &said
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return failed(ctx, words, &said, err)
	}
	bad := r.events(out, p.runs())
	if bad != nil {
		io.Copy(io.Discard, out) // it may end by itself
	}
	if err := failed(ctx, words, &said, cmd.Wait()); err != nil {
		return err
	}
	return bad
}

func (r *runner) events(out io.Reader, total int) error {
	done := 0
	in := bufio.NewScanner(out)
	in.Buffer(nil, 16<<20)
	for in.Scan() {
		var e event
		if err := json.Unmarshal(in.Bytes(), &e); err != nil {
			return fmt.Errorf("the runner of %s printed what is not an event: %.200s", r.suite.Name, in.Bytes())
		}
		maps.Copy(r.versions, e.Versions)
		if e.Run != "" {
			r.progress(done, total, e.Run)
			done = min(done+1, total) // a runner may announce more than it was asked for
		}
		if e.Result != nil {
			if err := r.add(*e.Result); err != nil {
				return err
			}
		}
	}
	return in.Err()
}

// add takes a result, if it is one that can be shown.
func (r *runner) add(rec Record) error {
	m := r.suite.Method(rec.Method)
	if m == nil {
		return fmt.Errorf("the runner of %s has a method %q, which suite.yaml has not", r.suite.Name, rec.Method)
	}
	rec = r.complete(rec, *m)
	if err := rec.check(); err != nil {
		rec.fail(err.Error())
	}
	if rec.Measured() {
		things := rec.Calls
		if r.suite.Unit == "rows" {
			things *= rec.Rows
		}
		rec.summarize(things)
	}
	r.records = append(r.records, rec)
	return nil
}

// lost adds what the runner was to measure and said nothing of.
func (r *runner) lost(p *plan, err error) {
	why := "the runner gave no result"
	if err != nil {
		why = "the runner ended before: " + err.Error()
		var failed *CommandError
		if errors.As(err, &failed) && failed.Said != "" {
			why += ": " + failed.Said
		}
	}
	for _, g := range p.Groups {
		for _, id := range g.Methods {
			there := func(rec Record) bool {
				return rec.Operation == g.Operation && rec.Rows == g.Rows && rec.Connections == g.Connections &&
					rec.Method == id
			}
			if !slices.ContainsFunc(r.records, there) {
				rec := Record{Operation: g.Operation, Method: id, Rows: g.Rows, Connections: g.Connections, Failed: why}
				r.records = append(r.records, r.complete(rec, *r.suite.Method(id)))
			}
		}
	}
}

// complete adds to a record what all of a run share.
func (r *runner) complete(rec Record, m Method) Record {
	rec.Suite, rec.Case, rec.Language, rec.Engine = r.suite.Name, r.suite.Case, r.suite.Language,
		r.suite.engineOf(rec.Operation)
	rec.Driver, rec.Generated, rec.Ceiling = m.Driver, m.Generated, m.Ceiling
	rec.Connections, rec.Calls = max(rec.Connections, 1), max(rec.Calls, 1)
	rec.Versions, rec.Machine, rec.StartedAt = r.versions, r.machine, r.started
	return rec
}
