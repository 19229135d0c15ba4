"""Where the ways of an operation are; what they need may not be there on every machine."""

CONTESTS = {
    "insert-postgres": "on_postgres",
    "update-postgres": "changes",
    "delete-postgres": "changes",
    "upsert-postgres": "changes",
    "lookup-postgres": "lookups",
    "insert-duckdb": "on_duckdb",
    "arrow-duckdb": "on_duckdb",
    "insert-sqlite": "on_sqlite",
}
PACKAGES = "psycopg asyncpg adbc-driver-postgresql duckdb pyarrow pandas polars".split()
