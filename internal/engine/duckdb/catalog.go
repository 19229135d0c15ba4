package duckdb

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/infer"
	"github.com/sqg-dev/sqg/internal/ir"
)

// ref names a table's column.
type ref struct{ catalog, schema, table, column string }

// catalog is what the analysis knows of the schema; a change makes it again.
type catalog struct {
	notNull map[ref]*infer.Reason
	presets map[ref]bool       // columns with a default
	unique  map[ref][][]string // the columns of the keys of a table, of which no two rows have the same values
	finite  map[ref]bool       // a CHECK refuses infinity
	tables  []*ir.Table
	views   []*ir.Table               // nil until they are asked for
	types   map[string]*typeName      // the types that the schema makes, by definition
	enums   map[string]*ir.EnumType   // by definition, as the next
	structs map[string]*ir.StructType //
}

// typeName is what a type is called. DuckDB's plans do not say it: a definition has the name that the schema gives it
// first.
type typeName struct {
	database, schema, name string
	sql                    string // in a statement
}

// nullness of a stored column.
func (c *catalog) nullness(r ref) (infer.Nullness, *infer.Reason) {
	if why := c.notNull[r]; why != nil {
		return infer.Never, why
	}
	return infer.Maybe, infer.Why(r.table + "." + r.column + " is nullable")
}

// enum is the enumeration with these labels.
func (c *catalog) enum(l *logical) *ir.EnumType {
	key := l.key()
	e := c.enums[key]
	if e == nil {
		e = &ir.EnumType{Labels: l.Info.Values, Anonymous: true}
		if t := c.types[key]; t != nil {
			e.Schema, e.Name, e.Anonymous = t.schema, ir.NewName(t.name), false
		}
		c.enums[key] = e
	}
	return e
}

// structOf is the row type of a STRUCT or UNION.
func (c *catalog) structOf(l *logical) *ir.StructType {
	key := l.key()
	s := c.structs[key]
	if s == nil {
		s = &ir.StructType{Anonymous: true}
		if t := c.types[key]; t != nil {
			s.Schema, s.Name, s.Anonymous = t.schema, ir.NewName(t.name), false
		}
		c.structs[key] = s
		for _, m := range l.members() {
			s.Fields = append(s.Fields, ir.Field{Name: ir.NewName(m.First), Column: m.First, Type: c.typeOf(m.Second),
				Nullable: true, Why: "fields of DuckDB's structs have no NOT NULL"})
		}
	}
	return s
}

const columnsQuery = `
SELECT c.database_name, c.schema_name, c.table_name, c.column_name, c.is_nullable, c.column_default IS NOT NULL,
  coalesce(c.column_default LIKE '%nextval(%', false), coalesce(c.column_default, ''), coalesce(c.comment, ''),
  coalesce(t.comment, '')
FROM duckdb_columns() c JOIN duckdb_tables() t USING (database_name, schema_name, table_name) JOIN duckdb_databases() d USING (database_name)
WHERE NOT c.internal AND (NOT d.internal OR c.database_name = 'temp')
ORDER BY c.database_name, c.schema_name, c.table_name, c.column_index`

const keysQuery = `
SELECT database_name, schema_name, table_name, unnest(constraint_column_names) FROM duckdb_constraints()
WHERE constraint_type = 'PRIMARY KEY'`

const foreignQuery = `
SELECT database_name, schema_name, table_name, constraint_column_names, referenced_table, referenced_column_names FROM duckdb_constraints()
WHERE constraint_type = 'FOREIGN KEY' ORDER BY constraint_index`

// uniqueQuery finds the keys of tables, and unique indexes: those of columns alone say so by the columns' names.
const uniqueQuery = `
SELECT database_name, schema_name, table_name, constraint_column_names FROM duckdb_constraints() WHERE constraint_type IN ('PRIMARY KEY', 'UNIQUE')
UNION ALL SELECT database_name, schema_name, table_name, string_split(trim(expressions, '[]'), ', ') FROM duckdb_indexes() WHERE is_unique`

// readQuery finds the tables of whose rows DuckDB computes something before it stores them.
const readQuery = `
SELECT database_name, schema_name, table_name FROM duckdb_constraints() WHERE constraint_type = 'CHECK'
UNION SELECT database_name, schema_name, table_name FROM duckdb_indexes()`

// finiteQuery finds the columns of CHECK (isfinite(column)).
const finiteQuery = `
SELECT database_name, schema_name, table_name, constraint_column_names[1] FROM duckdb_constraints()
WHERE constraint_type = 'CHECK' AND len(constraint_column_names) = 1 AND database_name = '` + own + `'
AND trim(constraint_text[6:], '()') IN ('isfinite(' || constraint_column_names[1], 'isfinite("' || constraint_column_names[1] || '"')`

const typesQuery = `
SELECT t.database_name, t.schema_name, t.type_name FROM duckdb_types() t JOIN duckdb_databases() d USING (database_name)
WHERE NOT t.internal AND NOT d.internal ORDER BY t.database_name <> '` + own + `', t.type_oid`

// load reads the schema.
func (s *session) load(ctx context.Context) (*catalog, error) {
	c := &catalog{notNull: map[ref]*infer.Reason{}, presets: map[ref]bool{}, unique: map[ref][][]string{},
		finite: map[ref]bool{}, types: map[string]*typeName{}, enums: map[string]*ir.EnumType{},
		structs: map[string]*ir.StructType{}}
	path, err := s.path(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.loadTypes(ctx, c, path); err != nil {
		return nil, err
	}
	found := facts{keys: map[ref][]string{}, foreign: map[ref][]ir.ForeignKey{}, read: map[ref]bool{}}
	if err := s.each(ctx, keysQuery, func(r row) {
		found.keys[namedBy(r)] = append(found.keys[namedBy(r)], r.text(3))
	}); err != nil {
		return nil, err
	}
	if err := s.each(ctx, foreignQuery, func(r row) { // DuckDB has none from one schema to another
		at := namedBy(r)
		found.foreign[at] = append(found.foreign[at], ir.ForeignKey{Columns: r.texts(3), Schema: at.schema,
			Table: r.text(4), To: r.texts(5)})
	}); err != nil {
		return nil, err
	}
	if err := s.each(ctx, uniqueQuery, func(r row) {
		if at := namedBy(r); at.catalog == own || at.catalog == temp {
			c.unique[at] = append(c.unique[at], r.texts(3))
		}
	}); err != nil {
		return nil, err
	}
	if err := s.each(ctx, readQuery, func(r row) { found.read[namedBy(r)] = true }); err != nil {
		return nil, err
	}
	if err := s.each(ctx, finiteQuery,
		func(r row) { c.finite[ref{r.text(0), r.text(1), r.text(2), r.text(3)}] = true }); err != nil {
		return nil, err
	}
	var columns []row
	if err := s.each(ctx, columnsQuery, func(r row) {
		if !r.truth(4) {
			c.notNull[ref{r.text(0), r.text(1), r.text(2), r.text(3)}] = infer.Why(r.text(2) + "." + r.text(3) +
				" is NOT NULL")
		}
		if r.truth(5) || r.truth(6) {
			c.presets[ref{r.text(0), r.text(1), r.text(2), r.text(3)}] = true
		}
		if r.text(0) == own || r.text(0) == temp {
			columns = append(columns, r)
		}
	}); err != nil {
		return nil, err
	}
	return c, s.loadTables(ctx, c, path, columns, found)
}

// temp is the database of temporary tables, whose plain names come before all others.
const temp = "temp"

// facts are what is known of tables beside their columns.
type facts struct {
	keys    map[ref][]string
	foreign map[ref][]ir.ForeignKey
	read    map[ref]bool // DuckDB computes something of their rows before it stores them
}

// namedBy is the table that a row's first three columns name.
func namedBy(r row) ref { return ref{catalog: r.text(0), schema: r.text(1), table: r.text(2)} }

// path lists the schemas that names without one are looked up in.
func (s *session) path(ctx context.Context) (path []string, err error) {
	err = s.each(ctx, "SELECT current_schemas(false)", func(r row) { path = r.texts(0) })
	return append(path, "main"), err
}

// loadTypes finds out what the schema's own types are: the plan of a cast tells.
func (s *session) loadTypes(ctx context.Context, c *catalog, path []string) error {
	var made []*typeName
	at := map[string]string{} // the schema that a plain name means
	if err := s.each(ctx, typesQuery, func(r row) {
		t := &typeName{database: r.text(0), schema: r.text(1), name: r.text(2)}
		made = append(made, t)
		if t.database != own {
			return
		}
		if have, ok := at[t.name]; !ok || earlier(path, t.schema, have) {
			at[t.name] = t.schema
		}
	}); err != nil {
		return err
	}
	keywords := map[string]bool{}
	if err := s.each(ctx, "SELECT keyword_name FROM duckdb_keywords()",
		func(r row) { keywords[r.text(0)] = true }); err != nil {
		return err
	}
	part := func(name string) string { // of a name with a schema, where no keyword can stand
		if keywords[strings.ToLower(name)] {
			return ir.Quote(name)
		}
		return quoteName(name)
	}
	for _, t := range made {
		t.sql = part(t.schema) + "." + part(t.name)
		if t.database != own {
			t.sql = part(t.database) + "." + t.sql
		}
		plan, err := s.plan(ctx, "SELECT CAST(NULL AS "+t.sql+")")
		if err != nil {
			return err
		}
		if t.database == own && slices.Contains(path, t.schema) && at[t.name] == t.schema {
			t.sql = quoteName(t.name)
		}
		if key := plan.Expressions.List[0].logicalType().key(); c.types[key] == nil {
			c.types[key] = t
		}
	}
	return nil
}

// earlier reports whether a path finds schema a before schema b.
func earlier(path []string, a, b string) bool {
	i, j := slices.Index(path, a), slices.Index(path, b)
	return i >= 0 && (j < 0 || i < j)
}

// loadTables takes the columns' types from the plan of a scan, which has them in full.
func (s *session) loadTables(ctx context.Context, c *catalog, path []string, columns []row, found facts) error {
	at := map[string]*ir.Table{} // what a plain name means
	for from := 0; from < len(columns); {
		of := namedBy(columns[from])
		to := from
		for to < len(columns) && namedBy(columns[to]) == of {
			to++
		}
		t, err := s.table(ctx, c, columns[from:to], found.keys[of])
		if err != nil {
			return err
		}
		t.Foreign, t.Unread = found.foreign[of], !found.read[of]
		if have := at[of.table]; of.catalog == temp || have == nil || earlier(path, of.schema, have.Schema) {
			at[of.table] = t
		}
		c.tables = append(c.tables, t)
		from = to
	}
	for _, t := range c.tables {
		t.Hidden = !slices.Contains(path, t.Schema) || at[t.Name.SQL] != t
	}
	return nil
}

func (s *session) table(ctx context.Context, c *catalog, columns []row, key []string) (*ir.Table, error) {
	first := columns[0]
	plan, err := s.plan(ctx,
		"DELETE FROM "+ir.Quote(first.text(0))+"."+ir.Quote(first.text(1))+"."+ir.Quote(first.text(2)))
	if err != nil {
		return nil, err
	}
	if plan.TableInfo == nil || len(plan.TableInfo.Columns.Columns) != len(columns) {
		return nil, fmt.Errorf("DuckDB's plan of table %s has other columns than its catalogue", first.text(2))
	}
	t := &ir.Table{Schema: first.text(1), Name: ir.NewName(first.text(2)), Key: key, Strict: true,
		Comment: first.text(9)}
	for i, def := range plan.TableInfo.Columns.Columns {
		r := columns[i]
		at := ref{r.text(0), r.text(1), r.text(2), def.Name}
		null, why := c.nullness(at)
		t.Columns = append(t.Columns, ir.TableColumn{
			Field: ir.Field{Name: ir.NewName(def.Name), Column: def.Name, Type: c.typeOf(def.Type),
				Nullable: null.Nullable(), Why: why.String(), Source: at.ir()},
			Identity: r.truth(6), Generated: def.Category == "GENERATED", HasDefault: r.truth(5) &&
				def.Category != "GENERATED",
			Default: r.text(7), Comment: r.text(8),
		})
	}
	return t, nil
}

func (r ref) ir() ir.ColumnRef {
	if r.catalog != own && r.catalog != "" { // a schema of another database is another schema
		if r.schema == "main" {
			r.schema = defaultSchema
		}
		r.schema = r.catalog + "." + r.schema
	}
	return ir.ColumnRef{Schema: r.schema, Table: r.table, Column: r.column}
}
