package contract;

import gen22.ArrowLoad;

/** Loads of rows that DuckDB takes as columns of Arrow. */
class ArrowLoadTest extends DuckLoads {
  ArrowLoadTest() {
    super(ArrowLoad.class);
  }
}
