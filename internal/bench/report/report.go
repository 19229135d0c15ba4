// Package report makes one HTML file of benchmark results, which any browser shows without a network.
package report

import (
	"bytes"
	"cmp"
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
	Operations []bench.Operation `json:"operations"`
	Methods    []bench.Method    `json:"methods"`
	Runs       []run             `json:"runs"`
	Changes    []bench.Change    `json:"changes,omitempty"` // from the first run to the last
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
		"Data": template.JS(data), // json.Marshal has escaped <, > and &
	})
	return out.Bytes(), err
}

func suites(files [][]bench.Record, known []*bench.Suite) []*suite {
	var out []*suite
	all := slices.Concat(files...)
	for _, records := range files {
		for _, part := range bySuite(records) {
			i := slices.IndexFunc(out, func(s *suite) bool { return s.Name == part[0].Suite })
			if i < 0 {
				i = len(out)
				out = append(out, newSuite(part[0].Suite, all, known))
			}
			first := part[0]
			out[i].Runs = append(out[i].Runs, run{first.StartedAt.Format("2006-01-02 15:04 MST"), first.Machine, first.Versions, part})
		}
	}
	for _, s := range out {
		if last := len(s.Runs) - 1; last > 0 {
			s.Changes = bench.Compare(s.Runs[0].Records, s.Runs[last].Records)
		}
	}
	return out
}

// bySuite splits a file: one may hold several suites.
func bySuite(records []bench.Record) [][]bench.Record {
	sorted := slices.Clone(records)
	slices.SortStableFunc(sorted, func(a, b bench.Record) int { return cmp.Compare(a.Suite, b.Suite) })
	var out [][]bench.Record
	for i, r := range sorted {
		if i == 0 || r.Suite != sorted[i-1].Suite {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], r)
	}
	return out
}

// newSuite describes a suite by what all its runs have: one may have other operations than the next.
func newSuite(name string, all []bench.Record, known []*bench.Suite) *suite {
	records := slices.DeleteFunc(slices.Clone(all), func(r bench.Record) bool { return r.Suite != name })
	out := &suite{Name: name, Title: name, Unit: "rows"}
	if i := slices.IndexFunc(known, func(s *bench.Suite) bool { return s.Name == name }); i >= 0 {
		s := known[i]
		out.Title, out.About, out.Article, out.Unit = s.Title, s.About, s.Article, s.Unit
		out.Operations, out.Methods = slices.Clone(s.Operations), slices.Clone(s.Methods)
	}
	for _, r := range records {
		if !slices.ContainsFunc(out.Operations, func(o bench.Operation) bool { return o.ID == r.Operation }) {
			out.Operations = append(out.Operations, bench.Operation{ID: r.Operation, Title: r.Operation})
		}
		if !slices.ContainsFunc(out.Methods, func(m bench.Method) bool { return m.ID == r.Method }) {
			out.Methods = append(out.Methods, bench.Method{ID: r.Method, Title: r.Method, Driver: r.Driver, Generated: r.Generated, Ceiling: r.Ceiling})
		}
	}
	out.Operations = slices.DeleteFunc(out.Operations, func(o bench.Operation) bool {
		return !slices.ContainsFunc(records, func(r bench.Record) bool { return r.Operation == o.ID })
	})
	return out
}
