package plan

import (
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/ir"
)

// TestListedAsJSON: lists are told as JSON where that has their values, in front of the cast that the query has.
func TestListedAsJSON(t *testing.T) {
	list := func(kind ir.Kind, name string) ir.Param {
		return ir.Param{Field: ir.Field{Type: ir.Type{Kind: ir.Array, Ref: name + "[]",
			Elem: &ir.Type{Kind: kind, Ref: name}}}}
	}
	many := &ir.Many{Params: []ir.Param{list(ir.Int64, "BIGINT"), list(ir.UUID, "UUID"), list(ir.Blob, "BLOB")}}
	for i, p := range many.Params {
		many.SQL = append(many.SQL, ir.Part{Param: i}, ir.Part{Param: -1, Text: "::" + p.Type.Ref + " "})
	}
	q, texts := listedAsJSON(many)
	var sql strings.Builder
	for _, part := range q.SQL {
		if part.Param >= 0 {
			part.Text = "?"
		}
		sql.WriteString(part.Text)
	}
	if got := sql.String(); got != "?::JSON::BIGINT[] ?::JSON::VARCHAR[]::UUID[] ?::BLOB[] " ||
		!slices.Equal(texts, []bool{true, true, false}) {
		t.Error(got, texts)
	}
	if many.Params[0].Type.Kind != ir.Array {
		t.Error("the statement for many has changed")
	}
}
