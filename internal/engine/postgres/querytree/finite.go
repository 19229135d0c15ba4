package querytree

import (
	"encoding/binary"
	"math"
	"regexp"

	"github.com/sqg-dev/sqg/internal/infer"
	"github.com/sqg-dev/sqg/internal/ir"
)

var (
	whyInfinite = infer.Why("the function gives NULL for infinity; CHECK (isfinite(column)), or finite_dates: true in sqg.yaml, says that there is none")
	whyFormat   = infer.Why("the function gives NULL for an empty format")
)

// temporal are the types that have infinities.
var temporal = map[uint32]bool{ir.OIDDate: true, ir.OIDTimestamp: true, ir.OIDTimestampTZ: true, ir.OIDInterval: true}

// ofFinite are the functions that are NULL for infinite dates and times, and else only where an argument is; those that
// take a format are NULL for an empty one, too.
var ofFinite = map[string]bool{"extract": true, "date_part": true, "time": true, "timetz": true, "to_char": true,
	"to_number": true}

// finiteResults are the functions and operators whose dates, times and intervals are finite where those of their
// arguments are: they fail rather than leave the range.
var finiteResults = map[string]bool{
	"now": true, "transaction_timestamp": true, "statement_timestamp": true, "clock_timestamp": true,
	"date_trunc": true, "timezone": true,
	"timestamp": true, "timestamptz": true, "date": true, "generate_series": true, "min": true, "max": true,
	"any_value":             true,
	"timestamp_pl_interval": true, "timestamp_mi_interval": true, "timestamptz_pl_interval": true,
	"timestamptz_mi_interval": true,
	"date_pl_interval":        true, "date_mi_interval": true, "date_pli": true, "date_mii": true, "timestamp_mi": true,
	"timestamptz_mi": true,
}

// finite reports whether no argument is an infinite date, time or interval; one whose type is not known may be.
func (c place) finite(args []*Node) bool {
	for _, a := range args {
		if typ, _ := exprType(a); (typ == 0 || temporal[typ]) && !c.eval(a).Finite {
			return false
		}
	}
	return true
}

// ifFinite is what a function of ofFinite gives.
func (c place) ifFinite(name string, args []*Node) infer.Value {
	switch {
	case !c.finite(args):
		if v := c.ifArgs(args...); v.Null.Nullable() {
			return v
		}
		return maybe(whyInfinite)
	case (name == "to_char" || name == "to_number") && (len(args) != 2 || !isText(args[1])):
		return maybe(whyFormat)
	}
	return c.ifArgs(args...)
}

// isText reports whether an expression is a text that is written out and not empty.
func isText(n *Node) bool {
	const header = 4
	return n.Tag == "CONST" && n.oid("consttype") == ir.OIDText && !n.is("constisnull") &&
		len(n.bytes("constvalue")) > header
}

// comparison matches the functions that compare dates, times and intervals.
var comparison = regexp.MustCompile(`^(?:date|timestamp|timestamptz|interval)_(lt|le|eq|ge|gt|ne)(?:_(?:date|timestamp|timestamptz))?$`)

// bounded is which ends of the range of dates and times a condition keeps columns from where it is true: what is less
// than anything is not infinity, and what is at most something finite is not, either.
func (c place) bounded(n *Node) (out infer.Origins) {
	if n.Tag != "OPEXPR" && n.Tag != "FUNCEXPR" {
		return out
	}
	oid, _, args := callee(n)
	name := c.catalog.function(oid).name
	if oid < firstOwn && name == "isfinite" && len(args) == 1 {
		return c.within(args[0], ceilingAtom, floorAtom)
	}
	if g := comparison.FindStringSubmatch(name); oid < firstOwn && g != nil && len(args) == 2 {
		left, right := bounds(g[1], args[0], args[1], func(n *Node) bool { return c.eval(n).Finite })
		return c.within(args[0], left...).Or(c.within(args[1], right...))
	}
	return out
}

// bounds are the ends that a comparison keeps its two sides from. finite reports whether a side is no infinity.
func bounds(op string, left, right *Node, finite func(*Node) bool) (ofLeft, ofRight []atomKind) {
	switch op {
	case "gt", "ge":
		ofRight, ofLeft = bounds(map[string]string{"gt": "lt", "ge": "le"}[op], right, left, finite)
	case "lt":
		return []atomKind{ceilingAtom}, []atomKind{floorAtom}
	case "le", "eq":
		ends := []atomKind{ceilingAtom, floorAtom}
		if op == "le" {
			ofLeft, ofRight = ends[:1], ends[1:]
		} else {
			ofLeft, ofRight = ends, ends
		}
		if !finite(right) {
			ofLeft = nil
		}
		if !finite(left) {
			ofRight = nil
		}
	case "ne":
		return endOf(right), endOf(left)
	}
	return ofLeft, ofRight
}

// endOf is the end of the range that a literal is.
func endOf(n *Node) []atomKind {
	switch infinite(n) {
	case 1:
		return []atomKind{ceilingAtom}
	case -1:
		return []atomKind{floorAtom}
	}
	return nil
}

// within says of an expression that is a column that it is not at these ends.
func (c place) within(n *Node, ends ...atomKind) (out infer.Origins) {
	if n == nil || n.Tag != "VAR" {
		return out
	}
	c, ok := c.level(n)
	rte, att := c.relation(n.int("varno")), n.int("varattno")
	if _, placed := c.nulling(n); !ok || !placed || rte == nil || att < 1 {
		return out
	}
	switch {
	case rte.int("rtekind") == rteJoin:
		if list := rte.list("joinaliasvars"); att <= len(list) {
			return c.within(list[att-1], ends...)
		}
		return out
	case c.grouping != nil && (c.grouping.nulled(c, n) || rte.int("rtekind") == rteGroup):
		return out
	}
	at := c.atomOf(n)
	for _, at.kind = range ends {
		out.Add(c.origin(at, true))
	}
	return out
}

// isWithin reports whether the conditions keep a column from both ends.
func (c place) isWithin(n *Node, att int) bool {
	low, high := c.atomWith(n, att), c.atomWith(n, att)
	low.kind, high.kind = floorAtom, ceilingAtom
	return c.facts.Has(c.origin(low, false)) && c.facts.Has(c.origin(high, false))
}

// infinite is 1 for the literal infinity, -1 for -infinity, 0 for a finite date, time or interval, and another number
// for what is none.
func infinite(n *Node) int {
	const other = 2
	ends := func(v, low, high int64) int {
		switch v {
		case low:
			return -1
		case high:
			return 1
		}
		return 0
	}
	b := n.bytes("constvalue")
	switch typ := n.oid("consttype"); {
	case n.Tag != "CONST" || n.is("constisnull"):
	case typ == ir.OIDDate && len(b) >= 4:
		return ends(int64(int32(binary.LittleEndian.Uint32(b))), math.MinInt32, math.MaxInt32)
	case (typ == ir.OIDTimestamp || typ == ir.OIDTimestampTZ) && len(b) == 8:
		return ends(int64(binary.LittleEndian.Uint64(b)), math.MinInt64, math.MaxInt64)
	case typ == ir.OIDInterval && len(b) == 16:
		end := ends(int64(int32(binary.LittleEndian.Uint32(b[12:]))), math.MinInt32, math.MaxInt32)
		if end == ends(int64(int32(binary.LittleEndian.Uint32(b[8:]))), math.MinInt32, math.MaxInt32) &&
			end == ends(int64(binary.LittleEndian.Uint64(b)), math.MinInt64, math.MaxInt64) || end == 0 {
			return end
		}
	}
	return other
}

// finiteConst reports whether a literal is no infinite date, time or interval.
func finiteConst(n *Node) bool { return n.is("constisnull") || infinite(n) == 0 }
