package plan

import (
	"slices"
	"testing"

	"github.com/sqg-dev/sqg/internal/ir"
)

// TestObjectsInObjects: a program has the type of each object once, with the language types of its columns; an object
// of a table's row type has one of its own where an override is for that statement alone.
func TestObjectsInObjects(t *testing.T) {
	name := ir.ColumnRef{Table: "author", Column: "name"}
	nest := func(member string, row *ir.Row) []ir.Member {
		return []ir.Member{{Name: ir.NewName(member),
			Object: &ir.Object{Own: ir.NewName("q_" + member), Row: row, Columns: []int{0}, Witness: -1}}}
	}
	for _, c := range []struct {
		author ir.Row
		its    string   // name of its type
		types  []string // of the program
	}{
		{ir.Row{Name: ir.NewName("q_book_author"), Within: true}, "q_book_author",
			[]string{"q", "q_book", "q_book_author"}},
		{ir.Row{Name: ir.NewName("author"), Role: ir.TableRow}, "q_author",
			[]string{"author", "q", "q_author", "q_book"}},
	} {
		author := &c.author
		author.Fields = []ir.Field{text("name", name)}
		book := &ir.Row{Name: ir.NewName("q_book"), Within: true, Fields: []ir.Field{text("author.name", name)},
			Members: nest("author", author)}
		row := &ir.Row{Name: ir.NewName("q"), Fields: []ir.Field{text("book.author.name", name)},
			Members: nest("book", book)}
		p, ds := build(t, &ir.Model{Rows: []*ir.Row{author, book, row},
			Queries: []*ir.Query{{Name: ir.NewName("q"), Row: row}}},
			OverrideRule{Query: "q.book.author.name", To: ir.Override{Type: "Name"}})
		if len(ds) > 0 {
			t.Error(ds)
		}
		var names []string
		there := map[*ir.Row]bool{}
		for _, r := range p.Rows {
			names, there[r] = append(names, r.Name.SQL), true
		}
		if slices.Sort(names); !slices.Equal(names, c.types) {
			t.Errorf("row types %v, want %v", names, c.types)
		}
		inBook := p.Methods[0].Row.Members[0].Object.Row
		inAuthor := inBook.Members[0].Object.Row
		if !there[inBook] || !there[inAuthor] {
			t.Error("the type of an object is none of the program's")
		}
		if f := inAuthor.Fields[0]; inAuthor.Name.SQL != c.its || f.Override == nil || f.Override.Type != "Name" {
			t.Errorf("%s has %+v", inAuthor.Name.SQL, f.Override)
		}
	}
}
