package contract;

import gen.DuckBulk;

/** Rows of :bulk that DuckDB takes by a table function. */
class FunctionBulkTest extends DuckMany {
  FunctionBulkTest() {
    super(DuckBulk.class);
  }
}
