package contract;

import gen.VectorObjects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Objects in rows of a class that reads vectors of Arrow as well. */
class VectorObjectsTest {
  @TestFactory
  Stream<DynamicTest> contract() throws Exception {
    return ContractTest.of("duckdb", "objects", VectorObjects.class);
  }
}
