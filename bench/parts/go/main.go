// Compares searches with 1 to 12 optional parts of which none, half or all are given: generated methods, a text
// that is written for the case, clauses that are joined by hand, (? IS NULL OR …), and squirrel.
// Then it compares pages near and far.
package main

import (
	"context"
	"database/sql"
	"fmt"
	"log"
	"os"
	"slices"
	"strconv"
	"syscall"
	"time"

	_ "modernc.org/sqlite"

	parts "sqg.example/bench/parts/gen"
)

// sample is the processor time for which a way runs in a round, at least.
const sample = 20 * time.Millisecond

// period is after how many rows the values of a column come again; the steps of columns are prime to it.
const period = 20011

var steps = [12]int64{1, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37}

func main() {
	ctx := context.Background()
	rows, rounds := number("ROWS", 100_000), int(number("ROUNDS", 15))
	db := filled(ctx, rows)
	fmt.Print("| parts | given |")
	for _, w := range ways {
		fmt.Printf(" %s |", w.name)
	}
	fmt.Println()
	for _, count := range []int{1, 2, 3, 6, 9, 12} {
		for _, given := range slices.Compact([]int{0, count / 2, count}) {
			f := make(filter, count)
			for i := range given {
				value := rows / 2 * steps[i] % period
				f[i] = &value
			}
			compare(ctx, db, f, given, rounds)
		}
	}
	deep(ctx, db, rows, rounds)
}

// compare prints the ratios of a case's ways to the first one: medians over all rounds, in which the ways take turns.
func compare(ctx context.Context, db *sql.DB, f filter, given, rounds int) {
	var run []search
	var calls []int
	for i, w := range ways {
		run = append(run, w.of(db, f))
		want, found := must(run[0](ctx, f)), must(run[i](ctx, f))
		if len(want) == 0 || !slices.Equal(want, found) {
			log.Fatalf("%s finds %v, not %v", w.name, found, want)
		}
		calls = append(calls, max(1, int(sample/max(1, spent(ctx, run[i], f, 3)))))
	}
	ratios := make([][]float64, len(ways))
	var first []float64
	for round := range rounds {
		times := make([]float64, len(ways))
		for n := range ways {
			i := (n + round) % len(ways)
			times[i] = float64(spent(ctx, run[i], f, calls[i]))
		}
		first = append(first, times[0])
		for i := range ways {
			ratios[i] = append(ratios[i], times[i]/times[0])
		}
	}
	fmt.Printf("| %d | %d | %.1f µs |", len(f), given, median(first)/1000)
	for i := range ways[1:] {
		fmt.Printf(" %.2f |", median(ratios[i+1]))
	}
	fmt.Println()
}

// spent is the processor time of a call, by that of several.
func spent(ctx context.Context, run search, f filter, calls int) time.Duration {
	from := processorTime()
	for range calls {
		must(run(ctx, f))
	}
	return (processorTime() - from) / time.Duration(calls)
}

func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		log.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

// filled is a database in memory with so many items.
func filled(ctx context.Context, rows int64) *sql.DB {
	db := must(sql.Open("sqlite", ":memory:"))
	db.SetMaxOpenConns(1)
	must(parts.ApplyMigrations(ctx, db, ""))
	must(db.ExecContext(ctx, "BEGIN"))
	text := "INSERT INTO item VALUES (?1, 'item ' || ?1"
	for _, step := range steps {
		text += fmt.Sprintf(", ?1 * %d %% %d", step, period)
	}
	insert := must(db.PrepareContext(ctx, text+")"))
	for id := range rows {
		must(insert.ExecContext(ctx, id+1))
	}
	must(0, insert.Close())
	must(db.ExecContext(ctx, "COMMIT"))
	return db
}

func number(name string, otherwise int64) int64 {
	if text := os.Getenv(name); text != "" {
		return must(strconv.ParseInt(text, 10, 64))
	}
	return otherwise
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}
