package syntax

import (
	"slices"
	"strings"
)

// A query that :page has come in pages ends in ORDER BY and LIMIT ${parameter}.

// Pages is such a query, in pieces.
type Pages struct {
	With, Query, Order, Limit []Part // what stands before the query's SELECT; the query; ORDER BY and its keys; LIMIT and its parameter
	Size                      string // that parameter
	Simple                    bool   // the query has no word of atOnce
}

// atOnce are words of queries that are slow to ask twice, or whose rows no index has in their order.
var atOnce = []string{"WITH", "DISTINCT", "GROUP", "OVER", "UNION", "INTERSECT", "EXCEPT"}

const pageForm = "end it with ORDER BY and LIMIT ${size}"

// Pages cuts a block's statement, or says why it has no pages, and what to do.
func (b *Block) Pages(d Dialect) (p *Pages, why, hint string) {
	text := b.Statement(func(int) string { return "?" })
	from, order, limit := -1, -1, -1
	words := d.Words(text.SQL)
	for i, w := range words {
		switch {
		case w.Text == "SELECT" && from < 0:
			from = w.Start
		case w.Text == "ORDER" && i+1 < len(words) && words[i+1].Text == "BY":
			order = w.Start
		case w.Text == "DISTINCT" && i+1 < len(words) && words[i+1].Text == "ON":
			return nil, "which rows DISTINCT ON leaves depends on the ORDER BY of the query itself",
				"put it into a query within: SELECT … FROM (SELECT DISTINCT ON (…) … ORDER BY …) AS x ORDER BY … LIMIT ${size}"
		case w.Text == "LIMIT":
			limit = w.Start
		case limit >= 0:
			return nil, "a query of pages ends in LIMIT and a parameter, and " + w.Text + " stands behind it", pageForm
		}
	}
	if from < 0 || from != words[0].Start && words[0].Text != "WITH" {
		return nil, "a query of pages begins with SELECT, or with WITH", "write SELECT … FROM"
	}
	if order < 0 || limit < order {
		return nil, "a query of pages has an order, and a parameter says how many rows a page has", pageForm
	}
	p = &Pages{With: text.between(0, from), Query: text.between(from, order), Order: text.between(order, limit),
		Limit: text.between(limit, len(text.SQL)),
		Simple: !slices.ContainsFunc(d.signs(text.SQL), func(s sign) bool {
			return slices.Contains(atOnce, strings.ToUpper(s.text))
		})}
	if n := len(p.Limit); n != 2 || p.Limit[1].Param < 0 {
		return nil, "a parameter says how many rows a page has, and nothing else stands in LIMIT", pageForm
	}
	p.Size = b.Uses[p.Limit[1].Param]
	uses := 0
	for _, part := range b.Parts {
		if part.Param >= 0 && b.Uses[part.Param] == p.Size {
			uses++
		}
	}
	if uses > 1 {
		return nil, "${" + p.Size + "} says how many rows a page has, and stands in the statement again",
			"give the other a name of its own"
	}
	return p, "", ""
}

// OrderKey is an item of ORDER BY.
type OrderKey struct {
	Whole            string
	Text             string // without what follows
	Desc             bool
	Nulls            string // FIRST, LAST or nothing
	Collates, Others bool   // COLLATE is among what follows, or what is not known
}

// OrderKeys reads what stands behind ORDER BY.
func (d Dialect) OrderKeys(sql string) (keys []OrderKey) {
	var words []string // of one key
	within, first, last := 0, 0, 0
	add := func(word string, start, end int) {
		if len(words) == 0 {
			first = start
		}
		words, last = append(words, word), end
	}
	end := func() {
		k := OrderKey{Whole: sql[first:last]}
		if n := len(words); n > 2 && words[n-2] == "NULLS" {
			k.Nulls, words = strings.ToUpper(words[n-1]), words[:n-2]
		}
		if n := len(words); n > 1 && (words[n-1] == "ASC" || words[n-1] == "DESC") {
			k.Desc, words = words[n-1] == "DESC", words[:n-1]
		}
		k.Collates, k.Others = slices.Contains(words, "COLLATE"), slices.Contains(words, "USING")
		k.Text = strings.Join(words, "")
		keys, words = append(keys, k), nil
	}
	for _, s := range d.signs(sql) {
		if s.text == "," && within == 0 {
			end()
			continue
		}
		within += depthOf(s)
		word := s.text
		if up := strings.ToUpper(word); slices.Contains(behindKey, up) {
			word = up
		}
		add(word, s.start, s.end)
	}
	end()
	return keys
}
