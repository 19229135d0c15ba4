package syntax

// Tokens are where the tokens of a text start and end.
func (d Dialect) Tokens(text string) (spans [][2]int) {
	for _, tok := range d.scan(text, 0, len(text)) {
		spans = append(spans, [2]int{tok.start, tok.end})
	}
	return spans
}

const Blanks = blanks
