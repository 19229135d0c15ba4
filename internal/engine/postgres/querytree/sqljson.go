package querytree

import (
	"github.com/sqg-dev/sqg/internal/infer"
)

// types of a JSONCONSTRUCTOREXPR.
const (
	jsonObject = 1 + iota
	jsonArray
	jsonObjectAgg
	jsonArrayAgg
	jsonParse
	jsonScalar
	jsonSerialize
)

func evalJSONConstructor(c place, n *Node) infer.Value {
	switch n.int("type") {
	case jsonObject, jsonArray:
		return given(whyNever)
	case jsonObjectAgg, jsonArrayAgg:
		return c.eval(n.node("func")).Computed()
	case jsonParse, jsonScalar, jsonSerialize:
		return c.ifArgs(n.list("args")...)
	}
	return maybe(whyUnknown)
}

func evalJSONValue(c place, n *Node) infer.Value {
	if f := n.node("formatted_expr"); f != nil {
		return c.eval(f).Computed()
	}
	return c.eval(n.node("raw_expr")).Computed()
}

func evalJSONTest(c place, n *Node) infer.Value { return c.ifArgs(n.node("expr")) }

const (
	jsonExistsOp     = 0
	jsonUnknownOnErr = 5
)

func evalJSONExpr(c place, n *Node) infer.Value {
	if n.int("op") == jsonExistsOp && n.node("on_error").int("btype") != jsonUnknownOnErr {
		return c.ifArgs(n.node("formatted_expr"), n.node("path_spec"))
	}
	return maybe(whyJSON)
}

// op of an XMLEXPR.
const (
	xmlElement   = 1
	xmlParse     = 3
	xmlPI        = 4
	xmlSerialize = 6
	xmlDocument  = 7
)

func evalXML(c place, n *Node) infer.Value {
	switch n.int("op") {
	case xmlElement:
		return given(whyNever)
	case xmlParse, xmlPI, xmlSerialize, xmlDocument:
		return c.ifArgs(n.list("args")...)
	}
	return maybe(whyUnknown)
}
