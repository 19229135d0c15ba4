package main

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"
)

// blockRows is how many rows of random data there are; longer loads repeat them. No table has an index, and neither
// engine looks for repetitions, so that costs nothing but the memory of ten million rows.
const blockRows = 100_000

// shape is one of the article's two tables: a number of columns of text, each of so many bytes.
type shape struct {
	table   string
	columns int
	bytes   int
}

var (
	wide   = shape{table: "wide", columns: 16, bytes: 32}
	narrow = shape{table: "narrow", columns: 3, bytes: 8}
)

// names are the columns' names.
func (s shape) names() []string {
	out := make([]string, s.columns)
	for i := range out {
		out[i] = fmt.Sprintf("c%d", i+1)
	}
	return out
}

// create makes the table, as the article has it: without an index.
func (s shape) create() string {
	return fmt.Sprintf("CREATE TABLE %s (%s TEXT NOT NULL)", s.table, strings.Join(s.names(), " TEXT NOT NULL, "))
}

// insert is the statement for so many rows.
func (s shape) insert(rows int) string {
	row := "(" + strings.TrimSuffix(strings.Repeat("?,", s.columns), ",") + ")"
	return fmt.Sprintf("INSERT INTO %s VALUES %s", s.table, strings.TrimSuffix(strings.Repeat(row+",", rows), ","))
}

// data is a load: random rows, made before the clock starts.
type data struct {
	shape
	block [][]string
	rows  int
}

func newData(s shape, rows int) *data {
	random := rand.New(rand.NewPCG(uint64(s.columns), uint64(s.bytes)))
	d := &data{shape: s, rows: rows, block: make([][]string, min(rows, blockRows))}
	text := make([]byte, s.bytes)
	for i := range d.block {
		d.block[i] = make([]string, s.columns)
		for c := range d.block[i] {
			for b := range text {
				text[b] = byte('!' + random.IntN('~'-'!'+1))
			}
			d.block[i][c] = string(text)
		}
	}
	return d
}

// all yields the rows of the load.
func (d *data) all() iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for i := range d.rows {
			if !yield(d.block[i%len(d.block)]) {
				return
			}
		}
	}
}
