package contract;

import gen22.ArrowTypes;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every value of corpus/types/duckdb.json, stored as a column of Arrow. */
class ArrowTypesTest {
  @TestFactory
  Stream<DynamicTest> values() throws Exception {
    return DuckTypesTest.values(ArrowTypes::new);
  }
}
