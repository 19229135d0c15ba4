// Command compile measures sqg itself: start-up, generation of many queries over twenty tables, and a warm watch cycle.
//
//	go run ./bench/compile [-sizes 1000,20000] [-runs 5] [-generator typescript/sqlite] > results.jsonl
//	go run ./bench/compile -sizes 500 -generator go/postgres -sqlc "$(go env GOPATH)/bin/sqlc" > results.jsonl
//
// For PostgreSQL, generation is also measured with the clusters of sqg's cache gone (cold), and on a server that runs
// already and SQG_POSTGRES_URL names (server). The programs are in the cache in every case.
//
// It builds sqg, makes a project of the asked size in a temporary folder, and runs the program as a user would: whole
// process, wall clock, processor time and peak memory as the operating system counts them: of a PostgreSQL that it
// starts, too, the memory of the largest process. One JSON line a case; a table on stderr.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/sqg-dev/sqg/internal/pgserver"
	"github.com/sqg-dev/sqg/internal/target"
)

type result struct {
	Suite     string            `json:"suite"`
	Case      string            `json:"case"`
	Queries   int               `json:"queries"`
	Generator string            `json:"generator"`
	RunsMS    []float64         `json:"runs_ms"`
	MedianMS  float64           `json:"median_ms"`
	MinMS     float64           `json:"min_ms"`
	MaxMS     float64           `json:"max_ms"`
	CPUMS     []float64         `json:"cpu_ms,omitempty"` // processor time of each run, with that of what it started
	PeakRSSMB float64           `json:"peak_rss_mb,omitempty"`
	Machine   map[string]string `json:"machine"`
	StartedAt string            `json:"started_at"`
}

func main() {
	sizes := flag.String("sizes", "1000,20000", "numbers of queries")
	runs := flag.Int("runs", 5, "counted runs of each case, after one that is not")
	generator := flag.String("generator", "typescript/sqlite", "generator to measure")
	sqlc := flag.String("sqlc", "", "the program sqlc: it is measured in turns with sqg, and nothing else is")
	flag.Parse()
	if err := run(*sizes, *runs, *generator, *sqlc); err != nil {
		fmt.Fprintln(os.Stderr, "bench/compile:", err)
		os.Exit(1)
	}
}

func run(sizes string, runs int, generator, sqlc string) error {
	dir, err := os.MkdirTemp("", "sqg-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o755); err != nil { // root's PostgreSQL runs as somebody else
		return err
	}
	sqg := filepath.Join(dir, "sqg")
	build := exec.Command("go", "build", "-o", sqg, "github.com/sqg-dev/sqg/cmd/sqg")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return err
	}
	var results []result
	version, err := measure("version", 0, runs,
		func() (*exec.Cmd, error) { return exec.Command(sqg, "--version"), nil })
	if err != nil {
		return err
	}
	results = append(results, version)
	for _, s := range strings.Split(sizes, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(s))
		if err != nil {
			return err
		}
		project := filepath.Join(dir, s)
		if err := writeProject(project, n, generator); err != nil {
			return err
		}
		if sqlc != "" {
			both, err := beside(sqg, sqlc, project, n, runs, generator)
			if err != nil {
				return err
			}
			results = append(results, both...)
			continue
		}
		generated, err := generate(sqg, project, n, runs, generator)
		if err != nil {
			return err
		}
		w, err := watch(sqg, project, n, runs)
		if err != nil {
			return err
		}
		results = append(append(results, generated...), w)
	}
	return report(results, generator)
}

// generate measures a whole run, from each state of things that a user may have.
func generate(sqg, project string, n, runs int, generator string) ([]result, error) {
	var results []result
	add := func(name string, before func() error, env ...string) error {
		r, err := measure(name, n, runs, func() (*exec.Cmd, error) {
			cmd := exec.Command(sqg, filepath.Join(project, "sqg.yaml"))
			cmd.Env = append(os.Environ(), env...)
			// A fresh output folder, so that every run renders and writes everything.
			return cmd, errors.Join(before(), os.RemoveAll(filepath.Join(project, "gen")))
		})
		results = append(results, r)
		return err
	}
	nothing := func() error { return nil }
	if target.Find(generator).Engine != "postgres" {
		return results, add("generate", nothing)
	}
	cache := filepath.Join(filepath.Dir(project), "cache")
	own := []string{"SQG_POSTGRES_URL=", "SQG_CACHE_DIR=" + cache}
	if err := add("generate", nothing, own...); err != nil {
		return nil, err
	}
	if err := add("cold", func() error { return os.RemoveAll(filepath.Join(cache, "clusters")) }, own...); err != nil {
		return nil, err
	}
	server, err := pgserver.Start(context.Background(), pgserver.Options{CacheDir: cache}, pgserver.EmbeddedVersion,
		true)
	if err != nil {
		return nil, err
	}
	err = add("server", nothing, fmt.Sprintf("SQG_POSTGRES_URL=postgresql://postgres@%s:%d/postgres", server.Host,
		server.Port))
	return results, errors.Join(err, server.Close())
}

// measure runs a command once uncounted and then runs times.
func measure(name string, queries, runs int, command func() (*exec.Cmd, error)) (result, error) {
	r := result{Case: name, Queries: queries}
	for i := -1; i < runs; i++ {
		if err := r.once(command, i >= 0); err != nil {
			return r, err
		}
	}
	return r, nil
}

// once runs a command, and counts the run if asked.
func (r *result) once(command func() (*exec.Cmd, error), counts bool) error {
	cmd, err := command()
	if err != nil {
		return err
	}
	start := time.Now()
	out, err := cmd.CombinedOutput()
	elapsed := time.Since(start)
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", r.Case, err, out)
	}
	if counts {
		r.RunsMS = append(r.RunsMS, ms(elapsed))
		r.CPUMS = append(r.CPUMS, ms(cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()))
		rss := float64(cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss) / 1024
		r.PeakRSSMB = max(r.PeakRSSMB, rss)
	}
	return nil
}

// watch measures a warm cycle: from saving a file in which one query changed to the line that says the output is
// written.
func watch(sqg, project string, n, runs int) (result, error) {
	r := result{Case: "watch", Queries: n}
	cmd := exec.Command(sqg, "watch", filepath.Join(project, "sqg.yaml"))
	out, err := cmd.StdoutPipe()
	if err != nil {
		return r, err
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		return r, err
	}
	defer func() { cmd.Process.Signal(os.Interrupt); cmd.Wait() }()
	lines := bufio.NewReader(out)
	if _, err := lines.ReadString('\n'); err != nil { // the first generation
		return r, err
	}
	file := filepath.Join(project, "queries.sql")
	text, err := os.ReadFile(file)
	if err != nil {
		return r, err
	}
	for i := -1; i < runs; i++ {
		changed := strings.Replace(string(text), "LIMIT 100;", fmt.Sprintf("LIMIT %d;", 200+i), 1)
		start := time.Now()
		if err := os.WriteFile(file, []byte(changed), 0o644); err != nil {
			return r, err
		}
		if _, err := lines.ReadString('\n'); err != nil {
			return r, fmt.Errorf("watch ended: %w", err)
		}
		if i >= 0 {
			r.RunsMS = append(r.RunsMS, ms(time.Since(start)))
		}
	}
	return r, nil
}

func sorted(list []float64) []float64 { return slices.Sorted(slices.Values(list)) }

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func report(results []result, generator string) error {
	machine := map[string]string{"os": runtime.GOOS, "arch": runtime.GOARCH, "cpus": strconv.Itoa(runtime.NumCPU()),
		"go": runtime.Version()}
	enc := json.NewEncoder(os.Stdout)
	for i := range results {
		r := &results[i]
		runs := sorted(r.RunsMS)
		r.Suite, r.Generator, r.Machine = "compile", generator, machine
		r.MedianMS, r.MinMS, r.MaxMS = runs[len(runs)/2], runs[0], runs[len(runs)-1]
		r.StartedAt = time.Now().UTC().Format(time.RFC3339)
		if err := enc.Encode(r); err != nil {
			return err
		}
		row(os.Stderr, r)
	}
	return nil
}

func row(w io.Writer, r *result) {
	fmt.Fprintf(w, "%-10s %6d queries  median %8.1f ms  (min %.1f, max %.1f)", r.Case, r.Queries, r.MedianMS, r.MinMS,
		r.MaxMS)
	if cpu := sorted(r.CPUMS); len(cpu) > 0 {
		fmt.Fprintf(w, "  processor %8.1f ms  (min %.1f, max %.1f)", cpu[len(cpu)/2], cpu[0], cpu[len(cpu)-1])
	}
	if r.PeakRSSMB > 0 {
		fmt.Fprintf(w, "  peak %.0f MB", r.PeakRSSMB)
	}
	fmt.Fprintln(w)
}
