package contract;

import gen.VectorBulk;

/** Rows of :bulk that DuckDB takes as vectors of Arrow. */
class VectorBulkTest extends DuckMany {
  VectorBulkTest() {
    super(VectorBulk.class);
  }
}
