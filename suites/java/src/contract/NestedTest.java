package contract;

import gen.BoxedNested;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Lists in rows without primitives, of an observed class. */
class NestedTest {
  @TestFactory
  Stream<DynamicTest> boxed() throws Exception {
    return ContractTest.of("sqlite", "nested", BoxedNested.class);
  }
}
