package app

import (
	"io"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/source"
)

// TestRemarksAreLeftAlone: what is not said is still the caller's to count.
func TestRemarksAreLeftAlone(t *testing.T) {
	ds := []diag.Diagnostic{diag.Rename(source.Span{}, "column a", "b")}
	a := &App{Out: io.Discard, Err: io.Discard, Env: func(string) string { return "" }}
	a.Diagnostics(ds)
	if n := Count(ds); n != "" || ds[0].Code != diag.Renamed {
		t.Errorf("afterwards there are %q: %+v", n, ds)
	}
}

// TestRemarks: what is only worth knowing is said with --verbose, however a command reports.
func TestRemarks(t *testing.T) {
	notice := func() []diag.Diagnostic { return []diag.Diagnostic{diag.Rename(source.Span{}, "column a", "b")} }
	ways := map[string]func(*App){
		"finish":      func(a *App) { a.Finish(Report{Diagnostics: notice()}, "") },
		"diagnostics": func(a *App) { a.Diagnostics(notice()) },
		"line":        func(a *App) { a.Line(Report{Diagnostics: notice()}) },
		"JSON":        func(a *App) { a.JSON = true; a.Finish(Report{Diagnostics: notice()}, "") },
	}
	for name, report := range ways {
		for _, verbose := range []bool{false, true} {
			var out strings.Builder
			report(&App{Out: &out, Err: &out, Env: func(string) string { return "" }, Verbose: verbose})
			if said := strings.Contains(out.String(), "column a is called b"); said != verbose {
				t.Errorf("%s, verbose %v: %q", name, verbose, out.String())
			}
		}
	}
}
