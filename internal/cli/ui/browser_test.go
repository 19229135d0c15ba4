package ui

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/sqg-dev/sqg/internal/browsertest"
	"github.com/sqg-dev/sqg/internal/cli/app"
)

// hostile is what a name or a value may be, and what of a page must not run.
const hostile = `<img src=x onerror="window.ran=1">`

var shop = map[string]string{
	"sqg.yaml": "version: 1\nname: shop\nsql:\n  - files: [sql/*.sql]\n    gen:\n      - {generator: typescript/sqlite, output: gen/ts/}\n      - {generator: python/sqlite, output: gen/py/}\n",
	"sql/shop.sql": "-- MIGRATE 1_tables\r\nCREATE TABLE product (id INTEGER PRIMARY KEY, name TEXT NOT NULL, note TEXT, stock INTEGER NOT NULL) STRICT;\r\n\r\n" +
		"-- TESTDATA\r\nINSERT INTO product VALUES (1, 'lamp', NULL, 0), (2, 'lamp oil', 'é', 5), (3, 'chair', NULL, 2);\r\n\r\n" +
		"/* QUERY search\r\nchoices: {sort: {first: id, last: id DESC}}\r\n*/\r\n-- @set name = 'lamp'\r\nSELECT id, name, note FROM product\r\nWHERE true\r\n  AND name LIKE ${name} || '%' --?\r\n" +
		"  AND stock > 0 --? in_stock\r\nORDER BY ${sort};\r\n\r\n-- EXEC clear\r\nDELETE FROM product;\r\n\r\n" +
		"-- QUERY endless :one\r\nWITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT count(*) AS n FROM n;\r\n",
	"sql/parts.sql": "-- MIGRATE 3_parts\nCREATE TABLE part (id INTEGER PRIMARY KEY, product INTEGER NOT NULL REFERENCES product (id)) STRICT;\n\n" +
		"-- TESTDATA\nINSERT INTO part VALUES (1, 1), (2, 1), (3, 3);\n\n-- QUERY staged\n" +
		"WITH counted AS (SELECT product, count(*) AS n FROM part WHERE id >= ${first} GROUP BY product),\n" +
		"  named AS (SELECT p.name, c.n FROM counted c JOIN product p ON p.id = c.product)\nSELECT name, n FROM named WHERE n > 1;\n",
	"sql/hostile.sql": "-- MIGRATE 2_hostile\nCREATE TABLE \"" + strings.ReplaceAll(hostile, `"`, `""`) +
		"\" (id INTEGER PRIMARY KEY, \"</script><b>\" TEXT) STRICT;\n\n" +
		"-- TESTDATA\nINSERT INTO \"" + strings.ReplaceAll(hostile, `"`, `""`) + "\" VALUES (1, '" + hostile +
		"');\n\n" +
		"-- QUERY hostile\nSELECT \"</script><b>\" FROM \"" + strings.ReplaceAll(hostile, `"`, `""`) + "\";\n",
}

// TestFirefox: the page works in Firefox as well, and runs nothing that names and values hold.
func TestFirefox(t *testing.T) {
	_, address, token := serve(t, shop)
	page := browsertest.OpenFirefox(t, address+"/#"+token)
	page.Wait(`document.body.classList.contains("ready")`, "true")
	page.WaitFor("#code", "class Shop")
	page.Click("#run", "Run")
	page.WaitFor("#view td", hostile)
	page.Expect(`window.ran`, "undefined")
	page.Click("#list button", "search")
	for _, x := range []struct{ language, want string }{{"TypeScript", "interface SearchRow"},
		{"Python", "class SearchRow"}, {"Go", "type SearchRow struct"}, {"Rust", "struct SearchRow"},
		{"Java", "record SearchRow"}} {
		page.Click("#languages button", x.language)
		page.WaitFor("#code", x.want)
	}
	page.Click("#run", "Run")
	rows := `[...document.querySelectorAll("#view tbody tr")].map((r) => r.cells[0].textContent).join()`
	page.Wait(rows, "1,2,3")
	page.Click("#views button", "Plan")
	page.WaitFor("#view .costly b", "may read every row")
	page.Click("#list button", "staged")
	page.WaitFor("#code", "StagedRow")
	page.Click("#views button", "Stages")
	page.Ask(`((e) => (e.value = "1", e.dispatchEvent(new Event("input", {bubbles: true}))))(document.querySelector("#param-first"))`)
	page.Click("#run", "Run")
	page.Wait(`[...document.querySelectorAll("#view .box")].map((e) => e.ariaLabel).join("; ")`,
		"counted, 2 rows; named, 2 rows; staged, 1 row")
	page.Click("#list button", "Diagram")
	page.Wait(`[...document.querySelectorAll("#view .box .title")].map((e) => e.textContent).includes("part")`, "true")
}

// TestPage: the page as a user has it, in a real browser.
func TestPage(t *testing.T) {
	dir, address, token, end := serveAs(t, &app.App{Env: os.Getenv}, shop, "")
	page := browsertest.Open(t, address+"/#"+token)
	file := filepath.Join(dir, "sql", "shop.sql")
	onDisk := func() string {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	do := func(steps ...chromedp.Action[chromedp.Void]) {
		t.Helper()
		if err := chromedp.Do(page.Ctx, steps...); err != nil {
			t.Fatal(err)
		}
	}
	keys := func(text string, modifiers ...chromedp.Modifier) chromedp.Action[chromedp.Void] {
		return chromedp.KeyEvent(text, chromedp.KeyModifiers(modifiers...))
	}
	page.Wait(`document.body.classList.contains("ready")`, "true")
	page.Expect(`location.href`, address+"/")

	// Names and values are text.
	page.WaitFor("#code", "class Shop")
	page.Click("#run", "Run")
	page.WaitFor("#view td", hostile)
	page.Click("#list button", hostile)
	page.WaitFor("#view caption", hostile)
	page.Expect(`window.ran`, "undefined")
	page.Expect(`document.querySelectorAll("img, td b").length`, "0")

	// The list, the code in five languages, types and NULL.
	page.Click("#list button", "search")
	page.WaitFor("#code", "searchSql")
	page.Expect(`[...document.querySelectorAll("#list h2")].map((e) => e.textContent)`,
		"Statements,Tables,Migrations,Test data,Files")
	for _, x := range []struct{ language, want string }{{"TypeScript", "interface SearchRow"},
		{"Python", "class SearchRow"}, {"Go", "type SearchRow struct"}, {"Rust", "struct SearchRow"},
		{"Java", "record SearchRow"}} {
		page.Click("#languages button", x.language)
		page.WaitFor("#code", x.want)
	}
	page.WaitFor("#why", "sqg.yaml has no generator for")
	page.Click("#languages button", "TypeScript")
	page.Click("#views button", "Columns")
	page.Expect(`[...document.querySelectorAll("#view table")[0].querySelectorAll("tbody tr")].map((r) => [...r.cells].slice(0, 3).map((c) => c.textContent).join(" ")).join()`,
		"id INTEGER NOT NULL,name TEXT NOT NULL,note TEXT may be NULL")

	// The form: the SQL follows it, and so do the rows.
	page.Click("#views button", "SQL as sent")
	page.Wait(`document.querySelector("#view pre").textContent.includes("LIKE")`, "false")
	page.Click("#form label", "name") // it has the text of @set
	page.Expect(`document.querySelector("#param-name").value`, "lamp")
	page.Ask(`document.querySelector("#form [aria-label^=name]").click()`)
	page.WaitFor("#view pre", "LIKE")
	page.WaitFor("#editor .part:not(.off)", "LIKE ${name}")
	page.Click("#run", "Run")
	page.Click("#views button", "Rows")
	rows := `[...document.querySelectorAll("#view tbody tr")].map((r) => r.cells[0].textContent).join()`
	page.Wait(rows, "1,2")
	page.Ask(`document.querySelector("#form [aria-label^=in_stock]").click()`)
	page.Wait(rows, "2")
	page.Ask(`((e) => (e.value = "last", e.dispatchEvent(new Event("input", {bubbles: true}))))(document.querySelector("#param-sort"))`)
	page.Ask(`document.querySelector("#form [aria-label^=in_stock]").click()`)
	page.Wait(rows, "2,1")
	page.Click("#views button", "Plan")
	page.WaitFor("#view .plan", "product")
	page.WaitFor("#view .costly b", "may read every row")

	// Stages: the rows of each common table expression.
	page.Click("#list button", "staged")
	page.WaitFor("#code", "StagedRow")
	page.Click("#views button", "Stages")
	page.Ask(`((e) => (e.value = "1", e.dispatchEvent(new Event("input", {bubbles: true}))))(document.querySelector("#param-first"))`)
	page.Click("#run", "Run")
	boxes := `[...document.querySelectorAll("#view .box")].map((e) => e.ariaLabel).join("; ")`
	page.Wait(boxes, "counted, 2 rows; named, 2 rows; staged, 1 row")
	page.Expect(`document.querySelectorAll("#view .arrow").length`, "2")
	page.Wait(rows, "lamp")
	page.Ask(`document.querySelector("#view .box[aria-label^=counted]").dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", bubbles: true}))`)
	page.Wait(rows, "1,3")

	// The diagram of the schema.
	page.Click("#list button", "Diagram")
	page.Wait(`[...document.querySelectorAll("#view .box .title")].map((e) => e.textContent).includes("part")`, "true")
	page.Expect(`document.querySelector("#view .arrow title").textContent`, "product → id")
	page.Expect(`document.querySelectorAll("#view b").length`, "0")
	page.Ask(`document.querySelector("#view .box[aria-label^=part]").dispatchEvent(new MouseEvent("click", {bubbles: true}))`)
	page.WaitFor("#view caption", "part (shop, sqlite)")

	// The history: a run with what its form held.
	page.Ask(`((e) => (e.value = "3", e.dispatchEvent(new Event("input", {bubbles: true}))))(document.querySelector("#param-first"))`)
	page.Click("#views button", "History")
	page.WaitFor("#view .history", `first = "1"`)
	page.Ask(`[...document.querySelectorAll("#view .history li")].find((e) => e.textContent.includes('first = "1"')).querySelector("button").click()`)
	page.Wait(`document.querySelector("#param-first")?.value`, "1")

	// What is shown can be saved.
	page.Ask(`URL.createObjectURL = (blob) => (blob.text().then((text) => window.saved = text), "")`)
	page.Click("#list button", "search")
	page.WaitFor("#code", "searchSql")
	page.Click("#run", "Run")
	page.WaitFor("#view tbody", "lamp oil")
	page.Click("#view button", "CSV")
	page.Wait(`window.saved`, "id,name,note\r\n2,lamp oil,é\r\n1,lamp,\r\n")
	page.Click("#view button", "JSON")
	page.Wait(`window.saved.startsWith("[") && JSON.parse(window.saved).length`, "2") // until then it is the CSV

	// What a statement changes is rolled back.
	page.Click("#list button", "clear")
	page.WaitFor("#code", "clear()")
	for range 2 {
		page.Click("#run", "Run")
		page.WaitFor("#view", "3 rows changed, and rolled back")
	}

	// A run that takes long can be stopped.
	page.Click("#list button", "endless")
	page.WaitFor("#code", "endless()")
	page.Click("#run", "Run")
	page.Click("#run", "Stop")
	page.WaitFor("#view", "stopped")
	page.WaitFor("#run", "Run")

	// The code is live, before anything is saved; a mistake has a place and a fix.
	page.Click("#list button", "search")
	page.WaitFor("#code", "searchSql")
	before := onDisk()
	do(chromedp.Focus(".cm-content"))
	page.Click("#views button", "Problems")
	typed(t, page, "note FROM product", "note, stock AS left_over FROM product")
	page.WaitFor("#code", "left_over: number")
	page.Wait(`document.querySelector("#save").disabled`, "false")
	if onDisk() != before {
		t.Error("the file is written before it is saved")
	}
	typed(t, page, "stock AS left_over", "stok AS left_over")
	page.WaitFor("#view .problems", "sql/shop.sql:11:24")
	page.WaitFor("#view .problems", "SQG")
	page.WaitFor("#why", "The code is that of the last correct text")
	page.Wait(`[...document.querySelectorAll("#view .problems button")].some((b) => b.textContent === "Write stock")`,
		"true")
	page.Click("#view .problems button", "Write stock")
	page.WaitFor("#view", "No problems")
	do(keys("s", chromedp.ModifierCtrl))
	page.Wait(`document.querySelector("#saved").textContent`, "saved")
	if want := strings.Replace(before, "note FROM", "note, stock AS left_over FROM", 1); onDisk() != want {
		t.Errorf("%q, not %q", onDisk(), want)
	}

	// Files that others change: what is not edited here follows; what is stays, until one decides.
	put(t, dir, "sql/shop.sql", before)
	page.Wait(`document.querySelector("#code").textContent.includes("left_over")`, "false")
	typed(t, page, "note FROM product", "note AS mine FROM product")
	page.WaitFor("#code", "mine: string | null")
	put(t, dir, "sql/shop.sql", strings.Replace(before, "note FROM", "note AS theirs FROM", 1))
	page.WaitFor("#banner", "has changed on disk")
	do(keys("s", chromedp.ModifierCtrl))
	page.WaitFor("#banner", "has changed on disk")
	if !strings.Contains(onDisk(), "theirs") {
		t.Error("what someone else wrote is lost")
	}
	page.Click("#banner button", "Load it")
	page.WaitFor("#code", "theirs: string | null")

	// By keyboard alone: to a statement, and its rows.
	do(keys("k", chromedp.ModifierCtrl), keys("hostile\r"))
	page.WaitFor("#crumb", "sql/hostile.sql")
	page.Wait(`document.activeElement.className`, "cm-content")

	// Names for who does not see the page, and room for who has little.
	page.Expect(`[...document.querySelectorAll("button, input, select, [role=tabpanel]")].filter((e) => !(e.textContent.trim() || e.ariaLabel || e.labels?.length || e.getAttribute("aria-labelledby"))).map((e) => e.outerHTML).join()`, "")
	top := `document.querySelector("header").offsetHeight`
	for _, width := range []int64{3840, 1200, 360} {
		do(chromedp.EmulateViewport(width, 800))
		page.Wait(`document.documentElement.scrollWidth <= innerWidth`, "true")
		page.Expect(top+" < 60", "true")
	}
	// With one more button the header has two rows, and the list begins below them.
	page.Ask(`document.getElementById("live").hidden = false, document.getElementById("live").textContent = "Run on shop.db"`)
	page.Expect(top+" > 60", "true")
	page.Ask(`document.getElementById("menu").click()`)
	page.Wait(`document.getElementById("side").getBoundingClientRect().top === `+top, "true")
	page.Ask(`document.getElementById("menu").click(), document.getElementById("live").hidden = true`)
	do(chromedp.EmulateViewport(390, 800))
	if said := slices.DeleteFunc(page.Said(),
		func(s string) bool { return strings.Contains(s, "409") }); len(said) > 0 {
		t.Errorf("the console says %q", said)
	}

	// The page outlives the program, with what is not saved.
	page.Click("#list button", "search")
	page.WaitFor("#crumb", "sql/shop.sql")
	typed(t, page, "AS theirs", "AS kept")
	end()
	page.WaitFor("#banner", "sqg ui has ended")
	page.WaitFor("#editor", "AS kept")
}

// typed replaces a text in the editor as a user does: with a click behind it, Backspace, and letters.
func typed(t *testing.T, page *browsertest.Page, old, with string) {
	t.Helper()
	const find = `((old) => {
	  const line = [...document.querySelectorAll(".cm-line")].find((e) => e.textContent.includes(old));
	  if (!line) return "";
	  let offset = line.textContent.indexOf(old) + old.length;
	  const column = offset + 1;
	  const range = document.createRange();
	  const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
	  for (let n = texts.nextNode(); n; offset -= n.length, n = texts.nextNode()) {
	    if (offset > n.length) continue;
	    range.setStart(n, offset);
	    const { x, y, height } = range.getBoundingClientRect();
	    return x + " " + (y + height / 2) + " " + column;
	  }
	})`
	script := find + "(`" + old + "`)"
	page.Wait(script+` !== ""`, "true") // lines that are scrolled to are there a moment later
	var x, y float64
	var column int
	if _, err := fmt.Sscan(page.Ask(script), &x, &y, &column); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Do(page.Ctx, chromedp.MouseClickXY(x, y)); err != nil {
		t.Fatal(err)
	}
	page.Wait(fmt.Sprintf(`document.querySelector("#place").textContent.endsWith(":%d")`, column), "true")
	if err := chromedp.Do(page.Ctx, chromedp.KeyEvent(strings.Repeat(kb.Backspace, len(old))+with)); err != nil {
		t.Fatal(err)
	}
}

// TestDatabase: a statement runs on the database of programs where one asks for that, and not when one types.
func TestDatabase(t *testing.T) {
	file := filepath.Join(t.TempDir(), "live.db")
	if out, err := exec.Command("python3", "-c",
		"import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])", file,
		"CREATE TABLE person (name TEXT NOT NULL); INSERT INTO person VALUES ('of the database');").CombinedOutput(); err != nil {
		t.Fatal(err, string(out))
	}
	_, address, token, _ := serveAs(t, &app.App{Env: os.Getenv}, map[string]string{"sqg.yaml": projectYAML,
		"sql/q.sql": "-- MIGRATE 1\nCREATE TABLE person (name TEXT NOT NULL) STRICT;\n\n" +
			"-- TESTDATA\nINSERT INTO person VALUES ('of TESTDATA');\n\n-- QUERY all\nSELECT name FROM person;\n"}, file)
	page := browsertest.Open(t, address+"/#"+token)
	page.Wait(`document.body.classList.contains("ready")`, "true")
	page.WaitFor("#code", "PersonRow")
	page.Click("#live", "Run on live.db")
	page.WaitFor("#view td", "of the database")
	typed(t, page, "SELECT name FROM", "SELECT name AS other FROM")
	page.WaitFor("#code", "Other")
	page.WaitFor("#view td", "of the database") // a run would have another column
	page.Expect(`document.querySelector("#view th").textContent.includes("other")`, "false")
	page.Click("#run", "Run")
	page.WaitFor("#view td", "of TESTDATA")
}
