package contract;

import gen.DuckLoad;

/** Loads of rows that DuckDB takes from a table function. */
class DuckLoadTest extends DuckLoads {
  DuckLoadTest() {
    super(DuckLoad.class);
  }
}
