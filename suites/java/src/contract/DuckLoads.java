package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What must hold of loads of load.sql's tables into DuckDB, whatever road they take. */
abstract class DuckLoads {
  /** More rows than three row groups: those in memory are two, so each holds other rows again. */
  private static final int MANY = 3 * 122_880 + 1000;

  private final Class<?> unit;

  DuckLoads(Class<?> unit) {
    this.unit = unit;
  }

  /**
   * What an error about rows that DuckDB refuses begins with, of 5,000 of which row 4,322 is bad.
   */
  String refusal() {
    return "rows 1 to 5000: Constraint Error: ";
  }

  private Connection open() throws Exception {
    return open(unit, "");
  }

  private static Connection open(Class<?> unit, String file) throws Exception {
    Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file);
    for (Object sql : (List<?>) unit.getMethod("getMigrations").invoke(null)) {
      execute(connection, (String) sql);
    }
    return connection;
  }

  private Object load(Connection connection) throws Exception {
    return unit.getConstructor(Connection.class).newInstance(connection);
  }

  private Object row(String table, Object... values) {
    try {
      return Class.forName(unit.getName() + "$" + table + "Row")
          .getDeclaredConstructors()[0]
          .newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private Object sample(int n) {
    return row("Sample", n, "näme " + n, n % 7 == 0 ? null : n % 1000);
  }

  private long insert(Connection connection, String table, Iterable<?> rows) throws Exception {
    return (long) Db.call(load(connection), "bulkInsert" + table, rows);
  }

  private static Iterable<Object> of(Supplier<Stream<Object>> rows) {
    return () -> rows.get().iterator();
  }

  private Iterable<Object> samples(int count) {
    return of(() -> IntStream.range(0, count).mapToObj(this::sample));
  }

  /** Samples with one of them replaced. */
  private Iterable<Object> samples(int count, int bad, Supplier<Object> row) {
    return of(() -> IntStream.range(0, count).mapToObj(i -> i == bad ? row.get() : sample(i)));
  }

  /** The same rows from a source, and in a list. */
  private static List<Iterable<Object>> forms(Iterable<Object> rows) {
    List<Object> list = new ArrayList<>();
    rows.forEach(list::add);
    return List.of(rows, list);
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

  private static String count(Connection connection) throws SQLException {
    return text(connection, "SELECT count(*) FROM sample");
  }

  /** Nothing was written, and the connection is as before. */
  private void usable(Connection connection) throws Exception {
    assertTrue(connection.getAutoCommit());
    assertEquals("0", count(connection));
    String left =
        """
        SELECT (SELECT count(*) FROM duckdb_views() WHERE temporary AND NOT internal)
          + (SELECT count(*) FROM duckdb_tables() WHERE temporary)
        """;
    assertEquals("0", text(connection, left));
    assertEquals(3, insert(connection, "Sample", samples(3)));
    execute(connection, "DELETE FROM sample");
  }

  /** All rows are there in their order, at sizes around those of buffers and row groups. */
  @Test
  void sizes() throws Exception {
    try (Connection connection = open()) {
      for (int size : new int[] {0, 1, 2047, 2048, 2049, 122_881, MANY}) {
        for (Iterable<Object> rows : forms(samples(size))) {
          execute(connection, "DELETE FROM sample");
          assertEquals(size, insert(connection, "Sample", rows));
          assertEquals("" + size, count(connection));
          String others =
              """
              SELECT count(*) FROM (SELECT *, row_number() OVER () - 1 AS i FROM sample)
              WHERE n <> i OR name <> 'näme ' || n
                OR score IS DISTINCT FROM CASE WHEN n % 7 <> 0 THEN n % 1000 END
              """;
          assertEquals("0", text(connection, others));
        }
      }
    }
  }

  /** A row that cannot be written is named; nothing is left and the connection is usable. */
  @Test
  void refused() throws Exception {
    try (Connection connection = open()) {
      List<List<Object>> cases =
          List.of(
              List.of(
                  row("Sample", 1, "x", 32768),
                  "row " + MANY + ": score is 32768, which is not between -32768 and 32767"),
              List.of(
                  row("Sample", 1, null, 1), "row " + MANY + ": name: NULL in a NOT NULL column"),
              List.of(
                  row("Sample", 1, "\ud800", 1),
                  "row " + MANY + ": name has half of a surrogate pair, which is no character"));
      for (List<Object> c : cases) {
        for (Iterable<Object> rows : forms(samples(MANY + 10, MANY - 1, () -> c.get(0)))) {
          SQLException e =
              assertThrows(SQLException.class, () -> insert(connection, "Sample", rows));
          assertTrue(e.getMessage().startsWith((String) c.get(1)), e.getMessage());
          usable(connection);
        }
      }
      for (Iterable<Object> rows : forms(samples(300_000, 250_000, () -> null))) {
        assertThrows(Exception.class, () -> insert(connection, "Sample", rows));
        usable(connection);
      }
    }
  }

  /** A source that fails, and one that reads from the same connection. */
  @Test
  void sources() throws Exception {
    try (Connection connection = open()) {
      Iterable<Object> failing =
          samples(
              MANY,
              MANY - 10_000,
              () -> {
                throw new IllegalStateException("the source failed");
              });
      assertThrows(IllegalStateException.class, () -> insert(connection, "Sample", failing));
      usable(connection);
      Iterable<Object> reading =
          of(() -> IntStream.range(0, MANY).peek(i -> reads(connection, i)).mapToObj(this::sample));
      assertEquals(MANY, insert(connection, "Sample", reading));
    }
  }

  private static void reads(Connection connection, int i) {
    if (i % 100_000 == 0) {
      try {
        assertEquals("1", text(connection, "SELECT 1"));
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Inside the caller's transaction, nothing is committed, and a failure spoils it. */
  @Test
  void transactions() throws Exception {
    try (Connection connection = open()) {
      transactions(connection);
    }
  }

  private void transactions(Connection connection) throws Exception {
    connection.setAutoCommit(false);
    for (Iterable<Object> rows : forms(samples(300_000))) {
      assertEquals(300_000, insert(connection, "Sample", rows));
      assertEquals("300000", count(connection));
      connection.rollback();
      assertEquals("0", count(connection));
    }
    for (Iterable<Object> bad : forms(samples(600_000, 599_999, () -> row("Sample", 1, null, 1)))) {
      assertThrows(SQLException.class, () -> insert(connection, "Sample", bad));
      assertThrows(
          SQLException.class, () -> execute(connection, "INSERT INTO sample VALUES (1, 'a', 1)"));
      connection.rollback();
    }
    connection.setAutoCommit(true);
    usable(connection);
  }

  /** What DuckDB says of a constraint comes through, with the rows that were written together. */
  @Test
  void constraints() throws Exception {
    try (Connection connection = open()) {
      List<Object> rows =
          IntStream.range(0, 5000).mapToObj(i -> row("Keyed", i == 4321 ? 7 : i)).toList();
      SQLException e = assertThrows(SQLException.class, () -> insert(connection, "Keyed", rows));
      assertTrue(e.getMessage().startsWith(refusal()), e.getMessage());
      assertTrue(e.getMessage().contains("duplicate key \"7\""), e.getMessage());
      assertEquals(4000, insert(connection, "Keyed", rows.subList(0, 4000)));
      List<Object> words =
          IntStream.range(0, 5000)
              .mapToObj(i -> row("Checked", i < 2048 ? "abcdefghijk" : "a"))
              .toList();
      assertEquals(5000, insert(connection, "Checked", words));
    }
  }

  /** DuckDB estimates how many texts differ from a part of the rows, before it stores them. */
  @Test
  void estimates() throws Exception {
    String[] names = {"new", "done", "open", "cancelled"};
    try (Connection connection = open()) {
      connection.setAutoCommit(false);
      for (int size : List.of(1000, 2048, 5000)) {
        List<Object> rows =
            new ArrayList<>(
                IntStream.range(0, size)
                    .mapToObj(i -> row("Sample", i, names[(i + i / 2048) % 4], null))
                    .toList());
        for (int round = 0; round < 12; round++) {
          Collections.rotate(rows, 1);
          insert(connection, "Sample", rows);
        }
      }
      connection.commit();
      String stats = text(connection, "SELECT stats(name) FROM sample LIMIT 1");
      assertTrue(stats.contains("Approx Unique: 4]") || stats.contains("approx_unique=4,"), stats);
    }
  }

  /** An appender writes at flush and at close; after a failure it takes no more. */
  @Test
  void appender() throws Exception {
    try (Connection connection = open()) {
      try (AutoCloseable appender =
          (AutoCloseable) Db.call(load(connection), "createSampleAppender")) {
        Db.call(appender, "append", 1, "one", 1);
        assertEquals(1L, Db.call(appender, "flush"));
        Db.call(appender, "append", sample(2));
        Db.call(appender, "append", sample(3));
        assertEquals(3L, Db.call(appender, "flush"));
        assertThrows(
            SQLException.class,
            () -> {
              Db.call(appender, "append", 4, null, 1);
              Db.call(appender, "flush");
            });
        assertThrows(SQLException.class, () -> Db.call(appender, "append", sample(5)));
      }
      execute(connection, "DELETE FROM sample WHERE n <= 3");
      AutoCloseable closed = (AutoCloseable) Db.call(load(connection), "createSampleAppender");
      closed.close();
      closed.close();
      SQLException e = assertThrows(SQLException.class, () -> Db.call(closed, "append", sample(5)));
      assertEquals("the appender is closed", e.getMessage());
      transactions(connection);
    }
  }

  /** A process that is killed while it loads leaves all rows or none. */
  @Test
  void killed() throws Exception {
    Path folder = Files.createTempDirectory("sqg");
    Path file = folder.resolve("killed.duckdb");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Endless.class.getName(), getClass().getName(), file.toString()));
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

  /** Loads for ever into the database of a file, by a test's road. */
  static final class Endless {
    private Endless() {}

    public static void main(String[] args) throws Exception {
      DuckLoads test = (DuckLoads) Class.forName(args[0]).getDeclaredConstructor().newInstance();
      try (Connection connection = open(test.unit, args[1])) {
        Iterable<Object> rows =
            of(() -> IntStream.iterate(0, n -> n + 1).peek(Endless::report).mapToObj(test::sample));
        test.insert(connection, "Sample", rows);
      }
    }

    private static void report(int n) {
      if (n == MANY) {
        System.out.println("loading");
      }
    }
  }
}
