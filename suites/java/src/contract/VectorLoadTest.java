package contract;

import gen.VectorLoad;

/** Loads of rows that DuckDB takes as vectors of Arrow's library. */
class VectorLoadTest extends DuckLoads {
  VectorLoadTest() {
    super(VectorLoad.class);
  }
}
