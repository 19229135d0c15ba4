package ask

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sqg-dev/sqg/internal/analyze"
	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
)

// Trial asks to run a statement on the rows of TESTDATA.
type Trial struct {
	Name   string         `json:"name" jsonschema:"of a QUERY or an EXEC"`
	Values map[string]any `json:"values,omitempty" jsonschema:"of parameters, by name: texts as the database reads them, numbers, true, false, null, lists; true for a flag, a label for a choice. One that is not named has the value of its @set, or is left out where it may be"`
	Rows   int            `json:"rows,omitempty" jsonschema:"how many to return at most: 100, or up to 1000"`
}

// Outcome is what came of it, in each unit that has the statement.
type Outcome struct {
	Runs []Ran `json:"runs"`
}

// Ran is a run in a scratch database. Its changes are rolled back.
type Ran struct {
	Unit   string `json:"unit"`
	Engine string `json:"engine"`
	Result
}

// Result is what a run returns.
type Result struct {
	Columns      []Shown     `json:"columns"`
	Rows         [][]*string `json:"rows" jsonschema:"values as the database writes them; null for NULL"`
	More         bool        `json:"more,omitempty" jsonschema:"there are more rows"`
	Changed      *int64      `json:"changed,omitempty" jsonschema:"rows that the statement has changed; that is rolled back"`
	Milliseconds float64     `json:"milliseconds"`
}

// Shown is a column of a result.
type Shown struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

const (
	usualRows, mostRows = 100, 1000
	mostTime            = 5 * time.Second
)

// Run runs a statement on the rows of TESTDATA, and rolls it back.
func Run(ctx context.Context, p Project, in Trial) (Outcome, error) {
	out := Outcome{Runs: []Ran{}}
	err := p.trying(ctx, in, func(ctx context.Context, t analyze.Tried) error {
		result, err := try(ctx, t, in, t.Run, "on TESTDATA")
		out.Runs = append(out.Runs, Ran{t.Unit, t.Engine, result})
		return err
	})
	if err != nil {
		out.Runs = []Ran{}
	}
	return out, err
}

// trying has a statement tried in each unit that has it.
func (p Project) trying(ctx context.Context, in Trial, try func(context.Context, analyze.Tried) error) error {
	list, err := p.Known(ctx, "", nil).find(in.Name)
	if err != nil {
		return err
	}
	given, err := given(list[0].Query, in.Values)
	if err != nil {
		return err
	}
	var failed error
	runs := 0
	p.Options.Try = func(t analyze.Tried) {
		runs++
		failed = cmp.Or(failed, try(p.until(ctx), t))
	}
	k := p.Known(ctx, in.Name, given)
	if failed == nil && runs == 0 {
		failed = k.Wrong(&app.UsageError{Msg: in.Name + " could not be run"})
	}
	return failed
}

// until is the context that ends a run: the analysis around it may go on for longer.
func (p Project) until(ctx context.Context) context.Context {
	if p.Options.Until != nil {
		return p.Options.Until
	}
	return ctx
}

// given is what a call with these values gives, as explain takes it.
func given(q *ir.Query, values map[string]any) (with []string, err error) {
	var names []string
	with = []string{}
	for _, a := range q.Asked() {
		name := a.Name.SQL
		names = append(names, name)
		v, there := values[name]
		switch {
		case !there:
		case a.Type.Choice():
			label := fmt.Sprint(v)
			if !slices.Contains(a.Type.Enum.Labels, label) {
				return nil, &app.UsageError{Msg: name + " is one of " + strings.Join(a.Type.Enum.Labels, ", ") +
					", and not " + label}
			}
			with = append(with, name+"="+label)
		case a.Flag && v == true, a.Optional:
			with = append(with, name)
		}
	}
	for name := range values {
		if !slices.Contains(names, name) {
			return nil, &app.UsageError{Msg: q.Name.SQL + " has no parameter `" + name + "`",
				Hint: app.DidYouMean(name, names, "there is "+cmp.Or(strings.Join(names, ", "), "none"))}
		}
	}
	return with, nil
}

// try runs what the engine has described.
func try(ctx context.Context, t analyze.Tried, in Trial,
	run func(context.Context, engine.Trial) (*engine.Rows, error), where string) (Result, error) {
	out := Result{Columns: []Shown{}, Rows: [][]*string{}}
	trial := engine.Trial{Rows: min(cmp.Or(max(in.Rows, 0), usualRows), mostRows)}
	for i, hint := range t.Stmt.Params {
		is := t.Is.Params[i]
		v, there := in.Values[hint.Name]
		switch {
		case there:
			trial.Values = append(trial.Values, engine.Value{Text: textOf(v, t.Engine)})
		case hint.Sample != "" && !strings.EqualFold(hint.Sample, "null"):
			trial.Values = append(trial.Values, engine.Value{Sample: hint.Sample})
		case is.Nullable:
			trial.Values = append(trial.Values, engine.Value{})
		default:
			return out, &app.UsageError{Msg: "`" + hint.Name + "` (" + is.Type.SQL + ") has no value",
				Hint: "give it one, or write @set " + hint.Name + " = … into the statement"}
		}
	}
	for _, c := range t.Is.Columns {
		out.Columns = append(out.Columns, Shown{c.Name, c.Type.SQL})
	}
	bounded, cancel := context.WithTimeout(ctx, mostTime)
	defer cancel()
	begun := time.Now()
	rows, err := run(bounded, trial)
	if bounded.Err() != nil && ctx.Err() == nil {
		return out, &app.UsageError{Msg: fmt.Sprintf("%s takes longer than %v %s, and was stopped", in.Name,
			mostTime, where), Hint: "explain shows its plan"}
	}
	var wrong *engine.Error
	if errors.As(err, &wrong) {
		return out, &app.UsageError{Msg: in.Name + " fails " + where + ": " + wrong.Msg, Hint: wrong.Hint}
	}
	if err != nil {
		return out, err
	}
	out.Milliseconds = float64(time.Since(begun).Microseconds()) / 1000
	if rows.Rows != nil {
		out.Rows = rows.Rows
	}
	if out.More = rows.More; t.Is.Counts {
		out.Changed = &rows.Changed
	}
	return out, nil
}

// textOf is a value as the text that an engine casts to a parameter's type; nil for NULL.
func textOf(v any, engineName string) *string {
	text := ""
	switch v := v.(type) {
	case nil:
		return nil
	case string:
		text = v
	case bool:
		text = strconv.FormatBool(v)
	case float64:
		text = strconv.FormatFloat(v, 'f', -1, 64)
	case []any:
		if engineName == engine.Postgres.Name {
			text = arrayOf(v)
			break
		}
		text = jsonOf(v)
	default:
		text = jsonOf(v)
	}
	return &text
}

func jsonOf(v any) string {
	text, _ := json.Marshal(v) // it was JSON
	return string(text)
}

// arrayOf is a list as PostgreSQL reads an array.
func arrayOf(list []any) string {
	items := make([]string, len(list))
	for i, v := range list {
		items[i] = "NULL"
		if nested, is := v.([]any); is {
			items[i] = arrayOf(nested)
		} else if text := textOf(v, engine.Postgres.Name); text != nil {
			items[i] = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(*text) + `"`
		}
	}
	return "{" + strings.Join(items, ",") + "}"
}
