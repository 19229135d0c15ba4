package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Options of a run.
type Options struct {
	Sizes      []int    // numbers of rows; the suite's own where there are none
	Small      bool     // the suite's small sizes
	Methods    []string // all where there are none
	Operations []string // all where there are none
	Runs       int      // the suite's own where it is 0
	All        bool     // slow methods, too
	Home       string   // where suites are unpacked and their dependencies kept
	Getenv     func(string) string

	Generate    func(ctx context.Context, config string) error // sqg on a sqg.yaml
	StartServer func(ctx context.Context) (*Server, error)     // PostgreSQL as initdb leaves it
	Step        func(title string)                             // what is done before the runs
	Progress    func(done, total int, title string)
}

// Server is a database server of a suite's own.
type Server struct {
	Version string
	Host    string // a folder of a socket, or an address
	Port    int
	Close   func() error
}

// Run runs a suite and returns its records.
func Run(ctx context.Context, tree fs.FS, s *Suite, o Options) (_ []Record, err error) {
	p, err := s.plan(o)
	if err != nil {
		return nil, err
	}
	tools := map[string]string{}
	for _, n := range s.Needs {
		found, err := n.find(ctx, o.Getenv)
		if err != nil {
			return nil, err
		}
		maps.Copy(tools, found)
	}
	dir, err := s.prepare(ctx, tree, tools, o)
	if err != nil {
		return nil, err
	}
	if p.Dir, err = os.MkdirTemp("", "sqg-bench-"); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(p.Dir)) }()
	if s.Server != "" {
		o.Step("starting PostgreSQL")
		server, err := o.StartServer(ctx)
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, server.Close()) }()
		p.Server = &planServer{Host: server.Host, Port: server.Port, User: "postgres", Database: "postgres"}
	}
	r := &runner{suite: s, progress: o.Progress, started: time.Now().UTC().Truncate(time.Second), machine: ThisMachine(), versions: map[string]string{}}
	if err := r.run(ctx, dir, s.Run.expand(tools), p); err != nil {
		return nil, err
	}
	for _, l := range p.left {
		r.records = append(r.records, r.complete(l.record, *l.method))
	}
	return r.records, nil
}

// plan is what a runner is told, as a file of JSON; its path is the runner's last argument.
type plan struct {
	Groups  []group     `json:"groups"`
	WarmUps int         `json:"warm_ups"`
	Runs    int         `json:"runs"`
	Dir     string      `json:"dir"` // an empty folder, for databases
	Server  *planServer `json:"server,omitempty"`

	left []left
}

// group is what competes: its methods run in turns, so that whatever else the machine does hits all of them.
type group struct {
	Operation string   `json:"operation"`
	Rows      int      `json:"rows"`
	Methods   []string `json:"methods"`
}

// left is a record of what is not measured, so that nobody has to guess why it is not there.
type left struct {
	method *Method
	record Record
}

type planServer struct {
	Host     string `json:"host"`
	Port     int    `json:"port"`
	User     string `json:"user"`
	Database string `json:"database"`
}

// UsageError is a wish that the suite cannot fulfil.
type UsageError struct {
	Msg        string
	Word       string   // the word that is wrong
	Candidates []string // what it could have been
}

func (e *UsageError) Error() string { return e.Msg }

func (s *Suite) plan(o Options) (*plan, error) {
	p := &plan{WarmUps: s.WarmUps, Runs: cmp.Or(o.Runs, s.Runs)}
	if err := errors.Join(wanted("method", o.Methods, s.methodIDs()), wanted("operation", o.Operations, s.operationIDs())); err != nil {
		return nil, err
	}
	sizes := s.Sizes.Full
	if o.Small {
		sizes = s.Sizes.Small
	}
	if len(o.Sizes) > 0 {
		sizes = slices.Compact(slices.Sorted(slices.Values(o.Sizes)))
	}
	for _, op := range s.operationIDs() {
		if len(o.Operations) > 0 && !slices.Contains(o.Operations, op) {
			continue
		}
		for _, size := range sizes {
			g := group{Operation: op, Rows: size}
			for i := range s.Methods {
				m := &s.Methods[i]
				if !m.does(op) || len(o.Methods) > 0 && !slices.Contains(o.Methods, m.ID) {
					continue
				}
				if why := m.leftOut(size, o.All); why != "" {
					p.left = append(p.left, left{m, Record{Operation: op, Method: m.ID, Rows: size, Skipped: why}})
				} else {
					g.Methods = append(g.Methods, m.ID)
				}
			}
			if len(g.Methods) > 0 {
				p.Groups = append(p.Groups, g)
			}
		}
	}
	return p, nil
}

// runs is how many runs there will be, warm-ups among them.
func (p *plan) runs() int {
	n := 0
	for _, g := range p.Groups {
		n += len(g.Methods) * (p.WarmUps + p.Runs)
	}
	return n
}

func (m *Method) does(operation string) bool {
	return len(m.Operations) == 0 || slices.Contains(m.Operations, operation)
}

// leftOut is why a method is not measured with so many rows; "" where it is.
func (m *Method) leftOut(rows int, all bool) string {
	if m.Missing == "" && !all && m.SlowFrom > 0 && rows >= m.SlowFrom {
		return "slow with so many rows: --all runs it"
	}
	return m.Missing
}

func wanted(what string, words, known []string) error {
	for _, w := range words {
		if !slices.Contains(known, w) {
			return &UsageError{Msg: fmt.Sprintf("the suite has no %s `%s`", what, w), Word: w, Candidates: known}
		}
	}
	return nil
}

// prepared is the file that says that a suite's folder is whole.
const prepared = ".prepared"

// prepare makes the suite's folder: its files, its dependencies, its generated code, everything compiled. It is kept for
// the next run, unless the suite or sqg has changed; then the old one goes.
func (s *Suite) prepare(ctx context.Context, tree fs.FS, tools map[string]string, o Options) (string, error) {
	digest, err := s.digest(tree)
	if err != nil {
		return "", err
	}
	root := filepath.Join(o.Home, digest)
	dir := filepath.Join(root, filepath.FromSlash(s.Name))
	if _, err := os.Stat(filepath.Join(root, prepared)); err == nil {
		return dir, s.generate(ctx, dir, o)
	}
	if err := os.RemoveAll(o.Home); err != nil {
		return "", err
	}
	if err := s.unpack(tree, root); err != nil {
		return "", err
	}
	if err := s.generate(ctx, dir, o); err != nil {
		return "", err
	}
	for _, step := range s.Prepare {
		words := step.expand(tools)
		o.Step(strings.Join(append([]string{filepath.Base(words[0])}, words[1:]...), " "))
		if err := command(ctx, dir, words); err != nil {
			return "", err
		}
	}
	return dir, os.WriteFile(filepath.Join(root, prepared), nil, 0o644)
}

func (s *Suite) generate(ctx context.Context, dir string, o Options) error {
	config := filepath.Join(dir, "sqg.yaml")
	if _, err := os.Stat(config); err != nil {
		return nil // a suite of its own SQL only
	}
	o.Step("generating the code")
	return o.Generate(ctx, config)
}
