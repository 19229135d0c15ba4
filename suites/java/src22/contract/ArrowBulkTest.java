package contract;

import gen22.ArrowBulk;

/** Rows of :bulk that DuckDB takes as columns of Arrow. */
class ArrowBulkTest extends DuckMany {
  ArrowBulkTest() {
    super(ArrowBulk.class);
  }
}
