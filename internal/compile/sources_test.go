package compile

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/config"
)

// TestSourcesElsewhere: a source on another machine has the columns of its sample, a path of the run those of a source.
// Without a sample, nothing is fetched; not even where an extension could.
func TestSourcesElsewhere(t *testing.T) {
	for _, c := range []struct{ name, sql, sample, want string }{
		{"sample", "SELECT * FROM read_csv(${sources_events}) WHERE id > ${least};", ", sample: data/ev.csv", ""},
		{"without one", "SELECT * FROM read_csv(${sources_events}) WHERE id > ${least};", "",
			`cannot access file "s3://bucket/ev.csv": sqg reads nothing from another machine`},
		{"like", "SELECT * FROM read_csv(${path}) WHERE id > ${least};", ", sample: data/ev.csv", ""},
		{"written", "SELECT * FROM read_csv('https://host/ev.csv');", "", "sqg reads nothing from another machine"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			annotation := "-- QUERY events\n"
			if strings.Contains(c.sql, "${path}") {
				annotation = "/* QUERY events\n  params: {path: {like: sources.events}}\n*/\n"
			}
			for name, text := range map[string]string{
				"data/ev.csv": "id,kind\n1,a\n", "app.sql": annotation + c.sql + "\n",
				"sqg.yaml": "version: 1\nname: app\nduckdb: {version: \"1.5\", extensions: [httpfs]}\nsources:\n  - {name: events, path: \"s3://bucket/ev.csv\"" + c.sample + "}\n" +
					"sql:\n  - files: [app.sql]\n    gen: [{generator: python/duckdb, output: ./}]\n",
			} {
				file := filepath.Join(dir, name)
				if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			cfg, diags := config.Load(filepath.Join(dir, "sqg.yaml"), os.Getenv, false)
			if cfg == nil {
				t.Fatal(diags)
			}
			result := Run(context.Background(), cfg, Options{})
			switch {
			case c.want != "":
				if all := result.Diags.All(); len(all) != 1 || !strings.Contains(all[0].Msg, c.want) {
					t.Error(all)
				}
			case result.Diags.Failed():
				t.Error(result.Diags.All())
			case !strings.Contains(result.Files[0].Text, "id: int\n    kind: str | None"):
				t.Error(result.Files[0].Text)
			}
		})
	}
}
