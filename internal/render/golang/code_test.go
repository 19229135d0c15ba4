package golang

import (
	"go/format"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/golden"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/render/rendertest"
)

// TestReturning: gofmt breaks a function of one line from a length on, and the names in it are the user's.
func TestReturning(t *testing.T) {
	for n := range 120 {
		name := strings.Repeat("n", n+1)
		file := "package p\n\n" + returning("func (q *"+name+") Close() error", "shut(q)") + "\n"
		if text, err := format.Source([]byte(file)); err != nil || string(text) != file {
			t.Errorf("gofmt changes a function of a name with %d letters: %v\n%s", n+1, err, file)
		}
	}
}

// TestGolden is what the generated code looks like; suites/go checks what it does.
func TestGolden(t *testing.T) {
	p := rendertest.Tasks("go/postgres/pgx")
	p.Options.Folder = "todo"
	out, _ := plan.Lay(p)
	r := Render(out)
	if diag.Failed(r.Diags) || len(r.Files) != 1 {
		t.Fatal(r.Diags)
	}
	golden.Check(t, filepath.Join("testdata", r.Files[0].Name), r.Files[0].Text)
	files, _ := Language.Support("1.0.0", []core.Need{r.Need})
	for _, f := range append(files, r.Files...) {
		if text, err := format.Source([]byte(f.Text)); err != nil || string(text) != f.Text {
			t.Errorf("gofmt changes %s: %v", f.Name, err)
		}
	}
}

// TestKeyed: fields are aligned, and what stands within a text stays as it is.
func TestKeyed(t *testing.T) {
	got := keyed("", line{"a:", "1"}, line{"longer:", "2"}, line{"sql:", "`SELECT '\n\ta: 1,\n\tlonger: 2,\n'`"},
		line{"b:", "3"})
	want := "\ta:      1,\n\tlonger: 2,\n\tsql: `SELECT '\n\ta: 1,\n\tlonger: 2,\n'`,\n\tb: 3,\n"
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
