package suite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sqg.example/suite/gen"
)

const corpus = "../../corpus"

// contract is what the engine says that a file's statements return: see the corpus' README.
type contract struct {
	Settings   []string
	Elsewhere  map[string]string
	Statements map[string]statement
	Cases      []testCase
}

type statement struct {
	Result          string
	Params, Columns []column
	Changes         bool
	Apart           bool // there is no iterator
}

type testCase struct {
	Case     string
	TestData bool
	Gaps     map[string]string
	Steps    []step
}

type step struct {
	Call, Batch, Bulk, Append string
	Args                      []any
	Values                    [][]any
	Times                     int
	Count                     int64
	Rows                      [][]any
	Found                     [][][]any
	Pages                     [][][]any
	Row                       []any
	Error, Or                 string
	Failed                    int
}

// isWanted reports whether an error says what is wrong, and of which row.
func (s step) isWanted(err error) bool {
	return strings.Contains(err.Error(), s.Error) &&
		(s.Failed == 0 || strings.Contains(err.Error(), fmt.Sprintf("row %d: ", s.Failed)))
}

// driver opens generated code over a new database of its own.
type driver struct {
	generator, engine string
	folder            string // of gen
	open              func(t *testing.T, feature, file string, settings []string, testdata bool) any
}

var drivers []driver

// generated is the package of a corpus file, of which a feature can have several for versions of an engine. Only some
// are generated with other options, too.
func generated(folder, feature, version string) (gen.Unit, bool) {
	if feature == "migrations" {
		feature = "migrated"
	}
	unit, ok := gen.Units[folder+"/"+feature+version]
	return unit, ok
}

func unitOf(t *testing.T, folder, feature, version string) gen.Unit {
	t.Helper()
	unit, ok := generated(folder, feature, version)
	if !ok {
		t.Fatalf("there is no unit for %s", feature)
	}
	return unit
}

func TestContract(t *testing.T) {
	for _, d := range drivers {
		files, err := filepath.Glob(filepath.Join(corpus, "*", d.engine+"*.expected.json"))
		if err != nil || len(files) == 0 {
			t.Fatal("no contracts", err)
		}
		for _, name := range files {
			feature, file := filepath.Base(filepath.Dir(name)),
				strings.TrimSuffix(filepath.Base(name), ".expected.json")
			var c contract
			text, err := os.ReadFile(name)
			if err == nil {
				err = json.Unmarshal(text, &c)
			}
			if err != nil {
				t.Fatal(err)
			}
			if _, ok := generated(d.folder, feature, strings.TrimPrefix(file, d.engine)); !ok &&
				strings.HasSuffix(d.folder, "-null") {
				continue
			}
			for _, kase := range c.Cases {
				for _, variants := range c.plays(kase) {
					t.Run(strings.Join([]string{d.folder, feature, file, kase.Case, strings.Join(variants, "+")}, "/"),
						func(t *testing.T) {
							app := d.open(t, feature, file, c.Settings, kase.TestData)
							err := newPlayer(app, &c, variants).play(kase)
							for generator, why := range kase.Gaps {
								if strings.HasPrefix(d.generator, generator) {
									if err == nil {
										t.Fatalf("the gap is none: %s", why)
									}
									return
								}
							}
							if err != nil {
								t.Fatal(err)
							}
						})
				}
			}
		}
	}
}

// plays are the variants of methods that each play of a case asks: all, or one at a time where a query changes rows.
func (c *contract) plays(kase testCase) [][]string {
	for _, s := range kase.Steps {
		if called := c.Statements[s.Call]; called.Changes && called.isList() {
			return [][]string{{""}, {"Each"}}
		}
	}
	return [][]string{{"", "Each"}}
}

// rows are what a step gives: its values, so many times, with the time in place of #.
func (s step) rows() (all [][]any) {
	for time := range max(s.Times, 1) {
		for _, values := range s.Values {
			row := slices.Clone(values)
			for i, v := range row {
				if text, ok := v.(string); ok && s.Times > 0 {
					row[i] = strings.ReplaceAll(text, "#", strconv.Itoa(time))
				}
			}
			all = append(all, row)
		}
	}
	return all
}

func (s statement) isList() bool { return s.Result == "rows" || s.Result == "values" }

func (s statement) isPlucked() bool { return s.Result == "value" || s.Result == "values" }

// player plays cases with an object of a generated type.
type player struct {
	contract *contract
	methods  map[string]reflect.Value // by the letters and digits of their names
	variants []string
}

func newPlayer(app any, c *contract, variants []string) *player {
	p := &player{contract: c, methods: map[string]reflect.Value{}, variants: variants}
	v := reflect.ValueOf(app)
	for i := range v.NumMethod() {
		p.methods[key(v.Type().Method(i).Name)] = v.Method(i)
	}
	return p
}

var notWord = regexp.MustCompile(`[^\pL\pM\pN]`)

func key(name string) string { return strings.ToLower(notWord.ReplaceAllString(name, "")) }

func (p *player) play(kase testCase) error {
	for i, s := range kase.Steps {
		err := p.step(s)
		switch {
		case s.Or != "" && err != nil && strings.Contains(err.Error(), s.Or):
			err = nil
		case s.Error != "":
			switch {
			case err == nil:
				err = fmt.Errorf("no error with %q in it", s.Error)
			case s.isWanted(err):
				err = nil
			}
		}
		if err != nil {
			text, _ := json.Marshal(s)
			return fmt.Errorf("step %d: %w: %s", i+1, err, text)
		}
	}
	return nil
}

func (p *player) step(s step) error {
	switch {
	case s.Call == "":
		return p.bulk(s)
	case p.contract.Statements[s.Call].isList():
		return p.list(s)
	case strings.HasPrefix(p.contract.Statements[s.Call].Result, "pages"):
		return p.pages(s)
	}
	return p.one(s)
}

func (p *player) method(name string) (reflect.Value, error) {
	for _, k := range []string{key(name), "x" + key(name)} {
		if m, ok := p.methods[k]; ok {
			return m, nil
		}
	}
	return reflect.Value{}, fmt.Errorf("there is no method for %s", name)
}

// bulk plays a batch, a call of :bulk, or rows of an appender, from a lazy source.
func (p *player) bulk(s step) error {
	name, of := s.Batch+"Batch", s.Batch
	switch {
	case s.Append != "":
		name, of = "BulkInsert"+s.Append, s.Append
	case s.Bulk != "":
		name, of = s.Bulk+"Bulk", s.Bulk
	}
	m, err := p.method(name)
	if err != nil {
		return err
	}
	seq := m.Type().In(1) // iter.Seq[T]: func(yield func(T) bool)
	element := seq.In(0).In(0)
	types := p.contract.Statements[of].Params
	given := s.rows()
	rows := make([]reflect.Value, len(given))
	bare := len(types) == 1 && !strings.HasSuffix(element.Name(), "Row") && !strings.HasSuffix(element.Name(), "Insert") // an appender's row is a struct whatever it has
	for i, values := range given {
		if rows[i], err = rowOf(element, types, values, bare); err != nil {
			return err
		}
	}
	source := reflect.MakeFunc(seq, func(args []reflect.Value) []reflect.Value {
		for _, row := range rows {
			if !args[0].Call([]reflect.Value{row})[0].Bool() {
				break
			}
		}
		return nil
	})
	out := m.Call([]reflect.Value{reflect.ValueOf(context.Background()), source})
	if s.Found != nil {
		return p.found(s, out)
	}
	return counted(out, s.Count)
}

// found compares what a query returned for each of several rows.
func (p *player) found(s step, out []reflect.Value) error {
	if err := failure(out); err != nil {
		return err
	}
	st, got := p.contract.Statements[s.Bulk], out[0]
	types := st.Columns
	if got.Len() != len(s.Found) {
		return fmt.Errorf("%d lists, not %d", got.Len(), len(s.Found))
	}
	for i, rows := range s.Found {
		found := got.Index(i)
		if !st.isList() { // a pointer to a row, or a value that may be NULL
			if len(rows) == 0 && !found.IsZero() || len(rows) > 0 && rows[0][0] != nil && found.IsZero() {
				return fmt.Errorf("%v for %v", found, rows)
			}
			one := found
			if !st.isPlucked() && len(rows) > 0 {
				one = found.Elem()
			}
			found = reflect.MakeSlice(reflect.SliceOf(one.Type()), 0, 1)
			if len(rows) > 0 {
				found = reflect.Append(found, one)
			}
		}
		expected := reflect.MakeSlice(found.Type(), 0, len(rows))
		for _, values := range rows {
			row, err := rowOf(found.Type().Elem(), types, values, st.isPlucked())
			if err != nil {
				return err
			}
			expected = reflect.Append(expected, row)
		}
		if found.Len() == 0 && len(rows) == 0 {
			continue
		}
		if err := same(found, expected); err != nil {
			return err
		}
	}
	return nil
}

// counted compares how many rows were affected; what returns only an error affects none.
func counted(out []reflect.Value, expected int64) error {
	if err := failure(out); err != nil {
		return err
	}
	got := int64(0)
	if len(out) > 1 {
		got = out[0].Int()
	}
	if got != expected {
		return fmt.Errorf("affected %d rows, not %d", got, expected)
	}
	return nil
}

func failure(out []reflect.Value) error {
	err, _ := out[len(out)-1].Interface().(error)
	return err
}

func (p *player) one(s step) error {
	st := p.contract.Statements[s.Call]
	out, typ, err := p.call(s, "")
	if err != nil {
		return err
	}
	if st.Result == "count" {
		return counted(out, s.Count)
	}
	err = failure(out)
	switch {
	case s.Row == nil && s.Error == "":
		if !errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("%v instead of sql.ErrNoRows", err)
		}
		return nil
	case err != nil:
		return err
	}
	expected, err := rowOf(typ, st.Columns, s.Row, st.isPlucked())
	if err != nil {
		return err
	}
	return same(out[0], expected)
}

func (p *player) list(s step) error {
	st := p.contract.Statements[s.Call]
	for _, variant := range p.variants {
		if _, err := p.method(variant + s.Call); st.Apart && variant != "" {
			if err == nil {
				return fmt.Errorf("there is a method %s", variant+s.Call)
			}
			continue
		}
		out, _, err := p.call(s, variant)
		if err != nil {
			return err
		}
		got := out[0]
		if variant == "Each" {
			got, err = collected(got)
		} else {
			err = failure(out)
		}
		if err != nil {
			return err
		}
		expected := reflect.MakeSlice(got.Type(), 0, len(s.Rows))
		for _, values := range s.Rows {
			row, err := rowOf(got.Type().Elem(), st.Columns, values, st.isPlucked())
			if err != nil {
				return err
			}
			expected = reflect.Append(expected, row)
		}
		if err := same(got, expected); err != nil {
			return err
		}
	}
	return nil
}

// pages goes from the first page to the last, and back; the last two parameters are the cursors.
func (p *player) pages(s step) error {
	types, after, before := p.contract.Statements[s.Call].Columns, len(s.Args)-2, len(s.Args)-1
	plucked := p.contract.Statements[s.Call].Result == "pages of values"
	if s.Error != "" {
		out, _, err := p.call(s, "")
		if err != nil {
			return err
		}
		return failure(out)
	}
	var cursor any = map[string]any{}
	turn := func(at, number int) (next, previous *string, err error) {
		ask := s
		ask.Args = slices.Clone(s.Args)
		ask.Args[at] = cursor
		out, _, err := p.call(ask, "")
		if err == nil {
			err = failure(out)
		}
		if err != nil {
			return nil, nil, err
		}
		rows := out[0].FieldByName("Rows")
		next, previous = out[0].FieldByName("Next").Interface().(*string),
			out[0].FieldByName("Previous").Interface().(*string)
		if number >= len(s.Pages) || (next != nil) != (number < len(s.Pages)-1) || (previous != nil) != (number > 0) {
			return nil, nil, fmt.Errorf("page %d of %d: next %v, previous %v", number+1, len(s.Pages), next, previous)
		}
		expected := reflect.MakeSlice(rows.Type(), 0, len(s.Pages[number]))
		for _, values := range s.Pages[number] {
			row, err := rowOf(rows.Type().Elem(), types, values, plucked)
			if err != nil {
				return nil, nil, err
			}
			expected = reflect.Append(expected, row)
		}
		if rows.Len() == 0 && expected.Len() == 0 {
			return next, previous, nil
		}
		return next, previous, same(rows, expected)
	}
	number := 0
	next, previous, err := turn(after, number)
	for ; err == nil && next != nil; next, previous, err = turn(after, number) {
		cursor = *next
		number++
	}
	for err == nil && previous != nil {
		cursor = *previous
		number--
		_, previous, err = turn(before, number)
	}
	if err == nil && number != 0 {
		err = fmt.Errorf("the way back ends at page %d", number+1)
	}
	return err
}

// collected is all that an iter.Seq2[T, error] yields, up to its error.
func collected(seq reflect.Value) (rows reflect.Value, err error) {
	rows = reflect.MakeSlice(reflect.SliceOf(seq.Type().In(0).In(0)), 0, 0)
	for row, failed := range seq.Seq2() {
		if err, _ = failed.Interface().(error); err != nil {
			return rows, err
		}
		rows = reflect.Append(rows, row)
	}
	return rows, nil
}

var _ iter.Seq2[int, error] // what collected takes

// call calls a method with the arguments of a step; typ is what it returns first.
func (p *player) call(s step, variant string) (out []reflect.Value, typ reflect.Type, err error) {
	m, err := p.method(variant + s.Call)
	if err != nil {
		return nil, nil, err
	}
	types := p.contract.Statements[s.Call].Params
	args := []reflect.Value{reflect.ValueOf(context.Background())}
	if in := m.Type(); in.NumIn() == 2 && ofParams.MatchString(in.In(1).Name()) {
		group, err := rowOf(in.In(1), types, s.Args, false)
		if err != nil {
			return nil, nil, err
		}
		args = append(args, group)
	} else {
		for i, typ := range types {
			arg, err := valueOf(in.In(i+1), typ.typ, s.Args[i])
			if err != nil {
				return nil, nil, err
			}
			args = append(args, arg)
		}
	}
	return m.Call(args), m.Type().Out(0), nil
}

// ofParams are the names of structs that hold parameters: their own, or a table's.
var ofParams = regexp.MustCompile(`(Params|Insert|Row)$`)

// column is the type of a parameter or a column, or an object of columns, which may be null, or a list of such objects.
type column struct {
	typ        string
	object     []column
	null, list bool
}

// marks are what the contract says behind a type.
var marks = strings.NewReplacer(" null ", " ", " null optional ", " ", " optional ", " ", " flag ", " ")

func (c *column) UnmarshalJSON(text []byte) error {
	var object struct {
		Null    bool
		List    string
		Columns []column
	}
	if err := json.Unmarshal(text, &object); err == nil {
		c.null, c.object, c.list = object.Null, object.Columns, object.List != ""
		return nil
	}
	var said string
	if err := json.Unmarshal(text, &said); err != nil {
		return err
	}
	words := strings.Fields(marks.Replace(said + " "))
	c.typ = words[len(words)-1]
	return nil
}
