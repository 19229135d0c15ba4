package syntax

import "testing"

// TestElements: what is said of a list's elements stands behind what is said of the list.
func TestElements(t *testing.T) {
	for typ, want := range map[string]struct {
		rest string
		said Elems
	}{
		"bigint[]":                             {"bigint[]", ElemsUnsaid},
		"bigint[] null elements":               {"bigint[]", ElemsNull},
		"bigint[] NOT NULL Elements":           {"bigint[]", ElemsNotNull},
		"text[] not null null elements":        {"text[] not null", ElemsNull},
		"text[] null not null elements":        {"text[] null", ElemsNotNull},
		"null elements":                        {"", ElemsNull},
		"elements":                             {"elements", ElemsUnsaid},
		"timestamp with time zone[] not null":  {"timestamp with time zone[] not null", ElemsUnsaid},
		"numeric(10, 2)[]  not  null elements": {"numeric(10, 2)[]", ElemsNotNull},
	} {
		if rest, said := elements(typ); rest != want.rest || said != want.said {
			t.Errorf("%q: %q, %d", typ, rest, said)
		}
	}
}
