"""Where the ways of an operation are; what they need may not be there on every machine."""

from reads import OPERATIONS

ENGINES = ("postgres", "duckdb", "sqlite")
CONTESTS = {f"{op}-{engine}": f"on_{engine}" for op in OPERATIONS for engine in ENGINES}
CONTESTS["nested-postgres"] = "on_nested"
PACKAGES = ["psycopg", "asyncpg", "duckdb", "SQLAlchemy"]
