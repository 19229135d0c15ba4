package querytree

import (
	"fmt"
	"strings"
)

// Level is a statement at one WHERE that all of its rows go through: see engine.Level.
type Level struct {
	Around  string
	Members []string
}

// unsaid are the fields that depend on the place of a text, or repeat what other fields say.
var unsaid = map[string]bool{"location": true, "stmt_location": true, "stmt_len": true, "hasSubLinks": true,
	"cterefcount":  true,
	"selectedCols": true, "insertedCols": true, "updatedCols": true, "requiredPerms": true}

// Apart takes a statement apart at each such WHERE, the outermost first. A parameter has its name there.
func Apart(query *Node, names []string) (levels []Level) {
	for q := query; q != nil && q.get("setOperations") == nil; q = onlyQuery(q) {
		from := q.node("jointree")
		if from == nil {
			break
		}
		w := &shower{names: names, left: map[ownField]bool{}}
		var members []*Node
		if q.int("commandType") == 2 && len(q.list("returningList")) == 0 {
			members = q.list("targetList")
			w.leave(q, "targetList")
		}
		if quals := from.node("quals"); quals != nil {
			if quals.Tag == "BOOLEXPR" && quals.str("boolop") == "and" {
				members = append(members, quals.list("args")...)
			} else {
				members = append(members, quals)
			}
		}
		w.leave(from, "quals")
		if len(members) == 0 {
			continue
		}
		level := Level{Around: w.shown(query)}
		for _, m := range members {
			level.Members = append(level.Members, w.shown(m))
		}
		levels = append(levels, level)
	}
	return levels
}

// onlyQuery is the query that is all a query reads from; nil where there is none.
func onlyQuery(q *Node) *Node {
	from, tables := q.node("jointree").list("fromlist"), q.list("rtable")
	if len(from) != 1 || from[0] == nil || from[0].Tag != "RANGETBLREF" {
		return nil
	}
	at := from[0].int("rtindex")
	if at < 1 || at > len(tables) {
		return nil
	}
	return tables[at-1].node("subquery")
}

// shower writes nodes, but for some fields.
type shower struct {
	names []string
	left  map[ownField]bool
	out   strings.Builder
}

type ownField struct {
	of  *Node
	key string
}

func (w *shower) leave(n *Node, key string) { w.left[ownField{n, key}] = true }

func (w *shower) shown(v any) string {
	w.out.Reset()
	w.show(v)
	return w.out.String()
}

func (w *shower) show(v any) {
	switch v := v.(type) {
	case *Node:
		if v == nil {
			w.out.WriteString("<>")
			return
		}
		w.out.WriteString("{" + v.Tag)
		for _, f := range v.fields {
			if unsaid[f.key] || w.left[ownField{v, f.key}] {
				continue
			}
			w.out.WriteString(" :" + f.key + " ")
			if n := v.int("paramid"); v.Tag == "PARAM" && f.key == "paramid" && n >= 1 && n <= len(w.names) {
				fmt.Fprintf(&w.out, "%q", w.names[n-1])
				continue
			}
			w.show(f.value)
		}
		w.out.WriteString("}")
	case []any:
		w.out.WriteString("(")
		for _, x := range v {
			w.show(x)
			w.out.WriteString(" ")
		}
		w.out.WriteString(")")
	case nil:
		w.out.WriteString("<>")
	case datum:
		w.out.WriteString("[" + string(v) + "]")
	default:
		fmt.Fprintf(&w.out, "%q", v)
	}
}
