package syntax

// Dialect says how an engine's SQL quotes things, which is all that finding statements and parameters needs.
type Dialect struct {
	DollarQuotes   bool // $$ … $$ and $tag$ … $tag$
	BracketNames   bool // [name]
	BacktickNames  bool // `name`
	EscapeStrings  bool // E'…\'…'
	NestedComments bool // /* /* */ */
	FromFirst      bool // FROM t is a query, and COLUMNS(…) stands for columns
	IsCompares     bool // a IS b compares two values, of which NULL is one
	FoldsNames     bool // the letter case of unquoted names means nothing
	Arguments      bool // $1 in a script is a function's argument, which the engine checks
	// what the engine's own bind parameters start with: ? for ? and ?1, $ for $1 and $x, and so on
	Placeholders string
	Nothing      string // a statement without effect, as some drivers refuse a script without one
}
