package core

import (
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/target"
)

// joined are the words without anything between them.
func joined(n ir.Name) string { return strings.Join(n.Words, "") }

func camel(n ir.Name) string {
	var out string
	for i, w := range n.Words {
		if i > 0 {
			w = strings.ToUpper(w[:1]) + w[1:]
		}
		out += w
	}
	return out
}

func scope(reserved ...string) *emit.Scope {
	words := map[string]bool{}
	for _, w := range reserved {
		words[w] = true
	}
	return emit.NewScope(words, func(s string) string { return s + "_" })
}

var members = Members{
	Method:   camel,
	Escape:   func(_ *plan.Method, name string) string { return strings.Replace(name, "class", "class_", 1) },
	Language: "typescript", Table: camel, Database: camel,
}

// TestMembersBesideTransaction: a statement makes room for the method of transactions, where there is one.
func TestMembersBesideTransaction(t *testing.T) {
	m := &plan.Method{Query: &ir.Query{Name: ir.NewName("transaction"), Result: ir.None}}
	p := &plan.Program{Target: &target.All[0], Methods: []*plan.Method{m}}
	for transactions, want := range map[bool]string{false: "transaction", true: "transaction_"} {
		p.Options.Transactions = transactions
		if got := (&Names{Language: "X"}).Members(p, members)[m]; got != want {
			t.Errorf("%v: %s", transactions, got)
		}
	}
}

func TestMembers(t *testing.T) {
	p := &plan.Program{Target: &target.All[0]}
	for i, name := range []string{"users", "iterate_users", "class", "save", "save_batch", "bulk_insert_users", "pages",
		"iterate_pages"} {
		q := &ir.Query{Name: ir.NewName(name), Span: source.Span{Start: i + 1}, Result: ir.None, Batch: name == "save"}
		if name == "users" {
			q.Result = ir.All
		}
		m := &plan.Method{Query: q}
		if name == "pages" { // has no iterator
			q.Result, m.Page = ir.All, &ir.Page{}
		}
		p.Methods = append(p.Methods, m)
	}
	p.Appenders = []*plan.Appender{{Appender: &ir.Appender{Name: ir.NewName("users"), Span: source.Span{Start: 9}}}}
	n := Names{Language: "X"}
	n.Type(scope(), "Row", "the row type of a", source.Span{Start: 1})
	n.Type(scope(), "Row", "the row type of iterate_users", source.Span{Start: 2}) // its method clashes as well
	names := n.Members(p, members)
	if names[p.Methods[2]] != "class_" {
		t.Error(names)
	}
	got := []string{}
	for _, d := range n.Diags {
		got = append(got, d.Msg)
	}
	want := []string{
		"the iterator of users and iterate_users would both be the method iterateUsers()",
		"method class is called class_ in X",
		"the batch of save and save_batch would both be the method saveBatch()",
		"bulk_insert_users and the bulk insert of users would both be the method bulkInsertUsers()",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if d := n.Diags[2]; d.Code != diag.NameClash || d.Span.Start != 5 || len(d.Notes) != 1 ||
		d.Notes[0].Span.Start != 4 {
		t.Errorf("%+v", d)
	}
}

func TestFields(t *testing.T) {
	fields := []ir.Field{}
	for _, name := range []string{"id", "ID", "id2", "class"} {
		fields = append(fields, ir.Field{Name: ir.NewName(name)})
	}
	n := Names{Language: "X"}
	got := n.Fields(scope("class"), fields, "column", "users",
		func(n ir.Name, _ int) string { return strings.ToLower(n.SQL) })
	if !slices.Equal(got, []string{"id", "id3", "id2", "class_"}) {
		t.Error(got)
	}
	if len(n.Diags) != 2 || n.Diags[0].Msg != "column ID of users is called id3 in X" {
		t.Error(n.Diags)
	}
}

// TestSchemaTypes: names do not depend on which type is used first.
func TestSchemaTypes(t *testing.T) {
	enum := func(schema, name string) *ir.EnumType { return &ir.EnumType{Schema: schema, Name: ir.NewName(name)} }
	enums := []*ir.EnumType{enum("app", "state"), enum("public", "state"), enum("old", "state"), enum("app", "mood"),
		enum("public", "row"),
		enum("public", "my_type"), enum("public", "myType"), enum("other", "state_of"), enum("other_state", "of"),
		enum("public", "state_of"), enum("public", "of")}
	for range 2 {
		n, s := Names{Language: "X"}, scope()
		n.Type(s, "row", "the row type row", source.Span{})
		names := n.SchemaTypes(s, &plan.Program{Target: target.Find("python/postgres"), Enums: enums}, joined)
		for _, e := range enums {
			want := map[string]string{"app.state": "appstate", "public.state": "state", "old.state": "oldstate",
				"app.mood": "mood", "public.row": "publicrow",
				"public.my_type": "mytype2", "public.myType": "mytype", "other.state_of": "otherstateof",
				"other_state.of":  "otherstateof2",
				"public.state_of": "stateof", "public.of": "of"}
			if got := names[e]; got != want[e.Schema+"."+e.Name.SQL] {
				t.Errorf("%s.%s: %s", e.Schema, e.Name.SQL, got)
			}
		}
		slices.Reverse(enums)
	}
}
