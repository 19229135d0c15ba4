// Helpers of generated code for DuckDB: rows as the driver gives them.
import type { DuckDBDataChunk } from "@duckdb/node-api";

function rowsOf(chunk: DuckDBDataChunk): unknown[][] {
  return chunk.getRows();
}

export { rowsOf };
