package corpus

import (
	"fmt"
	"math/bits"
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine/enginetest"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/target"
)

// text is a statement with optional parts or choices where some conditions hold, and beside it the statement that a
// person writes who deletes the lines of the others.
type text struct {
	query *ir.Query
	mask  uint32
	name  string // of the person's statement
}

// TestTexts: for each text that a statement with optional parts or choices may have, each driver is sent what it is
// sent of the statement that a person has who deletes lines, with the same parameters. Mutants show that this would be
// noticed otherwise.
func TestTexts(t *testing.T) {
	for _, name := range []string{"sqlite", "duckdb", "postgres"} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join("parts", name+".sql")
			m, person, list := texts(t, name, file)
			for i := range target.All {
				tgt := &target.All[i]
				if tgt.Engine != name {
					continue
				}
				if wrong := differ(m, person, tgt, list, func(*plan.Method) {}); wrong != "" {
					t.Errorf("%s: %s", tgt.ID(), wrong)
				}
				for what, mutate := range textMutants {
					if differ(m, person, tgt, list, mutate) == "" {
						t.Errorf("%s: not noticed: %s", tgt.ID(), what)
					}
				}
			}
			if len(list) < 150 {
				t.Errorf("%d texts prove little", len(list))
			}
		})
	}
}

// TestRandomTexts does the same with random statements.
func TestRandomTexts(t *testing.T) {
	count, seed := enginetest.RandomCount(40)
	count = min(count, 1000)
	for _, name := range []string{"sqlite", "duckdb", "postgres"} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "random.sql")
			if err := os.WriteFile(file, []byte(drawn(count, seed)), 0o600); err != nil {
				t.Fatal(err)
			}
			m, person, list := texts(t, name, file)
			for i := range target.All {
				if tgt := &target.All[i]; tgt.Engine == name {
					if wrong := differ(m, person, tgt, list, func(*plan.Method) {}); wrong != "" {
						t.Errorf("%s: %s", tgt.ID(), wrong)
					}
				}
			}
			t.Logf("%d statements, %d texts", count, len(list))
		})
	}
}

// texts are the model of a file, that of the statements that a person has of each of its texts, and which they are.
func texts(t *testing.T, name, file string) (m, person *ir.Model, list []text) {
	t.Helper()
	m = analyzed(t, name, file, nil, os.Getenv)
	list, script := written(t, m, file)
	own := filepath.Join(t.TempDir(), name+".sql")
	if err := os.WriteFile(own, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	return m, analyzed(t, name, own, nil, os.Getenv), list
}

// textMutants are ways to get a text wrong.
var textMutants = map[string]func(*plan.Method){
	"two conditions are exchanged": func(m *plan.Method) {
		swap := func(mask uint32) uint32 { return mask&^3 | mask&1<<1 | mask&2>>1 }
		for i, p := range m.Text {
			m.Text[i].Need, m.Text[i].Without = swap(p.Need), swap(p.Without)
		}
	},
	"what is not given counts for nothing": func(m *plan.Method) {
		for i := range m.Text {
			m.Text[i].Without = 0
		}
	},
	"a placeholder is of another parameter": func(m *plan.Method) {
		m.Binds = slices.Clone(m.Binds)
		slices.Reverse(m.Binds)
	},
	"a comma is lost": func(m *plan.Method) {
		for i, p := range m.Text {
			if p.Need != 0 {
				m.Text[i].SQL = strings.Replace(p.SQL, ",", "", 1)
			}
		}
	},
	"a part within a part stands alone": func(m *plan.Method) {
		for i, p := range m.Text {
			if bits.OnesCount32(p.Need) > 1 {
				m.Text[i].Need = p.Need & -p.Need
			}
		}
	},
}

// differ is a text of which a driver is sent something else than of the person's statement; "" for none.
func differ(m, person *ir.Model, tgt *target.Target, list []text, mutate func(*plan.Method)) string {
	methods := map[string]*plan.Method{}
	of := func(m *ir.Model) *plan.Program {
		p, _ := plan.Build(m, tgt, plan.Options{}, "", "")
		for _, method := range p.Methods {
			methods[method.Name.SQL] = method
		}
		return p
	}
	numbered := of(m).Numbered()
	for _, method := range methods {
		mutate(method)
	}
	of(person)
	for _, x := range list {
		parted, own := methods[x.query.Name.SQL], methods[x.name]
		got, binds := parted.Chosen(x.mask, numbered)
		want, ownBinds := own.Chosen(0, numbered)
		if len(own.Conditions) == 0 { // the placeholders are in the text
			ownBinds = own.Binds
		}
		if names(parted, binds) != names(own, ownBinds) || plainly(got) != plainly(want) {
			return fmt.Sprintf("%s\n%s\n%s\n%s\n%s", x.name, plainly(got), names(parted, binds), plainly(want),
				names(own, ownBinds))
		}
	}
	return ""
}

// plainly is a text whose lines end, and are indented, like any others.
func plainly(sql string) string { return strings.Join(strings.Fields(sql), " ") }

func names(m *plan.Method, binds []int) string {
	list := make([]string, len(binds))
	for i, b := range binds {
		list[i] = m.Params[b].Name.SQL
	}
	return strings.Join(list, ", ")
}

// mostMasks is how many texts of a statement are compared: more are drawn at random.
const mostMasks = 128

var annotation = regexp.MustCompile(`(?m)^(?:--|/\*) [A-Z]{4,} `)

var listed_ = 0
var annotationName = regexp.MustCompile(`^(?:--|/\*) (QUERY|EXEC) (\w+)(.*)$`)

// written is a script with the statements that a person has of each of the texts, and which they are.
func written(t *testing.T, m *ir.Model, file string) (list []text, script string) {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head := string(source)
	if at := annotation.FindAllStringIndex(head, 2); len(at) > 1 { // behind the migration
		head = head[:at[1][0]]
	}
	var out strings.Builder
	out.WriteString(head)
	random := rand.New(rand.NewSource(1))
	for _, q := range m.Queries {
		if len(q.Conditions) == 0 || q.Page != nil { // a page has texts that no person writes
			continue
		}
		all := ir.Masks(q.Terms(), q.Refusals)
		random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		for n, mask := range all[:min(len(all), mostMasks)] {
			given, args := map[string]bool{}, make([]any, len(q.Params))
			for _, p := range q.Params {
				given[p.Name.SQL] = !p.Optional && !p.Flag
			}
			for i := range q.Conditions {
				if mask>>i&1 == 0 {
					continue
				}
				if term := q.Terms()[i]; term.Label == "" {
					given[term.Name] = true
				} else {
					args[q.Conditions[i].Param] = term.Label
				}
			}
			sql := kept(chosen(q, args), given)
			file := q.Span.File.Text
			line, _, _ := strings.Cut(file[strings.LastIndex(file[:q.Span.Start], "\n")+1:], "\n")
			x := text{q, mask, fmt.Sprintf("%s_text_%d", q.Name.SQL, n)}
			a := annotationName.FindStringSubmatch(line)
			fmt.Fprintf(&out, "\n-- %s %s%s\n%s%s;\n", a[1], x.name, a[3], samples(q, sql), sql)
			list = append(list, x)
		}
	}
	return list, out.String()
}

// samples are the @set lines of the parameters that a text has.
func samples(q *ir.Query, sql string) (lines string) {
	_, whole := block(q)
	for _, line := range setting.FindAllString(whole, -1) {
		name := strings.Fields(strings.TrimPrefix(line, "-- "))[1]
		if strings.Contains(sql, "${"+name+"}") {
			lines += line
		}
	}
	return lines
}
