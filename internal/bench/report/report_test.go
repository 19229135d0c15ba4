package report

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/sqg-dev/sqg/internal/bench"
	"github.com/sqg-dev/sqg/internal/browsertest"
	"github.com/sqg-dev/sqg/internal/cache"
)

// results are two methods of which the one wins with few rows and the other with many, one that is level with the
// first, a ceiling, one that did not run and one that failed.
func results(factor float64) []bench.Record {
	var out []bench.Record
	for _, rows := range []int{1, 1000, 10000} {
		for method, ms := range map[string]float64{"copy": 5 + float64(rows)/1000, "insert": float64(rows) / 50,
			"unnest": float64(rows) / 49, "ceiling": float64(rows) / 2000} {
			if rows == 1 && method == "ceiling" {
				ms = 4 // slower than the winner
			}
			ms *= factor
			out = append(out, bench.Record{Suite: "test", Case: "c", Language: "java", Engine: "postgres",
				Driver: "</script><b>" + method, Operation: "insert", Method: method, Generated: method == "copy",
				Ceiling: method == "ceiling", Connections: 1, Rows: rows, Calls: 1, RunsMS: []float64{ms, ms, ms},
				MedianMS: ms, MinMS: ms, MaxMS: ms, LowMS: ms * 0.98, HighMS: ms * 1.03,
				PerSecond: float64(rows) / ms * 1000, Memory: 7, Verified: true,
				Versions: map[string]string{"java": "17"}, Machine: bench.ThisMachine()})
		}
		out = append(out, bench.Record{Suite: "test", Case: "c", Operation: "insert", Method: "arrow", Driver: "x",
			Connections: 1, Rows: rows, Skipped: "not to be had"},
			bench.Record{Suite: "test", Case: "c", Operation: "insert", Method: "batch", Driver: "x", Connections: 1,
				Rows: rows, Failed: "no such table"})
	}
	return out
}

// coded is what sqg knows of the suite.
var coded = &bench.Suite{Name: "test", Title: "test", Unit: "rows", Methods: []bench.Method{
	{ID: "ceiling", Title: "ceiling", Driver: "</script><b>ceiling", Ceiling: true,
		Code: "bench/suites/test/src/x.sh#L1"}}}

// written writes a report to a file, with the charting library if it is to be had.
func written(t *testing.T) string {
	t.Helper()
	home, err := cache.Dir(os.Getenv(cache.Variable))
	if err != nil {
		t.Fatal(err)
	}
	lib, err := Fetch(t.Context(), filepath.Join(home, "bench", "report"))
	if err != nil {
		t.Fatal(err)
	}
	html, err := HTML([][]bench.Record{results(1), results(1.5)}, []*bench.Suite{coded}, lib)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(path, html, 0o600); err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(html), "</script>") != 3 {
		t.Error("the data ends a script")
	}
	return path
}

// TestOtherOperations: a later run may have operations that the first one has not.
func TestOtherOperations(t *testing.T) {
	first, later := results(1), results(1)
	for i := range later {
		later[i].Operation = "delete"
	}
	all := suites([][]bench.Record{first, later}, nil)
	if len(all) != 1 || len(all[0].Operations) != 2 || len(all[0].Runs) != 2 || len(all[0].Changes) != 0 {
		t.Errorf("%+v", all)
	}
}

// TestInBrowser: the winner changes with the number of rows, the chart is there, the page fits a narrow screen, dark is
// dark.
func TestInBrowser(t *testing.T) {
	page := browsertest.Open(t, "file://"+written(t))
	ask, expect, wait := page.Ask, page.Expect, page.Wait
	click := func(label string) {
		t.Helper()
		ask(`[...document.querySelectorAll("#controls button")].find((b) => b.textContent === "` + label + `").click()`)
	}
	winner := `document.querySelector(".winner b:nth-of-type(2)").textContent`
	expect(winner, "copy")
	expect(`document.querySelectorAll(".rank").length`, "4")
	expect(`document.querySelector(".rank.ceiling .times").textContent`, "ceiling")
	expect(`document.querySelector(".rank.leader .times").textContent`, "fastest")
	expect(`document.querySelector(".rank.leader .rate small").textContent`, "22.5 ms")
	expect(`document.querySelector(".advice").textContent`,
		"Take insert with 1 row; copy from 1,000 rows on – hand-written: insert.")
	expect(`[...document.querySelectorAll("#winners .pick")].map((b) => b.firstChild.textContent)`, "insert,copy,copy")
	ask(`document.querySelector("#winners .pick").click()`)
	expect(`document.querySelector("#winners .pick[aria-pressed=true] small").textContent`, "33,300 (0.03 ms), level")
	expect(winner, "insert and unnest") // no winner where spreads overlap
	expect(`[...document.querySelectorAll(".rank .times")].map((e) => e.textContent).join()`,
		"ceiling,level,level,250× slower")
	expect(`document.querySelector(".winner").textContent.includes("with 1 row:")`, "true")
	expect(`document.querySelector(".note.above").textContent.startsWith("insert and the ceiling (ceiling) differ by more than their spread")`, "true")
	expect(`verdict([1, 2, 3, 4].map(() => contest(1)[0]))[3].textContent`, "insert, insert and 2 more")
	click("1,000")
	expect(winner, "copy")
	expect(`document.querySelector(".note.above") === null`, "true")
	expect(`document.querySelectorAll(".spread").length`, "4")
	// One color per method, in bars and chart; blue is what sqg generates, and the legend says so.
	expect(`[...document.querySelectorAll(".rank .bar")].map((b) => b.style.getPropertyValue("--method")).join() === ["ceiling", "copy", "insert", "unnest"].map(color).join()`, "true")
	expect(`["copy", "insert", "unnest", "arrow", "batch"].map(color).filter((c, i, all) => all.indexOf(c) !== i).length`, "0")
	expect(`plot.series.slice(1).every((s) => s.stroke() === color(s.label))`, "true")
	expect(`document.querySelector(".legend").textContent.includes("blue: generated by sqg")`, "true")
	expect(`document.querySelector("#ranking .skipped_reason").textContent`, "Not measured: arrow (not to be had).")
	expect(`document.querySelector("#ranking .failed").textContent`, "Failed: batch (no such table).")
	expect(`document.querySelector("#ranking a.code, #ranking .name a").href.startsWith("https://github.com/sqg-dev/sqg/blob/main/bench/suites/test/src/x.sh#L1")`, "true")
	// The choice is the page's address and title.
	expect(`location.hash`, "#suite=test&operation=insert&rows=1000&connections=1")
	expect(`document.title`, "insert, 1,000 rows – test – SQG benchmarks")
	ask(`location.hash = "#suite=test&operation=insert&rows=1&connections=1"`)
	wait(`document.title`, "insert, 1 row – test – SQG benchmarks")
	click("1,000")
	expect(`document.querySelectorAll("#chart canvas").length`, "1")
	expect(`document.querySelector("#changes .note").textContent.startsWith("12 slower and 0 faster")`, "true")
	expect(`document.querySelectorAll("#table tbody tr").length`, "6")
	expect(`[...document.querySelectorAll("#cost thead th")].map((h) => h.textContent).join()`,
		"method,median, ms,all, ms,memory, MB") // of processors nothing was measured
	expect(`document.querySelector("#cost tbody tr:last-child td:last-child").textContent`, "7")
	expect(`document.querySelectorAll("b").length < 6`, "true") // no driver's name has become an element
	// A page without an address opens with an operation that has a winner.
	ask(`(suite().operations.unshift({id: "even", title: "even"}),
		run().records.push(...["a", "b"].map((method) => ({...contest(1000)[0], method, operation: "even"}))),
		state.operation = "", render())`)
	expect(`state.operation`, "insert")
	ask(`(suite().operations.shift(), run().records.splice(-2), state.rows = 1000, render())`)
	// Six bars are there, the others behind a click, which another choice does not undo.
	expect(`document.querySelector(".rest") === null`, "true")
	ask(`run().records.push(...[0, 1, 2, 3].map((i) => ({...contest(1000).at(-1), method: "more" + i}))), render()`)
	shown := `[...document.querySelectorAll(".rank")].filter((e) => e.checkVisibility()).length`
	expect(shown, "6")
	expect(`document.querySelector(".rest summary").textContent`, "2 more")
	ask(`document.querySelector(".rest summary").click()`)
	wait(`state.rest`, "true")
	ask(`render()`)
	expect(shown, "8")
	ask(`run().records.splice(-4), render()`)
	light := ask(`getComputedStyle(document.body).backgroundColor`)
	ask(`document.querySelector("#theme").click()`)
	if dark := ask(`getComputedStyle(document.body).backgroundColor`); dark == light {
		t.Errorf("dark is %s, too", dark)
	}
	if err := chromedp.Do(page.Ctx, chromedp.EmulateViewport(360, 640)); err != nil {
		t.Fatal(err)
	}
	// The chart follows the page's width with the next frame.
	wait(`document.documentElement.scrollWidth <= 360`, "true")
	ask(`document.querySelector("#intro details").open = false`) // as the page itself does on a narrow screen
	expect(`document.querySelector(".rank.leader .bar").getBoundingClientRect().bottom <= innerHeight`, "true")
	if said := page.Said(); len(said) > 0 {
		t.Errorf("the console says %q", said)
	}
}
