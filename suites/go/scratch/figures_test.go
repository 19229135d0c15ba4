//go:build figures

package scratch

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	duckdbtest "sqg.example/suite/gen/duckdb/notes/notestest"
	moderntest "sqg.example/suite/gen/modernc/notes/notestest"
	pgtest "sqg.example/suite/gen/pg/notes/notestest"
)

// TestFigures prints what bench/scratch/run.sh asks for: how long it takes to make a database and to drop it again, the
// engines in turns.
func TestFigures(t *testing.T) {
	rounds, err := strconv.Atoi(os.Getenv("SQG_SCRATCH_ROUNDS"))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("DATABASE_URL", os.Getenv("SQG_TEST_POSTGRES_URL"))
	engines := []struct {
		name string
		open func(testing.TB)
	}{
		{"sqlite", func(t testing.TB) { moderntest.NewTestDatabase(t) }},
		{"duckdb", func(t testing.TB) { duckdbtest.NewTestDatabase(t) }},
		{"postgres", func(t testing.TB) { pgtest.NewTestDatabase(t) }},
	}
	processor := func() time.Duration {
		var used syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
			t.Fatal(err)
		}
		return time.Duration(used.Utime.Nano() + used.Stime.Nano())
	}
	walls, processors := make([][]time.Duration, len(engines)), make([][]time.Duration, len(engines))
	for range rounds + 1 {
		for i, engine := range engines {
			start, own, f := time.Now(), processor(), &failing{TB: t}
			engine.open(f)
			f.end()
			walls[i], processors[i] = append(walls[i], time.Since(start)), append(processors[i], processor()-own)
		}
	}
	for i, engine := range engines {
		wall, own := slices.Sorted(slices.Values(walls[i][1:])), slices.Sorted(slices.Values(processors[i][1:]))
		ms := func(d time.Duration) float64 { return d.Seconds() * 1000 }
		fmt.Printf("| Go, %s | %.0f | %.1f | %.1f | %.1f |\n", engine.name, ms(walls[i][0]), ms(wall[rounds/2]), ms(wall[0]),
			ms(own[rounds/2]))
	}
}
