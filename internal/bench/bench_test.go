package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	files "github.com/sqg-dev/sqg/bench"
)

func TestSuites(t *testing.T) {
	all, err := Load(files.Files)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		p, err := s.plan(Options{Extension: "x"}, nil)
		if err != nil || p.runs() == 0 {
			t.Errorf("%s: %d runs, %v", s.Name, p.runs(), err)
		}
		for _, folder := range s.folders() {
			if _, err := fs.Stat(files.Files, folder); err != nil {
				t.Errorf("%s: %v", s.Name, err)
			}
		}
		for _, m := range s.Methods {
			if file, line, _ := strings.Cut(m.Code, "#L"); m.Missing == "" &&
				(line == "" || !strings.HasPrefix(file, "bench/suites/"+s.Name+"/src/")) {
				t.Errorf("%s: the code of %s is not named, or elsewhere: %q", s.Name, m.ID, m.Code)
			}
		}
	}
	if len(all) < 2 {
		t.Errorf("%d suites", len(all))
	}
}

const suiteText = `
title: A test
case: letters
language: shell
engine: none
unit: rows
run: [sh, run.sh]
sizes: {full: [10, 1000], small: [10]}
runs: 3
warm_ups: 1
methods:
  - {id: quick, title: Quick, driver: a, generated: true}
  - {id: slow, title: Slow, driver: b, slow_from: 1000}
  - {id: gone, title: Gone, driver: c, missing: not to be had}
operations:
  - {id: insert, title: insert, published: {quick: {10: 100}}}
`

// suite is a suite with a runner of one's own.
func suite(t *testing.T, text, runner string) (fs.FS, *Suite) {
	t.Helper()
	tree := fstest.MapFS{"suites/test/suite.yaml": {Data: []byte(text)}, "suites/test/run.sh": {Data: []byte(runner)}}
	all, err := Load(tree)
	if err != nil {
		t.Fatal(err)
	}
	return tree, all[0]
}

func run(t *testing.T, ctx context.Context, runner string) ([]Record, error) {
	t.Helper()
	return runOf(t, ctx, suiteText, runner)
}

func runOf(t *testing.T, ctx context.Context, text, runner string) ([]Record, error) {
	t.Helper()
	tree, s := suite(t, text, runner)
	return Run(ctx, tree, s, options(t))
}

func options(t *testing.T) Options {
	return Options{Small: true, Home: filepath.Join(t.TempDir(), "home"), Getenv: os.Getenv, Step: func(string) {},
		Progress: func(int, int, string) {}}
}

// TestRunsSeveralEngines: a record names the engine of its operation, and a method that the runner cannot run is there
// with the reason.
func TestRunsSeveralEngines(t *testing.T) {
	text := strings.NewReplacer("engine: none", "", "title: insert,", "title: insert, engine: a,", "operations:\n",
		"operations:\n  - {id: copy, title: copy, engine: b}\n").Replace(suiteText)
	text = strings.Replace(text, "driver: a,", "driver: a, operations: [copy],", 1)
	text = strings.Replace(text, "driver: b,", "driver: b, operations: [insert],", 1)
	records, err := runOf(t, t.Context(), text, `
echo '{"result": {"operation": "copy", "method": "quick", "rows": 10, "runs_ms": [1], "verified": true}}'
echo '{"result": {"operation": "insert", "method": "slow", "rows": 10, "skipped_reason": "its library is not here"}}'
`)
	if err != nil || len(records) != 4 {
		t.Fatalf("%+v, %v", records, err)
	}
	if r := records[0]; r.Engine != "b" || r.Skipped != "" {
		t.Errorf("%+v", r)
	}
	if r := records[1]; r.Engine != "a" || r.Skipped != "its library is not here" || r.Verified || r.PerSecond != 0 {
		t.Errorf("%+v", r)
	}
}

const goodRunner = `
grep -q '"groups":\[{"operation":"insert","rows":10,"connections":1,"methods":\["quick","slow"\]}\]' "$1" || exit 9
echo '{"versions": {"sh": "1"}}'
echo '{"run": "quick"}'
echo '{"result": {"operation": "insert", "method": "quick", "rows": 10, "runs_ms": [4, 1, 2], "verified": true}}'
echo '{"result": {"operation": "insert", "method": "slow", "rows": 10, "calls": 5, "runs_ms": [10, 20], "verified": true}}'
`

func TestRun(t *testing.T) {
	records, err := run(t, t.Context(), goodRunner)
	if err != nil || len(records) != 3 {
		t.Fatalf("%+v, %v", records, err)
	}
	quick, slow, gone := records[0], records[1], records[2]
	if quick.MedianMS != 2 || quick.MinMS != 1 || quick.MaxMS != 4 || quick.PerSecond != 5000 || !quick.Generated ||
		quick.Driver != "a" || quick.Versions["sh"] != "1" || quick.Suite != "test" {
		t.Errorf("%+v", quick)
	}
	if slow.MedianMS != 15 || slow.PerSecond != 3333 {
		t.Errorf("%+v", slow)
	}
	if gone.Skipped != "not to be had" || gone.Rows != 10 {
		t.Errorf("%+v", gone)
	}
}

// TestMethodFails: nothing that went wrong becomes a result, and what went well stays one.
func TestMethodFails(t *testing.T) {
	const good = `echo '{"result": {"operation": "insert", "method": "slow", "rows": 10, "runs_ms": [10], "verified": true}}';`
	for _, c := range []struct{ runner, want string }{
		{good + `echo '{"result": {"operation": "insert", "method": "quick", "rows": 10, "failed": "no such table"}}'`,
			"no such table"},
		{good + `echo '{"result": {"operation": "insert", "method": "quick", "rows": 10, "runs_ms": [1]}}'`,
			"not verified"},
		{good + `echo '{"result": {"operation": "insert", "method": "quick", "rows": 10, "verified": true}}'`,
			"no `runs_ms`"},
		{good, "no result"},
		{good + `echo 'out of memory' >&2; exit 1`, "out of memory"},
		{good + `echo 'hello'`, "is not an event"},
	} {
		records, err := run(t, t.Context(), c.runner)
		if err != nil || len(records) != 3 {
			t.Errorf("%s gives %v, %v", c.runner, records, err)
			continue
		}
		for _, r := range records {
			switch r.Method {
			case "slow":
				if !r.Measured() || r.MedianMS != 10 {
					t.Errorf("%s: %+v", c.runner, r)
				}
			case "quick":
				if r.Measured() || !strings.Contains(r.Failed, c.want) || r.PerSecond != 0 || !r.Generated {
					t.Errorf("%s: %+v", c.runner, r)
				}
			}
		}
	}
}

// TestRunFails: a runner that gives nothing is an error.
func TestRunFails(t *testing.T) {
	for _, c := range []struct{ runner, want string }{
		{`echo '{"result": {"operation": "insert", "method": "other", "rows": 10, "runs_ms": [1], "verified": true}}'`,
			`has a method "other"`},
		{`echo 'hello'`, "is not an event"},
		{`echo 'the table is empty' >&2; exit 1`, "`sh run.sh"},
	} {
		_, err := run(t, t.Context(), c.runner)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s gives %v", c.runner, err)
		}
	}
	_, err := run(t, t.Context(), `echo 'the table is empty' >&2; exit 1`)
	var failed *CommandError
	if !errors.As(err, &failed) || failed.Said != "the table is empty" {
		t.Errorf("%+v", failed)
	}
}

// TestInterrupted: what was measured before is not lost.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	tree, s := suite(t, suiteText, `echo '{"result": {"operation": "insert", "method": "slow", "rows": 10, "runs_ms": [10], "verified": true}}'
echo '{"run": "quick"}'
sleep 1000`)
	o := options(t)
	o.Progress = func(int, int, string) { cancel() }
	records, err := Run(ctx, tree, s, o)
	if err != nil || len(records) != 3 || !records[0].Measured() || !strings.Contains(records[1].Failed, "cancel") {
		t.Errorf("%+v, %v", records, err)
	}
}

// TestRunEnds: a cancelled run ends what it has started, too.
func TestRunEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	pid := filepath.Join(t.TempDir(), "pid")
	done := make(chan error, 1)
	go func() {
		_, err := run(t, ctx, "sleep 1000 & echo $! > "+pid+"; wait")
		done <- err
	}()
	child := ""
	for child == "" {
		text, _ := os.ReadFile(pid)
		child = strings.TrimSpace(string(text))
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	for deadline := time.Now().Add(10 * time.Second); ; {
		stat, err := os.ReadFile("/proc/" + child + "/stat")
		if err != nil || strings.Contains(string(stat), ") Z ") {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("still there: %s", stat)
		}
	}
}

func TestPlan(t *testing.T) {
	_, s := suite(t, suiteText, "")
	p, err := s.plan(Options{Runs: 7}, nil)
	if err != nil || len(p.Groups) != 2 || len(p.Groups[0].Methods) != 2 || len(p.Groups[1].Methods) != 1 ||
		p.runs() != 3*8 || len(p.left) != 3 || p.MostRuns != 7 {
		t.Errorf("%+v, %v", p, err)
	}
	p, err = s.plan(Options{All: true, Sizes: []int{2000, 5, 5}, Methods: []string{"slow"}}, nil)
	if err != nil || len(p.Groups) != 2 || p.Groups[0].Rows != 5 || p.Groups[1].Methods[0] != "slow" ||
		len(p.left) != 0 {
		t.Errorf("%+v, %v", p, err)
	}
	p, err = s.plan(Options{Small: true}, map[string]string{"quick": "too new"})
	if err != nil || len(p.Groups) != 1 || p.has(s.Method("quick")) || !p.has(s.Method("slow")) ||
		p.left[0].record.Skipped != "too new" {
		t.Errorf("%+v, %v", p, err)
	}
	var usage *UsageError
	if _, err = s.plan(Options{Methods: []string{"quik"}}, nil); !errors.As(err, &usage) || usage.Word != "quik" {
		t.Error(err)
	}
	if _, err = s.plan(Options{Operations: []string{"delete"}}, nil); !errors.As(err, &usage) ||
		usage.Word != "delete" {
		t.Error(err)
	}
}

// TestSizes: an operation with sizes of its own gets none that are meant for others.
func TestSizes(t *testing.T) {
	_, s := suite(t, suiteText+"  - {id: few, title: few, sizes: {full: [1, 50], small: [2]}}\n", "")
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{}, "insert 10, insert 1000, few 1, few 50"},
		{Options{Small: true}, "insert 10, few 2"},
		{Options{Sizes: []int{1000000, 20, 20}}, "insert 20, insert 1000000, few 20"},
		{Options{Sizes: []int{1000000}}, "insert 1000000"},
		{Options{Sizes: []int{7}, Operations: []string{"few"}}, "few 7"},
		{Options{Sizes: []int{7, 51}, Operations: []string{"few"}},
			"none of these operations is measured with 51 rows; few with 1 to 50 rows"},
	} {
		p, err := s.plan(c.o, nil)
		var got []string
		var usage *UsageError
		switch {
		case errors.As(err, &usage):
			got = []string{usage.Msg + "; " + strings.Join(usage.Candidates, ", ")}
		case err != nil:
			t.Error(err)
		default:
			for _, g := range p.Groups {
				got = append(got, fmt.Sprint(g.Operation, " ", g.Rows))
			}
		}
		if said := strings.Join(got, ", "); said != c.want {
			t.Errorf("%+v: %s, not %s", c.o, said, c.want)
		}
	}
}

// TestSpread: few runs say little; of many, those in the middle count.
func TestSpread(t *testing.T) {
	for n, cut := range map[int]int{1: 0, 2: 0, 5: 0, 8: 0, 9: 1, 12: 2, 25: 7, 51: 18} {
		var runs []float64
		for i := range n {
			runs = append(runs, float64(i))
		}
		if low, high := spread(runs); low != float64(cut) || high != float64(n-1-cut) {
			t.Errorf("of %d runs: %v to %v", n, low, high)
		}
	}
}

// TestLeaders: what is within the spread of the fastest is level with it.
func TestLeaders(t *testing.T) {
	record := func(method string, runs ...float64) Record {
		r := Record{Suite: "s", Operation: "o", Method: method, Rows: 1, Calls: 1, RunsMS: runs}
		r.summarize(1)
		return r
	}
	ceiling := record("ceiling", 1)
	ceiling.Ceiling = true
	list := []Record{record("slow", 20, 21, 22), ceiling, record("level", 11, 12, 13), record("best", 9, 10, 11),
		record("close", 10.2, 10.3, 10.4), {Method: "failed", Failed: "x"}}
	var got []string
	for _, r := range Leaders(list) {
		got = append(got, r.Method)
	}
	if strings.Join(got, " ") != "best close level" {
		t.Error(got)
	}
	if got := Leaders(nil); len(got) != 0 {
		t.Error(got)
	}
}

// TestNeeds: a method that needs what is not here is left out with the reason, and nothing is built for it.
func TestNeeds(t *testing.T) {
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "javac"), []byte("#!/bin/sh\necho javac 17.0.1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	homes := toolchains["java"]
	toolchains["java"] = tool{names: homes.names, ask: homes.ask, version: homes.version}
	t.Cleanup(func() { toolchains["java"] = homes })
	needs := strings.NewReplacer("driver: b, slow_from: 1000",
		"driver: b, needs: [{tool: java, version: 17}], build: [[touch, built]]",
		"driver: a,", "driver: a, needs: [{tool: java, version: 22}], build: [[false]],").Replace(suiteText)
	records, err := runOf(t, t.Context(), needs, `test -f built || exit 9
echo '{"result": {"operation": "insert", "method": "slow", "rows": 10, "runs_ms": [10], "verified": true}}'`)
	if err != nil || len(records) != 3 || records[1].Method != "quick" ||
		records[1].Skipped != "java 22 or newer is needed, and here is 17" {
		t.Errorf("%+v, %v", records, err)
	}
}

// TestSuiteJSON: what `sqg bench list --format json` tells of a suite.
func TestSuiteJSON(t *testing.T) {
	_, s := suite(t, strings.Replace(suiteText, "driver: b,", "driver: b, needs: [{tool: java, version: 22}],", 1), "")
	got, err := json.Marshal(s)
	want := `{"name":"test","title":"A test","about":"","case":"letters","language":"shell","engine":"none","unit":"rows",` +
		`"sizes":{"full":[10,1000],"small":[10]},"runs":3,"warm_ups":1,` +
		`"operations":[{"id":"insert","title":"insert","published":{"quick":{"10":100}}}],"methods":[` +
		`{"id":"quick","title":"Quick","driver":"a","generated":true,"ceiling":false},` +
		`{"id":"slow","title":"Slow","driver":"b","generated":false,"ceiling":false,"slow_from":1000,"needs":[{"tool":"java","version":22}]},` +
		`{"id":"gone","title":"Gone","driver":"c","generated":false,"ceiling":false,"missing":"not to be had"}]}`
	if err != nil || string(got) != want {
		t.Errorf("%s, %v", got, err)
	}
}

func TestSuiteFaults(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"unit: rows", "unit: lines", "unit is rows or calls"},
		{"published: {quick", "published: {quack", "not a method"},
		{"driver: b", "driver: b, operations: [delete]", "not there"},
		{"title: A test", "tilte: A test", "tilte"},
		{"title: insert,", "title: insert, engine: other,", "either the suite has an engine"},
		{"engine: none", "", "either the suite has an engine"},
		{"driver: b", "driver: b, needs: [{tool: cobol, version: 2}]", "no toolchain"},
		{"driver: b", "driver: b, code: \"suite.yaml#never \\x68ere\"", "has no \"never here\""},
		{"driver: b", "driver: b, code: 'none.sh#x'", "none.sh"},
	} {
		tree := fstest.MapFS{"suites/test/suite.yaml": {Data: []byte(strings.Replace(suiteText, c.from, c.to, 1))}}
		if _, err := Load(tree); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s gives %v", c.to, err)
		}
	}
}

func TestCompare(t *testing.T) {
	record := func(calls int, runs ...float64) Record {
		r := Record{Suite: "s", Operation: "o", Method: "m", Rows: 1, Calls: calls, RunsMS: runs}
		r.summarize(1)
		return r
	}
	before := []Record{record(1, 10, 11, 12)}
	for _, c := range []struct {
		after Record
		real  bool
	}{
		{record(1, 13, 14, 15), true},
		{record(1, 8, 9, 9.5), true},
		{record(1, 12, 13, 14), false},        // a run of it is within the others'
		{record(10, 110, 112, 115), false},    // ten times the calls
		{record(1, 12.01, 12.02, 12.1), true}, // apart, and by more than a twentieth
	} {
		changes := Compare(before, []Record{c.after})
		if len(changes) != 1 || changes[0].Real != c.real {
			t.Errorf("%v: %+v", c.after.RunsMS, changes)
		}
	}
	other := record(1, 1)
	other.Rows = 2
	if changes := Compare(before, []Record{other}); len(changes) != 0 {
		t.Errorf("%+v", changes)
	}
}

func TestReadFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.jsonl")
	for _, c := range []struct{ text, want string }{
		{"", "no records"},
		{"{}\n", ":1 is not a result of `sqg bench`: it has no `suite`"},
		{`{"suite":"s","operation":"o","method":"m","runs_ms":[1],"verified":true}` + "\nx",
			":2 is not a result of `sqg bench`: it is not such a JSON object"},
		{`{"suite":"s","operation":"o","method":"m","runs_ms":[1]}`, "not verified"},
	} {
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadFile(path); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q gives %v", c.text, err)
		}
	}
}

// TestInstallLeavesNoModule: a go.mod beside a suite's src would take that out of the program that carries it, where
// the step is run in the source folder.
func TestInstallLeavesNoModule(t *testing.T) {
	root := t.TempDir()
	if err := os.CopyFS(root, files.Files); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(root, "suites/go-drivers")
	if err := command(t.Context(), dir, []string{"sh", "src/install.sh"}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
		t.Error("src is in a module of its own")
	}
	if _, err := os.Stat(filepath.Join(dir, "build/src/main.go")); err != nil {
		t.Error(err)
	}
}
