package contract;

import gen.VectorDrift;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** A schema that changes under a program that reads and writes vectors of Arrow. */
class VectorDriftTest {
  @TestFactory
  Stream<DynamicTest> contract() throws Exception {
    return ContractTest.of("duckdb", "drift", VectorDrift.class);
  }
}
