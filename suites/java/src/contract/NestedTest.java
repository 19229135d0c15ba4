package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import gen.BoxedNested;
import gen.NoRowException;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Lists in rows without primitives, of an observed class. */
class NestedTest {
  @TestFactory
  Stream<DynamicTest> boxed() throws Exception {
    return ContractTest.of("sqlite", "nested", BoxedNested.class);
  }

  /** The rows that an observer hears of are those that a method returns. */
  @Test
  void observed() throws Exception {
    List<String> heard = new ArrayList<>();
    try (Connection connection = Db.withTestData("nested", BoxedNested.getMigrations());
        BoxedNested nested =
            new BoxedNested(connection, query -> (rows, error) -> heard.add(query + " " + rows))) {
      assertEquals(4, nested.purchases().size());
      nested.purchaseById(11L);
      nested.purchaseById(99L);
      assertThrows(NoRowException.class, () -> nested.surePurchase(99L));
      try (var stream = nested.purchasesStream()) {
        assertEquals(2, stream.limit(2).count());
      }
    }
    assertEquals(
        List.of(
            "purchases 4",
            "purchase_by_id 1",
            "purchase_by_id 0",
            "sure_purchase 0",
            "purchases 2"),
        heard);
  }
}
