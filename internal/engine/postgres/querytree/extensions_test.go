package querytree

import (
	"strings"
	"testing"
)

// extensionCalls are calls of functions of ofExtensions, with what could make NULL.
var extensionCalls = map[string][]string{
	"uuid-ossp": {"uuid_generate_v1()", "uuid_generate_v1mc()", "uuid_generate_v3(uuid_nil(), '')",
		"uuid_generate_v4()", "uuid_generate_v5(uuid_ns_dns(), 'a')", "uuid_nil()",
		"uuid_ns_dns()", "uuid_ns_url()", "uuid_ns_oid()", "uuid_ns_x500()"},
	"pgcrypto": {"digest('', 'sha256')", "hmac('', '', 'md5')", "crypt('', gen_salt('bf'))", "gen_salt('md5')",
		"encrypt('', 'k', 'aes')", "decrypt(encrypt('', 'k', 'aes'), 'k', 'aes')",
		"encrypt_iv('', 'k', '', 'aes')", "decrypt_iv(encrypt_iv('', 'k', '', 'aes'), 'k', '', 'aes')",
		"gen_random_bytes(1)", "gen_random_uuid()", "pgp_sym_encrypt('', 'k')",
		"pgp_sym_decrypt(pgp_sym_encrypt('', 'k'), 'k')", "armor('')", "dearmor(armor(''))"},
	"pg_trgm": {"similarity('', '')", "word_similarity('', '')", "strict_word_similarity('', 'a')",
		"show_trgm('')", "show_limit()"},
	"unaccent": {"unaccent('')", "unaccent('é')"},
	"fuzzystrmatch": {"levenshtein('', '')", "difference('', '')", "soundex('')", "soundex('1')", "metaphone('', 1)",
		"metaphone('1', 4)"},
}

// TestExtensions calls the functions of extensions that are said not to be NULL: none is, each is claimed, and no name
// is without a call.
func TestExtensions(t *testing.T) {
	tested := 0
	for name, calls := range extensionCalls {
		plain := newDatabase(t, "")
		rows, err := plain.rows("SELECT count(*) FROM pg_available_extensions WHERE name = '" + name + "'")
		if err != nil || string(rows[0][0]) == "0" {
			continue
		}
		db := newDatabase(t, `CREATE EXTENSION "`+name+`"`)
		all := strings.Join(calls, " ")
		for function := range ofExtensions[name] {
			if !strings.Contains(all, function+"(") {
				t.Errorf("%s is never called", function)
			}
		}
		for _, call := range calls {
			rows, err := db.rows("SELECT " + call + " IS NULL")
			if err != nil || string(rows[0][0]) != "f" {
				t.Errorf("%s: %v %v", call, rows, err)
			}
			if d, err := (&entry{sql: "SELECT " + call}).describe(db, db.names()); err != nil ||
				d.result.Columns[0].Nullable {
				t.Errorf("%s may be NULL: %v", call, err)
			}
			tested++
		}
	}
	if tested == 0 {
		t.Skip("the server has none of these extensions")
	}
}
