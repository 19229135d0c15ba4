//go:build playground

// Package playground tests the folder that build.sh makes, in a browser.
package playground

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/sqg-dev/sqg/internal/browsertest"
)

// hostile is what a name or a value may be, and what of a page must not run.
const hostile = `<img src=x onerror="window.ran=1">`

// link is the fragment of a project.
func link(t *testing.T, files map[string]string) string {
	t.Helper()
	text, err := json.Marshal(files)
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(text); err != nil {
		t.Fatal(err)
	}
	w.Close()
	return "#" + base64.RawURLEncoding.EncodeToString(packed.Bytes())
}

const yaml = "version: 1\nname: notes\nsql:\n  - files: [notes.sql]\n    gen: [{generator: python/ENGINE, output: ./}]\n"

// TestPlayground: sqg and SQLite in the browser, with a host of files and nothing else.
func TestPlayground(t *testing.T) {
	folder := os.Getenv("SQG_PLAYGROUND") // which build.sh made
	var mu sync.Mutex
	asked := map[string]int{}
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked[r.Method+" "+r.URL.String()]++
		mu.Unlock()
		http.FileServer(http.Dir(folder)).ServeHTTP(w, r)
	}))
	t.Cleanup(host.Close)

	open := func(t *testing.T, fragment string) *browsertest.Page {
		t.Helper()
		page := browsertest.Open(t, host.URL+"/"+fragment)
		page.Wait(`document.body.classList.contains("ready") || document.getElementById("banner").textContent.length > 0`,
			"true")
		return page
	}

	t.Run("an example", func(t *testing.T) {
		page := open(t, "")
		page.WaitFor("#code", "interface OpenTasksRow")
		for _, x := range []struct{ language, want string }{{"Python", "class OpenTasksRow"},
			{"Go", "type OpenTasksRow struct"}, {"Rust", "struct OpenTasksRow"}, {"Java", "record OpenTasksRow"}} {
			page.Click("#languages button", x.language)
			page.WaitFor("#code", x.want)
		}
		page.Click("#views button", "Columns")
		page.WaitFor("#view", "owner")
		page.WaitFor("#why", "owner may be NULL")
		page.Click("#run", "Run")
		rows := `[...document.querySelectorAll("#view tbody tr")].map((r) => r.cells[1].textContent).join()`
		page.Click("#views button", "Rows")
		page.Wait(rows, "read its code,ask who owns this")

		// The text is in the link; who opens it has the same.
		page.Ask(`(document.querySelector("#editor .cm-content").cmTile.view.dispatch({changes: {from: 0, insert: "-- QUERY shared\nSELECT 1 AS shared_value;\n\n"}}), 1)`)
		page.WaitFor("#saved", "unsaved: tasks.sql")
		page.Click("#save", "Save")
		page.Wait(`document.getElementById("saved").textContent`, "saved")
		again := open(t, page.Ask("location.hash"))
		again.WaitFor("#code", "shared_value")
		for _, said := range append(page.Said(), again.Said()...) {
			t.Error(said)
		}
	})

	t.Run("hostile names", func(t *testing.T) {
		table := `"` + strings.ReplaceAll(hostile, `"`, `""`) + `"`
		page := open(t, link(t, map[string]string{"sqg.yaml": strings.ReplaceAll(yaml, "ENGINE", "sqlite"),
			"notes.sql": "-- MIGRATE 1\nCREATE TABLE " + table + " (id INTEGER PRIMARY KEY, \"</script><b>\" TEXT) STRICT;\n\n" +
				"-- TESTDATA\nINSERT INTO " + table + " VALUES (1, '" + hostile + "');\n\n" +
				"-- QUERY hostile\nSELECT \"</script><b>\" FROM " + table + ";\n\n" +
				"-- QUERY endless :one\nWITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT count(*) AS n FROM n;\n"}))
		page.WaitFor("#code", "class Notes")
		page.Click("#run", "Run")
		page.WaitFor("#view td", hostile)
		page.Click("#list button", hostile)
		page.WaitFor("#view caption", hostile)
		page.Expect(`window.ran`, "undefined")
		page.Expect(`document.querySelectorAll("img, td b").length`, "0")
		for _, script := range []string{`document.body.innerHTML = "<b>"`, `new Worker("worker.js")`} {
			page.Expect(`(() => { try { `+script+`; return "ran" } catch (error) { return error.name } })()`, "TypeError")
		}

		// What has no end is stopped.
		page.Click("#list button", "endless")
		page.WaitFor("#code", "endless")
		page.Click("#run", "Run")
		page.WaitFor("#view", "takes longer than")
	})

	t.Run("what is wrong", func(t *testing.T) {
		for fragment, said := range map[string]string{
			"#nonsense!": "The link cannot be read",
			link(t, map[string]string{"../up.sql": "", "sqg.yaml": yaml}):     "it holds no project",
			link(t, map[string]string{"a.sql": strings.Repeat("x", 500_000)}): "it is too long",
		} {
			open(t, fragment).WaitFor("#banner", said)
		}
		page := open(t, link(t, map[string]string{"sqg.yaml": strings.ReplaceAll(yaml, "ENGINE", "postgres"),
			"notes.sql": "-- QUERY one\nSELECT 1 AS n;\n"}))
		page.Click("#problems-button", "Problems")
		page.WaitFor("#view", "PostgreSQL does not run in this page")
	})

	mu.Lock()
	defer mu.Unlock()
	for what := range asked {
		if !strings.HasPrefix(what, "GET /") || strings.Contains(what, "?") {
			t.Error("the page asks for", what)
		}
	}
}
