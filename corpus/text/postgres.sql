-- Hostile text. Each query returns one string and its bytes as the engine sees them; expected.json beside this file
-- says what it must be, so that a suite compares both with it byte for byte. Everything between the quotes is meant as
-- it is: blanks at line ends, tabs, CRLF and invisible characters too.

-- MIGRATE 1
CREATE TABLE note (id integer PRIMARY KEY, body text NOT NULL);

-- A string sent as a parameter and what the engine received.
-- QUERY echo :one
@set value = 'x'
SELECT CAST(${value} AS TEXT) AS value, upper(encode(convert_to(CAST(${value} AS TEXT), 'UTF8'), 'hex')) AS bytes;

-- Ends a template literal.
-- QUERY backticks :one
SELECT 'a`b``c```d' AS value, upper(encode(convert_to('a`b``c```d', 'UTF8'), 'hex')) AS bytes;

-- A parameter's look inside a string is text.
-- QUERY dollar_brace :one
SELECT '${a} $${b} \${c} ${ $ { }' AS value, upper(encode(convert_to('${a} $${b} \${c} ${ $ { }', 'UTF8'), 'hex')) AS bytes;

-- Other engines' and drivers' placeholders.
-- QUERY dollar :one
SELECT '$1 $$ $tag$ $a :b @c ?1' AS value, upper(encode(convert_to('$1 $$ $tag$ $a :b @c ?1', 'UTF8'), 'hex')) AS bytes;

-- Escapes of every language, as plain text.
-- QUERY backslashes :one
SELECT '\ \\ \n \t \0 \x41 \u0041 \u{41} \'' \" \`' AS value, upper(encode(convert_to('\ \\ \n \t \0 \x41 \u0041 \u{41} \'' \" \`', 'UTF8'), 'hex')) AS bytes;

-- QUERY trailing_backslash :one
SELECT 'ends with \' AS value, upper(encode(convert_to('ends with \', 'UTF8'), 'hex')) AS bytes;

-- Format strings.
-- QUERY percent :one
SELECT '%s %d %% %(name)s %1$s {0} {} {{x}} #{y} \(z)' AS value, upper(encode(convert_to('%s %d %% %(name)s %1$s {0} {} {{x}} #{y} \(z)', 'UTF8'), 'hex')) AS bytes;

-- A driver's placeholder inside a string is text.
-- QUERY question_marks :one
SELECT '? ?? ?1 ?| ?& WHERE a = ?' AS value, upper(encode(convert_to('? ?? ?1 ?| ?& WHERE a = ?', 'UTF8'), 'hex')) AS bytes;

-- QUERY single_quotes :one
SELECT 'it''s '''' '''''' ''''''''' AS value, upper(encode(convert_to('it''s '''' '''''' ''''''''', 'UTF8'), 'hex')) AS bytes;

-- Ends a text block and a triple-quoted string.
-- QUERY double_quotes :one
SELECT '" "" """ """" \"""' AS value, upper(encode(convert_to('" "" """ """" \"""', 'UTF8'), 'hex')) AS bytes;

-- QUERY triple_single_quotes :one
SELECT ''''''' r'''''' f'''''' ''''''' AS value, upper(encode(convert_to(''''''' r'''''' f'''''' ''''''', 'UTF8'), 'hex')) AS bytes;

-- QUERY ends_with_quote :one
SELECT 'say "hi"' AS value, upper(encode(convert_to('say "hi"', 'UTF8'), 'hex')) AS bytes;

-- QUERY ends_with_triple_quotes :one
SELECT 'x"""' AS value, upper(encode(convert_to('x"""', 'UTF8'), 'hex')) AS bytes;

-- QUERY non_ascii :one
SELECT 'äöüß éèê ñ ΑΩ Жя אב عر 日本語 ﬁ ½ €' AS value, upper(encode(convert_to('äöüß éèê ñ ΑΩ Жя אב عر 日本語 ﬁ ½ €', 'UTF8'), 'hex')) AS bytes;

-- Outside the basic plane, joined and with variation selectors.
-- QUERY emoji :one
SELECT '🎵 👩‍👩‍👧 🇩🇪 ❤️ 𝄞' AS value, upper(encode(convert_to('🎵 👩‍👩‍👧 🇩🇪 ❤️ 𝄞', 'UTF8'), 'hex')) AS bytes;

-- Equal to the eye, different to the byte: nothing may normalise.
-- QUERY combining :one
SELECT 'é é Å Å' AS value, upper(encode(convert_to('é é Å Å', 'UTF8'), 'hex')) AS bytes;

-- Invisible characters: direction marks, zero width, a byte order mark in the middle.
-- QUERY bidi :one
SELECT 'a‮b‬c ​‍﻿|' AS value, upper(encode(convert_to('a‮b‬c ​‍﻿|', 'UTF8'), 'hex')) AS bytes;

-- Line separators of Unicode, which end a line in some languages.
-- QUERY separators :one
SELECT 'a b cdef' AS value, upper(encode(convert_to('a b cdef', 'UTF8'), 'hex')) AS bytes;

-- Annotation-like and comment-like text inside a string.
-- QUERY comment_like :one
SELECT '-- QUERY no :one /* no */ # no // no */ --' AS value, upper(encode(convert_to('-- QUERY no :one /* no */ # no // no */ --', 'UTF8'), 'hex')) AS bytes;

-- Annotations at the start of a line, but inside a string.
-- QUERY multi_line :one
SELECT 'first
-- QUERY second :one
SELECT 1;
  /* third */
@set x = 1
-- MIGRATE 4
last' AS value, upper(encode(convert_to('first
-- QUERY second :one
SELECT 1;
  /* third */
@set x = 1
-- MIGRATE 4
last', 'UTF8'), 'hex')) AS bytes;

-- Leading and trailing lines, indentation and tabs.
-- QUERY blank_lines :one
SELECT '

  a


	b

' AS value, upper(encode(convert_to('

  a


	b

', 'UTF8'), 'hex')) AS bytes;

-- Blanks before the end of a line.
-- QUERY trailing_blanks :one
SELECT 'a   
b		
c 	 
d' AS value, upper(encode(convert_to('a   
b		
c 	 
d', 'UTF8'), 'hex')) AS bytes;

-- QUERY only_blanks :one
SELECT '   ' AS value, upper(encode(convert_to('   ', 'UTF8'), 'hex')) AS bytes;

-- QUERY empty :one
SELECT '' AS value, upper(encode(convert_to('', 'UTF8'), 'hex')) AS bytes;

-- QUERY tabs :one
SELECT '	a		b	' AS value, upper(encode(convert_to('	a		b	', 'UTF8'), 'hex')) AS bytes;

-- QUERY semicolons :one
SELECT 'a; b;; DROP TABLE x; --;' AS value, upper(encode(convert_to('a; b;; DROP TABLE x; --;', 'UTF8'), 'hex')) AS bytes;

-- CRLF and a lone CR inside a string stay what they are.
-- QUERY crlf :one
SELECT 'a
b

cd' AS value, upper(encode(convert_to('a
b

cd', 'UTF8'), 'hex')) AS bytes;

-- QUERY lf_after_crlf :one
SELECT 'a
b
c
d' AS value, upper(encode(convert_to('a
b
c
d', 'UTF8'), 'hex')) AS bytes;

-- QUERY regex :one
SELECT '^\s*(?:\d+|[^\]\\]+)$ \\d{2,}' AS value, upper(encode(convert_to('^\s*(?:\d+|[^\]\\]+)$ \\d{2,}', 'UTF8'), 'hex')) AS bytes;

-- QUERY html :one
SELECT '<a href="x">&amp;</a><!-- --><script>''</script>' AS value, upper(encode(convert_to('<a href="x">&amp;</a><!-- --><script>''</script>', 'UTF8'), 'hex')) AS bytes;

-- QUERY json :one
SELECT '{"a": [1, "\u00e9\n", null], "b\\": "''"}' AS value, upper(encode(convert_to('{"a": [1, "\u00e9\n", null], "b\\": "''"}', 'UTF8'), 'hex')) AS bytes;

-- Java reads these even in comments.
-- QUERY unicode_escapes :one
SELECT '\u000a \uD83C \u0022 \\u0041 \uuuu0041' AS value, upper(encode(convert_to('\u000a \uD83C \u0022 \\u0041 \uuuu0041', 'UTF8'), 'hex')) AS bytes;

-- Control characters other than NUL.
-- QUERY control :one
SELECT '' AS value, upper(encode(convert_to('', 'UTF8'), 'hex')) AS bytes;

-- Indentation that a text block would strip.
-- QUERY indented_block :one
SELECT '    four
        eight
  two
' AS value, upper(encode(convert_to('    four
        eight
  two
', 'UTF8'), 'hex')) AS bytes;

-- QUERY brackets :one
SELECT '[a] ]] [[ {b} (c) <d>' AS value, upper(encode(convert_to('[a] ]] [[ {b} (c) <d>', 'UTF8'), 'hex')) AS bytes;

-- Over a thousand characters.
-- QUERY long_line :one
SELECT '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef' AS value, upper(encode(convert_to('0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef', 'UTF8'), 'hex')) AS bytes;

-- Text outside of strings: operators and names with the letters that templates and format strings care for.
-- QUERY operators :one
SELECT 7 % 4 AS "100%", 5 | 2 AS "a|b", ~1 AS "~", 1 << 3 AS "<<", 'a' || 'b' AS "||",
  '{"a":{"b":1}}'::jsonb -> 'a' ->> 'b' AS "->>", 3 <> 4 AS "`", 5 & 4 AS "${x}", -1 AS "\", 2 AS "back``tick", 3 AS "'",
  4 AS "?", 6 AS "%s", 7 AS "*/", 8 AS """""", '{"a":1}'::jsonb ? 'a' AS "?|", @ -5 AS "@", |/ 25.0 AS "|/";

-- Strings in PostgreSQL's other ways: each is text, whatever stands in it, and has its own escapes.
-- QUERY dollar_quoted :one
SELECT $$it's ${a} ? \ "x" $1 -- no comment /* $$ AS value, upper(encode(convert_to($$it's ${a} ? \ "x" $1 -- no comment /* $$, 'UTF8'), 'hex')) AS bytes;

-- QUERY dollar_tagged :one
SELECT $a$ $$ ${b} $b$ '' $1 $a$ AS value, upper(encode(convert_to($a$ $$ ${b} $b$ '' $1 $a$, 'UTF8'), 'hex')) AS bytes;

-- QUERY escape_string :one
SELECT E'it\'s ${a} \\ ? \t\n \x41 \u00e9 '' "x"' AS value, upper(encode(convert_to(E'it\'s ${a} \\ ? \t\n \x41 \u00e9 '' "x"', 'UTF8'), 'hex')) AS bytes;

-- QUERY unicode_string :one
SELECT U&'\00e9 ${a} \+01F3B5 d!0061t' AS value, upper(encode(convert_to(U&'\00e9 ${a} \+01F3B5 d!0061t', 'UTF8'), 'hex')) AS bytes;

-- Strings on lines of their own are one string.
-- QUERY joined_strings :one
SELECT 'one '
  'two ${a}' AS value, upper(encode(convert_to('one '
  'two ${a}', 'UTF8'), 'hex')) AS bytes;

-- A bit string, a hexadecimal one, numbers with separators and in other bases.
-- QUERY literals :one
SELECT B'101' AS bits, X'1F' AS hexadecimal, 1_000 AS separated, 0x1F AS based, 1.5e3 AS float, DATE '2024-02-29' AS day;

-- Comments inside and around a statement, with everything in them: `${a}` """ ''' \ */ ? % ${b}
-- QUERY comments :one
-- a comment before the statement: it's "unbalanced` ${c}
/* and a block: it's "unbalanced` ; ${d} */
SELECT 1 AS one, -- trailing: it's ; "unbalanced` ${e} \
  /* inline ' " ` ; /* and nested $$ */ $x$ */ 2 AS two
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
SELECT body AS value, upper(encode(convert_to(body, 'UTF8'), 'hex')) AS bytes FROM note WHERE id = ${id};
