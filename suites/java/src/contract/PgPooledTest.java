package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import gen.pooled.Pooled;
import gen.pooled.Pooled.PutParams;
import gen.pooled.Pooled.ReadingByIdParams;
import gen.pooled.Pooled.ReadingByIdRow;
import gen.pooled.Pooled.ReadingRow;
import gen.pooled.Pooled.SetPlaceParams;
import gen.pooled.Pooled.SetStateParams;
import gen.pooled.Pooled.State;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Behind PgBouncer, which gives each transaction another connection to the server. */
class PgPooledTest {
  private static final int ROWS = 2500;

  /** Each kind of method, with few rows and with many. */
  private static void check(Pooled queries) throws SQLException {
    assertEquals(1, queries.put(new PutParams(1, "y", State.NEW, BigDecimal.ONE)).id());
    for (int count : new int[] {1, 3, ROWS}) {
      String place = "place " + count;
      List<Long> ids = LongStream.range(0, count).boxed().toList();
      List<SetPlaceParams> places = ids.stream().map(i -> new SetPlaceParams(place, i)).toList();
      assertEquals(count, queries.setPlaceBatch(places));
      assertEquals(count, queries.setPlaceBulk(places));
      assertEquals(
          count,
          queries.setStateBulk(
              ids.stream().map(i -> new SetStateParams(State.CHECKED, i)).toList()));
      assertEquals(
          ids.stream().map(i -> new ReadingByIdRow(i, place, State.CHECKED)).toList(),
          queries.readingByIdBulk(ids.stream().map(ReadingByIdParams::new).toList()));
    }
    assertEquals(ROWS, queries.readings().size());
    try (Stream<ReadingRow> rows = queries.readingsStream()) {
      assertEquals(ROWS, rows.count());
    }
    try (Stream<ReadingRow> rows = queries.readingsStream()) {
      assertEquals(0, rows.findFirst().orElseThrow().id());
    }
  }

  private static List<ReadingRow> rows() {
    return LongStream.range(0, ROWS)
        .mapToObj(i -> new ReadingRow(i, "x", State.NEW, BigDecimal.valueOf(i)))
        .toList();
  }

  @Test
  void everyMethod() throws SQLException {
    String pooler = System.getenv("SQG_TEST_POOLER");
    assumeTrue(pooler != null || "true".equals(System.getenv("CI")), "there is no PgBouncer");
    try (Connection direct = Pg.open(Pooled.getMigrations())) {
      String url =
          "jdbc:postgresql://"
              + pooler
              + "/"
              + direct.getCatalog()
              + "?user=postgres&prepareThreshold=0";
      try (Connection connection = DriverManager.getConnection(url);
          Connection second = DriverManager.getConnection(url)) {
        Pooled queries = new Pooled(connection);
        queries.inTransaction(q -> {
          q.connection(); // begins it
          return new Pooled(second).connection(); // for which the second one is made
        });
        assertNotEquals(queries.connection(), queries.connection());
        assertEquals(ROWS, queries.bulkInsertReading(rows()));
        for (int n = 0; n < 3; n++) { // from 5 calls on, the driver would name a statement
          check(queries);
        }
        queries.inTransaction(q -> {
          q.lockPlace("x");
          assertEquals(q.connection(), q.connection());
          check(q);
          return null;
        });
      }
    }
  }
}
