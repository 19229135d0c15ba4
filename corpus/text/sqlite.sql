-- Hostile text. Each query returns one string and its bytes as the engine sees them; expected.json beside this file
-- says what it must be, so that a suite compares both with it byte for byte. Everything between the quotes is meant as
-- it is: blanks at line ends, tabs, CRLF and invisible characters too.

-- MIGRATE 1
CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;

-- A string sent as a parameter and what the engine received.
-- QUERY echo :one
@set value = 'x'
SELECT CAST(${value} AS TEXT) AS value, hex(CAST(${value} AS TEXT)) AS bytes;

-- Ends a template literal.
-- QUERY backticks :one
SELECT 'a`b``c```d' AS value, hex('a`b``c```d') AS bytes;

-- A parameter's look inside a string is text.
-- QUERY dollar_brace :one
SELECT '${a} $${b} \${c} ${ $ { }' AS value, hex('${a} $${b} \${c} ${ $ { }') AS bytes;

-- Other engines' and drivers' placeholders.
-- QUERY dollar :one
SELECT '$1 $$ $tag$ $a :b @c ?1' AS value, hex('$1 $$ $tag$ $a :b @c ?1') AS bytes;

-- Escapes of every language, as plain text.
-- QUERY backslashes :one
SELECT '\ \\ \n \t \0 \x41 \u0041 \u{41} \'' \" \`' AS value, hex('\ \\ \n \t \0 \x41 \u0041 \u{41} \'' \" \`') AS bytes;

-- QUERY trailing_backslash :one
SELECT 'ends with \' AS value, hex('ends with \') AS bytes;

-- Format strings.
-- QUERY percent :one
SELECT '%s %d %% %(name)s %1$s {0} {} {{x}} #{y} \(z)' AS value, hex('%s %d %% %(name)s %1$s {0} {} {{x}} #{y} \(z)') AS bytes;

-- A driver's placeholder inside a string is text.
-- QUERY question_marks :one
SELECT '? ?? ?1 ?| ?& WHERE a = ?' AS value, hex('? ?? ?1 ?| ?& WHERE a = ?') AS bytes;

-- QUERY single_quotes :one
SELECT 'it''s '''' '''''' ''''''''' AS value, hex('it''s '''' '''''' ''''''''') AS bytes;

-- Ends a text block and a triple-quoted string.
-- QUERY double_quotes :one
SELECT '" "" """ """" \"""' AS value, hex('" "" """ """" \"""') AS bytes;

-- QUERY triple_single_quotes :one
SELECT ''''''' r'''''' f'''''' ''''''' AS value, hex(''''''' r'''''' f'''''' ''''''') AS bytes;

-- QUERY ends_with_quote :one
SELECT 'say "hi"' AS value, hex('say "hi"') AS bytes;

-- QUERY ends_with_triple_quotes :one
SELECT 'x"""' AS value, hex('x"""') AS bytes;

-- QUERY non_ascii :one
SELECT 'äöüß éèê ñ ΑΩ Жя אב عر 日本語 ﬁ ½ €' AS value, hex('äöüß éèê ñ ΑΩ Жя אב عر 日本語 ﬁ ½ €') AS bytes;

-- Outside the basic plane, joined and with variation selectors.
-- QUERY emoji :one
SELECT '🎵 👩‍👩‍👧 🇩🇪 ❤️ 𝄞' AS value, hex('🎵 👩‍👩‍👧 🇩🇪 ❤️ 𝄞') AS bytes;

-- Equal to the eye, different to the byte: nothing may normalise.
-- QUERY combining :one
SELECT 'é é Å Å' AS value, hex('é é Å Å') AS bytes;

-- Invisible characters: direction marks, zero width, a byte order mark in the middle.
-- QUERY bidi :one
SELECT 'a‮b‬c ​‍﻿|' AS value, hex('a‮b‬c ​‍﻿|') AS bytes;

-- Line separators of Unicode, which end a line in some languages.
-- QUERY separators :one
SELECT 'a b cdef' AS value, hex('a b cdef') AS bytes;

-- Annotation-like and comment-like text inside a string.
-- QUERY comment_like :one
SELECT '-- QUERY no :one /* no */ # no // no */ --' AS value, hex('-- QUERY no :one /* no */ # no // no */ --') AS bytes;

-- Annotations at the start of a line, but inside a string.
-- QUERY multi_line :one
SELECT 'first
-- QUERY second :one
SELECT 1;
  /* third */
@set x = 1
-- MIGRATE 4
last' AS value, hex('first
-- QUERY second :one
SELECT 1;
  /* third */
@set x = 1
-- MIGRATE 4
last') AS bytes;

-- Leading and trailing lines, indentation and tabs.
-- QUERY blank_lines :one
SELECT '

  a


	b

' AS value, hex('

  a


	b

') AS bytes;

-- Blanks before the end of a line.
-- QUERY trailing_blanks :one
SELECT 'a   
b		
c 	 
d' AS value, hex('a   
b		
c 	 
d') AS bytes;

-- QUERY only_blanks :one
SELECT '   ' AS value, hex('   ') AS bytes;

-- QUERY empty :one
SELECT '' AS value, hex('') AS bytes;

-- QUERY tabs :one
SELECT '	a		b	' AS value, hex('	a		b	') AS bytes;

-- QUERY semicolons :one
SELECT 'a; b;; DROP TABLE x; --;' AS value, hex('a; b;; DROP TABLE x; --;') AS bytes;

-- CRLF and a lone CR inside a string stay what they are.
-- QUERY crlf :one
SELECT 'a
b

cd' AS value, hex('a
b

cd') AS bytes;

-- QUERY lf_after_crlf :one
SELECT 'a
b
c
d' AS value, hex('a
b
c
d') AS bytes;

-- QUERY regex :one
SELECT '^\s*(?:\d+|[^\]\\]+)$ \\d{2,}' AS value, hex('^\s*(?:\d+|[^\]\\]+)$ \\d{2,}') AS bytes;

-- QUERY html :one
SELECT '<a href="x">&amp;</a><!-- --><script>''</script>' AS value, hex('<a href="x">&amp;</a><!-- --><script>''</script>') AS bytes;

-- QUERY json :one
SELECT '{"a": [1, "\u00e9\n", null], "b\\": "''"}' AS value, hex('{"a": [1, "\u00e9\n", null], "b\\": "''"}') AS bytes;

-- Java reads these even in comments.
-- QUERY unicode_escapes :one
SELECT '\u000a \uD83C \u0022 \\u0041 \uuuu0041' AS value, hex('\u000a \uD83C \u0022 \\u0041 \uuuu0041') AS bytes;

-- Control characters other than NUL.
-- QUERY control :one
SELECT '' AS value, hex('') AS bytes;

-- Indentation that a text block would strip.
-- QUERY indented_block :one
SELECT '    four
        eight
  two
' AS value, hex('    four
        eight
  two
') AS bytes;

-- QUERY brackets :one
SELECT '[a] ]] [[ {b} (c) <d>' AS value, hex('[a] ]] [[ {b} (c) <d>') AS bytes;

-- Over a thousand characters.
-- QUERY long_line :one
SELECT '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef' AS value, hex('0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef') AS bytes;

-- QUERY nul :one
SELECT 'a' || char(0) || 'b' AS value, hex('a' || char(0) || 'b') AS bytes;

-- Text outside of strings: operators and names with the letters that templates and format strings care for.
-- QUERY operators :one
SELECT 7 % 4 AS "100%", 5 | 2 AS "a|b", ~1 AS "~", 1 << 3 AS "<<", 'a' || 'b' AS "||", '{"a":{"b":1}}' ->> '$.a.b' AS "->>",
  3 <> 4 AS "`", 5 & 4 AS "${x}", -1 AS "\", 2 AS "back``tick", 3 AS '"', 4 AS "?", 6 AS "%s", 7 AS "*/", 8 AS """""";

-- Names quoted in SQLite's other ways.
-- QUERY other_quotes :one
SELECT [n].[body] AS [a`b], `n`.`id` AS `c]d` FROM [note] AS [n] LEFT JOIN `note` AS `m` ON m.id = n.id;

-- Comments inside and around a statement, with everything in them: `${a}` """ ''' \ */ ? % ${b}
-- QUERY comments :one
-- a comment before the statement: it's "unbalanced` ${c}
/* and a block: it's "unbalanced` ; ${d} */
SELECT 1 AS one, -- trailing: it's ; "unbalanced` ${e} \
  /* inline ' " ` ; */ 2 AS two
  -- ends in a comment, without a blank line before it
;
-- a comment after the statement: ' " `

-- The statement's own layout: tabs, deep indentation, blank lines and blanks at line ends.
-- QUERY layout :one :pluck
	SELECT   
		1

          +    2   	

+ 3
;

-- No final semicolon.
-- QUERY no_semicolon :one :pluck
SELECT 'no semicolon'

-- Several semicolons.
-- QUERY semicolons_after :one :pluck
SELECT 'several';;

-- EXEC hostile_insert
@set id = 1
INSERT INTO note (id, body) VALUES (${id}, 'a`b${c}\d"""e''f%s?g
  -- QUERY not_one :one
  😀	') ON CONFLICT (id) DO UPDATE SET body = excluded.body || '"`${x}\';

-- QUERY get_note :one
@set id = 1
SELECT body AS value, hex(body) AS bytes FROM note WHERE id = ${id};
