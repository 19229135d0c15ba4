package compile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/target"
)

// TestSpatial: what the option geometry makes of PostGIS's types, which corpus/held has as bytes alone. A text is no
// EWKB: it does not go by COPY into a column of the type.
func TestSpatial(t *testing.T) {
	postgis, err := filepath.Abs("../../corpus/spatial/postgis")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("SQG_POSTGRES_EXTENSIONS", postgis)
	file := filepath.Join(t.TempDir(), "places.sql")
	if err := os.WriteFile(file, []byte(`-- MIGRATE 1
CREATE SCHEMA gis;
CREATE EXTENSION postgis SCHEMA gis;
-- MIGRATE 2
CREATE DOMAIN corner AS gis.geometry;
CREATE TABLE place (id integer PRIMARY KEY, shape gis.geometry(8,2) NOT NULL, at gis.geography, corner corner,
  shapes gis.geometry[]);
CREATE TABLE spot (id integer PRIMARY KEY, at point);
-- TABLE place :appender(id, shape, at, corner)
-- EXEC set_place :bulk
UPDATE place SET shape = ${shape}, shapes = ${shapes} WHERE id = ${id};
-- QUERY spots
SELECT * FROM spot;
-- QUERY places
SELECT shape, at, corner, shapes FROM place;
`), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg := &config.Config{Dir: ".", Name: "places", Units: []config.Unit{{Name: "places", Project: "places",
		Files: []config.InputFile{{Path: file, Name: "places.sql"}}}}}
	r := Models(t.Context(), cfg, "postgres", Options{Getenv: os.Getenv})
	if diag.Failed(r.Diags.All()) {
		t.Fatal(r.Diags.All())
	}
	for i := range target.All {
		tgt := &target.All[i]
		if tgt.Engine != "postgres" {
			continue
		}
		for geometry, want := range map[string]struct {
			query, load string
		}{
			"": {`SELECT "shape"::bytea, "at"::bytea, "corner"::bytea, "shapes"::bytea[]`, "copy"},
			"wkt": {`SELECT gis.st_asewkt("shape"), gis.st_asewkt("at"), gis.st_asewkt("corner"), CASE ` +
				`WHEN "shapes" IS NOT NULL THEN ARRAY(SELECT gis.st_asewkt(v) FROM unnest("shapes") `, "unnest"},
			"geojson": {`SELECT gis.st_asgeojson("shape"), gis.st_asgeojson("at"), gis.st_asgeojson("corner"), `, "unnest"},
		} {
			p, diags := plan.Build(r.Models[0], tgt, plan.Options{Package: "app", Geometry: geometry}, "places", "1.0.0")
			if diag.Failed(diags) {
				t.Fatal(tgt.ID(), diags)
			}
			for _, m := range p.Methods {
				switch sql := m.Text[0].SQL; m.Name.SQL {
				case "places":
					if !strings.HasPrefix(sql, want.query) {
						t.Errorf("%s, %s: %s", tgt.ID(), geometry, sql)
					}
				case "set_place":
					if way, is := m.Bulk.Way.(*plan.Lists); is && (way.Staged != nil) != (geometry == "") {
						t.Errorf("%s, %s: %s", tgt.ID(), geometry, m.Bulk.Why)
					}
				}
			}
			_, diags = plan.Build(r.Models[0], tgt, plan.Options{Package: "app", Geometry: geometry, Types: "exact"},
				"places", "1.0.0")
			if len(diags) != 1 || !strings.Contains(diags[0].Msg, "no mapping for point (column at)") || diags[0].Span.File == nil {
				t.Errorf("%s, %s, exact: %v", tgt.ID(), geometry, diags)
			}
			if got := p.Appenders[0].Method(); got != want.load {
				t.Errorf("%s, %s: the appender is %s, not %s: %s", tgt.ID(), geometry, got, want.load, p.Appenders[0].Why)
			}
		}
	}
}
