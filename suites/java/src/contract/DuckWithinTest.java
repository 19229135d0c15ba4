package contract;

import gen.DuckWithin;

/** Keys inside of types, by a table function. */
class DuckWithinTest extends DuckWithins {
  DuckWithinTest() {
    super(DuckWithin.class);
  }
}
