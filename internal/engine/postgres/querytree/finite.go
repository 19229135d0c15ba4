package querytree

import (
	"encoding/binary"
	"math"

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
var ofFinite = map[string]bool{"extract": true, "date_part": true, "time": true, "timetz": true, "to_char": true, "to_number": true}

// finiteResults are the functions and operators whose dates, times and intervals are finite where those of their
// arguments are: they fail rather than leave the range.
var finiteResults = map[string]bool{
	"now": true, "transaction_timestamp": true, "statement_timestamp": true, "clock_timestamp": true, "date_trunc": true, "timezone": true,
	"timestamp": true, "timestamptz": true, "date": true, "generate_series": true, "min": true, "max": true, "any_value": true,
	"timestamp_pl_interval": true, "timestamp_mi_interval": true, "timestamptz_pl_interval": true, "timestamptz_mi_interval": true,
	"date_pl_interval": true, "date_mi_interval": true, "date_pli": true, "date_mii": true, "timestamp_mi": true, "timestamptz_mi": true,
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
	return n.Tag == "CONST" && n.oid("consttype") == ir.OIDText && !n.is("constisnull") && len(n.bytes("constvalue")) > header
}

// finiteConst reports whether a literal is no infinite date, time or interval.
func finiteConst(n *Node) bool {
	b := n.bytes("constvalue")
	switch typ := n.oid("consttype"); {
	case n.is("constisnull"):
		return true
	case typ == ir.OIDDate && len(b) >= 4:
		days := int32(binary.LittleEndian.Uint32(b))
		return days != math.MaxInt32 && days != math.MinInt32
	case (typ == ir.OIDTimestamp || typ == ir.OIDTimestampTZ) && len(b) == 8:
		micros := int64(binary.LittleEndian.Uint64(b))
		return micros != math.MaxInt64 && micros != math.MinInt64
	case typ == ir.OIDInterval && len(b) == 16:
		months := int32(binary.LittleEndian.Uint32(b[12:]))
		return months != math.MaxInt32 && months != math.MinInt32
	}
	return false
}
