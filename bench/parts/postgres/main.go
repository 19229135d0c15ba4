// Compares searches in PostgreSQL with 1 to 12 filters of which half or all are given: the text of a method with
// optional parts, which has the given filters alone, and ($1 IS NULL OR …) with the generic plan of a prepared
// statement, and with a plan for its values. The server says how long it plans and runs.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqg-dev/sqg/internal/pgserver"
)

// period is after how many rows the values of a column come again; the steps of columns are prime to it.
const period = 20011

var steps = [12]int{1, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37}

// way is how a search is written, and with which plans it runs.
type way struct {
	name, plans string
	filter      func(column string, n int) string
	all         bool // filters that are not given stand there, too
}

func alone(column string, n int) string { return fmt.Sprintf("%s = $%d", column, n) }

func orNull(column string, n int) string {
	return fmt.Sprintf("($%d IS NULL OR %s = $%[1]d)", n, column)
}

var ways = []way{
	{"optional parts", "force_generic_plan", alone, false},
	{"`IS NULL OR`, generic plan", "force_generic_plan", orNull, true},
	{"`IS NULL OR`, plan for the values", "force_custom_plan", orNull, true},
}

func main() {
	ctx := context.Background()
	rows, rounds := number("ROWS", 1_000_000), number("ROUNDS", 15)
	host := pgserver.New(pgserver.FromEnvironment(os.Getenv, func(string) {}))
	err := measure(ctx, host, rows, rounds)
	if failed := host.Close(); err == nil {
		err = failed
	}
	if err != nil {
		log.Fatal(err)
	}
}

func measure(ctx context.Context, host *pgserver.Host, rows, rounds int) error {
	database, err := host.Scratch(ctx)
	if err != nil {
		return err
	}
	conn, err := pgconn.ConnectConfig(ctx, database.Config())
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	if _, err := exec(ctx, conn, filled(rows)); err != nil {
		return err
	}
	fmt.Print("| parts | given |")
	for _, w := range ways {
		fmt.Printf(" %s |", w.name)
	}
	fmt.Println()
	for _, count := range []int{1, 2, 3, 6, 9, 12} {
		for _, given := range slices.Compact([]int{max(1, count/2), count}) {
			if err := compare(ctx, conn, rows, rounds, count, given); err != nil {
				return err
			}
		}
	}
	return nil
}

// filled makes the table.
func filled(rows int) string {
	columns, values, indexes := "", "", ""
	for i, step := range steps {
		columns += fmt.Sprintf(", c%02d integer NOT NULL", i+1)
		values += fmt.Sprintf(", n::bigint * %d %% %d", step, period)
		indexes += fmt.Sprintf("CREATE INDEX ON item (c%02d);\n", i+1)
	}
	return fmt.Sprintf("CREATE TABLE item (id integer PRIMARY KEY, name text NOT NULL%s);\nINSERT INTO item SELECT n, 'item ' || n%s FROM generate_series(1, %d) AS n;\n%sANALYZE item;",
		columns, values, rows, indexes)
}

// compare prints the milliseconds of a case: medians, least and most of rounds in which the ways take turns.
func compare(ctx context.Context, conn *pgconn.PgConn, rows, rounds, count, given int) error {
	calls := make([]string, len(ways))
	for i, w := range ways {
		var filters, values, types []string
		for n := range count {
			if n >= given && !w.all {
				break
			}
			filters = append(filters, w.filter(fmt.Sprintf("c%02d", n+1), n+1))
			value := "NULL"
			if n < given {
				value = strconv.Itoa(rows / 2 * steps[n] % period)
			}
			values, types = append(values, value), append(types, "integer")
		}
		name := fmt.Sprintf("s%d_%d_%d", count, given, i)
		text := fmt.Sprintf("PREPARE %s (%s) AS SELECT id, name FROM item WHERE %s ORDER BY id LIMIT 10", name,
			strings.Join(types, ", "), strings.Join(filters, " AND "))
		if _, err := exec(ctx, conn, text); err != nil {
			return err
		}
		calls[i] = fmt.Sprintf("SET plan_cache_mode = %s; EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE %s (%s)",
			w.plans, name, strings.Join(values, ", "))
	}
	times := make([][]float64, len(ways))
	for round := range rounds + 1 {
		for i := range ways {
			i = (i + round) % len(ways)
			text, err := exec(ctx, conn, calls[i])
			if err != nil {
				return err
			}
			var plans []struct {
				Planning  float64 `json:"Planning Time"`
				Execution float64 `json:"Execution Time"`
			}
			if err := json.Unmarshal([]byte(text), &plans); err != nil {
				return err
			}
			if round > 0 { // the first makes the generic plan
				times[i] = append(times[i], plans[0].Planning+plans[0].Execution)
			}
		}
	}
	fmt.Printf("| %d | %d |", count, given)
	for _, t := range times {
		slices.Sort(t)
		fmt.Printf(" %.3f (%.3f – %.3f) |", t[len(t)/2], t[0], t[len(t)-1])
	}
	fmt.Println()
	return nil
}

// exec runs statements, and returns the first value of the last.
func exec(ctx context.Context, conn *pgconn.PgConn, text string) (string, error) {
	results, err := conn.Exec(ctx, text).ReadAll()
	if err != nil || len(results) == 0 || len(results[len(results)-1].Rows) == 0 {
		return "", err
	}
	return string(results[len(results)-1].Rows[0][0]), nil
}

func number(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}
