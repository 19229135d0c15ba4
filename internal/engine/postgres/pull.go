package postgres

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/mask"
	"github.com/sqg-dev/sqg/internal/pgserver"
)

// What a database holds, and which of it needs what.
var (
	//go:embed pull_objects.sql
	pullObjects string
	//go:embed pull_needs.sql
	pullNeeds string
)

// oldest is the first version whose catalogue has what Pull reads.
const oldest = 140000

// object is a statement that makes something of a database.
type object struct {
	key   string // "" for what nothing can need
	rank  int    // of what needs nothing else, the least comes first
	name  string
	text  string
	needs map[string]bool // keys
}

// Pull is the schema of the database at an address, from its catalogue: the server itself writes views, functions,
// constraints and the like. Equal schemas have equal texts.
func Pull(ctx context.Context, _ engine.Environment, address string) (string, error) {
	cfg, err := pgserver.Parse(address)
	if err != nil {
		return "", &engine.Error{Msg: "the address cannot be read: " + mask.Text(err.Error()),
			Hint: pgserver.AddressHint}
	}
	cfg.RuntimeParams["application_name"] = "sqg"
	conn, err := pgconn.ConnectConfig(ctx, cfg)
	if err != nil {
		return "", &engine.Error{Msg: mask.Text(err.Error())}
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if v := conn.ParameterStatus("server_version"); older(v) {
		return "", &engine.Error{Msg: "the server is PostgreSQL " + v,
			Hint: fmt.Sprintf("sqg pull reads version %d and newer", oldest/10000)}
	}
	results, err := conn.Exec(ctx, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL search_path = '';"+
		"SET LOCAL client_encoding = 'UTF8'; SET LOCAL standard_conforming_strings = on; SET LOCAL lock_timeout = '10s';"+
		pullObjects+";"+pullNeeds).ReadAll()
	if err != nil {
		return "", &engine.Error{Msg: mask.Text(err.Error())}
	}
	objects, unknown := objectsOf(results[len(results)-2].Rows, results[len(results)-1].Rows)
	if len(unknown) > 0 {
		slices.Sort(unknown)
		return "", &engine.Error{Msg: "sqg pull does not write " + strings.Join(unknown, ", "), Hint: dumpHint}
	}
	return inOrder(objects)
}

// dumpHint is for a schema that Pull does not write.
const dumpHint = "put what `pg_dump --schema-only --no-owner --no-privileges` prints behind a line `-- BASELINE schema`"

func older(version string) bool {
	major, _, _ := strings.Cut(version, ".")
	n, err := strconv.Atoi(major)
	return err == nil && n < oldest/10000
}

// objectsOf reads both results; unknown is what has no statement.
func objectsOf(rows, needs [][][]byte) (objects []*object, unknown []string) {
	by := map[string]*object{}
	for _, row := range rows {
		if row[1] == nil {
			unknown = append(unknown, string(row[2]))
			continue
		}
		rank, _ := strconv.Atoi(string(row[1]))
		o := &object{key: string(row[0]), rank: rank, name: string(row[2]), text: string(row[3]),
			needs: map[string]bool{}}
		for key := range strings.SplitSeq(string(row[4]), ",") {
			o.needs[key] = true
		}
		objects = append(objects, o)
		if o.key != "" {
			by[o.key] = o
		}
	}
	for _, row := range needs {
		if o := by[string(row[0])]; o != nil {
			o.needs[string(row[1])] = true
		}
	}
	for _, o := range objects {
		for key := range o.needs {
			if by[key] == nil || by[key] == o {
				delete(o.needs, key)
			}
		}
	}
	slices.SortFunc(objects, func(a, b *object) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.name, b.name), cmp.Compare(a.text, b.text))
	})
	return objects, unknown
}

// inOrder writes objects, each behind those that it needs.
func inOrder(objects []*object) (string, error) {
	var out strings.Builder
	if slices.ContainsFunc(objects, func(o *object) bool { return strings.HasPrefix(o.text, "CREATE OR REPLACE") }) {
		// A body may name what comes later.
		out.WriteString("SET check_function_bodies = false;\n")
	}
	done := map[string]bool{"": true}
	for len(objects) > 0 {
		i := slices.IndexFunc(objects, func(o *object) bool {
			for key := range o.needs {
				if !done[key] {
					return false
				}
			}
			return true
		})
		if i < 0 {
			return "", &engine.Error{Msg: fmt.Sprintf("%s and others need each other", objects[0].name), Hint: dumpHint}
		}
		fmt.Fprintf(&out, "\n%s;\n", objects[i].text)
		done[objects[i].key] = true
		objects = slices.Delete(objects, i, i+1)
	}
	return out.String(), nil
}
