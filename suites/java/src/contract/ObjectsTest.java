package contract;

import gen.BoxedObjects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Objects in rows without primitives, of an observed class. */
class ObjectsTest {
  @TestFactory
  Stream<DynamicTest> boxed() throws Exception {
    return ContractTest.of("sqlite", "objects", BoxedObjects.class);
  }
}
