package postgres

import (
	"context"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqg-dev/sqg/internal/engine/postgres/querytree"
	"github.com/sqg-dev/sqg/internal/ir"
)

// catalog is the schema of the scratch database, read once for all statements that are described before it changes.
type catalog struct {
	conn      *pgconn.PgConn
	types     map[uint32]*pgType
	relations map[uint32]*relation
	order     []*relation // in name order
	built     map[typeID]ir.Type
	enums     map[uint32]*ir.EnumType
	structs   map[uint32]*ir.StructType
	made      map[string]*ir.StructType // of rows that statements make, by what they are
	analysis  *querytree.Catalog
}

// pgType is a row of pg_type.
type pgType struct {
	oid       uint32
	schema    string
	name      string
	class     byte   // typtype: base, composite, domain, enum, pseudo, range, multirange
	category  byte   // typcategory
	elem      uint32 // of a true array; the bounds' type of a range or multirange
	base      uint32 // of a domain
	baseMod   int32
	dims      int  // of a domain over an array
	notNull   bool // of a domain
	defaults  bool // of a domain
	relation  uint32
	ref       string
	extension string // that made it
	labels    []string
}

// relation is a table, view, composite type or what else has columns.
type relation struct {
	oid     uint32
	schema  string
	name    string
	kind    byte
	visible bool   // a plain name means it, by search_path
	secured bool   // it has row security
	rule    string // of INSERT
	columns []*column
	key     []string
	foreign []ir.ForeignKey
}

type column struct {
	number     int16
	name       string
	typ        typeID
	notNull    bool
	identity   byte // 'a', 'd', or 0
	generated  bool
	serial     bool
	hasDefault bool
}

func (r *relation) column(number int16) *column {
	for _, c := range r.columns {
		if c.number == number {
			return c
		}
	}
	return nil
}

const typesSQL = `SELECT t.oid, n.nspname, t.typname, t.typtype, t.typcategory,
	CASE WHEN e.typarray = t.oid THEN e.oid ELSE coalesce(r.rngsubtype, m.rngsubtype, 0) END, t.typbasetype, t.typtypmod,
	t.typnotnull, t.typdefault IS NOT NULL, t.typrelid, pg_catalog.format_type(t.oid, -1), t.typndims, x.extname
	FROM pg_catalog.pg_type t JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
	LEFT JOIN pg_catalog.pg_type e ON e.oid = t.typelem
	LEFT JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_type'::pg_catalog.regclass AND d.objid = t.oid AND d.deptype = 'e'
	LEFT JOIN pg_catalog.pg_extension x ON x.oid = d.refobjid
	LEFT JOIN pg_catalog.pg_range r ON r.rngtypid = t.oid LEFT JOIN pg_catalog.pg_range m ON m.rngmultitypid = t.oid`

const labelsSQL = `SELECT enumtypid, enumlabel FROM pg_catalog.pg_enum ORDER BY enumtypid, enumsortorder`

const relationsSQL = `SELECT c.oid, n.nspname, c.relname, c.relkind, c.relpersistence = 't', pg_catalog.pg_table_is_visible(c.oid),
	c.relrowsecurity, (SELECT min(r.rulename) FROM pg_catalog.pg_rewrite r WHERE r.ev_class = c.oid AND r.ev_type = '3')
	FROM pg_catalog.pg_class c
	JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
	WHERE c.relkind IN ('r', 'p', 'f', 'v', 'm', 'c') AND n.nspname <> 'pg_catalog' AND n.nspname <> 'information_schema' AND n.nspname <> 'pg_toast'
	ORDER BY c.relname, n.nspname`

// A column's not-null flag holds for the rows of the table itself and of those below only if its constraint has been
// validated and is inherited.
const columnsSQL = `SELECT a.attrelid, a.attnum, a.attname, a.atttypid, a.atttypmod, a.attnotnull, a.attidentity, a.attgenerated <> '',
	a.atthasdef AND EXISTS (SELECT FROM pg_catalog.pg_depend d JOIN pg_catalog.pg_class s ON s.oid = d.objid AND s.relkind = 'S'
		WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass
		AND d.refobjid = a.attrelid AND d.refobjsubid = a.attnum AND d.deptype = 'a'), a.atthasdef, a.attndims
	FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
	WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p', 'f', 'v', 'm', 'c')
	AND n.nspname <> 'pg_catalog' AND n.nspname <> 'information_schema' AND n.nspname <> 'pg_toast'
	ORDER BY a.attrelid, a.attnum`

const keysSQL = `SELECT i.indrelid, a.attname FROM pg_catalog.pg_index i
	CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k(attnum, place)
	JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
	WHERE i.indisprimary AND k.place <= i.indnkeyatts ORDER BY i.indrelid, k.place`

// A foreign key of a partitioned table has a row for each partition, too, below its own.
const foreignSQL = `SELECT n.conrelid, n.confrelid, k.place = 1, a.attname, f.attname FROM pg_catalog.pg_constraint n
	CROSS JOIN LATERAL ROWS FROM (unnest(n.conkey), unnest(n.confkey)) WITH ORDINALITY AS k(own, other, place)
	JOIN pg_catalog.pg_attribute a ON a.attrelid = n.conrelid AND a.attnum = k.own
	JOIN pg_catalog.pg_attribute f ON f.attrelid = n.confrelid AND f.attnum = k.other
	WHERE n.contype = 'f' AND n.conparentid = 0 ORDER BY n.conrelid, n.oid, k.place`

func loadCatalog(ctx context.Context, conn *pgconn.PgConn, version int) (*catalog, error) {
	c := &catalog{conn: conn, types: map[uint32]*pgType{}, relations: map[uint32]*relation{},
		built: map[typeID]ir.Type{},
		enums: map[uint32]*ir.EnumType{}, structs: map[uint32]*ir.StructType{},
		made: map[string]*ir.StructType{}}
	readers := []struct {
		sql  string
		read func(row [][]byte)
	}{
		{typesSQL, c.readType}, {labelsSQL, c.readLabel}, {relationsSQL, c.readRelation}, {columnsSQL, c.readColumn},
		{keysSQL, c.readKey}, {foreignSQL, c.readForeign},
	}
	sql := ""
	for _, r := range readers {
		sql += r.sql + ";\n"
	}
	results, err := conn.Exec(ctx, sql).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("cannot read the catalogue: %w", err)
	}
	for i, r := range readers {
		for _, row := range results[i].Rows {
			r.read(row)
		}
	}
	c.analysis, err = querytree.Load(version/10000, func(sql string) ([][][]byte, error) {
		rs, err := conn.Exec(ctx, sql).ReadAll()
		if err != nil {
			return nil, err
		}
		return rs[0].Rows, nil
	})
	return c, err
}

func (c *catalog) readType(r [][]byte) {
	t := &pgType{oid: number(r[0]), schema: string(r[1]), name: string(r[2]), class: r[3][0], category: r[4][0],
		elem: number(r[5]),
		base: number(r[6]), baseMod: modifier(r[7]), notNull: yes(r[8]), defaults: yes(r[9]), relation: number(r[10]),
		ref: string(r[11]), dims: int(modifier(r[12])),
		extension: string(r[13])}
	c.types[t.oid] = t
}

func (c *catalog) readLabel(r [][]byte) {
	if t := c.types[number(r[0])]; t != nil {
		t.labels = append(t.labels, string(r[1]))
	}
}

func (c *catalog) readRelation(r [][]byte) {
	rel := &relation{oid: number(r[0]), schema: string(r[1]), name: string(r[2]), kind: r[3][0], visible: yes(r[5]),
		secured: yes(r[6]), rule: string(r[7])}
	if yes(r[4]) { // temporary: the session's own schema has this name in every session
		rel.schema = "pg_temp"
	}
	c.relations[rel.oid] = rel
	c.order = append(c.order, rel)
}

func (c *catalog) readColumn(r [][]byte) {
	rel := c.relations[number(r[0])]
	if rel == nil {
		return
	}
	col := &column{number: int16(modifier(r[1])), name: string(r[2]),
		typ: typeID{number(r[3]), modifier(r[4]), int(modifier(r[10]))}, notNull: yes(r[5]),
		generated: yes(r[7]), serial: yes(r[8]), hasDefault: yes(r[9])}
	if len(r[6]) > 0 {
		col.identity = r[6][0]
	}
	if t := c.types[col.typ.oid]; t != nil && t.defaults {
		col.hasDefault = true
	}
	rel.columns = append(rel.columns, col)
}

func (c *catalog) readKey(r [][]byte) {
	if rel := c.relations[number(r[0])]; rel != nil {
		rel.key = append(rel.key, string(r[1]))
	}
}

func (c *catalog) readForeign(r [][]byte) {
	rel, to := c.relations[number(r[0])], c.relations[number(r[1])]
	if rel == nil || to == nil {
		return
	}
	if yes(r[2]) {
		rel.foreign = append(rel.foreign, ir.ForeignKey{Schema: to.schema, Table: to.name})
	}
	last := &rel.foreign[len(rel.foreign)-1]
	last.Columns, last.To = append(last.Columns, string(r[3])), append(last.To, string(r[4]))
}

func number(b []byte) uint32 {
	n, _ := strconv.ParseUint(string(b), 10, 32)
	return uint32(n)
}

func modifier(b []byte) int32 {
	n, _ := strconv.ParseInt(string(b), 10, 32)
	return int32(n)
}

func yes(b []byte) bool { return string(b) == "t" }
