package contract;

import gen.VectorNested;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Lists in rows of a class that reads vectors of Arrow as well. */
class VectorNestedTest {
  @TestFactory
  Stream<DynamicTest> contract() throws Exception {
    return ContractTest.of("duckdb", "nested", VectorNested.class);
  }
}
