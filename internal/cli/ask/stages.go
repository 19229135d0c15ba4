package ask

import (
	"context"
	"strconv"

	"github.com/sqg-dev/sqg/internal/analyze"
	"github.com/sqg-dev/sqg/internal/cli/app"
)

// Graph are the common table expressions of a statement, in each unit that has it.
type Graph struct {
	Graphs []Stages `json:"graphs"`
}

// Stages are those of one unit.
type Stages struct {
	Unit   string   `json:"unit"`
	Engine string   `json:"engine"`
	Stages []Stage  `json:"stages"`
	From   []string `json:"from" jsonschema:"the stages that the statement itself reads"`
}

// Stage is a common table expression with rows of it.
type Stage struct {
	Name  string   `json:"name"`
	From  []string `json:"from" jsonschema:"the stages that it reads"`
	Count *int64   `json:"count,omitempty" jsonschema:"how many rows it has"`
	Error string   `json:"error,omitempty"`
	Result
}

// Trace runs a statement up to each of the common table expressions that it begins with, on the rows of TESTDATA, and
// rolls all of it back.
func Trace(ctx context.Context, p Project, in Trial) (Graph, error) {
	out := Graph{Graphs: []Stages{}}
	err := p.trying(ctx, in, func(ctx context.Context, t analyze.Tried) error {
		of := Stages{Unit: t.Unit, Engine: t.Engine, Stages: []Stage{}, From: append([]string{}, t.From...)}
		for _, s := range t.Stages {
			stage, err := traced(ctx, s, in)
			if err != nil {
				stage.Error = Said(err).Error()
			}
			of.Stages = append(of.Stages, stage)
			if err != nil {
				break // what follows mostly reads it, or takes as long
			}
		}
		out.Graphs = append(out.Graphs, of)
		return nil
	})
	return out, err
}

// traced runs one stage for its number of rows and some of them.
func traced(ctx context.Context, s analyze.Stage, in Trial) (Stage, error) {
	out := Stage{Name: s.Name, From: append([]string{}, s.From...),
		Result: Result{Columns: []Shown{}, Rows: [][]*string{}}}
	run := func(make func() (analyze.Tried, error)) (Result, error) {
		t, err := make()
		if err != nil {
			return out.Result, err
		}
		return try(ctx, t, in, t.Run, "on TESTDATA")
	}
	count, err := run(s.Count)
	if err != nil {
		return out, err
	}
	n, err := strconv.ParseInt(*count.Rows[0][0], 10, 64)
	if err != nil {
		return out, &app.UsageError{Msg: err.Error()}
	}
	out.Count = &n
	out.Result, err = run(s.Rows)
	return out, err
}
