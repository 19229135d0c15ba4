package sqlite

import sqlite3 "modernc.org/sqlite/lib"

// Version of the SQLite that analyses statements.
const Version = sqlite3.SQLITE_VERSION
