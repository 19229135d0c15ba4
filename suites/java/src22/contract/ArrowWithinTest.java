package contract;

import gen22.ArrowWithin;

/** Keys inside of types, by columns of Arrow. */
class ArrowWithinTest extends DuckWithins {
  ArrowWithinTest() {
    super(ArrowWithin.class);
  }
}
