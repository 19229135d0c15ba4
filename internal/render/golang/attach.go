package golang

import (
	"fmt"

	"github.com/sqg-dev/sqg/internal/surface"
)

// attachments are the methods that attach databases and detach them.
func (f *file) attachments() {
	for _, a := range f.Attached {
		attach, detach, name := called(surface.Attach, databaseWords(a.Name)), called(surface.Detach, databaseWords(a.Name)), a.Name.SQL
		doc := func(k surface.Kind, name string) string {
			return docText(says(name, nil, surface.Doc(k, language, "{database}", a.Name.SQL, "{mode}", a.Mode)), "")
		}
		f.add(`%sfunc (q *%s) %s(ctx context.Context, address, extension string) error {
	if extension != "" {
		if err := %s(ctx, q.db, %s, %s); err != nil {
			return err
		}
	}
	return %s(ctx, q.db, %s, %s)
}`, doc(surface.Attach, attach), f.typ, attach, f.need("run"), quoteShort("load "+name), f.around(a.Load, "extension"),
			f.need("run"), quoteShort("attach "+name), f.around(a.Attach, "address"))
		f.add("%sfunc (q *%s) %s(ctx context.Context) error {\n\treturn run(ctx, q.db, %s, %s)\n}",
			doc(surface.Detach, detach), f.typ, detach, quoteShort("detach "+name), quoteLine(a.Detach))
	}
}

// around is SQL with a text between its pieces.
func (f *file) around(pieces [2]string, argument string) string {
	code := fmt.Sprintf("%s+%s(%s)", quoteLine(pieces[0]), f.need("literal"), argument)
	if pieces[1] != "" {
		code += "+" + quoteLine(pieces[1])
	}
	return code
}
