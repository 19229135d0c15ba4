package typescript

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/surface"
)

// keyForm is how a cursor holds values of a type: as a number, a bigint, a string or a boolean, which is the value or a
// property of it, and of which a helper makes the value again.
type keyForm struct{ typ, property, make string }

var keyForms = map[string]keyForm{
	"number": {typ: "number"}, "bigint": {typ: "bigint"}, "string": {typ: "string"}, "boolean": {typ: "boolean"},
	"DuckDBDateValue":                  {"number", ".days", "dateOfKey"},
	"DuckDBTimestampValue":             {"bigint", ".micros", "timestampOfKey"},
	"DuckDBTimestampTZValue":           {"bigint", ".micros", "timestamptzOfKey"},
	"DuckDBTimestampMillisecondsValue": {"bigint", ".millis", "millisecondsOfKey"},
	"DuckDBTimestampSecondsValue":      {"bigint", ".seconds", "secondsOfKey"},
	"DuckDBDecimalValue":               {"bigint", ".value", "decimalOfKey"},
	"DuckDBUUIDValue":                  {"bigint", ".hugeint", "uuidOfKey"},
}

// recordType are the types of parameters in their object. A cursor may be undefined, as that of a page that is not
// there is.
func (g *generator) recordType(m *plan.Method) func(ir.Field) []string {
	return func(f ir.Field) []string {
		t := g.paramType(f)
		if p := m.Page; p != nil && (f.Name.SQL == m.Params[p.After].Name.SQL ||
			f.Name.SQL == m.Params[p.Before].Name.SQL) {
			t = append(t[:len(t):len(t)], "undefined")
		}
		return t
	}
}

// keyForm is how a cursor holds a column's values; false where it cannot.
func (g *generator) keyForm(f ir.Field) (keyForm, bool) {
	f.Nullable = false
	types := g.rowType(f)
	form, ok := keyForms[types[0]]
	return form, ok && len(types) == 1 && f.Override == nil
}

// openPage reads what the cursor of a query of pages holds.
func (g *generator) openPage(op *operation, names []string) {
	p := op.Page
	if p == nil {
		return
	}
	tag := emit.Text(str(p.Tag))
	if p.Sort >= 0 {
		tag = emit.Text(str(p.Tag) + " + " + names[p.Sort])
	}
	op.page = free("page", names)
	args := []emit.Doc{emit.Text(str(op.Name.SQL)), tag, emit.Text(names[p.Size]), emit.Text(names[p.After]),
		emit.Text(names[p.Before])}
	for _, k := range p.Keys {
		form, _ := g.keyForm(op.Row.Fields[k.Column])
		args = append(args, emit.Text(str(form.typ)))
	}
	op.choose = append(op.choose, assign("const "+op.page+" =", g.use("openPage"), args, ""))
	locals, types := make([]emit.Doc, len(p.Keys)), make([]emit.Doc, len(p.Keys))
	for i, k := range p.Keys {
		locals[i] = emit.Text(names[k.Param])
		form, _ := g.keyForm(op.Row.Fields[k.Column])
		alternatives := []string{form.typ, "undefined"}
		if op.Row.Fields[k.Column].Nullable {
			alternatives = slices.Insert(alternatives, 1, "null")
		}
		types[i] = emit.Text(strings.Join(alternatives, " | "))
	}
	op.choose = append(op.choose, emit.Concat("const ", array(locals), " = "+op.page+".keys as ", array(types), ";"))
}

// paged is what is bound at a place: of LIMIT one row more than a page has; of what a cursor holds nothing where there
// is none.
func (g *generator) paged(op *operation, bind int) emit.Doc {
	names, at := g.params[op.Method], op.Binds[bind]
	param := op.Params[at]
	if at == op.Page.Size {
		return g.values.bind(param, op.page+".limit", 1)
	}
	if !op.Page.Hides(at) {
		return g.given(param, names[at], count(op.Binds, at))
	}
	test, value := names[at]+" === undefined", names[at]
	if param.Nullable {
		test += " || " + names[at] + " === null"
	}
	i := slices.IndexFunc(op.Page.Keys, func(k ir.PageKey) bool { return k.Param == at })
	if form, _ := g.keyForm(op.Row.Fields[op.Page.Keys[i].Column]); form.make != "" {
		more := ""
		if t := op.Row.Fields[op.Page.Keys[i].Column].Type; t.Kind == ir.Decimal {
			more = fmt.Sprintf(", %d, %d", t.Precision, t.Scale)
		}
		value = g.use(form.make) + "(" + value + more + ")"
	}
	param.Nullable = false
	bound := g.values.bind(param, value, 1)
	if emit.Print(bound, 1000, "") == names[at] {
		return bound
	}
	return emit.Group(test, emit.Indent(emit.Line(), "? null", emit.Line(), ": ", emit.Indent(bound)))
}

// page is the method of a query of pages.
func (g *generator) page(op *operation) emit.Doc {
	body, rows := g.rows(op)
	keys, parts := make([]emit.Doc, len(op.Page.Keys)), op.Row.Parts()
	for i, k := range op.Page.Keys {
		f := op.Row.Fields[k.Column]
		form, _ := g.keyForm(f)
		value := "row"
		if !op.Pluck {
			at := slices.IndexFunc(parts, func(m ir.Member) bool { return m.Column == k.Column })
			value = member("row", parts[at].Name.SQL)
		}
		if form.property != "" && f.Nullable {
			value += " && " + value
		}
		keys[i] = emit.Text(value + form.property)
	}
	body = append(body, emit.Concat("return ",
		call(g.use("pageOf"), emit.Text(op.page), emit.Concat("(row) => ", array(keys)), rows), ";"))
	result := g.module.Claim(strings.TrimSuffix(g.records[op.Method], "Params") + "Page")
	g.declared = append(g.declared, emit.Text("export type "+result+" = "+g.use("Page")+"<"+op.result+">;"))
	return g.observed(op, surface.Page, g.driver.promise(result), "(page) => page.rows.length", body)
}
