package suite

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// listed are methods of the unit "lists" that all engines have alike.
type listed interface {
	AddItem(ctx context.Context, id int64, name string, price *float64) (int64, error)
	ByNames(ctx context.Context, names []string) ([]int64, error)
	ByPrices(ctx context.Context, prices []float64) ([]int64, error)
	WithoutIds(ctx context.Context, ids []int64) ([]int64, error)
	RemoveIds(ctx context.Context, ids []int64) (int64, error)
}

// TestLists: each of random texts and numbers is found by a list of all, and by one of itself, and a million values are
// taken.
func TestLists(t *testing.T) {
	for _, d := range drivers {
		if strings.HasSuffix(d.folder, "-null") {
			continue
		}
		t.Run(d.folder, func(t *testing.T) {
			q := d.open(t, "lists", d.engine, nil, false).(listed)
			ctx := context.Background()
			random := rand.New(rand.NewPCG(1, 2))
			var ids []int64
			var names []string
			var prices []float64
			for id := int64(1); id <= 300; id++ {
				name, price := randomText(random, id), randomReal(random)
				if _, err := q.AddItem(ctx, id, name, &price); err != nil {
					t.Fatal(err)
				}
				ids, names, prices = append(ids, id), append(names, name), append(prices, price)
			}
			check := func(what string, want []int64, got []int64, err error) {
				t.Helper()
				if err != nil || !slices.Equal(got, want) {
					t.Errorf("%s: %v, want %v, %v", what, got, want, err)
				}
			}
			got, err := q.ByNames(ctx, names)
			check("all names", ids, got, err)
			got, err = q.ByPrices(ctx, prices)
			check("all prices", ids, got, err)
			for i, id := range ids {
				got, err := q.ByNames(ctx, names[i:i+1])
				check(fmt.Sprintf("name %q", names[i]), []int64{id}, got, err)
				got, err = q.ByPrices(ctx, prices[i:i+1])
				check(fmt.Sprintf("price %v", prices[i]), []int64{id}, got, err)
			}
			many := make([]int64, 1_000_000)
			for i := range many {
				many[i] = int64(i) + 2
			}
			got, err = q.WithoutIds(ctx, many)
			check("a million, of which one is not there", []int64{1}, got, err)
			if n, err := q.RemoveIds(ctx, many); err != nil || n != 299 {
				t.Errorf("%d removed, %v", n, err)
			}
		})
	}
}

// randomText has all that JSON and arrays have escapes for; no engine but SQLite takes a NUL.
func randomText(random *rand.Rand, id int64) string {
	signs := []rune("\x01\x02\b\t\n\v\f\r\x1f \"'\\{},;%/äß☂🎵\u2028\u0085\x7fu0041aA1")
	text := []rune(fmt.Sprint(id))
	for range random.IntN(12) {
		text = append(text, signs[random.IntN(len(signs))])
	}
	return string(text)
}

// randomReal is any number but NaN, mostly with as many digits as a number can have.
func randomReal(random *rand.Rand) float64 {
	for {
		if v := math.Float64frombits(random.Uint64()); !math.IsNaN(v) && !math.IsInf(v, 0) {
			return v
		}
	}
}
