// Package app is what the commands share: streams, the two forms of output, how a run ends.
package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/mattn/go-isatty"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/environment"
	"github.com/sqg-dev/sqg/internal/version"
	"github.com/sqg-dev/sqg/internal/write"
)

// App is one run of the program.
type App struct {
	In       io.Reader
	Out, Err io.Writer
	Env      func(string) string
	JSON     bool   // --format json, or sarif
	SARIF    bool   // --format sarif: reports are printed as such
	Lines    bool   // --format line: diagnostics take a line each
	Config   string // the sqg.yaml of the run
	Verbose  bool
	Strict   bool // --strict: warnings are errors
	Trust    bool // --trust: sqg.yaml is no stranger's
	Review   bool // say what migrations do to programs that run

	timings []Timing
}

// Timing is how long a stage of the run took.
type Timing struct {
	Stage string  `json:"stage"`
	MS    float64 `json:"ms"`
}

// Exit is how a run ends; as an error it carries nothing more to say.
type Exit int

const (
	Done        Exit = 0
	BadInput    Exit = 1 // the user's files are wrong
	BadUsage    Exit = 2 // the command line is wrong
	Environment Exit = 3 // no disk, no database
	Interrupted Exit = 130
)

func (e Exit) Error() string { return fmt.Sprintf("exit %d", int(e)) }

// CommandExit is the exit code of a command that sqg has run for the user.
type CommandExit int

func (e CommandExit) Error() string { return fmt.Sprintf("exit %d", int(e)) }

// UsageError says what is wrong with the command line.
type UsageError struct{ Msg, Hint string }

func (e *UsageError) Error() string { return e.Msg }

// Report is the outcome of a command: what --format json prints, and what the text form is made from.
type Report struct {
	Command     string            `json:"command"`
	Exit        Exit              `json:"exit"`
	Error       string            `json:"error,omitempty"` // what is wrong with the command line, or interrupted
	Hint        string            `json:"hint,omitempty"`  // of Error
	Diagnostics []diag.Diagnostic `json:"diagnostics"`
	Files       []write.Outcome   `json:"files,omitempty"`
	Timings     []Timing          `json:"timings,omitempty"`
}

// Finish shows a report and returns how the run ends. summary is the text form's last word where all went well.
func (a *App) Finish(r Report, summary string) error {
	if r.Exit == Done {
		r.Exit = exitOf(r.Diagnostics)
	}
	if a.Verbose {
		r.Timings = a.timings
	}
	r.Diagnostics = a.worthSaying(r.Diagnostics)
	if a.JSON {
		a.WriteJSON(r, "  ")
	} else {
		a.text(r, summary)
	}
	if r.Exit == Done {
		return nil
	}
	return r.Exit
}

// Failure is an error of the environment as a diagnostic.
func Failure(err error) diag.Diagnostic {
	d := diag.Diagnostic{Code: diag.Environment, Msg: err.Error()}
	var e *environment.Error
	if errors.As(err, &e) {
		d.Hint = e.Hint
	}
	return d
}

// worthSaying leaves notices to --verbose, and the caller's list as it is.
func (a *App) worthSaying(ds []diag.Diagnostic) []diag.Diagnostic {
	if a.Verbose {
		return ds
	}
	return slices.DeleteFunc(slices.Clone(ds), func(d diag.Diagnostic) bool { return d.Severity == diag.Notice })
}

func (a *App) text(r Report, summary string) {
	a.Diagnostics(r.Diagnostics)
	if r.Exit == Done {
		for _, f := range r.Files {
			if f.State != write.Unchanged || a.Verbose {
				fmt.Fprintf(a.Out, "%-9s %s\n", f.State, f.Path)
			}
		}
		if summary != "" {
			fmt.Fprintln(a.Out, summary)
		}
	}
	if len(r.Timings) > 0 {
		parts := make([]string, len(r.Timings))
		for i, t := range r.Timings {
			parts[i] = fmt.Sprintf("%s %.1f ms", t.Stage, t.MS)
		}
		fmt.Fprintln(a.Err, "time: "+strings.Join(parts, ", "))
	}
	if n := Count(r.Diagnostics); n != "" {
		fmt.Fprintf(a.Err, "%s; `%s` says more\n", n, diag.Explain(worst(r.Diagnostics).Code))
	}
}

// worst is the first error, else the first warning.
func worst(ds []diag.Diagnostic) diag.Diagnostic {
	return slices.MinFunc(ds, func(x, y diag.Diagnostic) int { return int(x.Severity) - int(y.Severity) })
}

// Diagnostics shows diagnostics for people.
func (a *App) Diagnostics(ds []diag.Diagnostic) {
	if ds = a.worthSaying(ds); len(ds) > 0 {
		if a.Lines {
			diag.WriteLines(a.Err, ds)
			return
		}
		diag.WriteText(a.Err, ds, a.Color())
		fmt.Fprintln(a.Err)
	}
}

// WriteJSON prints a value on standard output.
func (a *App) WriteJSON(v any, indent string) {
	e := json.NewEncoder(a.Out)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	switch r, ok := v.(Report); {
	case ok && a.SARIF:
		v = diag.NewSARIF(version.Version, int(r.Exit), r.Diagnostics, a.Config, r.Error)
	case ok && r.Diagnostics == nil:
		r.Diagnostics = []diag.Diagnostic{}
		v = r
	}
	e.Encode(v)
}

// Line prints a report as one line of JSON, for commands that print many.
func (a *App) Line(r Report) {
	r.Diagnostics = a.worthSaying(r.Diagnostics)
	if r.Exit == Done {
		r.Exit = exitOf(r.Diagnostics)
	}
	a.WriteJSON(r, "")
}

// outside are the codes of what is outside the user's files.
var outside = map[diag.Code]bool{diag.Environment: true, diag.WriteFailed: true, diag.Internal: true}

// exitOf is how a run with these diagnostics ends: what is wrong with the input comes first, since that can be put
// right.
func exitOf(ds []diag.Diagnostic) Exit {
	exit := Done
	for _, d := range ds {
		switch {
		case d.Severity != diag.Error:
		case !outside[d.Code]:
			return BadInput
		default:
			exit = Environment
		}
	}
	return exit
}

// Count is the closing line of diagnostics: "3 errors, 1 warning", "" where there are none.
func Count(ds []diag.Diagnostic) string {
	n := map[diag.Severity]int{}
	for _, d := range ds {
		n[d.Severity]++
	}
	var parts []string
	for _, s := range []diag.Severity{diag.Error, diag.Warning} {
		if n[s] > 0 {
			parts = append(parts, Plural(n[s], s.String()))
		}
	}
	return strings.Join(parts, ", ")
}

// Plural is a number with its noun.
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Stage measures a stage of the run; call what it returns at the stage's end. Stages of one name add up.
func (a *App) Stage(name string) (end func()) {
	start := time.Now()
	return func() {
		took := float64(time.Since(start).Microseconds()) / 1000
		for i := range a.timings {
			if a.timings[i].Stage == name {
				a.timings[i].MS += took
				return
			}
		}
		a.timings = append(a.timings, Timing{name, took})
	}
}

// Color reports whether messages are coloured: on a terminal, unless NO_COLOR asks for none.
func (a *App) Color() bool {
	return a.Env("NO_COLOR") == "" && a.Env("TERM") != "dumb" && Terminal(a.Err)
}

// Terminal reports whether a stream is a terminal.
func Terminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}

// Progress returns a function that shows how far a run is, on a terminal and once it has taken a second, and one that
// takes the line away.
func (a *App) Progress() (show func(done, total int), clear func()) {
	if a.JSON || !Terminal(a.Err) {
		return nil, func() {}
	}
	p := &progress{out: a.Err, next: time.Now().Add(time.Second), now: time.Now}
	return p.show, p.clear
}

// progress is a line on a terminal that is written over ten times a second.
type progress struct {
	out   io.Writer
	next  time.Time // nothing is shown before
	shown bool
	now   func() time.Time
}

const clearLine = "\r\x1b[K"

func (p *progress) show(done, total int) {
	if now := p.now(); now.After(p.next) {
		p.next, p.shown = now.Add(100*time.Millisecond), true
		fmt.Fprintf(p.out, clearLine+"checking %d of %d statements", done, total)
	}
}

func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.out, clearLine)
	}
}
