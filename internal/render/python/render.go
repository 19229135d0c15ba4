// Package python writes a program as one Python module over a database module of the standard library or PyPI.
package python

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/surface"
)

// together prints what needs no blank lines in between.
func together(ds []emit.Doc) []emit.Doc {
	if len(ds) == 0 {
		return nil
	}
	return []emit.Doc{stack(ds...)}
}

// module collects the parts of the file while it is being written.
type module struct {
	*plan.Program
	driver      *driver
	read        map[string]bool // keywords and names that code inside classes reads: no member or local may hide them
	scope       *emit.Scope     // names of the module
	names       core.Names
	methodNames map[*plan.Method]string
	schema      map[any]string  // names of the schema's types
	std, third  *importBlock    // of the standard library, of the driver
	other       *importBlock    // of overrides, which are most often the program's own
	near        *importBlock    // of the generated modules beside it
	wanted      map[string]bool // imports, where the text has their names
	helpers     map[string]bool
	rows        map[*ir.Row]*rowType // those that something uses
	sent        map[*plan.Method]string
	forms       map[*ir.Row]string          // names of the constants with the form that their columns are read in
	name        string                      // of the class
	views       map[surface.Kind]string     // the Protocols of its methods
	protocols   map[surface.Kind][]emit.Doc // their methods
	params      []emit.Doc                  // types of batches' parameters
	dicts       []emit.Doc                  // the same of those that may be left out
	migrations  []emit.Doc
	constants   []emit.Doc
	lookups     []emit.Doc // constants that functions read
	functions   []emit.Doc
	named       []*namedClass // in order of first use; one that another holds comes before it
	enums       map[*ir.EnumType]*namedClass
	structs     map[*ir.StructType]*namedClass
	converters  map[string]string // functions for types, by what they do

	// Where the unit is divided into several modules: the one that has what they share, and what this one takes of it.
	unit     *module
	divided  bool
	borrowed map[string]string // names of that module by what they are called here
	borrower *module           // that what is written for is another's
	exports  map[string]bool   // names that other modules take of this one
	needs    map[string]bool   // names that the unit takes of the support file
}

// newModule makes a module of a program, which is the unit or a part of it.
func newModule(p, unit *plan.Program) *module {
	driver := driverOf(p.Target)
	read := core.Union(keywords, used, core.Set(strings.Join(driver.Uses, " ")), overrideNames(unit))
	m := &module{
		Program: p, driver: driver, read: read,
		scope: newScope(read, usedClasses, driver.Prelude.Names(), core.Set("_MIGRATIONS")),
		names: core.Names{Language: "Python"},
		std:   newImportBlock(), third: newImportBlock(), other: newImportBlock(), near: newImportBlock(),
		wanted: map[string]bool{}, borrowed: map[string]string{}, exports: map[string]bool{}, needs: map[string]bool{},
		helpers: map[string]bool{}, rows: map[*ir.Row]*rowType{}, forms: map[*ir.Row]string{},
		sent:  map[*plan.Method]string{},
		enums: map[*ir.EnumType]*namedClass{}, structs: map[*ir.StructType]*namedClass{},
		converters: map[string]string{},
	}
	return m
}

// nameAll names the row types that are used before anything else in the class. In a script without capitals a
// parameter or method could otherwise have a row type's name.
func (m *module) nameAll() {
	used := map[*ir.Row]bool{}
	for _, method := range m.Methods {
		if method.Row != nil && !method.Pluck {
			used[method.Row.Declared()] = true
		}
	}
	for _, a := range m.Appenders {
		used[a.Row] = true
	}
	for _, r := range m.Rows {
		if used[r] {
			m.rowOf(r)
		}
	}
	for r := range used {
		m.read[m.rowOf(r).class] = true
	}
	m.methodNames = m.names.Members(m.Program, m.members())
}

// schemaName is the class of a type of the schema. Row types have their names by now.
func (m *module) schemaName(t any) string {
	if m.schema == nil {
		m.schema = m.names.SchemaTypes(m.scope, m.Program, func(n ir.Name) string { return pascal(n, "Type") })
	}
	return m.schema[t]
}

// rowOf is a row type that something uses.
func (m *module) rowOf(r *ir.Row) *rowType {
	if m.rows[r] == nil {
		m.rows[r] = m.newRow(r)
	}
	return m.rows[r]
}

// local is a scope for the attributes of a row, or the parameters and locals of a method.
func (m *module) local() *emit.Scope { return emit.NewScope(m.read, underscore) }

// checkTypes reports the types that Python cannot hold and the overrides that cannot be written.
func (m *module) checkTypes() {
	m.names.Diags = append(m.names.Diags, m.Unkept(func(f ir.Field) bool { return m.keyReader(f) != "" })...)
	for f := range m.Fields {
		if !m.supports(f.Type) {
			m.names.Diags = append(m.names.Diags, plan.Unsupported(m.Target, *f))
		}
		for o := range f.Overrides {
			if validOverride(o) {
				continue
			}
			m.names.Diags = append(m.names.Diags, diag.Diagnostic{
				Code: diag.BadOverride, Span: f.Span,
				Msg: "the override of " + f.Name.SQL + " cannot be written in Python",
				Hint: "as is a type such as list[Money] or Money | str; import is a module; decode and encode are names of " +
					"functions of one value, such as json.loads or Money.parse",
			})
		}
	}
}

// supports reports whether Python holds a type and all that it is made of.
func (m *module) supports(t ir.Type) bool {
	return !t.Holds(func(part ir.Type) bool {
		_, known := m.driver.Kinds[part.Kind]
		return part.Key != nil && hasNoHash(*part.Key) || part.IsScalar() && !known
	})
}

// hasNoHash reports whether a type is a list or a dictionary, or holds one: it cannot be a key.
func hasNoHash(t ir.Type) bool {
	return t.Holds(func(t ir.Type) bool { return t.Kind == ir.Array || t.Kind == ir.Map })
}

func (m *module) migrationConstants() []emit.Doc {
	if len(surface.SchemaOperations(m.Program)) == 0 {
		return nil
	}
	var constants, entries []emit.Doc
	for i, migration := range m.Migrations {
		name := m.scope.Claim("_MIGRATION_" + itoa(i+1))
		constants = append(constants, constant(name, m.Script(migration)))
		if !m.Options.Migrations {
			entries = append(entries, text(name))
			continue
		}
		var steps, earlier []emit.Doc
		for _, checksum := range migration.Earlier() {
			earlier = append(earlier, text(word(checksum)))
		}
		for j, s := range m.Steps(migration) {
			undo, sql := m.scope.Claim("_UNDO_"+itoa(i+1)+"_"+itoa(j+1)),
				m.scope.Claim("_STEP_"+itoa(i+1)+"_"+itoa(j+1))
			constants = append(constants, constant(undo, s.Undo), constant(sql, s.SQL))
			steps = append(steps, text("("+undo+", "+sql+")"))
		}
		entries = append(entries, brackets("(", []emit.Doc{text(word(migration.ID)), text(word(migration.Checksum())),
			tuple(earlier), text(name), tuple(steps)}, ")"))
	}
	if !m.Options.Migrations { // nothing but a list of them is wanted
		return append(constants, brackets("_MIGRATIONS = [", entries, "]"))
	}
	m.helpers["_MigrationEntry"] = true
	return append(constants, emit.Concat("_MIGRATIONS: tuple[_MigrationEntry, ...] = ", tuple(entries)))
}

// classBody is the class with what it needs in the module.
func (m *module) classBody() []emit.Doc {
	m.name = m.names.Type(m.scope, pascal(m.Name, "Queries"), "the class", source.Span{})
	m.views, m.protocols = m.names.Views(m.scope, m.Program, m.name), map[surface.Kind][]emit.Doc{}
	for _, name := range m.driver.Uses {
		m.use(name)
	}
	for _, name := range m.driver.Helpers {
		m.helpers[name] = true
	}
	m.nameAll()
	var members []emit.Doc
	m.migrations = m.migrationConstants()
	for _, k := range surface.ClassOperations(m.Program) {
		if print := ofClass[k]; print != nil {
			members = append(members, print(m))
		}
	}
	members = append(members, m.attachments()...)
	members = append(members, m.migrationMethods()...)
	for _, method := range m.Methods {
		members = append(members, m.methods(method)...)
	}
	for _, a := range m.Appenders {
		members = append(members, m.appender(a)...)
	}
	members = append(members, m.textOf()...)
	what := "statements"
	if len(m.Methods)+len(m.Appenders) == 0 {
		what = "migrations"
	}
	body := docLines(summary(append([]string{"The " + what + " of " + m.Sources() + ".",
		"The caller owns the connection."}, surface.Registers(m.Program)...)))
	for _, d := range members {
		body = append(body, text(""), d)
	}
	return append([]emit.Doc{block(text("class "+m.name+":"), body...)}, m.protocolClasses()...)
}

// ofClass print the methods of the class itself.
var ofClass = map[surface.Kind]func(*module) emit.Doc{
	surface.New: (*module).constructor, surface.Transact: (*module).transaction,
	surface.Extensions: (*module).extensions,
}

func (m *module) constructor() emit.Doc {
	params := []emit.Doc{text("self"), text("conn: " + m.driver.Connection)}
	hold := m.driver.Hold
	if m.Options.Unprepared && m.driver.Unprepared != "" {
		m.helpers["_unprepared"] = true
		hold = m.driver.Unprepared
	}
	init := []emit.Doc{text("self._conn = " + hold)}
	if m.Options.Observer {
		m.helpers["Observer"] = true
		params = append(params, text("observer: Observer | None = None"))
		init = append(init, text("self._observer = observer"))
	}
	return block(def(called(surface.New, ""), params, "None"), init...)
}

func (m *module) migrationMethods() []emit.Doc {
	var out []emit.Doc
	static := func(k surface.Kind, head, body emit.Doc) {
		out = append(out, stack(text("@staticmethod"),
			block(head, lines(docstring(summary(surface.Doc(k, language)))), body)))
	}
	conn := text("conn: " + m.driver.Connection)
	for _, k := range surface.SchemaOperations(m.Program) {
		name := called(k, "")
		if k == surface.Migrations {
			scripts := "_MIGRATIONS.copy()"
			if m.Options.Migrations {
				scripts = "[sql for _, _, _, sql, _ in _MIGRATIONS]"
			}
			static(k, def(name, nil, "list[str]"), text("return "+scripts))
			continue
		}
		m.helpers["_"+name], m.helpers["_TRACKING"] = true, true
		static(k, m.def(name, []emit.Doc{conn, text("project: str = " + word(m.Project))}, "list[str]"),
			emit.Concat("return ", m.await("_"+name, text("conn"), text("_MIGRATIONS"), text("_TRACKING"),
				text("project"))))
	}
	if surface.ClassHas(m.home().Program, surface.Codecs) { // as all modules of a unit share its types
		name := called(surface.Codecs, "")
		static(surface.Codecs, m.def(name, []emit.Doc{conn}, "None"), m.await("_"+name, text("conn")))
	}
	return out
}
