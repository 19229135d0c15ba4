package libduckdb

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unsafe"
)

// Library is DuckDB's C interface: of its functions those that are used here. Handles are pointers to what the library
// keeps; what it returns by value is freed by the function of that name.
type Library struct {
	version func() string
	free    func(unsafe.Pointer)

	open       func(path *byte, db *uintptr) int32
	closeDB    func(db *uintptr)
	connect    func(db uintptr, conn *uintptr) int32
	disconnect func(conn *uintptr)
	interrupt  func(conn uintptr)

	extract      func(conn uintptr, sql string, statements *uintptr) uint64
	extractError func(statements uintptr) string
	freeExtract  func(statements *uintptr)
	prepare      func(conn, statements uintptr, i uint64, prepared *uintptr) int32
	prepareError func(prepared uintptr) string
	freePrepared func(prepared *uintptr)
	kind         func(prepared uintptr) int32
	params       func(prepared uintptr) uint64
	paramType    func(prepared uintptr, i uint64) int32
	paramLogical func(prepared uintptr, i uint64) uintptr
	columns      func(prepared uintptr) uint64
	columnName   func(prepared uintptr, i uint64) unsafe.Pointer
	columnType   func(prepared uintptr, i uint64) uintptr
	bindText     func(prepared uintptr, i uint64, text string, length uint64) int32

	execute     func(prepared uintptr, r *result) int32
	resultError func(r *result) string
	changed     func(r *result) uint64
	freeResult  func(r *result)
	fetch       func(r result) uintptr
	freeChunk   func(chunk *uintptr)
	rows        func(chunk uintptr) uint64
	vector      func(chunk uintptr, i uint64) uintptr
	width       func(chunk uintptr) uint64

	vectorType    func(vector uintptr) uintptr
	data          func(vector uintptr) unsafe.Pointer
	validity      func(vector uintptr) unsafe.Pointer
	listChild     func(vector uintptr) uintptr
	listSize      func(vector uintptr) uint64
	structChild   func(vector uintptr, i uint64) uintptr
	arrayChild    func(vector uintptr) uintptr
	freeType      func(t *uintptr)
	typeID        func(t uintptr) int32
	decimalStored func(t uintptr) int32
	enumStored    func(t uintptr) int32
	arrayLength   func(t uintptr) uint64
	structLength  func(t uintptr) uint64

	typeAlias    func(t uintptr) unsafe.Pointer
	decimalWidth func(t uintptr) uint8
	decimalScale func(t uintptr) uint8
	enumSize     func(t uintptr) uint32
	enumLabel    func(t uintptr, i uint64) unsafe.Pointer
	listElement  func(t uintptr) uintptr
	arrayElement func(t uintptr) uintptr
	mapKey       func(t uintptr) uintptr
	mapValue     func(t uintptr) uintptr
	structName   func(t uintptr, i uint64) unsafe.Pointer
	structType   func(t uintptr, i uint64) uintptr
	unionLength  func(t uintptr) uint64
	unionName    func(t uintptr, i uint64) unsafe.Pointer
	unionType    func(t uintptr, i uint64) uintptr
}

// result is the library's own record of a result, which is passed by value.
type result struct {
	columns, rows, changed, data, message, internal uintptr
}

// functions are the library's names of the functions.
func (l *Library) functions() map[string]any {
	return map[string]any{
		"library_version": &l.version, "free": &l.free,
		"open": &l.open, "close": &l.closeDB, "connect": &l.connect, "disconnect": &l.disconnect,
		"interrupt":          &l.interrupt,
		"extract_statements": &l.extract, "extract_statements_error": &l.extractError,
		"destroy_extracted":           &l.freeExtract,
		"prepare_extracted_statement": &l.prepare, "prepare_error": &l.prepareError, "destroy_prepare": &l.freePrepared,
		"prepared_statement_type": &l.kind, "nparams": &l.params, "param_type": &l.paramType,
		"param_logical_type":              &l.paramLogical,
		"prepared_statement_column_count": &l.columns, "prepared_statement_column_name": &l.columnName,
		"prepared_statement_column_logical_type": &l.columnType,
		"bind_varchar_length":                    &l.bindText, "execute_prepared": &l.execute,
		"result_error": &l.resultError,
		"rows_changed": &l.changed, "destroy_result": &l.freeResult, "fetch_chunk": &l.fetch,
		"destroy_data_chunk":  &l.freeChunk,
		"data_chunk_get_size": &l.rows, "data_chunk_get_vector": &l.vector, "data_chunk_get_column_count": &l.width,
		"vector_get_column_type": &l.vectorType, "vector_get_data": &l.data, "vector_get_validity": &l.validity,
		"list_vector_get_child": &l.listChild, "list_vector_get_size": &l.listSize,
		"struct_vector_get_child": &l.structChild,
		"array_vector_get_child":  &l.arrayChild, "destroy_logical_type": &l.freeType, "get_type_id": &l.typeID,
		"decimal_internal_type": &l.decimalStored, "enum_internal_type": &l.enumStored,
		"array_type_array_size":   &l.arrayLength,
		"struct_type_child_count": &l.structLength, "logical_type_get_alias": &l.typeAlias,
		"decimal_width": &l.decimalWidth, "decimal_scale": &l.decimalScale, "enum_dictionary_size": &l.enumSize,
		"enum_dictionary_value": &l.enumLabel, "list_type_child_type": &l.listElement,
		"array_type_child_type": &l.arrayElement,
		"map_type_key_type":     &l.mapKey, "map_type_value_type": &l.mapValue, "struct_type_child_name": &l.structName,
		"struct_type_child_type": &l.structType, "union_type_member_count": &l.unionLength,
		"union_type_member_name": &l.unionName, "union_type_member_type": &l.unionType,
	}
}

// Version of DuckDB.
func (l *Library) Version() string { return strings.TrimPrefix(l.version(), "v") }

// loaded are the libraries of this process by their paths; none is ever unloaded.
var loaded = struct {
	sync.Mutex
	libraries map[string]*Library
}{libraries: map[string]*Library{}}

// load loads the library in a file, if it is of a version that will do.
func load(path string, able []release) (*Library, error) {
	loaded.Lock()
	defer loaded.Unlock()
	l := loaded.libraries[path]
	if l == nil {
		handle, err := openLibrary(path)
		if err != nil {
			return nil, err
		}
		l = &Library{}
		for name, f := range l.functions() {
			at, err := symbol(handle, "duckdb_"+name)
			if err != nil {
				return nil, fmt.Errorf("%s is not DuckDB %s: it has no function duckdb_%s", path, versionsOf(able),
					name)
			}
			register(f, at)
		}
		loaded.libraries[path] = l
	}
	if !slices.ContainsFunc(able, func(r release) bool { return r.version == l.Version() }) {
		return nil, fmt.Errorf("%s is DuckDB %s, not %s", path, l.Version(), versionsOf(able))
	}
	return l, nil
}
