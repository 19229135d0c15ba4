package report

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/sqg-dev/sqg/internal/bench"
	"github.com/sqg-dev/sqg/internal/cache"
)

// results are two methods of which the one wins with few rows and the other with many, a ceiling, and one that did not
// run.
func results(factor float64) []bench.Record {
	var out []bench.Record
	for _, rows := range []int{100, 1000, 10000} {
		for method, ms := range map[string]float64{"copy": 5 + float64(rows)/1000, "insert": float64(rows) / 50, "ceiling": float64(rows) / 2000} {
			ms *= factor
			out = append(out, bench.Record{Suite: "test", Case: "c", Language: "java", Engine: "postgres", Driver: "</script><b>" + method, Operation: "insert", Method: method, Generated: method == "copy",
				Ceiling: method == "ceiling", Connections: 1, Rows: rows, Calls: 1, RunsMS: []float64{ms, ms, ms}, MedianMS: ms, MinMS: ms, MaxMS: ms, PerSecond: float64(rows) / ms * 1000, PeakRSS: 7, Verified: true,
				Versions: map[string]string{"java": "17"}, Machine: bench.ThisMachine()})
		}
		out = append(out, bench.Record{Suite: "test", Case: "c", Operation: "insert", Method: "arrow", Driver: "x", Connections: 1, Rows: rows, Skipped: "not to be had"})
	}
	return out
}

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
	html, err := HTML([][]bench.Record{results(1), results(1.5)}, nil, lib)
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
	if len(all) != 1 || len(all[0].Operations) != 2 || len(all[0].Runs) != 2 {
		t.Errorf("%+v", all)
	}
}

// browser opens a page in a real browser; said collects what its console says and what it could not do.
func browser(t *testing.T, path string) (_ context.Context, said *[]string) {
	t.Helper()
	found := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if p, err := exec.LookPath(name); err == nil {
			found = p
			break
		}
	}
	if found == "" {
		if os.Getenv("CI") == "true" {
			t.Fatal("there is no Chromium to look at the report with")
		}
		t.Skip("there is no Chromium to look at the report with")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(found), chromedp.NoSandbox, chromedp.WSURLReadTimeout(time.Minute))
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	said = &[]string{}
	listen := func(event any) {
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			*said = append(*said, e.ExceptionDetails.Text)
		case *runtime.EventConsoleAPICalled:
			*said = append(*said, fmt.Sprint(e.Type))
		}
	}
	if err := errors.Join(chromedp.Do(ctx, chromedp.EmulateViewport(1200, 900)), chromedp.Listen(ctx, listen), chromedp.Do(ctx, chromedp.Navigate("file://"+path))); err != nil {
		t.Fatal(err)
	}
	return ctx, said
}

// TestInBrowser: the winner changes with the number of rows, the chart is there, the page fits a narrow screen, dark is
// dark.
func TestInBrowser(t *testing.T) {
	ctx, said := browser(t, written(t))
	ask := func(script string) string {
		t.Helper()
		answer, err := chromedp.Run(ctx, chromedp.Evaluate[string]("String("+script+")"))
		if err != nil {
			t.Fatal(script, err)
		}
		return answer
	}
	click := func(label string) {
		t.Helper()
		ask(`[...document.querySelectorAll("#controls button")].find((b) => b.textContent === "` + label + `").click()`)
	}
	expect := func(script, want string) {
		t.Helper()
		if got := ask(script); got != want {
			t.Errorf("%s is %q, not %q", script, got, want)
		}
	}
	winner := `document.querySelector(".winner b:nth-of-type(2)").textContent`
	expect(winner, "copy")
	expect(`document.querySelectorAll(".rank").length`, "3")
	expect(`document.querySelector(".rank.ceiling .times").textContent`, "ceiling")
	expect(`[...document.querySelectorAll("#winners .pick")].map((b) => b.firstChild.textContent)`, "insert,copy,copy")
	ask(`document.querySelector("#winners .pick").click()`)
	expect(`document.querySelector("#winners .pick[aria-pressed=true] small").textContent`, "33,300, 2.55× the next")
	expect(winner, "insert")
	click("100")
	expect(winner, "insert")
	expect(`document.querySelector("#ranking .note").textContent.includes("arrow (not to be had)")`, "true")
	expect(`document.querySelectorAll("#chart canvas").length`, "1")
	expect(`document.querySelector("#changes .note").textContent.startsWith("9 slower and 0 faster")`, "true")
	expect(`document.querySelectorAll("#table tbody tr").length`, "4")
	expect(`[...document.querySelectorAll("#cost thead th")].map((h) => h.textContent).join()`, "method,median, ms,all, ms,most memory, MB") // of processors nothing was measured
	expect(`document.querySelector("#cost tbody tr:last-child td:last-child").textContent`, "7")
	expect(`document.querySelectorAll("b").length < 6`, "true") // no driver's name has become an element
	light := ask(`getComputedStyle(document.body).backgroundColor`)
	ask(`document.querySelector("#theme").click()`)
	if dark := ask(`getComputedStyle(document.body).backgroundColor`); dark == light {
		t.Errorf("dark is %s, too", dark)
	}
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(360, 800)); err != nil {
		t.Fatal(err)
	}
	// The chart follows the page's width with the next frame.
	fits := `document.documentElement.scrollWidth <= 360`
	for end := time.Now().Add(10 * time.Second); ask(fits) != "true" && time.Now().Before(end); {
	}
	expect(fits, "true")
	if len(*said) > 0 {
		t.Errorf("the console says %q", *said)
	}
}
