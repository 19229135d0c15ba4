package contract;

import gen.RowWithin;

/** Keys inside of types, by the driver's appender. */
class RowWithinTest extends DuckWithins {
  RowWithinTest() {
    super(RowWithin.class);
  }
}
