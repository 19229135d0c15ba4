package golang

import (
	"fmt"

	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/surface"
)

// attachments are the methods that attach databases and detach them.
func (f *file) attachments() {
	for i := range f.Attached {
		a := &f.Attached[i]
		for _, k := range surface.DatabaseOperations(f.Program, a) {
			name := called(k, databaseWords(a.Name))
			doc := says(name, nil, surface.Doc(k, language, "{database}", a.Name.SQL, "{mode}", a.Mode))
			f.add("%sfunc (q *%s) %s%s", docText(doc, ""), f.typ, name, ofDatabase[k](f, a))
		}
	}
}

// ofDatabase are the parameters and the bodies of the methods of a database.
var ofDatabase = map[surface.Kind]func(*file, *plan.Attached) string{
	surface.Attach: func(f *file, a *plan.Attached) string {
		return fmt.Sprintf(`(ctx context.Context, address, extension string) error {
	if extension != "" {
		if err := %s(ctx, q.db, %s, %s); err != nil {
			return err
		}
	}
	return %s(ctx, q.db, %s, %s)
}`, f.need("run"), quoteShort("load "+a.Name.SQL), f.around(a.Load, "extension"), f.need("run"), quoteShort("attach "+a.Name.SQL),
			f.around(a.Attach, "address"))
	},
	surface.Detach: func(f *file, a *plan.Attached) string {
		return fmt.Sprintf("(ctx context.Context) error {\n\treturn %s(ctx, q.db, %s, %s)\n}", f.need("run"),
			quoteShort("detach "+a.Name.SQL), quoteLine(a.Detach))
	},
}

// around is SQL with a text between its pieces.
func (f *file) around(pieces [2]string, argument string) string {
	code := fmt.Sprintf("%s+%s(%s)", quoteLine(pieces[0]), f.need("literal"), argument)
	if pieces[1] != "" {
		code += "+" + quoteLine(pieces[1])
	}
	return code
}
