package sqlite

import "strings"

// elsewhere are the functions and modules that an SQLite has by an extension or an option of its build only, and by
// which. A name that ends in * stands for all that begin so.
var elsewhere = []struct{ names, of string }{
	{"generate_series", "SQLite's extension series"},
	{"regexp regexpi", "SQLite's extension regexp, or the program: SQLite itself has no function for REGEXP"},
	{"csv", "SQLite's extension csv"},
	{"carray", "SQLite's extension carray"},
	{"sha1 sha1b sha1_query", "SQLite's extension sha1"},
	{"sha3 sha3_agg sha3_query", "SQLite's extension shathree"},
	{"uuid uuid_str uuid_blob", "SQLite's extension uuid"},
	{"decimal decimal_*", "SQLite's extension decimal"},
	{"base64", "SQLite's extension base64"},
	{"base85 is_base85", "SQLite's extension base85"},
	{"ieee754 ieee754_*", "SQLite's extension ieee754"},
	{"median percentile percentile_cont percentile_disc",
		"a build with SQLITE_ENABLE_PERCENTILE, or SQLite's extension percentile"},
	{"spellfix1 spellfix1_* editdist3", "SQLite's extension spellfix1"},
	{"fuzzer", "SQLite's extension fuzzer"},
	{"transitive_closure", "SQLite's extension closure"},
	{"prefixes", "SQLite's extension prefixes"},
	{"readfile writefile lsmode fsdir edit zipfile sqlar_*", "the sqlite3 shell"},
	{"icu_load_collation", "a build with SQLITE_ENABLE_ICU, or SQLite's extension icu"},
	{"bytecode tables_used", "a build with SQLITE_ENABLE_BYTECODE_VTAB"},
	{"sqlite_stmt", "a build with SQLITE_ENABLE_STMTVTAB"},
	{"vec0 vec_*", "the extension sqlite-vec"},
	{"crypto_*", "the extension sqlean"},
	{"st_* addgeometrycolumn makepoint geomfromtext", "the extension SpatiaLite"},
	{"stddev variance", "an extension of statistics, or the program"},
	{"unaccent", "the program"},
}

// ofElsewhere says what a function or module is of; "" where nobody knows it.
func ofElsewhere(name string) string {
	name = strings.ToLower(name)
	for _, e := range elsewhere {
		for known := range strings.FieldsSeq(e.names) {
			if begin, all := strings.CutSuffix(known, "*"); name == known || all && strings.HasPrefix(name, begin) {
				return e.of
			}
		}
	}
	return ""
}

// lacking says of a function, table or module that is not there what it is of.
func lacking(name string) string {
	if of := ofElsewhere(name); of != "" {
		return ": it is of " + of + ", and the SQLite that sqg analyses with lacks it"
	}
	return ""
}

// declaring is the way out for a function.
func declaring(name string) string {
	return "if the program registers it or loads an extension with it, declare it in sqg.yaml: sqlite: {functions: {" +
		strings.ToLower(name) +
		": \"TEXT (ANY)\"}}, with its types"
}
