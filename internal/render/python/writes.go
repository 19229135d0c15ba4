package python

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/surface"
)

// exec is the method of an EXEC: it returns the number of affected rows.
func (s *method) exec() emit.Doc {
	s.begin()
	operation := s.operation()
	sql, body := s.sql()
	d := s.m.driver
	doc := s.doc(surface.All) // nothing: a statement that changes no rows returns 0
	if s.Counts {
		doc = s.doc(surface.Exec)
	}
	run, count := d.Run, "0"
	if s.With && d.RunWith != "" {
		run = d.RunWith
	}
	switch {
	case !s.Counts && run == "":
		body = append(body, s.m.await(d.Execute, s.arguments(sql)...))
	case !s.Counts:
		body = append(body, s.m.await(run, s.given(sql)...))
	case run == "" && operation == "":
		result := emit.Concat("return ", s.m.await(d.Execute, s.arguments(sql)...), d.Affected)
		return s.print(s.head(surface.Exec, "int"), doc, "", append(body, result))
	case run == "":
		cursor := s.scope.Claim("cursor")
		count = cursor + d.Affected
		body = append(body, emit.Concat(cursor+" = ", s.m.await(d.Execute, s.arguments(sql)...)))
	case operation == "":
		result := emit.Concat("return ", s.m.await(run, s.given(sql)...))
		return s.print(s.head(surface.Exec, "int"), doc, "", append(body, result))
	default:
		count = s.scope.Claim("affected")
		body = append(body, emit.Concat(count+" = ", s.m.await(run, s.given(sql)...)))
	}
	if operation != "" {
		body = append(body, text(operation+".rows = "+count))
	}
	return s.print(s.head(surface.Exec, "int"), doc, operation, append(body, text("return "+count)))
}

// rows is the type of a row of the statement's parameters: a tuple.
func (s *method) rows() string {
	if s.rowType != "" {
		return s.rowType
	}
	if s.Rows != nil {
		row := s.m.rowOf(s.Rows)
		s.rowType, s.binder = row.class, s.m.writerOf(row)
		return s.rowType
	}
	s.rowType = s.m.names.Type(s.m.scope, pascal(s.Name, "Query")+"Params", "the parameters of "+s.Name.SQL, s.Span)
	types := make([]emit.Doc, len(s.Params))
	for i, p := range s.Params {
		types[i] = text(s.m.paramType(p.Field))
	}
	s.m.params = append(s.m.params, brackets(s.rowType+" = tuple[", types, "]"))
	return s.rowType
}

// bound is the function from a row to the values of the placeholders.
func (s *method) bound() string {
	if s.binder == "" {
		s.binder = s.rowBinder()
	}
	return s.binder
}

// batch is the method of :batch.
func (s *method) batch() emit.Doc {
	s.begin()
	operation := s.operation()
	rows := s.scope.Claim("rows")
	var params string
	var run emit.Doc
	var body []emit.Doc
	if s.Optional() {
		params = s.keywords()
		run = s.m.await("_run_chosen", s.executed(text("self._conn"), text(s.chooser()), text(rows))...)
	} else {
		params = s.rows()
		var sql string
		sql, body = s.sql()
		run = s.m.await("_run_batch", s.batchArguments(sql, rows)...)
	}
	switch {
	case !s.Counts:
		body = append(body, run, text("return 0"))
	case operation == "":
		body = append(body, emit.Concat("return ", run))
	default:
		body = append(body, emit.Concat(operation+".rows = ", run), text("return "+operation+".rows"))
	}
	doc := s.says(surface.Batch, s.m.driver.Counted...)
	return s.print(s.takesRows(surface.Batch, rows, params, "int"), doc, operation, body)
}

// batchArguments are those of a helper that runs the statement for every row.
func (s *method) batchArguments(sql, rows string) []emit.Doc {
	args := []emit.Doc{text("self._conn"), text(sql)}
	if s.m.driver.Names {
		names := make([]emit.Doc, len(s.Binds))
		for i, p := range s.Binds {
			names[i] = text(name(s.Params[p].Field))
		}
		args = append(args, tuple(names))
	}
	return s.executed(append(args, text(s.bound()), text(rows))...)
}

// executed are the arguments of a helper that runs statements, and what it runs them with.
func (s *method) executed(args ...emit.Doc) []emit.Doc {
	if many := s.m.driver.BatchWith; s.With && many != "" {
		s.m.helpers[many] = true
		args = append(args, text(many))
	}
	return args
}

// keywords is the type of a row of parameters of which some may be left out: a dictionary of the method's keywords.
func (s *method) keywords() string {
	m := s.m
	m.use("TypedDict")
	class := m.names.Type(m.scope, pascal(s.Name, "Query")+"Params", "the parameters of "+s.Name.SQL, s.Span)
	var always, left []emit.Doc
	for i, p := range s.Asked() {
		if p.MayBeLeft() {
			left = append(left, annotated(s.params[i], orNone(m.paramType(p.Field), p.Optional && !p.Nullable), true))
		} else {
			always = append(always, annotated(s.params[i], m.paramType(p.Field), true))
		}
	}
	base := "TypedDict"
	if always != nil {
		base = m.scope.Claim("_" + class)
		m.dicts = append(m.dicts, block(text("class "+base+"(TypedDict):"), always...))
	}
	m.dicts = append(m.dicts, block(text("class "+class+"("+base+", total=False):"), left...))
	return class
}

// chooser is the function from the keywords of a row to the text for it and what is bound.
func (s *method) chooser() string {
	s.m.use("Any")
	name := s.m.scope.Claim("_choose_" + s.name)
	sql, body := s.chosen()
	body = append(body, text("return "+sql+", "+s.values))
	s.m.functions = append(s.m.functions, block(def(name, s.annotated(), "tuple[str, tuple[Any, ...]]"), body...))
	return name
}

// takesRows is the signature of a method that takes many rows of parameters.
func (s *method) takesRows(k surface.Kind, rows, params, result string) emit.Doc {
	s.m.use("Iterable")
	return s.m.member(k, s.Method, called(k, s.name), []emit.Doc{text("self"), subscript(rows+": ", "Iterable["+params+"]")},
		result)
}

// bulk is the method of :bulk.
func (s *method) bulk() emit.Doc {
	s.begin()
	operation := s.operation()
	rows := s.scope.Claim("rows")
	params := s.rows()
	sql, body := s.sql()
	var run emit.Doc
	each := cmp.Or(s.m.driver.Each, "_run_batch")
	switch way := s.Bulk.Way.(type) {
	case *plan.EachRow:
		run = s.m.await(each, s.batchArguments(sql, rows)...)
	case *plan.SortedRows:
		run = s.m.await(each, append(s.batchArguments(sql, rows), s.sorted(way))...)
	case *plan.Joined:
		run = s.m.await("_run_joined", text("self._conn"), s.joined(sql, way), text(rows))
	case *plan.Lists:
		run = s.m.await("_run_many", text("self._conn"), s.many(sql, params, way), text(rows))
	}
	if operation == "" {
		body = append(body, emit.Concat("return ", run))
	} else {
		body = append(body, emit.Concat(operation+".rows = ", run), text("return "+operation+".rows"))
	}
	doc := s.says(surface.Bulk)
	return s.print(s.takesRows(surface.Bulk, rows, params, "int"), doc, operation, body)
}

// sorted is the argument by which rows are run in the order of their key.
func (s *method) sorted(by *plan.SortedRows) emit.Doc {
	s.m.helpers["_Sorted"] = true
	key := slices.Index(s.Binds, by.Key)
	return emit.Concat("order=", call("_Sorted", text("key="+itoa(key)), text("start="+itoa(by.From)),
		text("at_once="+itoa(by.Rows))))
}

// many is how the statement is run for many rows.
func (s *method) many(sql, params string, way *plan.Lists) emit.Doc {
	m := s.m
	m.helpers["_Many"] = true
	class := "_Many"
	args := s.fewOrMany(sql)
	if way.Plain != "" {
		args = append(args, text("plain="+s.hold("_MANY", way.Plain)))
	}
	if way.InRounds != "" {
		args = append(args, text("in_rounds="+s.hold("_ROUNDS", way.InRounds)))
	}
	if way.Params != nil {
		args = append(args, text("lists="+s.lister(way.Params, nil)))
	}
	args = append(args, text("rounds="+itoa(way.Rounds)))
	if t := way.Staged; t == nil {
		class += "[" + s.rowType + "]" // which mypy finds by how rows are packed
	} else {
		m.helpers["_Staged"] = true
		create, copying, from := s.hold("_STAGE", t.Create), tuple(m.driver.CopyInto(m, t.Load, s.name)),
			s.hold("_STAGED", t.SQL)
		pack := m.rowsPacker(s.name, params, s.packed())
		args = append(args, emit.Concat("staged=",
			call("_Staged", text("start="+itoa(t.From)), text("create="+create), emit.Concat("copy=", copying),
				text("pack="+pack), text("sql="+from), text("drop="+word(t.Drop)))))
	}
	return call(class, args...)
}

// joined is how the statement joins its rows.
func (s *method) joined(sql string, j *plan.Joined) emit.Doc {
	m := s.m
	load := j.Load.Load.(*plan.Relation)
	m.helpers["_Joined"] = true
	args := s.fewOrMany(sql)
	hold := func(key, kind, sql string) {
		if sql != "" {
			args = append(args, text(key+"="+s.hold(kind, sql)))
		}
	}
	hold("create", "_CREATE", j.Create)
	hold("insert", "_INSERT", load.SQL)
	values := s.packed()
	rows := make([]string, len(values))
	for i, v := range values {
		rows[i] = v.value
	}
	args = append(args, text("columns="+m.layouts(j.Load, load, rows, s.name)))
	hold("joined", "_JOINED", j.SQL)
	if k := j.Keyed; k != nil {
		hold("count", "_COUNT", k.Count.Of(j.From))
		hold("divide", "_DIVIDE", k.Divide.Of(j.From))
		hold("rounds", "_ROUNDS", k.Rounds)
		hold("round", "_ROUND", k.Round)
		hold("rest", "_REST", k.Rest)
		hold("drop_rounds", "_DROP_ROUNDS", k.Drop)
	}
	hold("drop", "_DROP", j.Drop)
	return call("_Joined", args...)
}

// packed are the parameters as values of a row.
func (s *method) packed() []packedField {
	if s.Rows != nil {
		return packedFields(s.Rows.Fields, s.m.rowOf(s.Rows).fields)
	}
	return packedItems(ir.ParamFields(s.Params))
}

// fewOrMany are the statement by itself, for up to so few rows, and how many rows one statement takes.
func (s *method) fewOrMany(sql string) []emit.Doc {
	return []emit.Doc{text("sql=" + sql), text("bind=" + s.bound()), text("few=" + itoa(s.Bulk.Few)),
		text("at_once=" + itoa(s.Bulk.Rows))}
}

// hold is the constant that holds SQL of the statement.
func (s *method) hold(kind, sql string) string {
	name := s.m.scope.Claim("_" + strings.ToUpper(s.name) + kind)
	s.m.constants = append(s.m.constants, constant(name, sql))
	return name
}

// lister is the function from rows to the values of the one statement for them: each parameter as a list.
func (s *method) lister(params []ir.Field, texts []bool) string {
	s.m.use("Sequence")
	rows := text("rows: Sequence[" + s.rows() + "]")
	items, values := s.packed(), make([]emit.Doc, len(params))
	for i, f := range params {
		values[i] = s.m.encode(f, "["+items[i].value+" for row in rows]", false)
		if texts != nil && texts[i] {
			s.m.helpers["_json"] = true
			values[i] = call("_json", values[i])
		}
	}
	name := s.m.scope.Claim("_list_" + s.name)
	s.m.functions = append(s.m.functions,
		block(def(name, []emit.Doc{rows}, "tuple[object, ...]"), emit.Concat("return ", tuple(values))))
	return name
}

// rowBinder is the function from a row to the values of the placeholders.
func (s *method) rowBinder() string {
	same := len(s.Binds) == len(s.Params)
	values := make([]emit.Doc, len(s.Binds))
	for i, p := range s.Binds {
		f := s.Params[p].Field
		same = same && p == i && !s.m.encodes(f, false)
		values[i] = s.m.encode(f, "row["+itoa(p)+"]", false)
	}
	if same {
		return "tuple"
	}
	name := s.m.scope.Claim("_bind_" + s.name)
	s.m.functions = append(s.m.functions, block(def(name, []emit.Doc{text("row: " + s.rowType)}, "tuple[object, ...]"),
		emit.Concat("return ", tuple(values))))
	return name
}

// appender prints the methods of a bulk insert.
func (m *module) appender(a *plan.Appender) []emit.Doc {
	out := make([]emit.Doc, 0, 3)
	for _, k := range surface.TableOperations(m.Program, a) {
		out = append(out, ofTable[k](m, a, called(k, tableWords(a.Name))))
	}
	return out
}

// ofTable print the methods of a table, by their names.
var ofTable = map[surface.Kind]func(m *module, a *plan.Appender, name string) emit.Doc{
	surface.Appender: (*module).create, surface.BulkInsert: (*module).bulkInsert,
	surface.ArrowInsert: (*module).bulkArrow,
}

// create is the method that makes an appender.
func (m *module) create(a *plan.Appender, name string) emit.Doc {
	row := m.rowOf(a.Row)
	class := "Appender"
	if m.Options.Observer {
		class = "_ObservedAppender"
	}
	m.helpers[class] = true
	m.helpers["Appender"] = true
	made := call(class, append([]emit.Doc{text("self._conn")},
		m.appenderArguments(a, row, snake(a.Name, "table"))...)...)
	body := []emit.Doc{emit.Concat("return ", made)}
	if m.Options.Observer {
		kept := "appender"
		if _, is := a.Load.(*plan.Relation); is { // none of the arguments says the row's type
			kept += ": _ObservedAppender[" + row.class + "]"
		}
		m.helpers["_Operation"] = true
		body = []emit.Doc{
			emit.Concat(kept+" = ", made),
			emit.Concat("appender.operation = ", call("_Operation", text("self._observer"), text(word(a.Name.SQL)))),
			text("return appender"),
		}
	}
	with := "a with"
	if m.driver.Async {
		with = "an async with"
	}
	doc := documented(a.Doc, surface.Doc(surface.Appender, language, "{table}", a.Name.SQL, "{with}", with))
	return block(m.member(surface.Appender, nil, name, []emit.Doc{text("self")}, "Appender["+row.class+"]"),
		append(docLines(doc), body...)...)
}

// bulkInsert is the method that inserts many rows.
func (m *module) bulkInsert(a *plan.Appender, name string) emit.Doc {
	m.use("Iterable")
	appender := text("self." + called(surface.Appender, tableWords(a.Name)) + "() as appender")
	return block(m.member(surface.BulkInsert, nil, name, []emit.Doc{text("self"), m.source(m.rowOf(a.Row).class)}, "int"),
		lines(docstring(summary(surface.Doc(surface.BulkInsert, language, "{table}", a.Name.SQL)))),
		block(emit.Concat(m.async()+"with ", parenthesized(appender), ":"),
			emit.Concat("return ", m.await("appender.append_many", text("rows")))))
}

// bulkArrow is the bulk insert of columns that are in memory already.
func (m *module) bulkArrow(a *plan.Appender, name string) emit.Doc {
	m.helpers["_insert_arrow"], m.helpers["_Arrow"] = true, true
	insert := m.scope.Claim("_INSERT_" + strings.ToUpper(snake(a.Name, "table")) + "_ARROW")
	m.constants = append(m.constants, constant(insert, a.Load.(*plan.Relation).ByName))
	run := call("_insert_arrow", text("self._conn"), text(insert), text("source"))
	body := []emit.Doc{emit.Concat("return ", run)}
	operation := ""
	if m.Options.Observer {
		operation = "operation"
		body = []emit.Doc{emit.Concat("operation.rows = ", run), text("return operation.rows")}
	}
	doc := docLines(summary(surface.Doc(surface.ArrowInsert, language, "{table}", a.Name.SQL)))
	return block(m.member(surface.ArrowInsert, nil, name, []emit.Doc{text("self"), text("source: _Arrow")}, "int"),
		append(doc, m.observed(operation, a.Name, body)...)...)
}

// source is the parameter of a bulk insert.
func (m *module) source(class string) emit.Doc {
	if m.driver.Async {
		m.use("AsyncIterable")
		return annotated("rows", "Iterable["+class+"] | AsyncIterable["+class+"]", false)
	}
	return subscript("rows: ", "Iterable["+class+"]")
}

// appenderArguments are what an appender is made of, besides the connection.
func (m *module) appenderArguments(a *plan.Appender, row *rowType, table string) []emit.Doc {
	insert := ""
	hold := func(sql string) {
		insert = m.scope.Claim("_INSERT_" + strings.ToUpper(table))
		m.constants = append(m.constants, constant(insert, sql))
	}
	switch load := a.Load.(type) {
	case *plan.Relation:
		hold(load.SQL)
		values := make([]string, len(row.fields))
		for i, f := range row.fields {
			values[i] = "row." + f
		}
		return []emit.Doc{text(insert), text(m.layouts(a, load, values, table))}
	case *plan.Copy:
		hold(load.Few.Row)
		return append(m.driver.CopyInto(m, a, table), text(m.copyRows(a, load, row, table, insert)))
	case *plan.Listed:
		s := &method{Method: load.Method, m: m, name: "insert_" + table}
		s.constants()
		params, run := s.rows(), "_run_many"
		m.helpers[run], m.helpers["_ManyRows"] = true, true
		rows := call("_ManyRows", s.many(s.constant[0], params, load.Bulk.Way.(*plan.Lists)), text(run))
		return append(m.driver.CopyInto(m, a, table), rows)
	}
	load := a.Load.(*plan.Values)
	hold(load.Row)
	if m.Target.Bulk.Copy > 0 {
		m.helpers["_InsertRows"] = true
		return append(m.driver.CopyInto(m, a, table), call("_InsertRows", text(insert), text(m.writerOf(row))))
	}
	chunk := m.scope.Claim(insert + "_CHUNK")
	more := emit.Concat(emit.Line(), "+ "+word(load.Next), emit.Group(emit.Line(), "* "+itoa(load.Chunk-1)))
	m.constants = append(m.constants, emit.Concat(chunk+" = ", parenthesized(emit.Concat(insert, more))))
	columns := make([]emit.Doc, len(a.Row.Fields))
	for i, f := range a.Row.Fields {
		columns[i] = text(columnName(f))
	}
	return []emit.Doc{text(insert), text(chunk), text(itoa(load.Chunk)), tuple(columns), text(m.writerOf(row))}
}
