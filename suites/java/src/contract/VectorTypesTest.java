package contract;

import gen.VectorTypes;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every value of corpus/types/duckdb.json, stored by way of Arrow's vectors: java/duckdb/arrow. */
class VectorTypesTest {
  @TestFactory
  Stream<DynamicTest> values() throws Exception {
    return DuckTypesTest.values(VectorTypes::new);
  }
}
