package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** What must hold of a load of DuckDB's table sample (n, name, score), whatever road it takes. */
final class DuckLoads<R> {
  /** Inserts rows into the table. */
  interface Load<R> {
    long insert(Connection connection, Iterable<R> rows) throws SQLException;
  }

  private final Load<R> load;
  private final IntFunction<R> row;

  DuckLoads(Load<R> load, IntFunction<R> row) {
    this.load = load;
    this.row = row;
  }

  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String text(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rs = statement.executeQuery(sql)) {
      rs.next();
      return rs.getString(1);
    }
  }

  private Iterable<R> rows(int count) {
    return () -> IntStream.range(0, count).mapToObj(row).iterator();
  }

  private static String count(Connection connection) throws SQLException {
    return text(connection, "SELECT count(*) FROM sample");
  }

  /** All rows are there in their order, at sizes around those of buffers and row groups. */
  void sizes(Connection connection) throws SQLException {
    for (int size : new int[] {0, 1, 2047, 2048, 2049, 122_881, 700_000}) {
      execute(connection, "DELETE FROM sample");
      assertEquals(size, load.insert(connection, rows(size)));
      assertEquals("" + size, count(connection));
      assertEquals(
          "0",
          text(
              connection,
              "SELECT count(*) FROM (SELECT n, row_number() OVER () - 1 AS i FROM sample) WHERE n"
                  + " <> i"));
    }
    execute(connection, "DELETE FROM sample");
  }

  /** A row that cannot be written is named; nothing is left and the connection is usable. */
  void refused(Connection connection, R bad, String message) throws SQLException {
    Iterable<R> rows =
        () ->
            IntStream.range(0, 700_010).mapToObj(i -> i == 699_999 ? bad : row.apply(i)).iterator();
    SQLException e = assertThrows(SQLException.class, () -> load.insert(connection, rows));
    assertTrue(e.getMessage().startsWith(message), e.getMessage());
    usable(connection);
  }

  /** A source that fails, and one that reads from the same connection. */
  void sources(Connection connection) throws SQLException {
    Iterable<R> failing =
        () ->
            IntStream.range(0, 600_000)
                .mapToObj(i -> {
                  if (i == 550_000) {
                    throw new IllegalStateException("the source failed");
                  }
                  return row.apply(i);
                })
                .iterator();
    assertThrows(IllegalStateException.class, () -> load.insert(connection, failing));
    usable(connection);
    Iterable<R> reading =
        () ->
            IntStream.range(0, 500_000)
                .mapToObj(i -> {
                  if (i % 100_000 == 0) {
                    reads(connection);
                  }
                  return row.apply(i);
                })
                .iterator();
    assertEquals(500_000, load.insert(connection, reading));
    execute(connection, "DELETE FROM sample");
  }

  private static void reads(Connection connection) {
    try {
      assertEquals("1", text(connection, "SELECT 1"));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Inside the caller's transaction, nothing is committed, and a failure spoils it. */
  void transactions(Connection connection, R bad) throws SQLException {
    connection.setAutoCommit(false);
    assertEquals(300_000, load.insert(connection, rows(300_000)));
    assertEquals("300000", count(connection));
    connection.rollback();
    assertEquals("0", count(connection));
    Iterable<R> rows =
        () ->
            IntStream.range(0, 600_000).mapToObj(i -> i == 599_999 ? bad : row.apply(i)).iterator();
    assertThrows(SQLException.class, () -> load.insert(connection, rows));
    assertThrows(
        SQLException.class, () -> execute(connection, "INSERT INTO sample VALUES (1, 'a', 1)"));
    connection.rollback();
    connection.setAutoCommit(true);
    usable(connection);
  }

  private void usable(Connection connection) throws SQLException {
    assertTrue(connection.getAutoCommit());
    assertEquals("0", count(connection));
    assertEquals(
        "0",
        text(connection, "SELECT count(*) FROM duckdb_views() WHERE temporary AND NOT internal"));
    assertEquals(3, load.insert(connection, rows(3)));
    execute(connection, "DELETE FROM sample");
  }

  /** A process that is killed while it loads leaves all rows or none. */
  static void killed(Class<?> main, String... options) throws Exception {
    java.nio.file.Path folder = java.nio.file.Files.createTempDirectory("sqg");
    java.nio.file.Path file = folder.resolve("killed.duckdb");
    java.util.List<String> command =
        new java.util.ArrayList<>(
            java.util.List.of(
                java.nio.file.Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    command.addAll(java.util.List.of(options));
    command.addAll(
        java.util.List.of(
            "-cp", System.getProperty("java.class.path"), main.getName(), file.toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (var lines = process.inputReader()) {
      String line = lines.readLine();
      while (line != null && !line.equals("loading")) {
        line = lines.readLine();
      }
      assertEquals("loading", line);
      process.destroyForcibly().waitFor();
    }
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file)) {
      assertEquals("0", count(connection));
    }
  }
}
