package suite

import (
	"context"
	"database/sql"
	"encoding/json"
	"math/rand"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// recorder keeps each text that reaches a driver.
type recorder struct {
	lock  sync.Mutex
	texts map[string]bool
}

func (r *recorder) add(text string) {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.texts[text] = true
}

// heardDB is a database whose texts are recorded.
type heardDB struct {
	*sql.DB
	*recorder
}

func (h heardDB) ExecContext(ctx context.Context, text string, args ...any) (sql.Result, error) {
	h.add(text)
	return h.DB.ExecContext(ctx, text, args...)
}

func (h heardDB) PrepareContext(ctx context.Context, text string) (*sql.Stmt, error) {
	h.add(text)
	return h.DB.PrepareContext(ctx, text)
}

func (h heardDB) QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	h.add(text)
	return h.DB.QueryContext(ctx, text, args...)
}

// kept adds the texts that zombiezen's driver keeps statements of: all but those of iterators, which have the texts of
// lists. It tells nobody of them.
func (r *recorder) kept(conn *sqlite.Conn) {
	for _, text := range reflect.ValueOf(conn).Elem().FieldByName("stmts").MapKeys() {
		r.add(text.String())
	}
}

// TraceQueryStart and the other methods make it a tracer of pgx.
func (r *recorder) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	r.add(data.SQL)
	return ctx
}

func (r *recorder) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func (r *recorder) TraceBatchStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceBatchStartData) context.Context {
	for _, q := range data.Batch.QueuedQueries {
		r.add(q.SQL)
	}
	return ctx
}

func (r *recorder) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

func (r *recorder) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}

// around are the texts of a transaction, which generated code sends beside those of statements.
var around = regexp.MustCompile(`^(?i:begin|commit|rollback|savepoint|release)\b[\w ]*$`)

// TestTexts: whatever a call is given, the text that reaches the driver is one of those that `sqg inspect --texts`
// lists for the statement.
func TestTexts(t *testing.T) {
	listed := listedTexts(t)
	overSQL := func(open func(*testing.T) *sql.DB) func(*testing.T, *recorder, []string) any {
		return func(t *testing.T, r *recorder, scripts []string) any {
			db := open(t)
			for _, script := range scripts {
				if _, err := db.Exec(script); err != nil {
					t.Fatal(script, err)
				}
			}
			return heardDB{db, r}
		}
	}
	opens := map[string]func(*testing.T, *recorder, []string) any{
		"mattn":   overSQL(func(t *testing.T) *sql.DB { return newFile(t, "sqlite3") }),
		"modernc": overSQL(func(t *testing.T) *sql.DB { return newFile(t, "sqlite") }),
		"duckdb":  overSQL(func(t *testing.T) *sql.DB { return newDuckdb(t, "") }),
		"zombiezen": func(t *testing.T, _ *recorder, all []string) any {
			path := filepath.Join(t.TempDir(), "test.db")
			open := func() *sqlite.Conn {
				conn, err := sqlite.OpenConn(path)
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { conn.Close() })
				return conn
			}
			conn := open()
			for _, script := range all {
				if err := sqlitex.ExecScript(conn, lastComment.ReplaceAllString(script, "")); err != nil {
					t.Fatal(script, err)
				}
			}
			return open() // which keeps no statement of these scripts
		},
		"pg": func(t *testing.T, r *recorder, all []string) any {
			url := newDatabase(t)
			scripts(t, url, all...)
			config, err := pgxpool.ParseConfig(url)
			if err != nil {
				t.Fatal(err)
			}
			config.ConnConfig.Tracer = r
			pool, err := pgxpool.NewWithConfig(context.Background(), config)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(pool.Close)
			return pool
		},
	}
	for _, d := range drivers {
		open, heard := opens[d.folder]
		if !heard {
			continue
		}
		for _, feature := range []string{"parts", "pages"} {
			t.Run(d.folder+"/"+feature, func(t *testing.T) {
				var c contract
				text, err := os.ReadFile(filepath.Join(corpus, feature, d.engine+".expected.json"))
				if err == nil {
					err = json.Unmarshal(text, &c)
				}
				if err != nil {
					t.Fatal(err)
				}
				unit := unitOf(t, d.folder, feature, "")
				r := &recorder{texts: map[string]bool{}}
				db := open(t, r, append(unit.Migrations(), testData(t, feature, d.engine)...))
				p := newPlayer(unit.Open(db), &c, []string{"", "Each"})
				for _, s := range c.fuzzed(1000) {
					_ = p.step(s) // what it returns is not what the step says
				}
				if conn, is := db.(*sqlite.Conn); is {
					r.kept(conn)
				}
				known := listed[d.engine+"-"+feature][d.generator]
				for text := range r.texts {
					if !known[text] && !around.MatchString(text) {
						t.Errorf("no text of the list:\n%s", text)
					}
				}
				t.Logf("%d of %d texts", len(r.texts), len(known))
				if len(r.texts) < 60 {
					t.Errorf("%d of %d texts prove little", len(r.texts), len(known))
				}
			})
		}
	}
}

// listedTexts are those that sqg lists, by unit and generator.
func listedTexts(t *testing.T) map[string]map[string]map[string]bool {
	t.Helper()
	var model struct {
		Units []struct {
			Name    string
			Queries []struct {
				Texts []struct{ Generator, SQL string }
			}
		}
	}
	text, err := os.ReadFile("texts.json")
	if err == nil {
		err = json.Unmarshal(text, &model)
	}
	if err != nil {
		t.Fatal(err, "run: sqg inspect --texts suites/texts.yaml > suites/go/texts.json")
	}
	out := map[string]map[string]map[string]bool{}
	for _, u := range model.Units {
		of := map[string]map[string]bool{}
		out[u.Name] = of
		for _, q := range u.Queries {
			for _, text := range q.Texts {
				if of[text.Generator] == nil {
					of[text.Generator] = map[string]bool{}
				}
				of[text.Generator][text.SQL] = true
			}
		}
	}
	return out
}

// hostileArgs would change a text that they became part of.
var hostileArgs = []any{"'; DROP TABLE product; --", "a' OR '1'='1", "--? }", "${name}", "?", "$1"}

// fuzzed are calls whose arguments are those of any other call of the statement, or hostile.
func (c *contract) fuzzed(count int) (steps []step) {
	calls, pool := []step{}, map[string][][]any{}
	for _, kase := range c.Cases {
		for _, s := range kase.Steps {
			if s.Call == "" || len(s.Args) == 0 {
				continue
			}
			calls = append(calls, s)
			if pool[s.Call] == nil {
				pool[s.Call] = make([][]any, len(s.Args))
			}
			for i, arg := range s.Args {
				pool[s.Call][i] = append(pool[s.Call][i], arg)
			}
		}
	}
	random := rand.New(rand.NewSource(1))
	for range count {
		s := calls[random.Intn(len(calls))]
		s.Args = slices.Clone(s.Args)
		for i := range s.Args {
			from := pool[s.Call][i]
			if typ := c.Statements[s.Call].Params[i].typ; typ == "text" && random.Intn(4) == 0 {
				from = hostileArgs
			}
			s.Args[i] = from[random.Intn(len(from))]
		}
		steps = append(steps, s)
	}
	return steps
}
