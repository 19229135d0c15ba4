// Package syntax reads annotated SQL: text in, blocks with statements and parameters out. It knows no engine; what
// differs between SQL dialects is data in Dialect.
package syntax

import "github.com/sqg-dev/sqg/internal/source"

// Kind is a block's annotation keyword.
type Kind int

const (
	Migrate Kind = iota
	Baseline
	Testdata
	Query
	Exec
	Table
)

func (k Kind) String() string {
	return [...]string{"MIGRATE", "BASELINE", "TESTDATA", "QUERY", "EXEC", "TABLE"}[k]
}

// Block is one annotated block. Script blocks (Migrate, Baseline, Testdata) have Script; Query and Exec have Parts.
type Block struct {
	Kind Kind
	// id of a script block; table name of a Table block (schema.table where qualified); without quotes
	Name         string
	Path         []string // the table name of a Table block, outermost schema first, without quotes
	Alias        string   // what a Table block calls its table, where the table stands on a line of its own
	NameSpan     source.Span
	Mods         Modifiers
	Doc          []string // comment lines above the annotation, then the YAML's doc
	Fields       []FieldOptions
	Sets         []Set
	Parts        []Part        // the statement without leading and trailing blanks and comments and without its final semicolon
	Uses         []string      // parameter names in order of first use; Part.Param indexes it
	Stretches    []Stretch     // of the statement, which Parts tell
	Alternatives []Alternative // of what a call gives
	Choices      []Choice      // parameters that stand for SQL
	Embeds       []Embed       // stars whose columns are an object
	Foreign      []Foreign
	Sorted       bool // there is an ORDER BY outside of parentheses
	Script       string
	Body         source.Span // where Script or the statement stands in the file
	Span         source.Span // the annotation's first line
	Broken       bool        // its statement or script has errors that are reported already: of no use to an engine
}

// IsScript reports whether the block is a script to run in the scratch database.
func (b *Block) IsScript() bool { return b.Kind == Migrate || b.Kind == Baseline || b.Kind == Testdata }

// Modifiers of a block, checked against its kind.
type Modifiers struct {
	All, One, Pluck, Batch, Bulk, Appender bool   // All is also set on a QUERY that says neither :all nor :one
	Result                                 string // :result=Name
	ResultSpan                             source.Span
	Source                                 string   // BASELINE … :source=name
	Columns                                []string // :appender(a, b, c)
	ColumnsSpan                            source.Span
	Demanded                               bool // :one!
	Page                                   bool
	OneForMany                             bool // :bulk!
	Upsert, Set                            bool
	NoTransaction                          bool        // MIGRATE … :no_transaction
	Reviewed                               bool        // MIGRATE … :reviewed
	Was                                    []string    // MIGRATE … :was(checksum)
	Key, SetColumns                        []string    // :upsert(a, b), :set(c)
	UpsertSpan, SetSpan                    source.Span // of the lists; of the modifiers where they have none
}

// FieldOptions is what the annotation's YAML says of a result column or parameter.
type FieldOptions struct {
	Param   bool // of a parameter, else of a result column
	Name    string
	Type    string // as an SQL type name; "" where only nullability or doc is said
	Null    bool
	NotNull bool
	Elems   Elems
	Like    string // the file source that a path is like; "" for none
	List    bool   // the parameter is a list of values of Type, which IN (…) takes
	Doc     string
	Span    source.Span
}

// Elems is what the user says of the elements of a list.
type Elems int

const (
	ElemsUnsaid  Elems = iota
	ElemsNull          // they may be NULL
	ElemsNotNull       // they are not
)

// Set is a @set line.
type Set struct {
	Name  string
	Value string // the expression as written, without a final semicolon
	Null  bool   // the value is the literal null
	Items int    // how many expressions with commas between them it is: of several it is a sample of a list
	First string // the first of them
	Span  source.Span
}

// Part is literal SQL (Param < 0) or a parameter. Literal text is the user's, byte for byte, but for line endings
// outside quotes, which are \n.
type Part struct {
	Text      string
	Param     int   // index into Block.Uses
	Questions []int // where in Text a ? stands outside quotes and comments
	Place     Place // of a parameter
	Stretch   int   // index into Block.Stretches; -1 of what stands for the text of several
	Instead   bool  // the literal text stands for what the user wrote
	Span      source.Span
}

// Place says where a parameter stands, as far as that tells what is meant by it.
type Place int

const (
	Anywhere     Place = iota
	ListItem           // alone in IN (…): one value may not do there what is meant
	SortKey            // a whole item of ORDER BY: the same
	NullTested         // under IS NULL or IS NOT NULL
	NullReplaced       // an argument of COALESCE or IFNULL that has another behind it
	NullCompared       // on a side of IS [NOT] DISTINCT FROM
)

// Foreign is what other tools take for a parameter, and sqg does not.
type Foreign struct {
	Name string // "" where it has none
	Abs  bool   // @name: the absolute value of a column to engines in which it is no parameter
	Span source.Span
}
