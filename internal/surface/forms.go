package surface

import "strings"

// Why a language lacks a method.
const (
	notYet      = "not there yet"
	constructed = "the constructor takes the observer"
	driverKeeps = "the driver keeps statements prepared"
	appenders   = "its appender writes to a connection"
)

// typed is no comment, as the type of the result says it.
var typed = []string{}

// databaseSQL are Go's drivers for database/sql.
var databaseSQL = []string{"sqlite/mattn", "sqlite/modernc", "duckdb"}

// says are the sentences of a comment.
func says(sentences ...string) []string { return sentences }

// all is a form that every language has.
func all(f Form) map[string]Form {
	in := map[string]Form{}
	for _, l := range Languages {
		in[l] = f
	}
	return in
}

// only is a form that one language has; the others lack it.
func only(language string, f Form, lacks string) map[string]Form {
	in := all(Form{Lacks: lacks})
	in[language] = f
	return in
}

// migrating are the functions about the migrations of a database.
func migrating(verb string) map[string]Form {
	in := all(Form{Before: verb + " migrations"})
	in["typescript"] = Form{Before: verb + " migrations", Apart: true}
	in["go"] = Form{Before: verb, After: "migrations", Apart: true,
		Doc: says(`The database records migrations by project; "" means {project}.`)}
	in["rust"] = Form{Before: verb + " migrations",
		Doc: says("The database records migrations by project; `None` means {project}.")}
	return in
}

// attaching are the functions that attach a database.
func attaching() map[string]Form {
	const extension = "extension is the path of DuckDB's PostgreSQL extension; if it is {none}, DuckDB fetches the " +
		"extension."
	in := inDuckdb(Form{Before: "attach", Doc: says(extension)})
	in["java"] = Form{Before: "attach", Only: in["java"].Only}
	in["go"] = Form{Before: "attach", Only: in["go"].Only, Doc: says(strings.Replace(extension, "{none}", `""`, 1))}
	in["rust"] = Form{Before: "attach", Only: in["rust"].Only,
		Doc: says(strings.Replace(extension, "extension", "`extension`", 1))}
	return in
}

// loading are the functions that load extensions.
func loading() map[string]Form {
	const folder = "folder has their files, NAME.duckdb_extension; DuckDB takes those that are installed if it is {none}."
	in := inDuckdb(Form{Before: "load extensions", Doc: says(folder)})
	in["java"] = Form{Before: "load extensions", Only: in["java"].Only, Doc: says("They must be installed.")}
	in["go"] = Form{Before: "load extensions", Only: in["go"].Only,
		Doc: says(strings.Replace(folder, "{none}", `""`, 1))}
	in["rust"] = Form{Before: "load extensions", Only: in["rust"].Only,
		Doc: says(strings.Replace(folder, "folder", "`folder`", 1))}
	return in
}

// inDuckdb is a function about a database that DuckDB attaches.
func inDuckdb(f Form) map[string]Form {
	f.Only = []string{"duckdb"}
	in := all(f)
	f.Only = []string{"duckdb", "duckdb/arrow"}
	in["java"] = f
	return in
}
