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
		count := rendertest.Statement("count",
			&ir.Row{Name: ir.NewName("count"), Fields: []ir.Field{rendertest.Field("n", ir.Int64, false)}})
		p := &plan.Program{Target: target.Find("rust/" + part), Name: ir.NewName("small"), Version: "1.0.0",
			Files:   []string{"small.sql"},
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
	p := &plan.Program{Target: target.Find("rust/sqlite"), Name: ir.NewName("small"), Version: "1.0.0",
		Files:   []string{"small.sql"},
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

// TestObjects: the column that tells whether there is an object is read once, wherever in the object it stands.
func TestObjects(t *testing.T) {
	text := func(name string, nullable bool) ir.Field { return rendertest.Field(name, ir.Text, nullable) }
	note := &ir.Row{Name: ir.NewName("found_note"), Within: true, Fields: []ir.Field{text("value", false)}}
	name := &ir.Row{Name: ir.NewName("found_book_name"), Within: true,
		Fields: []ir.Field{text("short", true), text("title", false)}}
	book := &ir.Row{Name: ir.NewName("found_book"), Within: true,
		Fields: []ir.Field{text("room", true), text("name.short", true), text("name.title", false)},
		Members: []ir.Member{{Name: ir.NewName("room")},
			{Name: ir.NewName("name"), Column: 1, Object: &ir.Object{Row: name, Columns: []int{1, 2}, Witness: -1}}}}
	found := &ir.Row{Name: ir.NewName("found"), Fields: []ir.Field{text("book.room", true), text("note.value", true),
		text("book.name.short", true), text("book.name.title", true)},
		Members: []ir.Member{
			{Name: ir.NewName("book"), Object: &ir.Object{Row: book, Columns: []int{0, 2, 3}, Witness: 3}},
			{Name: ir.NewName("note"), Column: 1, Object: &ir.Object{Row: note, Columns: []int{1}, Witness: 1}}}}
	p := &plan.Program{Target: target.Find("rust/sqlite"), Name: ir.NewName("small"), Version: "1.0.0",
		Files: []string{"small.sql"}, Methods: []*plan.Method{rendertest.Statement("found", found)},
		Rows: []*ir.Row{note, name, book, found}}
	out, _ := plan.Lay(p)
	r := Render(out)
	if len(r.Files) != 1 || len(r.Diags) > 0 {
		t.Fatal(r.Files, r.Diags)
	}
	for _, want := range []string{"#![allow(clippy::manual_map, dead_code)]\n", // of the object of one column
		"    pub book: Option<FoundBookRow>,\n    pub note: Option<FoundNoteRow>,\n", `
        Ok(Self {
            book: match sqg::get(row, 3)? {
                Some(value) => Some(FoundBookRow {
                    room: sqg::get(row, 0)?,
                    name: FoundBookNameRow {
                        short: sqg::get(row, 2)?,
                        title: value,
                    },
                }),
                None => None,
            },
            note: match sqg::get(row, 1)? {
                Some(value) => Some(FoundNoteRow { value }),
                None => None,
            },
        })
`} {
		if !strings.Contains(r.Files[0].Text, want) {
			t.Errorf("without\n%s\n%s", want, r.Files[0].Text)
		}
	}
}

// TestTransactions: the options of transactions, which stand in the file of helpers.
func TestTransactions(t *testing.T) {
	for i := range target.All {
		if tgt := &target.All[i]; tgt.Language == "rust" {
			golden.Check(t, "testdata/transactions_"+tgt.Engine+".rs", transactions(tgt.ID())+"\n")
		}
	}
}
