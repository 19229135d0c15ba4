#!/usr/bin/env bash
# Plays a session in Emacs with the configuration that docs/editors.md shows. It needs Emacs 29, or 28 with elpa-eglot.
set -euo pipefail
cd "$(dirname "$0")"
(cd ../.. && go build -o bin/sqg ./cmd/sqg)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
sed -n '/^## Emacs/,/^## /{/^```elisp/,/^```/{/^```/!p}}' ../../docs/editors.md > "$folder/init.el"
mkdir "$folder/sql"
cat > "$folder/sqg.yaml" << 'END'
version: 1
name: app
sql:
  - files: [sql/*.sql]
    gen: [{generator: python/sqlite, output: gen/}]
END
cat > "$folder/sql/schema.sql" << 'END'
-- MIGRATE 1
CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL, note TEXT);
END
cat > "$folder/sql/queries.sql" << 'END'
-- QUERY get_user :one
SELECT id, nmae FROM users WHERE id = ${id};

-- QUERY notes
SELECT u.
FROM users u;
END
session=$PWD/session.el
export PATH=$PWD/../../bin:$PATH HOME=$folder
cd "$folder"
emacs --batch -f package-initialize -l "$folder/init.el" -l "$session"
