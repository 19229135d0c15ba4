package contract;

import gen.VectorWithin;

/** Keys inside of types, by vectors of Apache Arrow. */
class VectorWithinTest extends DuckWithins {
  VectorWithinTest() {
    super(VectorWithin.class);
  }
}
