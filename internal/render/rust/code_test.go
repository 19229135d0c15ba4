package rust

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/golden"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/render/rendertest"
	"github.com/sqg-dev/sqg/internal/target"
)

// TestGolden is what the generated code looks like; suites/rust checks what it does.
func TestGolden(t *testing.T) {
	p := rendertest.Tasks("rust/postgres/tokio-postgres")
	out, _ := plan.Lay(p)
	r := Render(out)
	if diag.Failed(r.Diags) || len(r.Files) != 1 {
		t.Fatal(r.Diags)
	}
	golden.Check(t, filepath.Join("testdata", r.Files[0].Name), r.Files[0].Text)
	files, _ := Language.Support("1.0.0", []core.Need{r.Need})
	if len(files) != 1 || !strings.Contains(files[0].Text, "pub async fn apply_migrations") {
		t.Error("the support file lacks what the unit needs")
	}
}

// TestSupport: a unit that needs no part of its own has the helpers that every statement calls.
func TestSupport(t *testing.T) {
	for part := range drivers {
		count := rendertest.Statement("count", &ir.Row{Name: ir.NewName("count"), Fields: []ir.Field{rendertest.Field("n", ir.Int64, false)}})
		p := &plan.Program{Target: target.Find("rust/" + part), Name: ir.NewName("small"), Version: "1.0.0", Files: []string{"small.sql"},
			Methods: []*plan.Method{count}, Rows: []*ir.Row{count.Row}}
		out, _ := plan.Lay(p)
		if r := Render(out); len(r.Need.Names) == 0 {
			t.Errorf("%s: nothing is needed of the support file by\n%s", part, r.Files[0].Text)
		}
	}
}

// TestFieldNames: a column has its name, but for what the language has.
func TestFieldNames(t *testing.T) {
	row := &ir.Row{Name: ir.NewName("counts"), Fields: []ir.Field{rendertest.Field("rows", ir.Int64, false),
		rendertest.Field("type", ir.Text, false), rendertest.Field("self", ir.Text, false)}}
	counts := rendertest.Statement("counts", row)
	p := &plan.Program{Target: target.Find("rust/sqlite"), Name: ir.NewName("small"), Version: "1.0.0", Files: []string{"small.sql"},
		Methods: []*plan.Method{counts}, Rows: []*ir.Row{row}}
	out, _ := plan.Lay(p)
	r := Render(out)
	const want = "    pub rows: i64,\n    pub r#type: String,\n    pub self_: String,\n"
	if len(r.Files) != 1 || !strings.Contains(r.Files[0].Text, want) || len(r.Diags) != 2 {
		t.Error(r.Files, r.Diags)
	}
}

// TestLex: what stands in comments and texts is no name.
func TestLex(t *testing.T) {
	const source = "// one\nlet two = (\"three \\\" \\\n four\", b\"five\", 'a', '\\'', '\\u{1f600}', b'x', r\"\\\", r#\"say \"x\"\"#); fn six<'a>(x: &'a str) { r#type! }"
	want := "let two = ( , , , , , , , ) ; fn six < 'a > ( x : & 'a str ) { r#type ! }"
	if got := strings.Join(lex(source), " "); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}
