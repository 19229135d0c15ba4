package contract;

import gen.RowBulk;

/** Rows of :bulk that DuckDB takes by the driver's appender and a temporary table. */
class RowBulkTest extends DuckMany {
  RowBulkTest() {
    super(RowBulk.class);
  }
}
