package corpus

import (
	"context"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	_ "modernc.org/sqlite"

	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/libduckdb"
	"github.com/sqg-dev/sqg/internal/pgserver"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// server is one PostgreSQL for all tests: starting one for each takes longer than the rest.
type server struct {
	host    *pgserver.Host
	address string
}

func newServer(t *testing.T) *server {
	opts := pgserver.FromEnvironment(withExtensions, nil)
	if _, err := pgserver.PrefetchVector(t.Context(), opts); err != nil {
		t.Fatal(err)
	}
	own, err := pgserver.Start(t.Context(), opts, pgserver.EmbeddedVersion, true)
	if err != nil {
		t.Fatal(err)
	}
	s := &server{address: fmt.Sprintf("postgresql://postgres@%s:%d/postgres", own.Host, own.Port)}
	s.host = pgserver.New(pgserver.FromEnvironment(s.environment, nil))
	t.Cleanup(func() {
		if err := errors.Join(s.host.Close(), own.Close()); err != nil {
			t.Error(err)
		}
	})
	return s
}

// withExtensions is the environment of servers that know the stand-in for PostGIS.
func withExtensions(name string) string {
	if name == "SQG_POSTGRES_EXTENSIONS" {
		folder, err := filepath.Abs("spatial/postgis")
		if err != nil {
			panic(err)
		}
		return folder
	}
	return os.Getenv(name)
}

func (s *server) environment(name string) string {
	if name == "SQG_POSTGRES_URL" {
		return s.address
	}
	return os.Getenv(name)
}

// asText has what holds a type of DuckDB that no language has be one text, as it is in generated code; of PostgreSQL
// the elements of lists that are of an extension's type.
func asText(m *ir.Model, isPostgres bool) {
	whole := func(f *ir.Field) {
		switch elem := f.Type.Elem; {
		case !f.Type.Opaque():
		case !isPostgres:
			f.Type = ir.Type{Kind: ir.Other, SQL: f.Type.SQL, Ref: f.Type.Ref}
		case f.Type.Kind == ir.Array && elem.Extension != "":
			f.Type.Elem = &ir.Type{Kind: ir.Other, SQL: elem.SQL, Ref: elem.Ref}
		}
	}
	for _, r := range m.Rows {
		for i := range r.Fields {
			whole(&r.Fields[i])
		}
	}
	for _, q := range m.Queries {
		for i := range q.Params {
			whole(&q.Params[i].Field)
		}
		if q.Row != nil && q.Pluck {
			whole(&q.Row.Fields[0])
		}
	}
}

// engineOf analyses a file, and says how its engine is reached: by the drivers of Go, which no generated code uses.
func engineOf(t *testing.T, file string, server *server) *subject {
	name := strings.TrimSuffix(filepath.Base(file), ".sql")
	e := &subject{file: file}
	switch {
	case strings.HasPrefix(name, "postgres"):
		e.model = analyzed(t, "postgres", file, sourceFiles(t), server.environment)
		asText(e.model, true)
		e.open = func(t *testing.T) oracle { return openPostgres(t, server.host) }
	case name == "duckdb":
		e.model = analyzed(t, "duckdb", file, sourceFiles(t), os.Getenv)
		asText(e.model, false)
		e.open = func(t *testing.T) oracle { return &duckOracle{database(t)} }
	default:
		e.model = analyzed(t, "sqlite", file, sourceFiles(t), os.Getenv)
		e.open = openSQLite
	}
	return e
}

// analyzed is the model of a file, of which nothing is worth a warning.
func analyzed(t *testing.T, name, file string, sources []config.Source, getenv func(string) string) *ir.Model {
	t.Helper()
	cfg := &config.Config{Dir: ".", Name: "corpus", Sources: sources,
		Units: []config.Unit{{Name: "corpus", Project: "corpus", Files: []config.InputFile{{Path: file, Name: file}}}}}
	r := compile.Models(context.Background(), cfg, name, compile.Options{Getenv: getenv})
	found := slices.DeleteFunc(r.Diags.All(), func(d diag.Diagnostic) bool {
		// Some strings are there to look like parameters, and some values are whole rows.
		// Some statements take one of several rows, of which the data has one.
		return d.Severity == diag.Notice || d.Code == diag.ParamInText || d.Code == diag.OneOfMany
	})
	if len(found) > 0 {
		var text strings.Builder
		_ = diag.WriteText(&text, found, false)
		t.Fatalf("%s", text.String())
	}
	return r.Models[0]
}

// testData are the TESTDATA blocks of a file.
func testData(t *testing.T, file string) (list []string) {
	t.Helper()
	f, err := source.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	name := strings.TrimRight(strings.TrimSuffix(filepath.Base(file), ".sql"), "0123456789")
	blocks, _ := syntax.Parse(f, engine.Find(name).Dialect)
	for _, b := range blocks {
		if b.Kind == syntax.Testdata {
			list = append(list, b.Script)
		}
	}
	return list
}

// canonical is a value as the contract writes it, whatever the engine: a bool is true or false, a blob hexadecimal.
func canonical(text string, t ir.Type) any {
	switch t.Kind {
	case ir.Bool:
		if text == "1" || strings.HasPrefix(text, "t") {
			return "true"
		}
		return "false"
	case ir.Blob:
		return strings.ToUpper(strings.TrimPrefix(text, `\x`))
	}
	return text
}

type sqliteOracle struct{ db *sql.DB }

func openSQLite(t *testing.T) oracle {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1)
	return &sqliteOracle{db}
}

func (o *sqliteOracle) engine() *engine.Info { return engine.SQLite }

func (o *sqliteOracle) again(*testing.T) oracle { return o }

func (o *sqliteOracle) script(sql string) error {
	_, err := o.db.Exec(sql)
	return err
}

// query casts what a statement returns to text, in the engine. A statement with RETURNING is no part of a larger one:
// there the driver's values are printed. REAL in an INTEGER column is the error that generated code makes of it.
func (o *sqliteOracle) query(sql string, columns []ir.Field) ([]row, error) {
	var names, casts []string
	for i, f := range columns {
		name := fmt.Sprintf("c%d", i)
		names = append(names, name)
		cast := "CASE typeof(%s) WHEN 'blob' THEN hex(%[1]s) ELSE CAST(%[1]s AS TEXT) END"
		if f.Type.Kind == ir.Int64 {
			cast = "CASE typeof(%s) WHEN 'real' THEN json_extract('{}', 'arithmetic overflows') " +
				"ELSE CAST(%[1]s AS TEXT) END"
		}
		casts = append(casts, fmt.Sprintf(cast, name))
	}
	if !apart(sql) {
		sql = fmt.Sprintf("WITH t(%s) AS (%s\n) SELECT %s FROM t", strings.Join(names, ", "), sql,
			strings.Join(casts, ", "))
	}
	return scan(o.db, sql, columns)
}

// change asks for what was changed before as well: SQLite's count is that of the last statement that changed a row.
func (o *sqliteOracle) change(sql string) (n int64, err error) {
	var before, after int64
	if err := o.db.QueryRow("SELECT total_changes()").Scan(&before); err != nil {
		return 0, err
	}
	r, err := o.db.Exec(sql)
	if err != nil {
		return 0, err
	}
	if err := o.db.QueryRow("SELECT total_changes()").Scan(&after); err != nil || after == before {
		return 0, err
	}
	return r.RowsAffected()
}

func (o *sqliteOracle) literal(value any, t ir.Type) string {
	text, ok := value.(string)
	switch {
	case !ok:
		return "NULL"
	case t.Kind == ir.Bool:
		return map[string]string{"true": "1", "false": "0"}[text]
	case t.Kind == ir.Int64 || t.Kind == ir.Float64:
		text = strings.Replace(text, "Infinity", "9e999", 1)
		return "(" + text + ")"
	case t.Kind == ir.Blob:
		return "X'" + text + "'"
	}
	return quoted(text)
}

// apart reports whether a statement can be no part of a larger one.
func apart(sql string) bool {
	return strings.Contains(strings.ToUpper(sql), "RETURNING") || tells.MatchString(sql)
}

var tells = regexp.MustCompile(`^\s*(EXPLAIN|PRAGMA|CALL)\b`)

func scan(db *sql.DB, query string, columns []ir.Field) (list []row, err error) {
	rows, err := db.Query(query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	values, places := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		places[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(places...); err != nil {
			return nil, err
		}
		list = append(list, goRow(values, columns))
	}
	return list, rows.Err()
}

func goRow(values []any, columns []ir.Field) row {
	r := make(row, len(values))
	for i, v := range values {
		r[i] = goValue(v, typeAt(columns, i))
	}
	return r
}

// typeAt is the type of a column; that of a column which the program does not know has no kind.
func typeAt(columns []ir.Field, i int) ir.Type {
	if i < len(columns) {
		return columns[i].Type
	}
	return ir.Type{}
}

func goValue(v any, t ir.Type) any {
	switch v := v.(type) {
	case nil:
		return nil
	case []byte:
		return strings.ToUpper(hex.EncodeToString(v))
	case bool:
		return fmt.Sprint(v)
	case time.Time:
		return v.UTC().Format("2006-01-02 15:04:05.999999")
	case string:
		if t.Kind == ir.Array {
			var list any
			if err := json.Unmarshal([]byte(v), &list); err == nil {
				return list
			}
		}
		return canonical(v, t)
	}
	return canonical(fmt.Sprint(v), t)
}

type duckOracle struct{ db *libduckdb.Conn }

func (o *duckOracle) engine() *engine.Info { return engine.DuckDB }

func (o *duckOracle) again(*testing.T) oracle { return o }

func (o *duckOracle) script(sql string) error {
	_, err := o.db.Exec(context.Background(), sql)
	return err
}

func (o *duckOracle) query(sql string, columns []ir.Field) (list []row, err error) {
	var names, casts []string
	for i, c := range columns {
		name := fmt.Sprintf("c%d", i)
		names = append(names, name)
		switch c.Type.Kind {
		case ir.Array:
			lists := strings.Repeat("[]", strings.Count(typeName(c.Type), "[]"))
			name = "CAST(to_json(CAST(" + name + " AS VARCHAR" + lists + ")) AS VARCHAR)"
		case ir.Blob:
			name = "hex(" + name + ")"
		default:
			name = "CAST(" + name + " AS VARCHAR)"
		}
		casts = append(casts, name)
	}
	if !apart(sql) {
		sql = fmt.Sprintf("SELECT %s FROM (%s\n) AS t(%s)", strings.Join(casts, ", "), sql, strings.Join(names, ", "))
	}
	err = o.db.Query(context.Background(), sql, func(values []any) { list = append(list, goRow(values, columns)) })
	return list, err
}

// change writes the path of a COPY without the cast, which DuckDB does not take there. DuckDB 2.0 counts the rows of
// CREATE TABLE … AS.
func (o *duckOracle) change(sql string) (int64, error) {
	n, err := o.db.Exec(context.Background(), copied.ReplaceAllString(sql, "$1 $2"))
	if created.MatchString(sql) {
		n = 0
	}
	return n, err
}

var created = regexp.MustCompile(`(?i)^\s*CREATE\b`)

var copied = regexp.MustCompile(`(?m)\b(TO|FROM) CAST\(('[^']*') AS VARCHAR\)`)

func (o *duckOracle) literal(value any, t ir.Type) string {
	switch v := value.(type) {
	case string:
		if t.Kind == ir.Blob {
			return "unhex(" + quoted(v) + ")"
		}
		return "CAST(" + quoted(v) + " AS " + t.SQL + ")"
	case []any:
		var list []string
		for _, e := range v {
			list = append(list, o.literal(e, *t.Elem))
		}
		return "CAST([" + strings.Join(list, ", ") + "] AS " + t.SQL + ")"
	}
	return "CAST(NULL AS " + t.SQL + ")"
}

type postgresOracle struct {
	conn     *pgconn.PgConn
	database *pgserver.Database
}

func openPostgres(t *testing.T, host *pgserver.Host) *postgresOracle {
	d, err := host.Scratch(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Drop(context.Background()) })
	return (&postgresOracle{database: d}).connected(t)
}

func (o *postgresOracle) connected(t *testing.T) *postgresOracle {
	conn, err := pgconn.ConnectConfig(t.Context(), o.database.Config())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return &postgresOracle{conn, o.database}
}

func (o *postgresOracle) engine() *engine.Info { return engine.Postgres }

func (o *postgresOracle) again(t *testing.T) oracle { return o.connected(t) }

func (o *postgresOracle) script(sql string) error {
	_, err := o.conn.Exec(context.Background(), sql).ReadAll()
	return err
}

func (o *postgresOracle) one(sql string) (*pgconn.Result, error) {
	r := o.conn.ExecParams(context.Background(), sql, nil, nil, nil, nil).Read()
	return r, r.Err
}

func (o *postgresOracle) query(sql string, columns []ir.Field) (list []row, err error) {
	result, err := o.one(sql)
	if err != nil {
		return nil, err
	}
	for _, values := range result.Rows {
		r := make(row, len(values))
		for i, v := range values {
			if v != nil {
				r[i] = pgValue(string(v), typeAt(columns, i))
			}
		}
		list = append(list, r)
	}
	return list, nil
}

// hstorePair is a key and its value, as the server writes them.
var (
	hstorePair = regexp.MustCompile(`"((?:[^"\\]|\\.)*)"=>(NULL|"(?:[^"\\]|\\.)*")`)
	unescaped  = strings.NewReplacer(`\"`, `"`, `\\`, `\`)
)

func pgValue(text string, t ir.Type) any {
	if t.Extension == "hstore" {
		list := []any{}
		for _, pair := range hstorePair.FindAllStringSubmatch(text, -1) {
			list = append(list, unescaped.Replace(pair[1]))
			if pair[2] == "NULL" {
				list = append(list, nil)
			} else {
				list = append(list, unescaped.Replace(pair[2][1:len(pair[2])-1]))
			}
		}
		return list
	}
	if t.Extension != "" && t.Kind == ir.Array {
		list := []any{}
		for e := range strings.SplitSeq(strings.Trim(text, "[]"), ",") {
			list = append(list, e)
		}
		return list
	}
	if t.Kind != ir.Array {
		return canonical(text, t)
	}
	if t.Elem.SQL == "box" { // the one type whose lists have another separator
		list := []any{}
		for e := range strings.SplitSeq(strings.Trim(text, "{}"), ";") {
			list = append(list, e)
		}
		return list
	}
	var elements []*string
	if err := pgtype.NewMap().Scan(pgtype.TextArrayOID, pgtype.TextFormatCode, []byte(text), &elements); err != nil {
		return text
	}
	list := []any{}
	for _, e := range elements {
		if e == nil {
			list = append(list, nil)
		} else {
			list = append(list, pgValue(*e, *t.Elem))
		}
	}
	return list
}

func (o *postgresOracle) change(sql string) (int64, error) {
	result, err := o.one(sql)
	if err != nil {
		return 0, err
	}
	switch tag := result.CommandTag; strings.Fields(tag.String() + " ")[0] {
	case "INSERT", "UPDATE", "DELETE", "MERGE":
		return tag.RowsAffected(), nil
	}
	return 0, nil
}

func (o *postgresOracle) literal(value any, t ir.Type) string {
	text := "NULL"
	switch v := value.(type) {
	case string:
		if t.Kind == ir.Blob {
			v = `\x` + v
		}
		text = quoted(v)
		if t.Spatial() { // whose text is not that of bytes
			text += "::bytea"
		}
	case []any:
		var list []string
		for _, e := range v {
			list = append(list, o.literal(e, *t.Elem))
		}
		text = "ARRAY[" + strings.Join(list, ", ") + "]"
		if t.Kind == ir.Map {
			text += "::text[]"
		}
	}
	if t.Ref == "" {
		return text
	}
	return "(CAST(" + text + " AS " + t.Ref + "))"
}
