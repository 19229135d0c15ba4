package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import gen.DuckObserved;
import gen.DuckParams;
import gen.DuckResults;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class DuckResultsTest {
  private Connection connection;
  private DuckResults results;

  @BeforeEach
  void open() throws Exception {
    connection = Duck.open(DuckResults.getMigrations());
    results = new DuckResults(connection);
    results.addBook(new DuckResults.AddBookParams(1, "One", "Ada", 100, 9.5));
    results.addBook(new DuckResults.AddBookParams(2, "Two", null, 200, null));
    results.addBook(new DuckResults.AddBookParams(3, "Three", "Cyd", 300, 20.0));
  }

  @AfterEach
  void close() throws Exception {
    assertTrue(!connection.isClosed());
    connection.close();
  }

  @Test
  void rows() throws Exception {
    assertEquals(
        List.of(
            new DuckResults.BooksRow(1, "One", "Ada", 100, 9.5),
            new DuckResults.BooksRow(2, "Two", null, 200, null),
            new DuckResults.BooksRow(3, "Three", "Cyd", 300, 20.0)),
        results.allBooks());
    assertEquals("Two", results.findBook(2).title());
    assertNull(results.findBook(9));
    assertEquals(1, results.firstBook().id());
    assertEquals(List.of("One", "Two", "Three"), results.titles());
    assertEquals(Arrays.asList("Ada", null, "Cyd"), results.authors());
    assertNull(results.titleOf(9));
    assertNull(results.authorOf(2));
    assertEquals(3L, results.countBooks());
    assertEquals(BigInteger.valueOf(600), results.totalPages());
    assertEquals(0, results.removeBook(9));
    assertEquals(0, results.copyBooks());
    assertEquals(1, results.removeBook(3));
    assertEquals(1, results.removeShorterThan(150));
    assertEquals(1, results.removeAllBooks());
    assertEquals(0, results.shelveIndex());
    assertNull(results.totalPages());
    assertEquals(List.of(), results.allBooks());
  }

  /**
   * DuckDB 1.5.5 executes a prepared statement again by its first plan, whatever the table holds by
   * then.
   */
  @Test
  void rowsAreReadAnewAfterEveryChange() throws Exception {
    results.removeAllBooks();
    assertEquals(List.of(), results.allBooks());
    assertEquals(List.of(), results.titles());
    for (int id = 1; id <= 3000; id++) {
      results.addBook(new DuckResults.AddBookParams(id * 1000, "Title " + id, null, id, null));
    }
    List<DuckResults.BooksRow> books = results.allBooks();
    assertEquals(new DuckResults.BooksRow(1000, "Title 1", null, 1, null), books.get(0));
    assertEquals(
        new DuckResults.BooksRow(3_000_000, "Title 3000", null, 3000, null), books.get(2999));
    assertEquals("Title 3000", results.titles().get(2999));
  }

  /** In a transaction rows are held in memory, outside they come from a second connection. */
  private void inAndOutsideOfATransaction(Executable test) throws Exception {
    try {
      test.execute();
      connection.setAutoCommit(false);
      test.execute();
      connection.rollback();
      connection.setAutoCommit(true);
      Duck.execute(connection, "BEGIN");
      test.execute();
      Duck.execute(connection, "ROLLBACK");
      Duck.execute(connection, "CREATE TEMP TABLE mine (a INTEGER)");
      test.execute();
    } catch (Exception | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void streams() throws Exception {
    inAndOutsideOfATransaction(() -> {
      try (var numbers = results.numberValuesStream(10_000)) {
        assertEquals(10_000L * 10_001 / 2, numbers.mapToLong(Integer::longValue).sum());
      }
      List<Integer> pairs = new ArrayList<>();
      try (var outer = results.numberValuesStream(3)) {
        outer.forEach(a -> {
          try (var inner = results.numberValuesStream(a)) {
            inner.forEach(b -> pairs.add(10 * a + b));
          } catch (SQLException e) {
            throw new AssertionError(e);
          }
        });
      }
      assertEquals(List.of(11, 21, 22, 31, 32, 33), pairs);
      try (var first = results.titlesStream();
          var second = results.titlesStream()) {
        var a = first.iterator();
        var b = second.iterator();
        for (String title : results.titles()) {
          assertEquals(title, a.next());
          assertEquals(title, b.next());
        }
      }
    });
  }

  @Test
  void aStreamSeesWhatItsConnectionSees() throws Exception {
    connection.setAutoCommit(false);
    results.addBook(new DuckResults.AddBookParams(4, "Four", null, 1, null));
    try (var titles = results.titlesStream()) {
      assertEquals(4, titles.count());
    }
    connection.rollback();
    connection.setAutoCommit(true);
    Duck.execute(connection, "CREATE TEMP TABLE books AS SELECT * FROM main.books WHERE id = 1");
    try (var titles = results.titlesStream()) {
      assertEquals(results.titles(), titles.toList());
    }
  }

  /** A stream that is left early leaves no connection behind: the file can be opened otherwise. */
  @Test
  void aStreamClosesItsConnection() throws Exception {
    Path file = Files.createTempDirectory("sqg").resolve("streams.duckdb");
    try (Connection writer = Duck.open(file)) {
      DuckResults books = new DuckResults(writer);
      for (String sql : DuckResults.getMigrations()) {
        Duck.execute(writer, sql);
      }
      try (var few = books.numberValuesStream(1_000_000)) {
        assertEquals(List.of(1, 2, 3), few.limit(3).toList());
      }
    }
    var readOnly = new java.util.Properties();
    readOnly.setProperty("duckdb.read_only", "true");
    java.sql.DriverManager.getConnection("jdbc:duckdb:" + file, readOnly).close();
  }

  @Test
  void worksOnAfterAnError() throws Exception {
    boolean two = Duck.generator(connection).endsWith("2"); // whose driver does not say why
    String said = two ? "Invalid result set" : "no more";
    for (int i = 0; i < 3; i++) {
      assertThrows(
          SQLException.class,
          () -> results.addBook(new DuckResults.AddBookParams(1, "again", null, 1, null)));
      assertEquals(3L, results.countBooks());
      assertThrows(SQLException.class, () -> results.failsAfterRows(3));
      var e =
          assertThrows(
              Exception.class,
              () -> {
                try (var rows = results.failsAfterRowsStream(3)) {
                  rows.toList();
                }
              });
      assertTrue(e.getMessage().contains(said), e.getMessage());
    }
    assertEquals(5, results.failsAfterRows(9).size());
    assertEquals(3L, results.countBooks());
  }

  /** Millions of rows pass through little memory, of the JVM and of DuckDB. */
  @Test
  void constantMemory() throws Exception {
    var process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                DuckResultsTest.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String output = new String(process.getInputStream().readAllBytes());
    assertEquals(0, process.waitFor(), output);
    assertTrue(output.endsWith("100000000\n"), output); // newer JDKs warn first
  }

  /**
   * Another process: reads 800 MB, and fails where it has held most of them. DuckDB 2 buffers up to
   * 240 MB.
   */
  public static void main(String[] args) throws Exception {
    try (Connection connection = Duck.open();
        var numbers = new DuckParams(connection).numbersToStream(100_000_000)) {
      System.out.println(numbers.count());
    }
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmHWM")) {
        assertTrue(Integer.parseInt(line.replaceAll("\\D", "")) < 500_000, line);
      }
    }
  }

  @Test
  void observed() throws Exception {
    List<String> log = new ArrayList<>();
    DuckObserved books =
        new DuckObserved(
            connection,
            query -> {
              log.add("> " + query);
              return (rows, error) -> log.add(query + " " + rows + " " + (error != null));
            });
    books.removeBook(1);
    books.allBooks();
    books.findBook(9);
    try (var stream = books.numberValuesStream(10)) {
      assertEquals(2, stream.limit(2).count());
    }
    assertThrows(SQLException.class, () -> books.failsAfterRows(3));
    assertEquals(
        List.of(
            "> remove_book",
            "remove_book 1 false",
            "> all_books",
            "all_books 2 false",
            "> find_book",
            "find_book 0 false",
            "> number_values",
            "number_values 2 false",
            "> fails_after_rows",
            "fails_after_rows 0 true"),
        log);
  }
}
