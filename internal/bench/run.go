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
	Runs       int      // where it is 0, the suite's own, and more of them while the time allows it
	All        bool     // slow methods, too
	Home       string   // where suites are unpacked and their dependencies kept
	Getenv     func(string) string
	// Extension is the file of DuckDB's extension for PostgreSQL; where there is none, NoExtension says why.
	Extension, NoExtension string

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
	p, err := s.plan(o, s.lacking(ctx, o.Getenv))
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
	dir, err := s.prepare(ctx, tree, tools, p, o)
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
	r := &runner{suite: s, progress: o.Progress, started: time.Now().UTC().Truncate(time.Second),
		machine: ThisMachine(), versions: map[string]string{}}
	err = r.run(ctx, dir, s.Run.expand(tools), p)
	if err != nil && len(r.records) == 0 {
		return nil, err
	}
	r.lost(p, err)
	for _, l := range p.left {
		r.records = append(r.records, r.complete(l.record, *l.method))
	}
	return r.records, nil
}

// What a group takes beyond the runs that the suite wants: a few milliseconds of few rows say nothing, and a few
// seconds of such runs do.
const (
	groupTime = 4 * time.Second
	mostRuns  = 51
)

// plan is what a runner is told, as a file of JSON; its path is the runner's last argument.
type plan struct {
	Groups  []group `json:"groups"`
	WarmUps int     `json:"warm_ups"`
	Runs    int     `json:"runs"`
	// A group goes on with rounds until they have taken so long, or are so many.
	BudgetMS int64  `json:"budget_ms"`
	Clock    string `json:"clock,omitempty"` // the suite's
	MostRuns int    `json:"most_runs"`

	Dir    string      `json:"dir"` // an empty folder, for databases
	Server *planServer `json:"server,omitempty"`
	// Extension is the file of DuckDB's extension for PostgreSQL.
	Extension string `json:"extension,omitempty"`

	left []left
}

// group is what competes: its methods run in turns, so that whatever else the machine does hits all of them.
type group struct {
	Operation   string   `json:"operation"`
	Rows        int      `json:"rows"`
	Connections int      `json:"connections"`
	Methods     []string `json:"methods"`
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

// lacking is why methods cannot take part on this machine, by their ids.
func (s *Suite) lacking(ctx context.Context, getenv func(string) string) map[string]string {
	out := map[string]string{}
	for _, m := range s.Methods {
		for _, n := range m.Needs {
			if _, err := n.find(ctx, getenv); err != nil {
				out[m.ID] = err.Error()
			}
		}
	}
	return out
}

// plan plans a run; lacking are the methods that cannot take part.
func (s *Suite) plan(o Options, lacking map[string]string) (*plan, error) {
	p := &plan{WarmUps: s.WarmUps, Runs: s.Runs, BudgetMS: groupTime.Milliseconds(), MostRuns: max(s.Runs, mostRuns),
		Clock: s.Clock, Extension: o.Extension}
	if o.Runs > 0 {
		p.Runs, p.MostRuns = o.Runs, o.Runs
	}
	if err := errors.Join(wanted("method", o.Methods, s.methodIDs()),
		wanted("operation", o.Operations, s.operationIDs())); err != nil {
		return nil, err
	}
	var ranges []string
	taken := map[int]bool{}
	for _, op := range s.Operations {
		if len(o.Operations) > 0 && !slices.Contains(o.Operations, op.ID) {
			continue
		}
		if op.Sizes != nil {
			least, most := op.Sizes.span()
			ranges = append(ranges, fmt.Sprintf("%s with %d to %d rows", op.ID, least, most))
		}
		for _, size := range s.sizes(op, o) {
			taken[size] = true
			for _, connections := range s.connections() {
				s.add(p, group{Operation: op.ID, Rows: size, Connections: connections}, lacking, o)
			}
		}
	}
	for _, size := range o.Sizes {
		if !taken[size] {
			return nil, &UsageError{Msg: fmt.Sprintf("none of these operations is measured with %d rows", size),
				Candidates: ranges}
		}
	}
	return p, nil
}

// sizes are those that an operation is measured with. One with sizes of its own takes no others than what they span: it
// is made for so many rows, and may fail with more.
func (s *Suite) sizes(op Operation, o Options) []int {
	own := cmp.Or(op.Sizes, &s.Sizes)
	switch {
	case len(o.Sizes) == 0 && o.Small:
		return own.Small
	case len(o.Sizes) == 0:
		return own.Full
	}
	wanted := slices.Compact(slices.Sorted(slices.Values(o.Sizes)))
	if op.Sizes == nil {
		return wanted
	}
	least, most := op.Sizes.span()
	return slices.DeleteFunc(wanted, func(n int) bool { return n < least || n > most })
}

// span is the least and the most of the sizes.
func (z *Sizes) span() (least, most int) {
	all := slices.Concat(z.Full, z.Small)
	return slices.Min(all), slices.Max(all)
}

// add adds a group to the plan, or what of it is left out.
func (s *Suite) add(p *plan, g group, lacking map[string]string, o Options) {
	for i := range s.Methods {
		m := &s.Methods[i]
		if !m.does(g.Operation) || !m.over(g.Connections) || len(o.Methods) > 0 && !slices.Contains(o.Methods, m.ID) {
			continue
		}
		if why := cmp.Or(lacking[m.ID], m.leftOut(g.Rows, o)); why != "" {
			p.left = append(p.left, left{m, Record{Operation: g.Operation, Method: m.ID, Rows: g.Rows,
				Connections: g.Connections, Skipped: why}})
			continue
		}
		g.Methods = append(g.Methods, m.ID)
	}
	if len(g.Methods) > 0 {
		p.Groups = append(p.Groups, g)
	}
}

// runs is how many runs there will be at least, warm-ups among them.
func (p *plan) runs() int {
	n := 0
	for _, g := range p.Groups {
		n += len(g.Methods) * (p.WarmUps + p.Runs)
	}
	return n
}

// has is whether the method takes part.
func (p *plan) has(m *Method) bool {
	return slices.ContainsFunc(p.Groups, func(g group) bool { return slices.Contains(g.Methods, m.ID) })
}

func (m *Method) does(operation string) bool {
	return len(m.Operations) == 0 || slices.Contains(m.Operations, operation)
}

// over is whether the method is measured over so many connections: over one, unless it says more.
func (m *Method) over(connections int) bool {
	return connections == 1 && len(m.Connections) == 0 || slices.Contains(m.Connections, connections)
}

func (s *Suite) connections() []int {
	out := []int{1}
	for _, m := range s.Methods {
		out = append(out, m.Connections...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// leftOut is why a method is not measured with so many rows; "" where it is.
func (m *Method) leftOut(rows int, o Options) string {
	switch {
	case m.Missing != "":
		return m.Missing
	case m.Extension && o.Extension == "":
		return o.NoExtension
	case !o.All && m.SlowFrom > 0 && rows >= m.SlowFrom:
		return "slow with so many rows: --all runs it"
	}
	return ""
}

func wanted(what string, words, known []string) error {
	for _, w := range words {
		if !slices.Contains(known, w) {
			return &UsageError{Msg: fmt.Sprintf("the suite has no %s `%s`", what, w), Word: w, Candidates: known}
		}
	}
	return nil
}

// prepared is the file that says that a suite's files and dependencies are all there.
const prepared = ".prepared"

// prepare makes the suite's folder: its files, its dependencies, its generated code, everything compiled. The first two
// are kept for the next run while the suite stays as it is.
func (s *Suite) prepare(ctx context.Context, tree fs.FS, tools map[string]string, p *plan, o Options) (string, error) {
	digest, err := s.digest(tree)
	if err != nil {
		return "", err
	}
	root := filepath.Join(o.Home, digest)
	dir := filepath.Join(root, filepath.FromSlash(s.folder()))
	if _, err := os.Stat(filepath.Join(root, prepared)); err != nil {
		if err := s.install(ctx, tree, root, dir, tools, o); err != nil {
			return "", err
		}
	}
	if err := s.generate(ctx, dir, o); err != nil {
		return "", err
	}
	steps := s.Build
	for _, m := range s.Methods {
		if p.has(&m) {
			steps = slices.Concat(steps, m.Build)
		}
	}
	return dir, s.steps(ctx, dir, steps, tools, o)
}

func (s *Suite) install(ctx context.Context, tree fs.FS, root, dir string, tools map[string]string, o Options) error {
	if err := errors.Join(os.RemoveAll(o.Home), s.unpack(tree, root)); err != nil {
		return err
	}
	if err := s.steps(ctx, dir, s.Install, tools, o); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, prepared), nil, 0o644)
}

func (s *Suite) steps(ctx context.Context, dir string, steps []Step, tools map[string]string, o Options) error {
	for _, step := range steps {
		words := step.expand(tools)
		o.Step(strings.Join(append([]string{filepath.Base(words[0])}, words[1:]...), " "))
		if err := command(ctx, dir, words); err != nil {
			return err
		}
	}
	return nil
}

func (s *Suite) generate(ctx context.Context, dir string, o Options) error {
	config := filepath.Join(dir, "sqg.yaml")
	if _, err := os.Stat(config); err != nil {
		return nil // a suite of its own SQL only
	}
	o.Step("generating the code")
	return o.Generate(ctx, config)
}
