package diag

// Info is what is known of a code: its title heads its page in docs/errors.
type Info struct {
	Code  Code
	Title string
}

// The codes, by who finds them: 0xx configuration and files, 1xx annotated SQL, 2xx the engine, 3xx names and types,
// 4xx generation and output, 9xx the environment.
const (
	ConfigSyntax     Code = "SQG001"
	ConfigKey        Code = "SQG002"
	ConfigValue      Code = "SQG003"
	ConfigVersion    Code = "SQG004"
	UnknownGenerator Code = "SQG005"
	NoFiles          Code = "SQG006"
	FileEncoding     Code = "SQG007"
	OutputCollision  Code = "SQG008"
	Untrusted        Code = "SQG009"
	Imported         Code = "SQG010"

	TextBeforeBlock Code = "SQG101"
	NearAnnotation  Code = "SQG102"
	UnknownModifier Code = "SQG103"
	BadModifier     Code = "SQG104"
	BadName         Code = "SQG105"
	EmptyStatement  Code = "SQG106"
	TwoStatements   Code = "SQG107"
	Unterminated    Code = "SQG108"
	BadSet          Code = "SQG109"
	BadParameter    Code = "SQG110"
	UnusedSet       Code = "SQG111"
	AnnotationYAML  Code = "SQG112"
	UnknownSource   Code = "SQG113"
	DuplicateID     Code = "SQG114"
	ParamInText     Code = "SQG115"
	ForeignParam    Code = "SQG116"
	ParamPlace      Code = "SQG117"
	SimilarParams   Code = "SQG118"
	BadSample       Code = "SQG119"
	LostRows        Code = "SQG120"
	ParamUses       Code = "SQG121"
	BadOption       Code = "SQG122"
	BadPage         Code = "SQG123"

	SchemaError    Code = "SQG201"
	StatementError Code = "SQG202"
	NoColumns      Code = "SQG203"
	UnknownTable   Code = "SQG204"
	UnknownColumn  Code = "SQG205"
	ForbiddenSQL   Code = "SQG206"
	BusyTable      Code = "SQG207"

	DuplicateName   Code = "SQG301"
	NameClash       Code = "SQG302"
	UntypedParam    Code = "SQG303"
	UnknownType     Code = "SQG304"
	RowTypeMismatch Code = "SQG305"
	UnsupportedType Code = "SQG306"
	PluckColumns    Code = "SQG307"
	BadOverride     Code = "SQG308"
	Renamed         Code = "SQG309"
	Unproven        Code = "SQG310"
	Unlike          Code = "SQG311"
	UpsertKey       Code = "SQG312"
	ByPosition      Code = "SQG313"
	NoValue         Code = "SQG314"
	NeverEqual      Code = "SQG315"
	OneOfMany       Code = "SQG316"
	BadObject       Code = "SQG317"
	OverrideStops   Code = "SQG320"
	BadList         Code = "SQG350"
	ListKey         Code = "SQG351"
	NotAdjacent     Code = "SQG352"

	NotSupported Code = "SQG401"
	StaleOutput  Code = "SQG402"
	WriteFailed  Code = "SQG403"
	ForeignFile  Code = "SQG404"

	Environment Code = "SQG901"
	Internal    Code = "SQG999"
)

// Codes lists every code once, in order.
var Codes = []Info{
	{ConfigSyntax, "sqg.yaml cannot be read"},
	{ConfigKey, "Unknown key in sqg.yaml"},
	{ConfigValue, "A value in sqg.yaml is not what its key takes"},
	{ConfigVersion, "Unsupported version of sqg.yaml"},
	{UnknownGenerator, "Unknown generator"},
	{NoFiles, "No SQL file matches"},
	{FileEncoding, "A file is not UTF-8 text"},
	{OutputCollision, "Two outputs go to one file"},
	{Untrusted, "sqg.yaml asks for what takes --trust"},
	{Imported, "What an import leaves to you"},
	{TextBeforeBlock, "SQL that belongs to no annotation"},
	{NearAnnotation, "A comment reads like a misspelt annotation"},
	{UnknownModifier, "Unknown modifier"},
	{BadModifier, "A modifier does not go with its annotation"},
	{BadName, "A name is missing or cannot be used"},
	{EmptyStatement, "A block holds no statement"},
	{TwoStatements, "A block holds more than one statement"},
	{Unterminated, "A string, quoted name, comment or parameter is not closed"},
	{BadSet, "A @set line cannot be read"},
	{BadParameter, "A parameter cannot be read"},
	{UnusedSet, "A parameter is declared and never used"},
	{AnnotationYAML, "The YAML of an annotation cannot be used"},
	{UnknownSource, "Unknown source"},
	{DuplicateID, "Two migrations have the same id"},
	{ParamInText, "A parameter inside a string or a quoted name is text"},
	{ForeignParam, "A parameter written as another tool writes it"},
	{ParamPlace, "A parameter where one value cannot do what is meant"},
	{SimilarParams, "Two parameters whose names differ in writing only"},
	{BadSample, "A sample does not fit its parameter's type"},
	{LostRows, "A migration selects rows that nobody sees"},
	{ParamUses, "The uses of a parameter disagree about its type"},
	{BadOption, "An optional part or a choice cannot be read, or does not do"},
	{BadPage, "A query of pages has no total order, or is written in another form"},
	{SchemaError, "The schema does not apply"},
	{StatementError, "The engine rejects a statement"},
	{NoColumns, "A QUERY returns no columns, or an EXEC returns rows"},
	{UnknownTable, "Unknown table"},
	{UnknownColumn, "Unknown column"},
	{ForbiddenSQL, "A statement that a block may not hold"},
	{BusyTable, "A migration gets in the way of programs that run"},
	{DuplicateName, "Two statements have the same name"},
	{NameClash, "Two names become one in the target language"},
	{UntypedParam, "A parameter's type is not known"},
	{UnknownType, "Unknown type"},
	{RowTypeMismatch, "Queries that share a row type differ in shape"},
	{UnsupportedType, "A type that the target cannot hold"},
	{PluckColumns, ":pluck on a query with several columns"},
	{BadOverride, "An override matches nothing or cannot be used"},
	{Renamed, "A name is changed to one that can be used"},
	{Unproven, "Nothing of a statement is proven NOT NULL"},
	{Unlike, "One statement cannot take many rows"},
	{UpsertKey, "No row can be found by the columns of :upsert"},
	{ByPosition, "A program reads or stores columns by position"},
	{NoValue, "An INSERT leaves out a column that must have a value"},
	{NeverEqual, "Two values that are compared are never equal"},
	{OneOfMany, "A statement takes one of several rows, and nothing says which"},
	{BadObject, "Columns cannot be put together to an object"},
	{OverrideStops, "An override does not reach into a type"},
	{BadList, "Rows cannot be put together to lists"},
	{ListKey, "Nothing tells which rows make one list"},
	{NotAdjacent, "Rows with lists do not come one at a time"},
	{NotSupported, "The generator does not support this yet"},
	{StaleOutput, "Generated files are stale"},
	{WriteFailed, "A file cannot be written"},
	{ForeignFile, "A file that sqg did not write is in the way"},
	{Environment, "Something outside the project is missing"},
	{Internal, "A fault of sqg itself"},
}
