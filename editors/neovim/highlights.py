"""What the query for tree-sitter-sql colours of annotated SQL."""

from pathlib import Path

import tree_sitter_sql
from tree_sitter import Language, Parser, Query, QueryCursor

SQL = """\
-- Finds users.
-- QUERY find :one
-- @set name = 'x'
SELECT id FROM users
WHERE true
  AND name = ${name} --?
  AND id > 0; -- a comment

/* EXEC remove
params: {id: INTEGER}
*/
DELETE FROM users WHERE id = ${id};

-- QUERYING is no annotation
"""

language = Language(tree_sitter_sql.language())
query = Query(language, Path(__file__).with_name("queries").joinpath("sql", "highlights.scm").read_text())
found = QueryCursor(query).captures(Parser(language).parse(SQL.encode()).root_node)
texts = sorted(node.text.decode().split("\n")[0] for nodes in found.values() for node in nodes)
assert texts == ["-- @set name = 'x'", "-- QUERY find :one", "--?", "/* EXEC remove"], texts
