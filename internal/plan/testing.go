package plan

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/ir"
)

// TestDatabase is the SQL of scratch databases for tests. A database of SQLite or DuckDB is a file,
// which each process makes once; a test has a copy of it. That of PostgreSQL within the program is an archive. On a
// server of PostgreSQL, the first test makes a template, of which each test has a copy. Template stays there for the
// next process, up to the first one with another schema.
type TestDatabase struct {
	Schema []string  // statements, each of which runs by itself
	Server *OnServer // nil where there is no server
}

// OnServer is the SQL of test databases on a server, in the order of its use. Some statements return statements, one
// per row, which are to be run then.
type OnServer struct {
	Lock    string // one process at a time goes on, until its connection ends
	Stale   string // returns statements that drop what processes left that were killed, and templates of other schemas
	Missing string // returns statements that make the database Making; none where the template is there
	Making  string // what the template is called until it has its schema
	Ready   string // calls it the template
	NewName string // returns the name of a new database, of letters, digits and underscores
	Copy    string // makes that database, whose name stands for %s
	Drop    string // drops it
}

// NoServer is the error where no server is named.
const NoServer = "there is no PostgreSQL server for tests: set DATABASE_URL or PGHOST, or run them by `sqg " +
	"test-server -- COMMAND`"

// Constants are the names and texts of what generated code has of it, in words.
func (s *OnServer) Constants() [][2]string {
	return [][2]string{{"no server", NoServer}, {"lock", s.Lock}, {"stale", s.Stale}, {"missing", s.Missing},
		{"making", s.Making},
		{"ready", s.Ready}, {"new name", s.NewName}, {"copy database", s.Copy}, {"drop database", s.Drop}}
}

// building is the end of a template's name while it is made: who is killed then leaves no half of a template.
const building = "_new"

// testDatabase is that of a program.
func (b *builder) testDatabase(p *Program, scripts []ir.Script) *TestDatabase {
	if len(p.Attached) > 0 {
		a := p.Attached[0]
		b.diags = append(b.diags, diag.Diagnostic{Code: diag.NotSupported, Span: a.Span,
			Msg: "tests: true does not make the attached database " + a.Name.SQL,
			Hint: "leave `tests` out of the config of " + b.target.ID() +
				", and attach a database of your own in the tests"})
		return nil
	}
	t := &TestDatabase{}
	if p.Options.Migrations {
		t.Schema = p.recorded()
	}
	keep := settingsKept[p.Target.Engine]
	for _, s := range scripts {
		if len(s.Statements) == 0 {
			continue
		}
		before, after := keep.around(s)
		t.Schema = slices.Concat(t.Schema, before, s.Statements, after)
	}
	if p.Target.Engine == "postgres" && !p.Target.Embedded {
		sum := sha256.Sum256([]byte(strings.Join(t.Schema, "\x00")))
		t.Server = onServer(plainName(p.Name.SQL), hex.EncodeToString(sum[:8]))
	}
	return t
}

// recorded are the statements after which a database has its migrations by its own account: so that a program that
// applies its migrations finds none to apply.
func (p *Program) recorded() (statements []string) {
	t, dialect := tracking[p.Target.Engine], p.Engine().Dialect
	table := strings.NewReplacer("{table}", "_sqg_migrations")
	create := table.Replace(t.Create)
	for _, c := range dialect.Split(create) {
		statements = append(statements, create[c.Start:c.End])
	}
	for _, m := range p.Migrations {
		parts := strings.Split(table.Replace(t.Record), "#")
		record := parts[0]
		for i, value := range []string{p.Project, m.ID, m.Checksum()} {
			record += quoteText(value) + parts[i+1]
		}
		statements = append(statements, record)
	}
	return statements
}

// kept are statements that give a session its settings back.
type kept struct {
	before, after []string // around a migration
	behind        []string // any other script
}

// settingsKept is what sqg itself does when it applies scripts: the search path of a BASELINE holds for what follows,
// and nothing else that a script sets, unless it is empty, as pg_dump sets it.
var settingsKept = map[string]kept{
	"postgres": {
		before: []string{"SELECT set_config('sqg.path', current_setting('search_path'), false)"},
		after:  []string{resetting("sqg.path")},
		behind: []string{resetting("search_path")},
	},
}

// around are the statements around a script, none where it sets nothing.
func (k kept) around(s ir.Script) (before, after []string) {
	switch {
	case !slices.ContainsFunc(s.Statements, setting().MatchString):
		return nil, nil
	case s.Migrates:
		return k.before, k.after
	}
	return nil, k.behind
}

// setting finds statements that may set something of their session.
var setting = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^\s*(?:SET|RESET|DISCARD|USE)\b|\bset_config\b`)
})

func resetting(path string) string {
	return `DO $$
DECLARE
  path text := current_setting('` + path + `');
BEGIN
  RESET SESSION AUTHORIZATION;
  RESET ROLE;
  RESET ALL;
  IF btrim(path, '"') <> '' THEN
    PERFORM set_config('search_path', path, false);
  END IF;
END
$$`
}

// plainName is the begin of a name without what needs quotes.
func plainName(name string) string {
	name = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_' {
			return r
		}
		return -1
	}, strings.ToLower(name))
	return name[:min(len(name), 24)]
}

// onServer is what happens on a server. Databases of tests have the time in their names: what is an hour old, and used
// by nobody, is of a process that was killed.
func onServer(unit, hash string) *OnServer {
	family := "sqg_template_" + unit + "_"
	template := family + hash
	making := template + building
	return &OnServer{
		Lock: "SELECT pg_advisory_lock(hashtextextended('sqg_test', 0))",
		Stale: `SELECT format('DROP DATABASE IF EXISTS %I WITH (FORCE)', datname)
FROM pg_database AS d
WHERE pg_has_role(datdba, 'MEMBER') AND CASE
  WHEN starts_with(datname, '` + family + `') THEN datname <> '` + template + `'
  WHEN datname ~ '^sqg_test_[0-9]+_' THEN split_part(datname, '_', 3)::numeric < extract(epoch FROM now()) - 3600
    AND NOT EXISTS (SELECT FROM pg_stat_activity AS a WHERE a.datid = d.oid)
  END`,
		Missing: `SELECT 'CREATE DATABASE ` + making + `'
WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = '` + template + `')`,
		Making: making,
		Ready:  "ALTER DATABASE " + making + " RENAME TO " + template,
		NewName: "SELECT 'sqg_test_' || extract(epoch FROM now())::bigint || '_' || replace(gen_random_uuid()::text, " +
			"'-', '')",
		Copy: "CREATE DATABASE %s TEMPLATE " + template,
		Drop: "DROP DATABASE IF EXISTS %s WITH (FORCE)",
	}
}
