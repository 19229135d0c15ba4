package duckdb

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/enginetest"
	"github.com/sqg-dev/sqg/internal/extension"
	"github.com/sqg-dev/sqg/internal/ir"
)

// extended makes a scratch database with extensions, which may read these files.
func extended(t *testing.T, schema string, extensions []string, files ...string) *session {
	t.Helper()
	env := testEnvironment
	env.DuckDB, env.DuckDBExtensions, env.Files = "1.5", extensions, files
	return enginetest.Open(t, NewHost(env).Open, schema).(*session)
}

// TestExtensions: statements know the functions and types of the extensions that the project names, and no column is
// NOT NULL for a function of theirs.
func TestExtensions(t *testing.T) {
	s := extended(t, `CREATE TABLE place (id INTEGER PRIMARY KEY, name VARCHAR NOT NULL, shape GEOMETRY NOT NULL, host INET NOT NULL,
			box BOX_2D, emb FLOAT[3] NOT NULL);
		CREATE INDEX place_emb ON place USING hnsw (emb);
		PRAGMA create_fts_index('place', 'id', 'name');`, []string{"spatial", "fts", "inet", "vss", "icu", "sqlite_scanner"})
	for _, c := range []struct{ sql, want string }{
		{"SELECT st_area(shape) AS a, st_astext(shape) AS t, st_aswkb(shape) AS w, shape, box FROM place",
			"a DOUBLE, t VARCHAR, w BLOB, shape GEOMETRY NOT NULL, box BOX_2D"},
		{"SELECT host, host(host) AS h, netmask(host) AS n FROM place WHERE host <<= $1::INET",
			"host INET NOT NULL, h VARCHAR, n INET; INET"},
		{"SELECT id, fts_main_place.match_bm25(id, $1) AS score FROM place",
			"id INTEGER NOT NULL, score DOUBLE; VARCHAR"},
		{"SELECT id FROM place ORDER BY array_distance(emb, $1::FLOAT[3]) LIMIT 3", "id INTEGER NOT NULL; FLOAT[3]"},
		{"SELECT id FROM place WHERE st_within(shape, $1::GEOMETRY)", "id INTEGER NOT NULL; GEOMETRY"},
	} {
		d, err := s.Describe(ctx, engine.Stmt{SQL: c.sql, Params: params(c.sql)})
		if err != nil {
			t.Errorf("%s: %v", c.sql, err)
			continue
		}
		var columns, types []string
		for _, col := range d.Columns {
			text := col.Name + " " + col.Type.SQL
			if !col.Nullable {
				text += " NOT NULL"
			}
			columns = append(columns, text)
		}
		for _, p := range d.Params {
			types = append(types, p.Type.SQL)
		}
		got := strings.Join(columns, ", ")
		if len(types) > 0 {
			got += "; " + strings.Join(types, ", ")
		}
		if got != c.want {
			t.Errorf("%s\n gives %s\nwanted %s", c.sql, got, c.want)
		}
	}
}

// TestIndexOfText: an index of fts is made in a script; as a statement of a program it is several.
func TestIndexOfText(t *testing.T) {
	s := extended(t, "CREATE TABLE place (id INTEGER PRIMARY KEY, name VARCHAR NOT NULL)", []string{"fts"})
	const index = "PRAGMA create_fts_index('place', 'id', 'name', overwrite = 1)"
	if err := s.Apply(ctx, index+"; "+index); err != nil {
		t.Fatal(err)
	}
	_, err := s.Describe(ctx, engine.Stmt{SQL: index})
	enginetest.Answers(t, err, index, "DuckDB makes several statements of this PRAGMA", "MIGRATE", "PRAGMA")
}

// TestSecrets: a secret belongs to the program, which makes it by an EXEC; its values are bound.
func TestSecrets(t *testing.T) {
	s := open(t, "CREATE TABLE secret (id INTEGER)")
	for _, sql := range []string{"CREATE SECRET s (TYPE s3, KEY_ID $1, SECRET $2)",
		"CREATE OR REPLACE PERSISTENT SECRET s (TYPE s3, PROVIDER credential_chain)", "DROP SECRET s"} {
		d, err := s.Describe(ctx, engine.Stmt{SQL: sql, Params: params(sql)})
		if err != nil || len(d.Columns) > 0 || len(d.Params) != strings.Count(sql, "$") {
			t.Errorf("%s: %+v, %v", sql, d, err)
			continue
		}
		for _, p := range d.Params {
			if p.Type.Kind != ir.Text || p.Type.Ref != "" || p.Nullable {
				t.Errorf("%s: %+v", sql, p)
			}
		}
	}
	_, err := s.Describe(ctx, engine.Stmt{SQL: "CREATE SECRET s (TYP"})
	enginetest.Answers(t, err, "CREATE SECRET s (TYP", "syntax error", "", "")
	if d, err := s.Describe(ctx, engine.Stmt{SQL: "DROP TABLE secret"}); err != nil || len(d.Params) > 0 {
		t.Error(d, err)
	}
}

// TestHostileExtensions: no extension that is loaded reads a file or connects, when a statement is described nor when a
// script runs it, though what it reads is there: as a source, it can be read.
func TestHostileExtensions(t *testing.T) {
	var loaded []string
	for _, e := range extension.All {
		if e.Opens == "" {
			loaded = append(loaded, e.Name)
		}
	}
	dir := filepath.ToSlash(t.TempDir())
	free, err := host{engine.Environment{Getenv: os.Getenv, Log: testEnvironment.Log, DuckDB: "1.5",
		DuckDBExtensions: []string{"spatial", "excel"}}}.start(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer free.Close()
	if err := free.loadExtensions(ctx); err != nil {
		t.Fatal(err)
	}
	for file, format := range map[string]string{"places.geojson": "gdal, DRIVER 'GeoJSON'",
		"places.shp": "gdal, DRIVER 'ESRI Shapefile'", "places.gpkg": "gdal, DRIVER 'GPKG'",
		"names.xlsx": "xlsx, HEADER true"} {
		geometry := map[bool]string{true: ", st_point(1, 2) AS shape"}[strings.HasPrefix(file, "places")]
		if err := free.exec(ctx,
			"COPY (SELECT 1 AS id"+geometry+") TO '"+dir+"/"+file+"' (FORMAT "+format+")"); err != nil {
			t.Fatal(file, err)
		}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	var calls atomic.Int32
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			calls.Add(1)
			conn.Close()
		}
	}()
	fill := strings.NewReplacer("DIR", dir, "URL", "http://"+listener.Addr().String()+"/data", "HOST",
		listener.Addr().String())
	s, reader := extended(t, "", loaded), extended(t, "", loaded, dir+"/*")
	for _, c := range []struct {
		sql   string
		there bool // the file is there: as a source it can be read
	}{
		{"FROM st_read('DIR/places.geojson')", true},
		{"FROM st_read('DIR/places.gpkg')", true},
		{"FROM st_read_meta('DIR/places.geojson')", true},
		{"FROM st_readshp('DIR/places.shp')", true},
		{"FROM 'DIR/places.shp'", true},
		{"FROM read_xlsx('DIR/names.xlsx')", true},
		{"FROM 'DIR/names.xlsx'", true},
		{"FROM st_readosm('DIR/places.osm.pbf')", false},
		{"FROM st_read('/vsicurl/URL.geojson')", false},
		{"FROM st_read('URL.geojson')", false},
		{"FROM st_read('PG:host=127.0.0.1')", false},
		{"FROM read_avro('DIR/names.avro')", false},
		{"FROM iceberg_scan('DIR')", false},
		{"FROM iceberg_scan('URL')", false},
		{"FROM iceberg_metadata('URL')", false},
		{"FROM iceberg_snapshots('URL')", false},
		{"FROM read_csv('URL.csv')", false},
		{"FROM read_text('s3://bucket/key')", false},
		{"FROM 'hf://datasets/a/b.csv'", false},
		{"FROM sqlite_scan('DIR/names.db', 't')", false},
		{"FROM postgres_scan('host=127.0.0.1', 'public', 't')", false},
		{"CALL sqlite_attach('DIR/names.db')", false},
		{"COPY (SELECT 1 AS id) TO 'DIR/stolen.geojson' (FORMAT gdal, DRIVER 'GeoJSON')", false},
		{"COPY (SELECT 1 AS id) TO 'DIR/stolen.xlsx' (FORMAT xlsx)", false},
		{"ATTACH 'w' AS w (TYPE iceberg, ENDPOINT 'URL', AUTHORIZATION_TYPE 'none')", false},
		{"CREATE SECRET s (TYPE iceberg, CLIENT_ID 'a', CLIENT_SECRET 'b', OAUTH2_SERVER_URI 'URL')", false},
	} {
		sql := fill.Replace(c.sql)
		var e *engine.Error
		if err := s.Apply(ctx, sql); !errors.As(err, &e) {
			t.Errorf("%s runs: %v", sql, err)
		}
		if _, err := s.Describe(ctx, engine.Stmt{SQL: sql}); c.there && (!errors.As(err, &e) || !e.Forbidden) {
			t.Errorf("%s is described: %v", sql, err)
		}
		if !c.there {
			continue
		}
		if err := reader.Apply(ctx, sql); err != nil {
			t.Errorf("as a source: %s: %v", sql, err)
		}
		d, err := reader.Describe(ctx, engine.Stmt{SQL: sql})
		if err == nil { // and the file fits what it is held to
			err = free.exec(ctx, engine.Edited(sql, d.Edits))
		}
		if err != nil {
			t.Errorf("as a source that runs: %s: %v", sql, err)
		}
	}
	if n := calls.Load(); n > 0 {
		t.Errorf("%d connections", n)
	}
	if stolen, _ := filepath.Glob(dir + "/stolen*"); len(stolen) > 0 {
		t.Errorf("written: %v", stolen)
	}
}
