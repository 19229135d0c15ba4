package golang

import "strings"

// nulls is how users have values that may be NULL, which helpers have as pointers.
type nulls struct {
	path string // of a package that is not the standard library's

	typ  func(typ string) string                 // the type of those of a type
	of   func(f *file, typ, value string) string // one of a pointer
	from func(f *file, value string) string      // a pointer of one
	made func(f *file, typ, value string) string // one of a pointer and an error
}

// nullsOf are those that are no pointers, by the word of the option.
var nullsOf = map[string]nulls{
	"sql.Null": {
		typ:  func(typ string) string { return "sql.Null[" + typ + "]" },
		of:   func(f *file, _, value string) string { return f.need("nullOf") + "(" + value + ")" },
		from: func(f *file, value string) string { return f.need("pointer") + "(" + value + ")" },
		made: func(f *file, _, value string) string { return f.need("asNull") + "(" + value + ")" },
	},
	"guregu": {
		path: "github.com/guregu/null/v6",
		typ:  func(typ string) string { return guregu(typ, "") },
		of: func(f *file, typ, value string) string {
			function, _, _ := strings.Cut(guregu(typ, "FromPtr"), "[") // the value says of which type
			return f.use(function) + "(" + value + ")"
		},
		from: func(_ *file, value string) string { return value + ".Ptr()" },
		made: func(f *file, typ, value string) string {
			return f.need("nullBy") + "(" + f.use(guregu(typ, "FromPtr")) + ")(" + value + ")"
		},
	},
}

// guregus are the types of guregu/null that have a name of their own.
var guregus = map[string]string{"string": "String", "bool": "Bool", "int16": "Int16", "int32": "Int32", "int64": "Int",
	"float64": "Float", "time.Time": "Time", "uint8": "Byte"}

// guregu is a type of guregu/null, or a function that is called like it.
func guregu(typ, suffix string) string {
	if name := guregus[typ]; name != "" {
		return "null." + name + suffix
	}
	return "null.Value" + suffix + "[" + typ + "]"
}

// nulls are those of the config. A parameter that may be left out is no pointer to a pointer.
func (f *file) nulls() nulls {
	if n, ok := nullsOf[f.g.Options.Nullable]; ok {
		return n
	}
	return nullsOf["sql.Null"]
}
