package querytree

import (
	"maps"
	"testing"

	"github.com/sqg-dev/sqg/internal/infer"
)

// mutants are ways to get the analysis wrong: by overlooking a part of the tree, by misreading it, or by a table that
// says something else. Each one must be contradicted by what the random statements return, or the random check proves
// nothing.
var mutants = []struct {
	name  string
	since int
	tree  func(*Node)
	setup func(*Catalog)
}{
	{name: "outer joins ignored", tree: drop("VAR", "varnullingrels")},
	{name: "conditions of outer joins hold for both sides", tree: change("JOINEXPR", "jointype", "1", "0")},
	{name: "full joins taken for left joins", tree: change("JOINEXPR", "jointype", "2", "1")},
	{name: "infinity never stored", setup: func(c *Catalog) { c.Assume(true) }},
	{name: "what is not after infinity taken for finite", tree: change("OPEXPR", "opfuncid", "2055", "2054")},
	{name: "grouping sets ignored", tree: drop("QUERY", "groupingSets")},
	{name: "aggregates of no rows ignored", setup: func(*Catalog) {
		for name := range aggregates {
			aggregates[name] = counts
		}
	}},
	{name: "aggregates of nothing but NULL ignored", setup: func(*Catalog) {
		for name, a := range aggregates {
			if a == needs {
				aggregates[name] = keeps
			}
		}
	}},
	{name: "FILTER ignored", tree: drop("AGGREF", "aggfilter")},
	{name: "strict functions never NULL", setup: func(c *Catalog) {
		c.builtin = maps.Clone(c.builtin)
		for oid, f := range c.builtin {
			if f.strict {
				f.never = withArgs
				c.builtin[oid] = f
			}
		}
	}},
	{name: "functions never NULL whatever their arguments", setup: func(c *Catalog) {
		c.builtin = maps.Clone(c.builtin)
		for oid, f := range c.builtin {
			if f.never == withArgs {
				f.never = always
				c.builtin[oid] = f
			}
		}
	}},
	{name: "only the first arm of a union", tree: change("SETOPERATIONSTMT", "op", "1", "3")},
	{name: "OR read as AND", tree: change("BOOLEXPR", "boolop", "or", "and")},
	{name: "IS NULL read as IS NOT NULL", tree: change("NULLTEST", "nulltesttype", "0", "1")},
	{name: "IS NOT TRUE read as IS TRUE", tree: change("BOOLEANTEST", "booltesttype", "1", "0")},
	{name: "ALL read as ANY", tree: change("SCALARARRAYOPEXPR", "useOr", "false", "true")},
	{name: "window frames ignored", tree: func(n *Node) { set(n, "WINDOWCLAUSE", "frameOptions", "1058") }},
	{name: "CASE always has an ELSE", tree: func(n *Node) {
		if n.Tag == "CASEEXPR" && n.node("defresult").is("constisnull") {
			replace(n, "defresult", n.list("args")[0].get("result"))
		}
	}},
	{name: "parameters never NULL", tree: func(n *Node) {
		if n.Tag == "PARAM" {
			n.Tag = "GROUPINGFUNC"
		}
	}},
	{name: "old rows taken for new ones", tree: func(n *Node) {
		if n.Tag == "QUERY" && n.int("commandType") == cmdUpdate {
			drop("QUERY", "targetList")(n)
		}
	}},
	{name: "OLD and NEW ignored", since: 18, tree: drop("VAR", "varreturningtype")},
	{name: "rows that MERGE does not match ignored", since: 17,
		tree: func(n *Node) { set(n, "MERGEACTION", "matchKind", "0") }},
	{name: "ON CONFLICT ignored", tree: drop("QUERY", "onConflict")},
	{name: "triggers ignored", setup: func(c *Catalog) {
		for _, r := range c.relations {
			r.before = 0
		}
	}},
	{name: "triggers leave no row out", setup: func(c *Catalog) {
		for _, r := range c.relations {
			r.before &^= onInsert | onUpdate // they change what is written
		}
	}},
	{name: "WHERE leaves no row out", tree: drop("FROMEXPR", "quals")},
	{name: "every column NOT NULL", setup: func(c *Catalog) {
		for _, r := range c.relations {
			for att := range int16(9) {
				col := r.columns[att]
				col.notNull = true
				r.columns[att] = col
			}
		}
	}},
	{name: "NOT NULL domains trusted", setup: func(c *Catalog) {
		rule := nodeRules["VAR"]
		nodeRules["VAR"] = func(p place, n *Node) infer.Value {
			if c.refusesNull(n.oid("vartype")) {
				return given(whyDomain)
			}
			return rule(p, n)
		}
	}},
	{name: "subqueries always return a row", setup: func(*Catalog) {
		nodeRules["SUBLINK"] = func(p place, n *Node) infer.Value {
			if n.int("subLinkType") == exprSublink {
				return p.sub(n.node("subselect")).results()[0].Detached()
			}
			return evalSublink(p, n)
		}
	}},
	{name: "arrays hold no NULL", setup: func(*Catalog) {
		for _, tag := range []string{"VAR", "ARRAYEXPR", "CONST"} {
			rule := nodeRules[tag]
			nodeRules[tag] = func(p place, n *Node) infer.Value {
				v := rule(p, n)
				v.Elems = infer.Never
				return v
			}
		}
	}},
	{name: "array elements always there", setup: func(*Catalog) {
		nodeRules["SUBSCRIPTINGREF"] = func(p place, n *Node) infer.Value { return p.ifArgs(n.node("refexpr")) }
	}},
	{name: "functions in FROM not padded", tree: func(n *Node) {
		if list, _ := n.get("functions").([]any); n.Tag == "RANGETBLENTRY" && len(list) > 1 {
			replace(n, "functions", list[:1])
		}
	}},
	{name: "PL/pgSQL functions taken for built-in ones", setup: func(c *Catalog) {
		nodeRules["FUNCEXPR"] = func(p place, n *Node) infer.Value {
			if n.oid("funcid") >= firstOwn {
				return p.ifArgs(n.list("args")...)
			}
			return evalCall(p, n)
		}
	}},
	{name: "COALESCE never NULL", setup: func(*Catalog) {
		rule := nodeRules["COALESCEEXPR"]
		nodeRules["COALESCEEXPR"] = func(p place, n *Node) infer.Value {
			if rule(p, n).Null.Nullable() {
				return given(whyEither)
			}
			return rule(p, n)
		}
	}},
}

func drop(tag, key string) func(*Node) {
	return func(n *Node) {
		if n.Tag == tag {
			replace(n, key, nil)
		}
	}
}

func change(tag, key, from, to string) func(*Node) {
	return func(n *Node) {
		if n.Tag == tag && n.str(key) == from {
			replace(n, key, to)
		}
	}
}

func set(n *Node, tag, key, to string) {
	if n.Tag == tag {
		replace(n, key, to)
	}
}

func replace(n *Node, key string, value any) {
	for i := range n.fields {
		if n.fields[i].key == key {
			n.fields[i].value = value
		}
	}
}

// caught runs the check with each mutant in place.
func caught(t *testing.T, db *database, list []*observed) {
	for _, m := range mutants {
		if m.since > db.version {
			continue
		}
		t.Run(m.name, func(t *testing.T) {
			rules, aggs, catalog := nodeRules, aggregates, db.catalog
			nodeRules, aggregates = maps.Clone(nodeRules), maps.Clone(aggregates)
			defer func() { nodeRules, aggregates, db.catalog = rules, aggs, catalog }()
			db.load()
			if m.setup != nil {
				m.setup(db.catalog)
			}
			if sum := hold(t, db, list, m.tree, true); len(sum.Contradictions) == 0 {
				t.Errorf("nothing contradicts it")
			}
		})
	}
}
