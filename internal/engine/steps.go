package engine

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Step is a step of a plan, which reads what the steps within give it.
type Step struct {
	Title   string   `json:"title"`
	Details []string `json:"details,omitempty"`
	Costs   string   `json:"costs,omitempty"` // why it takes longer with every row of a table; "" where it need not
	Steps   []*Step  `json:"steps,omitempty"`
}

type costlyStep struct {
	title *regexp.Regexp
	why   string
}

// costly are the steps whose time grows with the tables, by what their titles say. A scan of DuckDB's is none: it reads
// columns, and has no other way to most rows.
var costly = sync.OnceValue(func() map[*Info][]costlyStep {
	return map[*Info][]costlyStep{
		SQLite: {
			{regexp.MustCompile(`^SCAN (CONSTANT ROW|\d+-ROW VALUES CLAUSE)`), ""},
			{regexp.MustCompile(`^SCAN .*\bVIRTUAL TABLE INDEX\b`), ""},
			{regexp.MustCompile(`^SCAN `), "may read every row"},
			{regexp.MustCompile(`\bUSING AUTOMATIC\b`), "makes an index at each run"},
			{regexp.MustCompile(`^USE TEMP B-TREE FOR (.* )?ORDER BY$`), "sorts: no index has this order"},
		},
		Postgres: {
			{regexp.MustCompile(`^(Parallel )?Seq Scan\b`), "may read every row"},
			{regexp.MustCompile(`^Sort$`), "sorts: no index has this order"},
		},
		DuckDB: {
			{regexp.MustCompile(`(?i)^(cross.product|nested.loop.join|blockwise.nl.join)$`),
				"compares every row with every row"},
		},
	}
})

// Steps are the steps of a plan as the engine writes it; the one that comes last is the first.
func (e *Info) Steps(plan string) []*Step {
	if plan == "" {
		return nil
	}
	root := &Step{}
	if lines := strings.Split(plan, "\n"); strings.ContainsAny(lines[0], corners) {
		root.drawn(lines)
	} else {
		root.indented(lines, e == Postgres)
	}
	root.mark(e)
	return root.Steps
}

func (s *Step) mark(e *Info) {
	for _, c := range costly()[e] {
		if c.title.MatchString(s.Title) {
			s.Costs = c.why
			break
		}
	}
	for _, within := range s.Steps {
		within.mark(e)
	}
}

// named are steps of PostgreSQL without an arrow.
var named = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^((InitPlan|SubPlan) \S+( \(returns .*\))?|CTE .+)$`)
})

// indented reads lines that are parts of the line above with less before it. Where steps have arrows, as PostgreSQL's,
// other lines are details.
func (s *Step) indented(lines []string, arrows bool) {
	type open struct {
		indent int
		step   *Step
	}
	around := []open{{-1, s}}
	for i, line := range lines {
		text := strings.TrimLeft(line, " ")
		indent := len(line) - len(text)
		for around[len(around)-1].indent >= indent {
			around = around[:len(around)-1]
		}
		in := around[len(around)-1].step
		title, arrow := strings.CutPrefix(text, "->  ")
		if arrows && !arrow && i > 0 && !named().MatchString(text) {
			in.Details = append(in.Details, text)
			continue
		}
		step := &Step{Title: title}
		in.Steps = append(in.Steps, step)
		around = append(around, open{indent, step})
	}
}

// corners begin a box of DuckDB, of version 1 and 2.
const corners = "┌╭"

// box is a step as DuckDB draws it: its border, and the lines from it to what reads it.
type box struct {
	step                     *Step
	left, right, top, bottom int
}

// drawn reads the boxes of DuckDB. The title is in the box, above a line of its own, or in the border of version 2.
func (s *Step) drawn(lines []string) {
	var grid [][]rune
	for _, line := range lines {
		grid = append(grid, []rune(line))
	}
	var boxes []box
	for top, line := range grid {
		for left, r := range line {
			if strings.ContainsRune(corners, r) {
				boxes = append(boxes, boxAt(grid, left, top))
			}
		}
	}
	for _, b := range boxes {
		parent := s
		for x := b.left + 1; x < b.right && b.top > 0; x++ {
			if strings.ContainsRune("│├╮┐┬", at(grid, x, b.top-1)) {
				parent = reader(grid, boxes, x, b.top-1)
				break
			}
		}
		parent.Steps = append(parent.Steps, b.step)
	}
}

func at(grid [][]rune, x, y int) rune {
	if y < 0 || y >= len(grid) || x < 0 || x >= len(grid[y]) {
		return ' '
	}
	return grid[y][x]
}

// boxAt reads a box by its upper left corner.
func boxAt(grid [][]rune, left, top int) box {
	width := slices.IndexFunc(grid[top][left:], func(r rune) bool { return r == '┐' || r == '╮' })
	b := box{left: left, right: left + max(width, 1), top: top, bottom: top + 1}
	b.step = &Step{Title: strings.Trim(string(grid[top][left+1:b.right]), "─┴ ")}
	titled := b.step.Title != ""
	for ; at(grid, left, b.bottom) == '│'; b.bottom++ {
		line := grid[b.bottom]
		text := strings.TrimSpace(string(line[left+1 : min(b.right, len(line))]))
		switch {
		case strings.HasPrefix(text, "──"):
			titled = true
		case text == "":
		case titled:
			b.step.Details = append(b.step.Details, text)
		default:
			b.step.Title += text
		}
	}
	return b
}

// reader follows the line that goes up from a place to the box that it starts from: below the box, or beside it in
// version 1.
func reader(grid [][]rune, boxes []box, x, y int) *Step {
	for ; y >= 0; y-- {
		if c := at(grid, x, y); strings.ContainsRune("┬╮┐", c) {
			below := func(b box) bool { return b.bottom == y && b.left < x && x < b.right }
			if b := slices.IndexFunc(boxes, below); b >= 0 {
				return boxes[b].step
			}
			for x > 0 && at(grid, x, y) != '├' {
				x--
			}
			beside := func(b box) bool { return b.right == x && b.top < y && y < b.bottom }
			if b := slices.IndexFunc(boxes, beside); b >= 0 {
				return boxes[b].step
			}
		}
	}
	return &Step{} // not as DuckDB draws
}
