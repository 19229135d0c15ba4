package importcmd

import (
	"flag"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/cli/generate"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/write"
)

// large are projects of over a hundred statements: the same for each of these tables, $T, in the style of a tool.
var large = map[string]struct {
	args  []string
	files map[string]string // what is written once
	path  string            // of a table's statements
	texts []string          // each a statement of a table
	less  int               // how many of those are none: a table, a type
}{
	"sqlc": {
		args: []string{"sqlc"},
		files: map[string]string{
			"sqlc.yaml": `version: "2"
sql:
  - engine: postgresql
    schema: db/migrations
    queries: db/queries
    gen: {go: {package: db, out: internal/db, sql_package: pgx/v5, emit_pointers_for_null_types: true}}
`,
			"db/migrations/00001_$T.sql": "-- +goose Up\nCREATE TABLE $T (id bigint GENERATED ALWAYS AS IDENTITY " +
				"PRIMARY KEY, name text NOT NULL, note text, price numeric(10,2) NOT NULL, tags text[] NOT NULL, " +
				"made timestamptz NOT NULL DEFAULT now());\n\n-- +goose Down\nDROP TABLE $T;\n",
		},
		path: "db/queries/$T.sql",
		texts: []string{
			"-- name: Get$N :one\nSELECT * FROM $T WHERE id = $1;",
			"-- name: List$N :many\nSELECT * FROM $T ORDER BY name LIMIT @n OFFSET $2;",
			"-- name: Find$N :many\nSELECT id, name FROM $T WHERE name = coalesce(sqlc.narg('name'), name);",
			"-- name: Names$N :many\nSELECT name FROM $T WHERE id = ANY(@ids::bigint[]);",
			"-- name: Add$N :one\nINSERT INTO $T (name, note, price, tags) VALUES ($1, $2, $3, $4) RETURNING *;",
			"-- name: Rename$N :exec\nUPDATE $T SET name = @name WHERE id = @id;",
			"-- name: Price$N :execrows\nUPDATE $T SET price = $2, note = sqlc.narg(note) WHERE id = $1;",
			"-- name: Drop$N :exec\nDELETE FROM $T WHERE id = $1;",
			"-- name: Count$N :one\nSELECT count(*) FROM $T WHERE note IS NOT NULL;",
			"-- name: Load$N :copyfrom\nINSERT INTO $T (name, price, tags) VALUES ($1, $2, $3);",
			"-- name: Touch$N :batchexec\nUPDATE $T SET made = now() WHERE id = $1;",
			"-- name: Pairs$N :many\nSELECT sqlc.embed(a), b.name AS other FROM $T a JOIN $T b ON b.id = a.id + 1;",
			"-- name: Upsert$N :one\nINSERT INTO $T (name, price, tags) VALUES ($1, $2, $3)\n" +
				"ON CONFLICT (id) DO UPDATE SET name = excluded.name RETURNING id;",
		},
	},
	"sqlx": {
		args: []string{"sqlx"},
		files: map[string]string{
			"Cargo.toml": "[package]\nname = \"shop\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\n" +
				"sqlx = { version = \"0.9\", features = [\"runtime-tokio\", \"sqlite\", \"macros\"] }\n",
			"migrations/20260101_$T.up.sql": "CREATE TABLE $T (id INTEGER PRIMARY KEY NOT NULL, name TEXT NOT NULL, " +
				"note TEXT, price REAL NOT NULL) STRICT;\n",
			"migrations/20260101_$T.down.sql": "DROP TABLE $T;\n",
			"queries/cheap_$T.sql":            "SELECT id, name FROM $T WHERE price < ? ORDER BY price\n",
		},
		path: "src/$T.rs", less: 1,
		texts: []string{
			"pub struct $N { pub id: i64, pub name: String, pub note: Option<String>, pub price: f64 }",
			`async fn get_$T(p: &SqlitePool, id: i64) { sqlx::query_as!($N, "SELECT * FROM $T WHERE id = ?", id).fetch_one(p).await; }`,
			`async fn list_$T(p: &SqlitePool) { sqlx::query_as!($N, r#"SELECT * FROM $T ORDER BY name"#).fetch_all(p).await; }`,
			`async fn find_$T(p: &SqlitePool, name: &str) { sqlx::query!("SELECT id, note FROM $T WHERE name = ?1", name).fetch_optional(p).await; }`,
			`async fn names_$T(p: &SqlitePool) { sqlx::query_scalar!("SELECT name FROM $T").fetch_all(p).await; }`,
			`async fn add_$T(p: &SqlitePool, name: &str, price: f64) { sqlx::query_scalar!("INSERT INTO $T (name, price) VALUES (?, ?) RETURNING id", name, price).fetch_one(p).await; }`,
			`async fn rename_$T(p: &SqlitePool, name: &str, id: i64) { sqlx::query!("UPDATE $T SET name = ? WHERE id = ?", name, id).execute(p).await; }`,
			`async fn note_$T(p: &SqlitePool, note: Option<&str>, id: i64) { sqlx::query!("UPDATE $T SET note = ? WHERE id = ?", note, id).execute(p).await; }`,
			`async fn drop_$T(p: &SqlitePool, id: i64) { sqlx::query!("DELETE FROM $T WHERE id = ?", id).execute(p).await; }`,
			`async fn count_$T(p: &SqlitePool) { sqlx::query_scalar!("SELECT count(*) FROM $T WHERE note IS NOT NULL").fetch_one(p).await; }`,
			`async fn total_$T(p: &SqlitePool) { sqlx::query!(r#"SELECT sum(price) AS "total?", max(name) AS "last!" FROM $T"#).fetch_one(p).await; }`,
			`async fn cheap_$T(p: &SqlitePool, most: f64) { sqlx::query_file!("queries/cheap_$T.sql", most).fetch_all(p).await; }`,
			`async fn upsert_$T(p: &SqlitePool, id: i64, name: &str) { sqlx::query!("INSERT INTO $T (id, name, price) VALUES (?, ?, 0) ON CONFLICT (id) DO UPDATE SET name = excluded.name", id, name).execute(p).await; }`,
			`async fn twice_$T(p: &SqlitePool) { sqlx::query!("SELECT a.name, b.note FROM $T a LEFT JOIN $T b ON b.id = a.id + 1").fetch_all(p).await; }`,
		},
	},
	"pgtyped": {
		args: []string{"pgtyped", "--schema", "migrations"},
		files: map[string]string{
			"config.json": `{"transforms": [{"mode": "sql", "include": "**/*.sql", "emitTemplate": "{{dir}}/{{name}}.queries.ts"}],
  "srcDir": "./src/", "db": {"dbName": "shop", "user": "postgres", "host": "localhost"}}
`,
			"migrations/001_$T.sql": "CREATE TABLE $T (id integer PRIMARY KEY, name text NOT NULL, note text, " +
				"price numeric NOT NULL, tags text[] NOT NULL);\n",
		},
		path: "src/$T.sql",
		texts: []string{
			"/* @name Get$N */\nSELECT * FROM $T WHERE id = :id!;",
			"/* @name List$N */\nSELECT * FROM $T ORDER BY name LIMIT :most OFFSET :skip;",
			"/*\n  @name In$N\n  @param ids -> (...)\n*/\nSELECT id, name FROM $T WHERE id IN :ids;",
			"/*\n  @name Load$N\n  @param rows -> ((id!, name!, price!, tags!)...)\n*/\n" +
				"INSERT INTO $T (id, name, price, tags) VALUES :rows;",
			"/* @name Find$N */\nSELECT id FROM $T WHERE (:name::text IS NULL OR name = :name);",
			"/* @name Add$N */\nINSERT INTO $T (id, name, note, price, tags) VALUES (:id!, :name!, :note, :price!, :tags!) RETURNING *;",
			"/* @name Rename$N */\nUPDATE $T SET name = :name! WHERE id = :id!;",
			"/* @name Note$N */\nUPDATE $T SET note = :note WHERE id = :id!;",
			"/* @name Drop$N */\nDELETE FROM $T WHERE id = :id!;",
			"/* @name Count$N */\nSELECT count(*) AS rows FROM $T WHERE note IS NOT NULL;",
			"/* @name Any$N */\nSELECT name FROM $T WHERE id = ANY(:ids!);",
			"/* @name Twice$N */\nSELECT a.name, b.note FROM $T a LEFT JOIN $T b ON b.id = a.id + 1;",
			"/* @name Gone$N */\nWITH gone AS (DELETE FROM $T WHERE price < :least! RETURNING id) SELECT count(*) AS n FROM gone;",
		},
	},
	"sqldelight": {
		args: []string{"sqldelight"},
		files: map[string]string{
			"build.gradle.kts": "plugins { id(\"app.cash.sqldelight\") version \"2.1.0\" }\n\nsqldelight {\n  databases {\n" +
				"    create(\"Shop\") { packageName.set(\"com.example.shop\") }\n  }\n}\n",
		},
		path: "src/main/sqldelight/com/example/shop/$N.sq", less: 1,
		texts: []string{
			"CREATE TABLE $T (\n  id INTEGER NOT NULL PRIMARY KEY,\n  name TEXT NOT NULL,\n  note TEXT,\n" +
				"  sold INTEGER AS Boolean NOT NULL DEFAULT 0\n);",
			"get:\nSELECT * FROM $T WHERE id = ?;",
			"list:\nSELECT * FROM $T ORDER BY name LIMIT :most OFFSET :skip;",
			"ofIds:\nSELECT * FROM $T WHERE id IN ?;",
			"find:\nSELECT id, name FROM $T WHERE name LIKE :pattern;",
			"names:\nSELECT name FROM $T;",
			"add:\nINSERT INTO $T (name, note) VALUES (?, ?);",
			"addRow:\nINSERT INTO $T VALUES ?;",
			"rename:\nUPDATE $T SET name = :name WHERE id = :id;",
			"sell:\nUPDATE $T SET sold = 1 WHERE id = ?;",
			"drop:\nDELETE FROM $T WHERE id = ?;",
			"count:\nSELECT count(*) FROM $T WHERE note IS NOT NULL;",
			"last:\nSELECT max(name) FROM $T;",
			"twice:\nSELECT a.name, b.note FROM $T a LEFT JOIN $T b ON b.id = a.id + 1;",
		},
	},
	"sqg-0.x": {
		args: []string{"sqg-0.x"},
		files: map[string]string{
			"sqg.yaml": "version: 1\nname: shop\nsql:\n  - files: [$ALL]\n    gen:\n" +
				"      - {generator: typescript/better-sqlite3, output: gen/}\n",
		},
		path: "sqg/$T.sql", less: 1,
		texts: []string{
			"-- MIGRATE $T_1\nCREATE TABLE $T (id INTEGER PRIMARY KEY, name TEXT NOT NULL, note TEXT, price REAL NOT NULL);",
			"-- TABLE $T :appender",
			"-- QUERY get_$T :one\n@set id = 1\nSELECT * FROM $T WHERE id = ${id};",
			"-- QUERY list_$T\nSELECT * FROM $T ORDER BY name;",
			"-- QUERY find_$T :all\n@set name = 'a'\nSELECT id, note FROM $T WHERE name = ${name};",
			"-- QUERY names_$T :pluck\nSELECT name FROM $T;",
			"-- QUERY count_$T :one :pluck\nSELECT count(*) FROM $T WHERE note IS NOT NULL;",
			"-- EXEC add_$T\n@set name = 'a'\n@set price = 1.5\nINSERT INTO $T (name, price) VALUES (${name}, ${price});",
			"-- EXEC rename_$T\n@set name = 'a'\n@set id = 1\nUPDATE $T SET name = ${name} WHERE id = ${id};",
			"-- EXEC note_$T\n@set note = 'a'\n@set id = 1\nUPDATE $T SET note = ${note} WHERE id = ${id};",
			"-- EXEC drop_$T\n@set id = 1\nDELETE FROM $T WHERE id = ${id};",
			"-- QUERY twice_$T\nSELECT a.name, b.note FROM $T a LEFT JOIN $T b ON b.id = a.id + 1;",
			"-- QUERY total_$T :one\nSELECT sum(price) AS total, max(name) AS last FROM $T;",
			"-- EXEC clear_$T\nDELETE FROM $T;",
		},
	},
}

var tables = []string{"author", "book", "copy_of", "dealer", "edition", "folio", "genre", "hall", "item"}

var blockLine = regexp.MustCompile(`(?m)^(-- |/\* )(QUERY|EXEC|TABLE) `)

// folder is where the code of the imported projects is left, for the suites of languages, which compile and run it.
var folder = flag.String("projects", "", "the folder to leave the code of imported projects in")

// TestLarge: projects of over a hundred statements are imported as they are. A second import changes nothing, no
// statement is lost, and code is generated of all without a hand edit.
func TestLarge(t *testing.T) {
	for name, c := range large {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "shop")
			write := func(path, text string) {
				path = filepath.Join(dir, path)
				if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			statements := 0
			for _, table := range tables {
				in := strings.NewReplacer("$T", table, "$N", strings.ToUpper(table[:1])+table[1:],
					"$ALL", "sqg/"+strings.Join(tables, ".sql, sqg/")+".sql").Replace
				for path, text := range c.files {
					write(in(path), in(text))
				}
				write(in(c.path), in(strings.Join(c.texts, "\n\n")+"\n"))
				statements += len(c.texts)
			}
			t.Chdir(dir)
			said := imported(t, c.args, 0)
			files := written(t)
			if again := imported(t, c.args, 0); !maps.Equal(written(t), files) {
				t.Errorf("the second import changes something:\n%s", again)
			}
			blocks := 0
			for path, text := range files {
				if strings.HasSuffix(path, ".sql") {
					blocks += len(blockLine.FindAllString(text, -1))
				}
			}
			if want := statements - c.less*len(tables); blocks != want {
				t.Errorf("%d statements of %d:\n%s", blocks, want, said)
			}
			a := &app.App{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard, Env: os.Getenv}
			report, _, err := generate.Generate(t.Context(), a, "sqg.yaml", nil)
			if err != nil || diag.Failed(report.Diagnostics) || len(report.Files) == 0 {
				t.Errorf("%v, %v", err, report.Diagnostics)
			}
			if *folder != "" {
				keep(t, filepath.Join(*folder, name), report.Files)
			}
		})
	}
}

// keep writes generated files to a folder.
func keep(t *testing.T, dir string, files []write.Outcome) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f.Path)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, filepath.Base(f.Path)), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
