package contract;

import gen.VectorLoad;

/** Loads of rows that DuckDB takes as vectors of Arrow's library. */
class VectorLoadTest extends DuckLoads {
  VectorLoadTest() {
    super(VectorLoad.class);
  }

  @Override
  String[] flags() {
    return new String[] {"--add-opens=java.base/java.nio=ALL-UNNAMED"};
  }
}
