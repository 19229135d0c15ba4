package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import gen.Bulk;
import gen.Bulk.SetStockParams;
import gen.Bulk.TakeParams;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** From 1,000 rows on, rows of :bulk are run in the order of their key. */
class SortedTest {
  private static final JsonNode DATA = read();
  private static final int ITEMS = DATA.get("items").asInt();

  private static JsonNode read() {
    try {
      return new ObjectMapper().readTree(Db.CORPUS.resolve("bulk/sorted.json").toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

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
      // Taking some before others are put back would leave less than nothing.
      long given = DATA.get("given").asLong();
      long taken = DATA.get("taken").asLong();
      List<TakeParams> rows = new ArrayList<>(items().map(i -> new TakeParams(-given, i)).toList());
      LongStream.rangeClosed(1, DATA.get("takers").asLong())
          .forEach(i -> rows.add(new TakeParams(taken, i)));
      assertEquals(DATA.get("changed").asLong(), bulk.takeBulk(rows));
      JsonNode left = DATA.get("left");
      List<String> wanted = new ArrayList<>();
      left.fieldNames().forEachRemaining(n -> wanted.add(n + ": " + left.get(n)));
      assertEquals(String.join(", ", wanted), stock(connection));
      long count = DATA.get("more").asLong();
      LongStream more = LongStream.range(0, count).map(i -> count - i);
      assertEquals(ITEMS, bulk.takeBulk(more.mapToObj(i -> new TakeParams(0, i))::iterator));
    }
  }

  @Test
  void rowsAreSorted() throws Exception {
    try (Connection connection = Db.open(Bulk.getMigrations());
        Bulk bulk = stocked(connection)) {
      List<TakeParams> rows = new ArrayList<>(items().map(i -> new TakeParams(0, i)).toList());
      for (JsonNode bad : DATA.get("bad")) {
        rows.set(bad.get(0).asInt() - 1, new TakeParams(2, bad.get(1).asLong()));
      }
      // Of two bad rows the error names that of the smaller key, where rows are sorted.
      for (JsonNode named : DATA.get("named")) {
        List<TakeParams> some = rows.subList(0, named.get(0).asInt());
        SQLException e = assertThrows(SQLException.class, () -> bulk.takeBulk(some));
        String start = "row " + named.get(1) + ": [SQLITE_CONSTRAINT_CHECK]";
        assertTrue(e.getMessage().startsWith(start), e.getMessage());
      }
      assertEquals("1: " + ITEMS, stock(connection));
    }
  }
}
