package duckdb

import (
	"encoding/json"
	"fmt"
)

// node is an operator of DuckDB's bound plan, as json_serialize_plan writes it; only what the analysis reads.
type node struct {
	Type          string          `json:"type"`
	Children      []*node         `json:"children"`
	TableIndex    uint64          `json:"table_index"`
	ReturnedTypes []*logical      `json:"returned_types"` // of a scan: every column's
	Names         []string        `json:"names"`
	Name          string          `json:"name"` // the table function of a scan
	FunctionData  json.RawMessage `json:"function_data"`
	ProjectionIDs []uint64        `json:"projection_ids"`
	ColumnIndexes []struct {
		Index    uint64            `json:"index"`
		Children []json.RawMessage `json:"child_indexes"`
	} `json:"column_indexes"`
	Expressions    exprLists         `json:"expressions"`
	ExprTypes      []*logical        `json:"expr_types"`
	ChunkTypes     []*logical        `json:"chunk_types"`
	ReturnTypes    []*logical        `json:"return_types"`
	CTEIndex       uint64            `json:"cte_index"`
	ProjectionMap  []uint64          `json:"projection_map"`
	Projections    []uint64          `json:"projections"`
	Groups         []*expr           `json:"groups"`
	GroupingSets   [][]uint64        `json:"grouping_sets"`
	GroupingFuncs  []json.RawMessage `json:"grouping_functions"`
	JoinType       string            `json:"join_type"`
	LeftMap        []uint64          `json:"left_projection_map"`
	RightMap       []uint64          `json:"right_projection_map"`
	Conditions     []condition       `json:"conditions"`
	Condition      *expr             `json:"condition"`
	Predicate      *expr             `json:"predicate"`
	DelimColumns   []*expr           `json:"duplicate_eliminated_columns"`
	KeyTargets     []*expr           `json:"key_targets"`
	TableInfo      *tableInfo        `json:"table_info"`
	ReturnChunk    *bool             `json:"return_chunk"`
	Columns        []uint64          `json:"columns"` // of an UPDATE: the table's columns that it sets
	ColumnMap      columnMap         `json:"column_index_map"`
	Conflict       string            `json:"action_type"` // of an INSERT: what it does where a row is there
	Actions        []mergeBranch     `json:"actions"`
	Limit          *bound            `json:"limit_val"`
	Offset         *bound            `json:"offset_val"`
	Orders         []order           `json:"orders"`
	DistinctTarget []*expr           `json:"distinct_targets"`
}

// columnMap says for each of a table's columns which of the new row's columns it gets.
type columnMap struct {
	Of []uint64 `json:"internal_vector"`
}

// mergeBranch is what is done with rows of a kind.
type mergeBranch struct {
	When  string        `json:"key"`
	Value []mergeAction `json:"value"`
}

// mergeAction is a branch of MERGE, or of ON CONFLICT.
type mergeAction struct {
	Type        string    `json:"action_type"`
	Condition   *expr     `json:"condition"`
	Columns     []uint64  `json:"columns"`
	Expressions []*expr   `json:"expressions"`
	ColumnMap   columnMap `json:"column_index_map"`
}

type bound struct {
	Type       string `json:"type"`
	Constant   uint64 `json:"constant_integer"`
	Expression *expr  `json:"expression"`
}

type order struct {
	Expression *expr `json:"expression"`
}

type condition struct {
	Left       *expr  `json:"left"`
	Right      *expr  `json:"right"`
	Comparison string `json:"comparison"`
}

// tableInfo is the target of an INSERT, UPDATE, DELETE or MERGE.
type tableInfo struct {
	Catalog string `json:"catalog"`
	Schema  string `json:"schema"`
	Table   string `json:"table"`
	Columns struct {
		Columns []tableColumn `json:"columns"`
	} `json:"columns"`
}

type tableColumn struct {
	Name     string   `json:"name"`
	Type     *logical `json:"type"`
	Category string   `json:"category"`
}

// stored are the columns that are not generated: those that changes count.
func (t *tableInfo) stored() (list []tableColumn) {
	for _, c := range t.Columns.Columns {
		if c.Category != "GENERATED" {
			list = append(list, c)
		}
	}
	return list
}

// exprLists is a list of expressions, or of lists of them where a VALUES has rows.
type exprLists struct {
	List []*expr
	Rows [][]*expr
}

func (l *exprLists) UnmarshalJSON(data []byte) error {
	if len(data) > 1 && firstByte(data[1:]) == '[' {
		return json.Unmarshal(data, &l.Rows)
	}
	return json.Unmarshal(data, &l.List)
}

func firstByte(data []byte) byte {
	for _, c := range data {
		if c != ' ' && c != '\n' {
			return c
		}
	}
	return 0
}

// expr is a bound expression.
type expr struct {
	Class      string   `json:"expression_class"`
	Type       string   `json:"type"`
	Alias      string   `json:"alias"`
	ReturnType *logical `json:"return_type"`
	Location   uint64   `json:"query_location"`        // in bytes, of the text that it stands in
	Length     uint64   `json:"query_location_length"` // from there; 0 of DuckDB 1.5, which has the place of an operator
	Index      uint64   `json:"index"`
	Identifier string   `json:"identifier"`
	Value      *struct {
		Type   *logical        `json:"type"`
		IsNull bool            `json:"is_null"`
		Value  json.RawMessage `json:"value"`
	} `json:"value"`
	Name       string  `json:"name"`
	Children   []*expr `json:"children"`
	Child      *expr   `json:"child"`
	TryCast    bool    `json:"try_cast"`
	Left       *expr   `json:"left"`
	Right      *expr   `json:"right"`
	Input      *expr   `json:"input"`
	Lower      *expr   `json:"lower"`
	Upper      *expr   `json:"upper"`
	CaseChecks []struct {
		When *expr `json:"when_expr"`
		Then *expr `json:"then_expr"`
	} `json:"case_checks"`
	Else        *expr   `json:"else_expr"`
	Filter      *expr   `json:"filter"`
	Filters     *expr   `json:"filters"`
	Start       string  `json:"start"`
	End         string  `json:"end"`
	Exclude     string  `json:"exclude_clause"`
	StartExpr   *expr   `json:"start_expr"`
	EndExpr     *expr   `json:"end_expr"`
	OffsetExpr  *expr   `json:"offset_expr"`
	DefaultExpr *expr   `json:"default_expr"`
	Partitions  []*expr `json:"partitions"`
	Orders      []order `json:"orders"`
}

// each calls visit for the expressions directly below e.
func (e *expr) each(visit func(*expr)) {
	some := func(es ...*expr) {
		for _, x := range es {
			if x != nil {
				visit(x)
			}
		}
	}
	some(e.Children...)
	some(e.Child, e.Left, e.Right, e.Input, e.Lower, e.Upper)
	for _, c := range e.CaseChecks {
		some(c.When, c.Then)
	}
	some(e.Else, e.Filter, e.Filters, e.StartExpr, e.EndExpr, e.OffsetExpr, e.DefaultExpr)
	some(e.Partitions...)
	for _, o := range e.Orders {
		some(o.Expression)
	}
}

// each calls visit for the expressions that an operator evaluates itself.
func (n *node) each(visit func(*expr)) {
	some := func(es ...*expr) {
		for _, x := range es {
			if x != nil {
				visit(x)
			}
		}
	}
	some(n.Expressions.List...)
	for _, row := range n.Expressions.Rows {
		some(row...)
	}
	some(n.Groups...)
	for _, c := range n.Conditions {
		some(c.Left, c.Right)
	}
	some(n.Condition, n.Predicate)
	some(n.DelimColumns...)
	some(n.DistinctTarget...)
	for _, b := range []*bound{n.Limit, n.Offset} {
		if b != nil {
			some(b.Expression)
		}
	}
	for _, o := range n.Orders {
		some(o.Expression)
	}
}

// all calls visit for every expression of a plan.
func (n *node) all(visit func(*expr)) {
	var deep func(*expr)
	deep = func(e *expr) {
		visit(e)
		e.each(deep)
	}
	n.each(deep)
	for _, when := range n.Actions {
		for _, action := range when.Value {
			if action.Condition != nil {
				deep(action.Condition)
			}
			for _, e := range action.Expressions {
				deep(e)
			}
		}
	}
	for _, child := range n.Children {
		child.all(visit)
	}
}

// logicalType of an expression, whatever its class keeps it under.
func (e *expr) logicalType() *logical {
	if e.ReturnType == nil && e.Value != nil {
		return e.Value.Type
	}
	if e.ReturnType == nil {
		switch e.Class {
		case "BOUND_COMPARISON", "BOUND_BETWEEN", "BOUND_CONJUNCTION":
			return &logical{ID: "BOOLEAN"}
		}
		return &logical{}
	}
	return e.ReturnType
}

// planOf reads the answer of json_serialize_plan for one statement.
func planOf(text string) (*node, error) {
	var answer struct {
		Error   bool    `json:"error"`
		Kind    string  `json:"error_type"`
		Message string  `json:"error_message"`
		Plans   []*node `json:"plans"`
	}
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		return nil, &planError{"Plan", "it is not as expected: " + err.Error()}
	}
	if answer.Error {
		return nil, &planError{answer.Kind, answer.Message}
	}
	if len(answer.Plans) != 1 {
		return nil, fmt.Errorf("%d plans", len(answer.Plans))
	}
	return answer.Plans[0], nil
}

// planError is DuckDB's error instead of a plan.
type planError struct{ kind, msg string }

func (e *planError) Error() string { return e.kind + ": " + e.msg }
