package querytree

import (
	"slices"
	"strconv"

	"github.com/sqg-dev/sqg/internal/syntax"
)

// StarColumn is one of the columns that a star stands for.
type StarColumn struct {
	Relation string // that it is read from, under its name in the statement; "" where the name of the column is enough
	Name     string
}

// Star finds the columns that stand for a star, which is an item of a list: the server puts a reference for each into
// the list, which keeps the place of the star. A query around it has references to those, with the same place. Of a
// list with one star they are what the other items are not, since a column of GROUP BY has lost its place.
func (n *Node) Star(star syntax.Star) (columns []StarColumn) {
	walk(n, func(q *Node) bool {
		if q.Tag != "QUERY" {
			return true
		}
		for _, key := range []string{"targetList", "returningList"} {
			list := slices.DeleteFunc(q.list(key), func(t *Node) bool { return t.is("resjunk") })
			placed := func(t *Node) bool {
				v := t.node("expr")
				return v != nil && v.Tag == "VAR" && v.str("location") == strconv.Itoa(star.Start)
			}
			if !slices.ContainsFunc(list, placed) {
				continue
			}
			if star.Alone && len(list) >= star.Items {
				list = list[star.Item : len(list)-(star.Items-1-star.Item)]
			} else {
				list = slices.DeleteFunc(list, func(t *Node) bool { return !placed(t) })
			}
			columns = nil
			for _, t := range list {
				columns = append(columns, q.starColumn(t.node("expr")))
			}
		}
		return true
	})
	return columns
}

// starColumn is how a column is written where the star stands.
func (n *Node) starColumn(v *Node) StarColumn {
	relations := n.list("rtable")
	if g := v.int("varno"); g >= 1 && g <= len(relations) && relations[g-1].int("rtekind") == rteGroup {
		if exprs := relations[g-1].list("groupexprs"); v.int("varattno") >= 1 && v.int("varattno") <= len(exprs) {
			v = exprs[v.int("varattno")-1]
		}
	}
	at := v.int("varnosyn")
	if at == 0 {
		at = v.int("varno")
	}
	if at < 1 || at > len(relations) {
		return StarColumn{Name: "?"} // which no table has
	}
	names := relations[at-1].node("eref")
	att := v.int("varattnosyn")
	if att == 0 {
		att = v.int("varattno")
	}
	list, _ := names.get("colnames").([]any)
	if att < 1 || att > len(list) {
		return StarColumn{Name: "?"}
	}
	name, _ := list[att-1].(string)
	c := StarColumn{Name: name}
	read := 0
	for i, r := range relations {
		if r.int("rtekind") != rteJoin && (r.is("inFromCl") || i+1 == n.int("resultRelation")) {
			read++
		}
	}
	kind := relations[at-1].int("rtekind")
	if named := kind != rteJoin || relations[at-1].has("alias"); named && read > 1 {
		c.Relation = names.str("aliasname")
	}
	return c
}

// Same reports whether the server made the same of two texts, wherever its parts are written in them.
func Same(a, b *Node) bool { return alike(a, b, places) }

// places are the fields that say where something is written.
var places = map[string]bool{"location": true, "stmt_location": true, "stmt_len": true}
