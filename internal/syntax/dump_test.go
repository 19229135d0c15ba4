package syntax

import "testing"

// TestUndumped: what is left out is blanked, so that all else stays where it is.
func TestUndumped(t *testing.T) {
	d := Dialect{DollarQuotes: true, EscapeStrings: true, NestedComments: true}
	for script, want := range map[string]string{
		"\\restrict aB1\r\nSELECT 1;\n\\unrestrict aB1":                  "             \r\nSELECT 1;\n               ",
		"CREATE SCHEMA public; CREATE SCHEMA public2;":                   "                    ; CREATE SCHEMA public2;",
		"ALTER TABLE ONLY a.t OWNER TO \"me;\"; ALTER TABLE t ADD x int": "                                   ; ALTER TABLE t ADD x int",
		"SELECT 'GRANT x;'; GRANT ALL ON t TO x;":                        "SELECT 'GRANT x;';                    ;",
		"COPY t (a) FROM stdin;\nit's; --\n\\.\nSELECT 1":                "                      \n        \n  \nSELECT 1",
		"copy t from stdin;\r\n\\.\r\nSELECT 1":                          "                  \r\n  \r\nSELECT 1",
		"COPY t FROM stdin;\nno end":                                     "COPY t FROM stdin;\nno end",
		"CREATE FUNCTION f() AS $$\nGRANT ALL ON t TO x;\n$$;":           "CREATE FUNCTION f() AS $$\nGRANT ALL ON t TO x;\n$$;",
	} {
		if got := d.undumped(script); got != want {
			t.Errorf("%q: %q", script, got)
		}
	}
}
