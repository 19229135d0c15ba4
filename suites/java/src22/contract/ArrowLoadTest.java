package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import gen22.ArrowLoad;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Loads of rows that DuckDB takes as columns of Arrow. */
class ArrowLoadTest {
  private static final DuckLoads<ArrowLoad.SampleRow> LOADS =
      new DuckLoads<>(
          (connection, rows) -> new ArrowLoad(connection).bulkInsertSampleRow(rows),
          ArrowLoadTest::row);

  private static ArrowLoad.SampleRow row(int n) {
    return new ArrowLoad.SampleRow(n, "näme " + n, n % 7 == 0 ? null : n % 1000);
  }

  private static Connection open(String file) throws SQLException {
    Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file);
    for (String sql : ArrowLoad.getMigrations()) {
      DuckLoads.execute(connection, sql);
    }
    return connection;
  }

  @Test
  void sizes() throws Exception {
    try (Connection connection = open("")) {
      LOADS.sizes(connection);
    }
  }

  @Test
  void refused() throws Exception {
    try (Connection connection = open("")) {
      LOADS.refused(
          connection,
          new ArrowLoad.SampleRow(1, "x", 32768),
          "row 700000: score is 32768, which is not between -32768 and 32767");
      LOADS.refused(
          connection,
          new ArrowLoad.SampleRow(1, null, 1),
          "row 700000: name is null, which it must not");
      LOADS.refused(
          connection,
          new ArrowLoad.SampleRow(1, "\ud800", 1),
          "row 700000: name has half of a surrogate");
    }
  }

  @Test
  void sources() throws Exception {
    try (Connection connection = open("")) {
      LOADS.sources(connection);
    }
  }

  @Test
  void transactions() throws Exception {
    try (Connection connection = open("")) {
      LOADS.transactions(connection, new ArrowLoad.SampleRow(1, null, 1));
    }
  }

  /** What DuckDB says of a constraint comes through, with the rows that were written together. */
  @Test
  void constraints() throws Exception {
    try (Connection connection = open("")) {
      ArrowLoad load = new ArrowLoad(connection);
      List<ArrowLoad.KeyedRow> rows =
          IntStream.range(0, 5000)
              .mapToObj(i -> new ArrowLoad.KeyedRow(i == 4321 ? 7 : i))
              .toList();
      SQLException e = assertThrows(SQLException.class, () -> load.bulkInsertKeyedRow(rows));
      assertTrue(e.getMessage().startsWith("rows 1 to 5000: Constraint Error: "), e.getMessage());
      assertTrue(e.getMessage().contains("duplicate key \"7\""), e.getMessage());
      assertEquals(4000, load.bulkInsertKeyedRow(rows.subList(0, 4000)));
    }
  }

  /** An appender writes at flush and at close; after a failure it takes no more. */
  @Test
  void appender() throws Exception {
    try (Connection connection = open("")) {
      ArrowLoad load = new ArrowLoad(connection);
      try (ArrowLoad.SampleAppender appender = load.createSampleAppender()) {
        appender.append(1, "one", 1);
        assertEquals(1, appender.flush());
        for (ArrowLoad.SampleRow row : Arrays.asList(row(2), row(3))) {
          appender.append(row);
        }
        assertEquals(3, appender.flush());
        assertThrows(
            SQLException.class,
            () -> {
              appender.append(4, null, 1);
              appender.flush();
            });
        assertThrows(SQLException.class, () -> appender.append(row(5)));
      }
      DuckLoads.execute(connection, "DELETE FROM sample WHERE n <= 3");
      LOADS.transactions(connection, new ArrowLoad.SampleRow(1, null, 1));
    }
  }

  @Test
  void killed() throws Exception {
    DuckLoads.killed(ArrowLoadTest.class, "--enable-native-access=ALL-UNNAMED");
  }

  /** Loads for ever into the database of a file. */
  public static void main(String[] args) throws Exception {
    try (Connection connection = open(args[0])) {
      Iterable<ArrowLoad.SampleRow> rows =
          () ->
              IntStream.iterate(0, n -> n + 1)
                  .peek(n -> {
                    if (n == 1_000_000) {
                      System.out.println("loading");
                    }
                  })
                  .mapToObj(ArrowLoadTest::row)
                  .iterator();
      new ArrowLoad(connection).bulkInsertSampleRow(rows);
    }
  }
}
