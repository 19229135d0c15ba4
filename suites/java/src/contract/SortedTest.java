package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import gen.Bulk;
import gen.Bulk.SetStockParams;
import gen.Bulk.TakeParams;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** From 1,000 rows on, rows of :bulk are run in the order of their key. */
class SortedTest {
  private static final int ITEMS = 3000;

  /** A unit of each item. */
  private static Bulk stocked(Connection connection) throws SQLException {
    Bulk bulk = new Bulk(connection);
    assertEquals(ITEMS, bulk.setStockBulk(items().map(i -> new SetStockParams(i, 1))::iterator));
    return bulk;
  }

  private static Stream<Long> items() {
    return LongStream.rangeClosed(1, ITEMS).map(i -> ITEMS + 1 - i).boxed();
  }

  private static String stock(Connection connection) throws SQLException {
    return Db.text(
        connection,
        "SELECT group_concat(n || ': ' || items, ', ')"
            + " FROM (SELECT n, count(*) AS items FROM stock GROUP BY n ORDER BY n)");
  }

  @Test
  void rowsOfOneKeyStayInTheirOrder() throws Exception {
    try (Connection connection = Db.open(Bulk.getMigrations());
        Bulk bulk = stocked(connection)) {
      // Taking 6 before 5 are put back would leave less than nothing.
      List<TakeParams> rows = new ArrayList<>(items().map(i -> new TakeParams(-5, i)).toList());
      LongStream.rangeClosed(1, 2000).forEach(i -> rows.add(new TakeParams(6, i)));
      assertEquals(5000, bulk.takeBulk(rows));
      assertEquals("0: 2000, 6: 1000", stock(connection));
      LongStream more = LongStream.range(0, 100_500).map(i -> 100_500 - i);
      assertEquals(ITEMS, bulk.takeBulk(more.mapToObj(i -> new TakeParams(0, i))::iterator));
    }
  }

  @Test
  void rowsAreSorted() throws Exception {
    try (Connection connection = Db.open(Bulk.getMigrations());
        Bulk bulk = stocked(connection)) {
      List<TakeParams> rows = new ArrayList<>(items().map(i -> new TakeParams(0, i)).toList());
      rows.set(9, new TakeParams(2, ITEMS - 9));
      rows.set(2900, new TakeParams(2, 100));
      // Of two bad rows the error names that of the smaller key.
      SQLException e = assertThrows(SQLException.class, () -> bulk.takeBulk(rows));
      assertTrue(e.getMessage().startsWith("row 2901: [SQLITE_CONSTRAINT_CHECK]"), e.getMessage());
      e = assertThrows(SQLException.class, () -> bulk.takeBulk(rows.subList(0, 999)));
      assertTrue(e.getMessage().startsWith("row 10: [SQLITE_CONSTRAINT_CHECK]"), e.getMessage());
      assertEquals("1: " + ITEMS, stock(connection));
    }
  }
}
