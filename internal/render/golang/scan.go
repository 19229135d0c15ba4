package golang

import (
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
)

// cell is what a function that reads a row puts into a place: a column's value, or an object of several.
type cell struct {
	column int      // of an object the one that is NULL where there is none, -1 where there always is one
	field  ir.Field // as it is read there
	place  string
	object string // the type of an object; "" for a column
	list   bool   // the place is a list of such objects: a row has one, or none
	cells  []cell // of an object
}

// cells are those of a row.
func (f *file) cells(r *ir.Row) []cell { return f.cellsOf(r, r, nil, "r") }

// cellsOf are those of a row, or of an object whose columns are these of the row.
func (f *file) cellsOf(row, of *ir.Row, columns []int, place string) []cell {
	t := f.rowType(of)
	cells := make([]cell, len(t.fields))
	for i, part := range of.Parts() {
		c := &cells[i]
		c.place = place + "." + t.fields[i]
		if part.Object != nil {
			o := part.Object.In(columns)
			c.column, c.object, c.list = o.Witness, f.rowType(o.Row).name, o.List
			c.cells = f.cellsOf(row, o.Row, o.Columns, c.inside())
			continue
		}
		if c.column = part.Column; columns != nil {
			c.column = columns[part.Column]
		}
		c.field = row.Fields[c.column]
		c.field.Nullable = of.Fields[part.Column].Nullable
	}
	return cells
}

// inside is the place of an object.
func (c cell) inside() string {
	if c.list {
		return c.place + "[0]"
	}
	return c.place
}

// made makes an object in its place, or, of a list that has none, an empty list.
func (c cell) made(there bool) string {
	switch {
	case !c.list && there:
		return c.place + " = new(" + c.object + ")"
	case there:
		return c.place + " = make([]" + c.object + ", 1)"
	}
	return c.place + " = []" + c.object + "{}"
}

// filled assigns cells one by one; an object only where its column is present.
func filled(cells []cell, present func(column int) string, assign func(cell) string) string {
	var b strings.Builder
	for _, c := range cells {
		switch {
		case c.object == "":
			b.WriteString(assign(c))
		case c.column < 0:
			if c.list {
				b.WriteString("\t" + c.made(true) + "\n")
			}
			b.WriteString(filled(c.cells, present, assign))
		default:
			b.WriteString("\tif " + present(c.column) + " {\n\t\t" + c.made(true) + "\n" +
				indented(filled(c.cells, present, assign)) + "\t}")
			if c.list {
				b.WriteString(" else {\n\t\t" + c.made(false) + "\n\t}")
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// indented are lines one level deeper.
func indented(lines string) string {
	return "\t" + strings.ReplaceAll(strings.TrimSuffix(lines, "\n"), "\n", "\n\t") + "\n"
}

// assigned puts a value of the driver's into its place.
func (f *file) assigned(c cell, value, result string) string {
	if o := c.field.Override; o != nil && o.Decode != "" {
		return fmt.Sprintf("\tif %s, err = %s; err != nil {\n\t\treturn %s, err\n\t}\n", c.place,
			f.decoded(c.field, value), result)
	}
	if f.isNull(c.field) {
		value = f.nulls().of(f, strings.TrimPrefix(f.spelt(c.field), "*"), value)
	}
	return fmt.Sprintf("\t%s = %s\n", c.place, value)
}

// scanPointers reads a row by one call, which fills what its arguments point to. What users have in another form than
// the driver, and objects that may be missing, come after it.
func scanPointers(f *file, cells []cell, result string) string {
	p := &pointers{file: f, result: result, targets: map[int]string{}}
	p.place(cells, "", func(place string) string { return place })
	list := make([]string, len(p.targets))
	for column, target := range p.targets {
		list[column] = target
	}
	scan := fill("err = row.Scan(", list, ")", "\t")
	if p.after.Len() == 0 {
		return p.before.String() + "\t" + scan + "\n\treturn " + result + ", err"
	}
	return p.before.String() + "\tif " + scan + "; err != nil {\n\t\treturn " + result + ", err\n\t}\n" +
		p.after.String() + "\treturn " + result + ", nil"
}

type pointers struct {
	*file
	result        string
	targets       map[int]string // by column
	before, after strings.Builder
}

// place finds out where values go: those of an object that may be missing into a variable, where there is one.
func (p *pointers) place(cells []cell, there string, moved func(place string) string) {
	for _, c := range cells {
		switch c.place = moved(c.place); {
		case c.object == "":
			p.target(c, there)
		case c.column < 0:
			if c.list {
				p.before.WriteString("\t" + c.made(true) + "\n")
			}
			p.place(c.cells, there, moved)
		default:
			object, has := "v"+itoa(c.column+1), "has"+itoa(c.column+1)
			fmt.Fprintf(&p.before, "\tvar %s %s\n\t%s := row.RawValues()[%d] != nil\n", object, c.object, has, c.column)
			inner := &pointers{file: p.file, result: p.result, targets: p.targets}
			inner.place(c.cells, has,
				func(place string) string { return object + strings.TrimPrefix(moved(place), c.inside()) })
			p.before.WriteString(inner.before.String())
			put, none := c.place+" = &"+object, ""
			if c.list {
				put, none = c.place+" = []"+c.object+"{"+object+"}", " else {\n\t\t"+c.made(false)+"\n\t}"
			}
			p.after.WriteString("\tif " + has + " {\n" + indented(inner.after.String()+"\t"+put+"\n") + "\t}" + none +
				"\n")
		}
	}
}

// target is what a column is scanned into, where there is one.
func (p *pointers) target(c cell, there string) {
	made, pointer := c.field, "&"+c.place
	decodes := c.field.Override != nil && c.field.Override.Decode != ""
	if decodes || p.isNull(c.field) {
		if decodes {
			made.Override = nil
		}
		local := "c" + itoa(c.column+1)
		if there == "" {
			local = "v" + itoa(c.column+1)
		}
		p.before.WriteString("\tvar " + local + " " + p.typeOf(made) + "\n")
		p.after.WriteString(p.assigned(c, local, p.result))
		pointer = "&" + local
	}
	target := p.file.target(made, pointer)
	if there != "" {
		target = p.need("when") + "(" + there + ", " + target + ")"
	}
	p.targets[c.column] = target
}
