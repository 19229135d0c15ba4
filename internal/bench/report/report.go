// Package report makes one HTML file of benchmark results, which any browser shows without a network.
package report

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"html/template"
	"slices"

	"github.com/sqg-dev/sqg/internal/bench"
)

var (
	//go:embed page.html
	pageHTML string
	//go:embed page.css
	pageCSS string
	//go:embed page.js
	pageJS string
	page   = template.Must(template.New("page").Parse(pageHTML))
)

// suite is what the page knows of a suite.
type suite struct {
	Name       string            `json:"name"`
	Title      string            `json:"title"`
	About      string            `json:"about"`
	Article    string            `json:"article,omitempty"`
	Unit       string            `json:"unit"`
	Clock      string            `json:"clock,omitempty"`
	Operations []bench.Operation `json:"operations"`
	Methods    []bench.Method    `json:"methods"`
	Runs       []run             `json:"runs"`
	Changes    []bench.Change    `json:"changes,omitempty"` // from the first run to the last, where there are two
}

// run is one run of a suite.
type run struct {
	StartedAt string            `json:"started_at"`
	Machine   bench.Machine     `json:"machine"`
	Versions  map[string]string `json:"versions"`
	Records   []bench.Record    `json:"records"`
}

// HTML makes a report of result files. known are the suites that sqg has: a file of another one has their names only.
func HTML(files [][]bench.Record, known []*bench.Suite, lib *Library) ([]byte, error) {
	var out bytes.Buffer
	data, err := json.Marshal(suites(files, known))
	if err != nil {
		return nil, err
	}
	err = page.Execute(&out, map[string]any{
		"CSS": template.CSS(lib.CSS + pageCSS), "Library": template.JS(lib.JS), "JS": template.JS(pageJS),
		"LeastChange": bench.LeastChange,
		"Data":        template.JS(data), // json.Marshal has escaped <, > and &
	})
	return out.Bytes(), err
}

func suites(files [][]bench.Record, known []*bench.Suite) []*suite {
	var out []*suite
	for _, name := range bench.SuitesOf(files) {
		runs := bench.RunsOf(files, name)
		s := newSuite(name, slices.Concat(runs...), known)
		for _, records := range runs {
			first := records[0]
			s.Runs = append(s.Runs, run{first.StartedAt.Format("2006-01-02 15:04 MST"), first.Machine, first.Versions,
				records})
		}
		if last := len(runs) - 1; last > 0 {
			s.Changes = bench.Compare(runs[0], runs[last])
		}
		out = append(out, s)
	}
	return out
}

// newSuite describes a suite by what all its runs have: one may have other operations than the next.
func newSuite(name string, records []bench.Record, known []*bench.Suite) *suite {
	out := &suite{Name: name, Title: name, Unit: "rows"}
	if i := slices.IndexFunc(known, func(s *bench.Suite) bool { return s.Name == name }); i >= 0 {
		s := known[i]
		out.Title, out.About, out.Article, out.Unit, out.Clock = s.Title, s.About, s.Article, s.Unit, s.Clock
		out.Operations, out.Methods = slices.Clone(s.Operations), slices.Clone(s.Methods)
	}
	for _, r := range records {
		if !slices.ContainsFunc(out.Operations, func(o bench.Operation) bool { return o.ID == r.Operation }) {
			out.Operations = append(out.Operations, bench.Operation{ID: r.Operation, Title: r.Operation})
		}
		if !slices.ContainsFunc(out.Methods, func(m bench.Method) bool { return m.ID == r.Method }) {
			out.Methods = append(out.Methods, bench.Method{ID: r.Method, Title: r.Method, Driver: r.Driver,
				Generated: r.Generated, Ceiling: r.Ceiling})
		}
	}
	out.Operations = slices.DeleteFunc(out.Operations, func(o bench.Operation) bool {
		return !slices.ContainsFunc(records, func(r bench.Record) bool { return r.Operation == o.ID })
	})
	return out
}
