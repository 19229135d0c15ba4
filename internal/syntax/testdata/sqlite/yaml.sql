/* QUERY fine
  # nothing but a YAML comment
*/
SELECT 1;
/* QUERY keys
  dok: x
  doc: [1]
  reslt: {}
  result:
    a: {type: text, nulable: true}
    a: text
    b:
    c: [text]
    d: {nullable: maybe, type: ""}
    e: {}
  params: 7
*/
SELECT 1;
/* QUERY broken
  doc: "no end
*/
SELECT 1;
/* EXEC no_result
  result: {a: text}
*/
DELETE FROM t;
/* QUERY tabs
	doc: x
*/
SELECT 1;
/* QUERY list
  - doc
*/
SELECT 1;
/* QUERY widths
  doc: größe
  größe: é
*/
SELECT 1;
/* TABLE t :appender
  doc: rows
*/
/* QUERY documents
---
doc: x
---
doc: y
*/
SELECT 1;
/* QUERY alias
  doc: &a x
  result: {b: *a, <<: {c: text}}
  params: !!map {}
  ? [x]
  : y
*/
SELECT 1;
/* QUERY not_a_mapping
  text
*/
SELECT 1;
