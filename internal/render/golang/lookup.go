package golang

import (
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/surface"
)

// lookup writes the method of a QUERY's :bulk.
func (s *method) lookup() {
	typ, scan, f, name := s.typ, s.scan, s.f, called(surface.Lookup, s.name)
	doc := says(name, nil, surface.LookupDoc(language, s.name, s.Result == ir.One, s.Bulk.Atomic))
	found, one, first, count := "[]"+typ, "", "", "countLists"
	if s.Result == ir.One {
		found, one, first, count = "*"+typ, "rowOrNil", "firstOrNil", "countFound"
		if s.Pluck && s.Row.Fields[0].Nullable {
			found, one, first, count = typ, "valueOrNull", "firstOrNull", "countRows"
		}
	}
	look := s.Bulk.Lookup()
	if look == nil {
		args := make([]string, len(s.Params))
		for i, n := range s.rowNames() {
			args[i] = "p" + n
		}
		if s.Grouped {
			args = []string{"p"}
			if s.batch != s.group {
				args[0] = fmt.Sprintf("%s{%s: p}", s.group, s.params[0])
			}
		}
		ask := fmt.Sprintf("q.%s(ctx, %s)", s.name, strings.Join(args, ", "))
		if one != "" {
			ask = f.need(one) + "(" + ask + ")"
		}
		each := fmt.Sprintf("%s(rows, func(p %s) (%s, error) {\n\t\treturn %s\n\t})", f.need("lookEach"), s.batch,
			found, ask)
		result, body := "([]"+found+", error)", "return "+each
		if s.Bulk.Atomic {
			result, body = "(all []"+found+", err error)", s.together(each)
		}
		f.caller(s.views(surface.Lookup), docText(doc, ""), name, rowsParam(f, s.batch), result, s.id, outcome{}, body)
		return
	}
	constant := f.g.claim(constantName(name), s.Name.SQL, s.Span)
	f.add("const %s = %s", constant, quote(look.SQL, ""))
	more := ""
	if f.g.driver.whose {
		whose := "byNumber"
		if look.Keyed {
			whose = "byKey"
		}
		more = fmt.Sprintf(", %t, %t, %s[%s]", s.Bulk.Atomic, look.Apart, f.need(whose), s.batch)
	}
	run := fmt.Sprintf("%s(ctx, q.db, %s, %s, rows, %s, %s[%s]{%s, %d, func(rows []%s) []any {\n%s\t}, %d%s}, %s)",
		f.need("lookUp"), s.id, s.sql,
		s.binder(), f.need("lookup"), s.batch, constant, s.Bulk.Rows, s.batch, s.lists(look.Params), s.Bulk.Few, more,
		scan)
	if first != "" {
		run = f.need(first) + "(" + run + ")"
	}
	f.caller(s.views(surface.Lookup), docText(doc, ""), name, rowsParam(f, s.batch), "([]"+found+", error)", s.id,
		outcome{"observed", count}, "return "+run)
}

// together returns what a call does in a transaction.
func (s *method) together(call string) string {
	return fmt.Sprintf("err = q.InTx(ctx, func(q *%s) error {\n\t\tall, err = %s\n\t\treturn err\n\t})\n\t"+
		"return all, err", s.f.typ, strings.ReplaceAll(call, "\n", "\n\t"))
}
