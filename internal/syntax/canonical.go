package syntax

import "strings"

// caseless are words whose letter case means nothing where the case of names is kept, each between blanks.
const caseless = " " +
	"ADD ALTER AND AS ASC AUTOINCREMENT BEFORE BEGIN BETWEEN BLOB BY CASCADE CASE CHECK COLLATE COLUMN " +
	"CONFLICT CONSTRAINT CREATE CROSS CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP DEFAULT DELETE DESC " +
	"DISTINCT DO DROP EACH ELSE END EXCEPT EXISTS FALSE FOR FOREIGN FROM FULL FUNCTION GENERATED GROUP HAVING " +
	"IF IN INDEX INNER INSERT INSTEAD INTEGER INTERSECT INTO IS JOIN LEFT LIKE LIMIT MACRO NOT NULL OF OFFSET " +
	"ON OR ORDER OUTER OVER PARTITION PRIMARY REFERENCES RENAME REPLACE RETURNING RIGHT ROW ROWID SCHEMA " +
	"SELECT SEQUENCE SET STORED STRICT TABLE TEMP TEMPORARY TEXT THEN TO TRIGGER TRUE UNION UNIQUE UPDATE " +
	"USING VALUES VARCHAR VIEW VIRTUAL WHEN WHERE WITH WITHOUT "

// operators are the signs of which operators of several signs are made. Only with one of special among them, one may
// end in + or -, as PostgreSQL reads them.
const operators, special = "+-*/<>=~!@#%^&|`?", "~!@#%^&|`?"

// Canonical is a script without what means nothing: comments, blanks, the letter case of keywords (and of names, where
// the engine folds it) and semicolons behind which nothing follows. Strings and quoted names are as they are.
func (d Dialect) Canonical(script string) string {
	var tokens []string
	for _, t := range d.scan(script, 0, len(script)) {
		switch t.kind {
		case lineComment, blockComment:
		case semicolon:
			if n := len(tokens); n > 0 && tokens[n-1] != ";" {
				tokens = append(tokens, ";")
			}
		case text:
			tokens = d.canonicalText(tokens, script[t.start:t.end])
		default:
			tokens = append(tokens, script[t.start:t.end])
		}
	}
	if n := len(tokens); n > 0 && tokens[n-1] == ";" {
		tokens = tokens[:n-1]
	}
	return strings.Join(tokens, "\n")
}

func (d Dialect) canonicalText(tokens []string, sql string) []string {
	for i := 0; i < len(sql); {
		end := i + 1
		switch c := sql[i]; {
		case isBlank(c):
			i++
			continue
		case isWord(c):
			for end < len(sql) && (isWord(sql[end]) || sql[end] == '$') {
				end++
			}
			tokens = append(tokens, d.canonicalWord(sql[i:end]))
		case strings.IndexByte(operators, c) >= 0:
			for end < len(sql) && strings.IndexByte(operators, sql[end]) >= 0 {
				end++
			}
			for end > i+1 && (sql[end-1] == '-' || sql[end-1] == '+') && !strings.ContainsAny(sql[i:end], special) {
				end--
			}
			tokens = append(tokens, sql[i:end])
		default:
			tokens = append(tokens, sql[i:end])
		}
		i = end
	}
	return tokens
}

// canonicalWord folds letters of ASCII only, as engines do.
func (d Dialect) canonicalWord(word string) string {
	upper := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return r - 'a' + 'A'
		}
		return r
	}, word)
	if d.FoldsNames || strings.Contains(caseless, " "+upper+" ") {
		return upper
	}
	return word
}
