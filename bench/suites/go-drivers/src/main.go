// The suite's runner: drivers PLAN, a file of JSON. It prints an event of JSON a line.
//
// The methods of a group take turns, so that whatever else the machine does hits all of them. After every run, outside
// of the clock, the engine compares what it has stored with rows that it has from elsewhere.
package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"time"
)

// contest is an operation on so many rows, on a database of its own.
type contest interface {
	// prepare brings the database to where a run begins, and returns the run. finish, outside of the clock again, fails
	// unless the run did what it must, and closes what prepare opened.
	prepare(ctx context.Context, method string) (run, finish func() error, err error)
	// calls is how often a run does the operation.
	calls() int
	// serverMS is the processor time of the server so far, where there is one.
	serverMS() float64
	close() error
}

// operations has the contest of each operation.
var operations = map[string]func(ctx context.Context, p *plan, rows, connections int) (contest, error){
	"sqlite-wide":                 insertSQLite(wide),
	"sqlite-narrow":               insertSQLite(narrow),
	"duckdb-wide":                 insertDuckdb(wide),
	"duckdb-narrow":               insertDuckdb(narrow),
	"postgres-wide":               insertPostgres(wide),
	"postgres-narrow":             insertPostgres(narrow),
	"sqlite-read":                 readSQLite,
	"postgres-read":               readPostgres,
	"postgres-sensors":            insertSensors(false, false),
	"postgres-few":                insertSensors(true, false),
	"postgres-few-in-transaction": insertSensors(true, true),
	"postgres-update":             changePostgres("update"),
	"postgres-delete":             changePostgres("delete"),
	"postgres-upsert":             changePostgres("upsert"),
	"postgres-lookup":             changePostgres("lookup"),
	"postgres-nested":             readNested,
}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: drivers PLAN")
	}
	if err := run(context.Background(), os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, file string) error {
	p, err := readPlan(file)
	if err != nil {
		return err
	}
	if err := say(map[string]any{"versions": versions()}); err != nil {
		return err
	}
	for _, g := range p.Groups {
		open, known := operations[g.Operation]
		if !known {
			return fmt.Errorf("there is no operation %q", g.Operation)
		}
		c, err := open(ctx, p, g.Rows, max(g.Connections, 1))
		if err != nil {
			return fmt.Errorf("%s: %w", g.Operation, err)
		}
		if err := errors.Join(compare(ctx, p, g, c), c.close()); err != nil {
			return err
		}
	}
	return nil
}

// took is what a run took: milliseconds, and megabytes beyond what was there before it.
type took struct{ wall, client, server, memory float64 }

// entrant is a method in a contest; one that failed is out of it, and the others go on.
type entrant struct {
	method string
	took   []took
	failed error
}

func compare(ctx context.Context, p *plan, g group, c contest) error {
	var entrants []*entrant
	for _, method := range g.Methods {
		entrants = append(entrants, &entrant{method: method})
	}
	for turn, counts := range p.rounds() {
		for i := range entrants {
			e := entrants[(i+turn)%len(entrants)]
			if e.failed != nil {
				continue
			}
			if err := say(map[string]any{"run": fmt.Sprintf("%s, %d rows: %s", g.Operation, g.Rows,
				e.method)}); err != nil {
				return err
			}
			took, err := once(ctx, c, e.method)
			e.failed = err
			if counts {
				e.took = append(e.took, took)
			}
		}
	}
	for _, e := range entrants {
		if err := say(map[string]any{"result": e.result(g, c.calls())}); err != nil {
			return err
		}
	}
	return nil
}

// rounds yields the rounds by their numbers, and whether they count.
func (p *plan) rounds() iter.Seq2[int, bool] {
	return func(yield func(int, bool) bool) {
		for warmUp := range p.WarmUps {
			if !yield(warmUp, false) {
				return
			}
		}
		start := time.Now()
		for n := range p.MostRuns {
			if n >= p.Runs && float64(time.Since(start).Milliseconds()) >= p.BudgetMS || !yield(p.WarmUps+n, true) {
				return
			}
		}
	}
}

func once(ctx context.Context, c contest, method string) (t took, err error) {
	run, finish, err := c.prepare(ctx, method)
	if err != nil {
		return t, err
	}
	runtime.GC()
	memory, server, client, start := forgetPeak(), c.serverMS(), clientMS(), time.Now()
	err = run()
	t.wall = float64(time.Since(start)) / 1e6
	t.client, t.server, t.memory = clientMS()-client, c.serverMS()-server, peakMB()-memory
	return t, errors.Join(err, finish())
}

func (e *entrant) result(g group, calls int) result {
	r := result{Operation: g.Operation, Method: e.method, Rows: g.Rows, Connections: g.Connections}
	if e.failed != nil {
		r.Failed = e.failed.Error()
		return r
	}
	var client, server []float64
	for _, t := range e.took {
		r.RunsMS = append(r.RunsMS, t.wall)
		client, server = append(client, t.client), append(server, t.server)
		r.Memory = max(r.Memory, t.memory)
	}
	r.ClientCPU, r.ServerCPU, r.Calls, r.Verified = median(client), median(server), calls, true
	return r
}

func median(values []float64) float64 {
	slices.Sort(values)
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}

// versions are those of Go and of the modules that this program is linked with.
func versions() map[string]string {
	out := map[string]string{"go": runtime.Version()}
	info, _ := debug.ReadBuildInfo()
	for _, m := range info.Deps {
		if slices.Contains(drivers, m.Path) {
			out[m.Path] = m.Version
		}
	}
	return out
}

// drivers are the modules that compete.
var drivers = []string{
	"github.com/duckdb/duckdb-go/v2", "github.com/apache/arrow-go/v18", "github.com/jackc/pgx/v5", "github.com/lib/pq",
	"github.com/mattn/go-sqlite3", "modernc.org/sqlite", "zombiezen.com/go/sqlite",
}
