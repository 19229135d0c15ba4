// The suite's runner: drivers PLAN, a file of JSON. It prints an event of JSON a line.
//
// The methods of a group take turns, so that whatever else the machine does hits all of them. After every run, outside
// of the clock, the engine compares what it has stored with rows that it has from elsewhere.
package main

import (
	"context"
	"errors"
	"fmt"
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
var operations = map[string]func(ctx context.Context, p *plan, rows int) (contest, error){
	"sqlite-wide":     insertSQLite(wide),
	"sqlite-narrow":   insertSQLite(narrow),
	"postgres-wide":   insertPostgres(wide),
	"postgres-narrow": insertPostgres(narrow),
	"sqlite-read":     readSQLite,
	"postgres-read":   readPostgres,
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
		c, err := open(ctx, p, g.Rows)
		if err != nil {
			return fmt.Errorf("%s: %w", g.Operation, err)
		}
		if err := errors.Join(compare(ctx, p, g, c), c.close()); err != nil {
			return err
		}
	}
	return nil
}

// took is what a run took: milliseconds, and megabytes.
type took struct{ wall, client, server, peak float64 }

func compare(ctx context.Context, p *plan, g group, c contest) error {
	runs := map[string][]took{}
	for turn := range p.WarmUps + p.Runs {
		for i := range g.Methods {
			method := g.Methods[(i+turn)%len(g.Methods)]
			if err := say(map[string]any{"run": fmt.Sprintf("%s, %d rows: %s", g.Operation, g.Rows, method)}); err != nil {
				return err
			}
			took, err := once(ctx, c, method)
			if err != nil {
				return fmt.Errorf("%s by %s: %w", g.Operation, method, err)
			}
			if turn >= p.WarmUps {
				runs[method] = append(runs[method], took)
			}
		}
	}
	for _, method := range g.Methods {
		r := result{Operation: g.Operation, Method: method, Rows: g.Rows, Calls: c.calls()}
		if err := say(map[string]any{"result": r.of(runs[method])}); err != nil {
			return err
		}
	}
	return nil
}

func once(ctx context.Context, c contest, method string) (t took, err error) {
	run, finish, err := c.prepare(ctx, method)
	if err != nil {
		return t, err
	}
	runtime.GC()
	forgetPeak()
	server, client, start := c.serverMS(), clientMS(), time.Now()
	err = run()
	t.wall = float64(time.Since(start)) / 1e6
	t.client, t.server, t.peak = clientMS()-client, c.serverMS()-server, peakMB()
	return t, errors.Join(err, finish())
}

// of fills in what the runs took, each of which was verified.
func (r result) of(runs []took) result {
	var client, server []float64
	for _, t := range runs {
		r.RunsMS = append(r.RunsMS, t.wall)
		client, server = append(client, t.client), append(server, t.server)
		r.PeakRSS = max(r.PeakRSS, t.peak)
	}
	r.ClientCPU, r.ServerCPU, r.Verified = median(client), median(server), true
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
	"github.com/jackc/pgx/v5", "github.com/lib/pq", "github.com/mattn/go-sqlite3", "modernc.org/sqlite", "zombiezen.com/go/sqlite",
}
