//go:build site

// Package pages tests the pages of the built site in a browser.
package pages

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/browsertest"
)

// base is where the site is on its host.
const base = "/sqg/"

// TestNarrow: no page is wider than a phone. Pages come without their scripts, which change nothing of their width.
func TestNarrow(t *testing.T) {
	folder := os.Getenv("SQG_SITE") // which vitepress made
	files := http.StripPrefix(base, http.FileServer(http.Dir(folder)))
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "script-src 'none'")
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(host.Close)
	var names []string
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel(folder, path)
		name = filepath.ToSlash(name)
		if err == nil && strings.HasSuffix(name, ".html") && !strings.HasPrefix(name, "playground/") {
			names = append(names, `"`+base+name+`"`)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(names) < 100 {
		t.Fatalf("the site has %d pages", len(names))
	}
	page := browsertest.Open(t, host.URL+base+"404.html")
	page.Ask(`document.body.innerHTML = "<iframe style='width:390px;height:800px;border:0'></iframe>"`)
	for some := range slices.Chunk(names, 20) { // Wait is not patient enough for all
		page.Ask(`(async () => {
		  window.wide = "";
		  const frame = document.querySelector("iframe");
		  for (const name of [` + strings.Join(some, ",") + `]) {
		    await new Promise((loaded) => { frame.onload = loaded; frame.src = name; });
		    const root = frame.contentDocument.documentElement;
		    if (root.clientWidth !== 390 || frame.contentDocument.title === "") window.wide += name + ": not shown\n";
		    if (root.scrollWidth > root.clientWidth) window.wide += name + ": " + root.scrollWidth + " px\n";
		  }
		  window.wide += "end";
		})()`)
		page.Wait(`window.wide.endsWith("end")`, "true")
		if wide := strings.TrimSuffix(page.Ask("window.wide"), "end"); wide != "" {
			t.Errorf("pages that scroll sideways at 390 px:\n%s", wide)
		}
	}
}
