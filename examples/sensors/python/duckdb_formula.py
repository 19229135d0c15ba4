"""Prints the checksum of so many readings, computed by DuckDB from the formula, and writes the first of them to a Parquet file.

python3 duckdb_formula.py ROWS PARQUET
"""

import sys
from pathlib import Path

import duckdb

FORMULA = Path(__file__).parent.parent / "duckdb" / "formula.sql"


def main(count: int, parquet: str) -> None:
    with duckdb.connect() as db:
        db.execute(FORMULA.read_text(encoding="utf-8").replace("${rows}", str(count)))
        db.execute("COPY (FROM formula LIMIT 100) TO '" + parquet.replace("'", "''") + "'")
        found = db.execute("SELECT sum(hash(" + ", ".join(f'"{c}"' for c in db.table("formula").columns) + ")) FROM formula").fetchone()
        assert found
        print(found[0])


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
