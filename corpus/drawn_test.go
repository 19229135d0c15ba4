package corpus

import (
	"fmt"
	"math/rand"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine/enginetest"
	"github.com/sqg-dev/sqg/internal/golden"
	"github.com/sqg-dev/sqg/internal/ir"
)

// drawnFolder is the feature that a random generator draws: statements with optional parts and choices, and calls of
// them. As with any feature, each language's suite plays it with each driver. The engine said what the calls return: it
// was asked with the text that a person has who deletes the lines of what is not given.
const drawnFolder = "drawn"

// drawnCalls is how often each statement is called.
const drawnCalls = 12

// TestDrawn keeps a share of them. SQG_RANDOM_QUERIES=1000 SQG_RANDOM_SEED=7 with -update draws others for a long run
// of the suites, which is not to be committed.
func TestDrawn(t *testing.T) {
	count, seed := enginetest.RandomCount(2 * len(forms))
	server := newServer(t)
	for _, name := range []string{"sqlite", "duckdb", "postgres"} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(drawnFolder, name+".sql")
			golden.Check(t, file, drawn(count, seed))
			e := engineOf(t, file, server)
			all := calls(e.model, seed)
			batches := slices.DeleteFunc(slices.Clone(all), func(s *step) bool { return s.Batch == "" })
			all = slices.DeleteFunc(all, func(s *step) bool { return s.Batch != "" })
			c := contract{Cases: []testCase{{Case: "drawn", TestData: true, Steps: all},
				{Case: "batches", TestData: true, Steps: batches}}}
			if name == "postgres" {
				c.Cases[1].Gaps = map[string]string{"python/postgres/asyncpg": "the driver does not say how many rows a batch affected"}
			}
			c.complete(t, e.model)
			for i := range c.Cases {
				e.play(t, &c, &c.Cases[i])
			}
			golden.Check(t, filepath.Join(drawnFolder, name+".expected.json"), c.text(t))
		})
	}
}

// draw is a generator of statements and of what they are called with.
type draw struct {
	*rand.Rand
	params, fresh int // how many there are so far
}

func (d *draw) chance(f float64) bool      { return d.Float64() < f }
func (d *draw) pick(of ...string) string   { return of[d.Intn(len(of))] }
func (d *draw) param() string              { d.params++; return fmt.Sprintf("p%d", d.params) }
func (d *draw) lines(list []string) string { return strings.Join(list, "\n") + "\n" }
func (d *draw) some(n int, of func() string) string {
	var list []string
	for range n {
		list = append(list, of())
	}
	return strings.Join(list, "")
}

// forms are the kinds of statements: each is what stands behind the name, and the statement.
var forms = []func(d *draw) (said, sql string){
	func(d *draw) (said, sql string) {
		return "", "SELECT product.id, name, kind\nFROM product\n" + d.join() + "WHERE true\n" + d.conditions() +
			"ORDER BY\n" + d.some(d.Intn(2), func() string { return "  name DESC, --? " + d.flags("") + "\n" }) +
			"  kind, product.id"
	},
	func(d *draw) (said, sql string) {
		return " :pluck\n  choices:\n    sort: {newest: \"id DESC\", cheapest: \"price, id\", \"by name\": name}",
			"SELECT id\nFROM product\nWHERE true\n" + d.conditions() + "ORDER BY ${sort}, id"
	},
	func(d *draw) (said, sql string) {
		sql, p := d.condition()
		return " :pluck", "SELECT id FROM product WHERE kind <> " + "${" + d.param() + "}\n" +
			d.pick("--? f1 {\n", "--? "+p+" {\n", "--? "+p+", f1 {\n", "--? "+p+", !f1 {\n") +
			"UNION ALL\nSELECT id FROM product WHERE " + sql + "\n--? }\nORDER BY id"
	},
	func(d *draw) (said, sql string) {
		return d.pick("", " :pluck") + "\n  choices:\n    sort: {newest: \"id DESC\", cheapest: \"price DESC, id\"}\n    " +
				"of: {all: product, stocked: (SELECT * FROM product WHERE stock > 1)}",
			"SELECT id\nFROM ${of} AS product\nWHERE true\n" + d.conditions() + "ORDER BY ${sort}"
	},
	func(d *draw) (said, sql string) {
		return "", "SELECT kind, count(*) AS n\nFROM product\n" + d.join() + "WHERE true\n" + d.conditions() +
			"GROUP BY kind\n" + "HAVING count(*) > ${" + d.param() + "} --?\n" + "ORDER BY kind"
	},
	func(d *draw) (said, sql string) {
		return fmt.Sprintf(" :page\n  choices:\n    sort: {newest: \"id DESC\", cheapest: %q, named: %q}", d.keys(), d.keys()),
			"SELECT id, kind, name, stock, price\nFROM product\nWHERE true\n" + d.conditions() +
				"ORDER BY ${sort}\nLIMIT ${size}"
	},
	func(d *draw) (said, sql string) {
		return d.exec(), "UPDATE product SET stock = stock\n" + d.assignments() + "WHERE id <= ${" + d.param() + "}\n" +
			d.conditions()
	},
	func(d *draw) (said, sql string) {
		return "", "UPDATE product SET stock = stock\n" + d.assignments() + "WHERE id = ${key}\n" + d.conditions() +
			"RETURNING id, name, stock"
	},
	func(d *draw) (said, sql string) {
		return d.exec(), "DELETE FROM product\nWHERE id = ${key}\n" + d.conditions()
	},
	func(d *draw) (said, sql string) {
		var columns, values []string
		for _, column := range []string{"name", "stock", "price"} {
			if d.chance(.7) || columns == nil {
				p := d.param()
				flags := p + d.pick("", "", ", f1", ", !f1")
				columns = append(columns, "  , "+column+" --? "+flags)
				values = append(values, "  , ${"+p+"} --? "+flags)
			}
		}
		return d.exec(), "INSERT INTO product (id, kind\n" + d.lines(columns) + ") VALUES (${fresh}, ${" + d.param() +
			"}\n" + d.lines(values) + ")"
	},
	func(d *draw) (said, sql string) {
		return " :one", "WITH few AS (\n  SELECT product.id, name FROM product\n" + d.join() + "WHERE true\n" +
			d.conditions() + ")\nSELECT id, name FROM few WHERE id >= ${key}\nORDER BY id LIMIT 1"
	},
}

// keys are an order of pages: columns that may be NULL, and one that may not, in any direction, and a key.
func (d *draw) keys() string {
	columns := []string{"name", "stock", "price", "kind"}
	d.Shuffle(len(columns), func(i, j int) { columns[i], columns[j] = columns[j], columns[i] })
	list := append(columns[:1+d.Intn(2)], "id")
	for i, column := range list {
		list[i] = column + d.pick("", " DESC")
		if column != "id" {
			list[i] += d.pick("", " NULLS FIRST", " NULLS LAST")
		}
	}
	return strings.Join(list, ", ")
}

// exec is the annotation of a statement that returns no rows: half of them take many rows of parameters, too.
func (d *draw) exec() string { return d.pick("EXEC", "EXEC :batch") }

// condition is one of a parameter, and its name.
func (d *draw) condition() (sql, name string) {
	name = d.param()
	return fmt.Sprintf(d.pick("name = ${%s}", "stock < ${%s}", "price >= ${%s}", "kind <> ${%s}",
		"name IS NOT DISTINCT FROM ${%s}", "(kind = ${%[1]s} OR name = ${%[1]s})"), name), name
}

// flags are what a part asks for: its own parameter, which need not be said where it is all, and others.
func (d *draw) flags(own string) string { return d.asked(own, d.pick("f1", "!f1"), "f2") }

func (d *draw) asked(own string, others ...string) string {
	var list []string
	for _, f := range others {
		if d.chance(.2) {
			list = append(list, f)
		}
	}
	switch {
	case own == "" && list == nil:
		return d.pick(others...)
	case own != "" && list == nil:
		return d.pick("", own)
	case own != "":
		list = append(list, own)
	}
	d.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return strings.Join(list, ", ")
}

// conditions are lines of a WHERE: one that is always there, parts of a line, what is there instead of a part, a list,
// and a part of several lines with one in it.
func (d *draw) conditions() (lines string) {
	if d.chance(.3) {
		sql, _ := d.condition()
		lines += "  AND " + sql + "\n"
	}
	return lines + d.some(1+d.Intn(2), func() string {
		sql, own := d.condition()
		switch d.Intn(4) {
		case 0:
			inner, name := d.condition()
			return fmt.Sprintf("--? %s {\n  AND (%s\n    OR %s --? %s\n    OR product.id = 1)\n--? }\n", d.flags(own), sql, inner,
				d.asked(name, "f3"))
		case 1:
			return fmt.Sprintf("  AND %s --? %s\n  AND product.id <> 7 --? !%s\n", sql, d.flags(own), own)
		case 2:
			own = d.param()
			return fmt.Sprintf("  AND product.id %s (${%s}) --? %s\n", d.pick("IN", "NOT IN"), own, d.flags(own))
		}
		return fmt.Sprintf("  AND %s --? %s\n", sql, d.flags(own))
	})
}

func (d *draw) join() string {
	p := d.param()
	return d.pick("", "--? "+p+" {\nJOIN tag ON tag.owner = product.id AND tag.word = ${"+p+"}\n--? }\n",
		"JOIN tag ON tag.owner = product.id AND tag.word <> ${"+p+"} --? "+d.flags(p)+"\n")
}

func (d *draw) assignments() (lines string) {
	for _, column := range []string{"name", "price", "kind"} {
		if d.chance(.7) {
			p := d.param()
			lines += fmt.Sprintf("  , %s = ${%s} --? %s\n", column, p, d.flags(p))
		}
	}
	return lines
}

// asList is a list of IN; @set has its sample.
var asList = regexp.MustCompile(`IN \(\$\{(\w+)\}\)`)

// blanks stand at the end of a line, and two where a part asks for nothing.
var blanks = regexp.MustCompile(`(?m) +$|(--\? ) +`)

// drawn is a script of statements with optional parts.
func drawn(count int, seed int64) string {
	d := &draw{Rand: rand.New(rand.NewSource(seed))}
	var out strings.Builder
	out.WriteString(`-- MIGRATE 1
CREATE TABLE product (id INTEGER PRIMARY KEY, name VARCHAR(10), stock INTEGER DEFAULT 7, price DOUBLE PRECISION,
  kind VARCHAR(10) NOT NULL);
CREATE TABLE tag (owner INTEGER NOT NULL, word VARCHAR(3) NOT NULL, PRIMARY KEY (owner, word));

-- TESTDATA
INSERT INTO product VALUES
`)
	var products, tags []string
	for id := range 30 {
		products = append(products, fmt.Sprintf("  (%d, %s, %s, %s, '%s')", id+1, d.pick("NULL", "'a'", "'b'", "'it''s'"),
			d.pick("NULL", "0", "1", "2", "3"), d.pick("NULL", "0.5", "1", "1.5", "2.25"), d.pick("a", "b", "x")))
		for _, word := range []string{"a", "b"} {
			if d.chance(.6) {
				tags = append(tags, fmt.Sprintf("(%d, '%s')", id+1, word))
			}
		}
	}
	out.WriteString(strings.Join(products, ",\n") + ";\nINSERT INTO tag VALUES " + strings.Join(tags, ", ") + ";\n")
	for n := range count {
		d.params = 0
		said, sql := forms[n%len(forms)](d)
		word, said := "QUERY", said
		if modifiers, is := strings.CutPrefix(said, "EXEC"); is {
			word, said = "EXEC", modifiers
		}
		modifiers, options, has := strings.Cut(said, "\n")
		if has {
			fmt.Fprintf(&out, "\n/* QUERY r%d%s\n%s\n*/\n", n, modifiers, options)
		} else {
			fmt.Fprintf(&out, "\n-- %s r%d%s\n", word, n, modifiers)
		}
		for _, m := range asList.FindAllStringSubmatch(sql, -1) {
			fmt.Fprintf(&out, "-- @set %s = 1, 2\n", m[1])
		}
		// The semicolon stands in front of what the last line asks for.
		sql = strings.TrimSuffix(sql, "\n")
		last := strings.LastIndex(sql, "\n") + 1
		if line, asked, is := strings.Cut(sql[last:], " --?"); is {
			sql = sql[:last] + line + "; --?" + asked
		} else if strings.HasPrefix(sql[last:], "--?") {
			sql += "\n;"
		} else {
			sql += ";"
		}
		out.WriteString(sql + "\n")
	}
	return blanks.ReplaceAllString(out.String(), "$1")
}

// calls are calls of each statement, in any order: what is given, which labels are chosen, and the values are random.
// Every other call of a :batch is of several rows, each with what it gives.
func calls(m *ir.Model, seed int64) (steps []*step) {
	d := &draw{Rand: rand.New(rand.NewSource(seed))}
	for _, q := range m.Queries {
		for n := range drawnCalls {
			s := &step{Call: q.Name.SQL}
			if q.Batch && n%2 > 0 {
				s = &step{Batch: q.Name.SQL}
			}
			steps = append(steps, s)
		}
	}
	d.Shuffle(len(steps), func(i, j int) { steps[i], steps[j] = steps[j], steps[i] })
	for _, s := range steps {
		q := m.Queries[slices.IndexFunc(m.Queries, func(q *ir.Query) bool { return q.Name.SQL == s.name() })]
		if s.Call != "" {
			s.Args = d.args(q)
			continue
		}
		for range d.Intn(5) {
			s.Values = append(s.Values, d.args(q))
		}
	}
	return steps
}

// args are what one call gives.
func (d *draw) args(q *ir.Query) (args []any) {
	for _, p := range q.Asked() {
		switch value := d.value(p.Type); {
		case p.Name.SQL == "fresh":
			d.fresh++
			args = append(args, strconv.Itoa(1000+d.fresh))
		case p.Name.SQL == "key":
			args = append(args, strconv.Itoa(1+d.Intn(30)))
		case p.Name.SQL == "size":
			args = append(args, strconv.Itoa(2+d.Intn(6)))
		case q.Page != nil && (p.Name.SQL == "after" || p.Name.SQL == "before"),
			(p.Optional || p.Type.Choice()) && d.chance(.4):
			args = append(args, map[string]any{})
		case p.Nullable && d.chance(.3):
			args = append(args, nil)
		default:
			args = append(args, value)
		}
	}
	return args
}

// value is one of a type.
func (d *draw) value(t ir.Type) any {
	switch {
	case t.Choice():
		return d.pick(t.Enum.Labels...)
	case t.Kind == ir.Bool:
		return d.pick("true", "false")
	case t.Kind == ir.Array:
		list := []any{}
		for range d.Intn(5) {
			list = append(list, strconv.Itoa(1+d.Intn(30)))
		}
		return list
	case t.Kind == ir.Float64:
		return d.pick("0.5", "1", "1.5", "2.25")
	case t.Kind == ir.Text:
		return d.pick("a", "b", "x", "it's")
	}
	return strconv.Itoa(d.Intn(30))
}
