package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import gen.PgObserved;
import gen.PgResults;
import gen.PgReturning;
import gen.StreamException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What statements return, and streams inside and outside of transactions. */
class PgResultsTest {
  private Connection connection;
  private PgResults results;

  @BeforeEach
  void open() throws Exception {
    connection = Pg.open(PgResults.getMigrations());
    results = new PgResults(connection);
    results.addBook(new PgResults.AddBookParams(1, "One", "Ada", 100, 9.5));
    results.addBook(new PgResults.AddBookParams(2, "Two", null, 200, null));
    results.addBook(new PgResults.AddBookParams(3, "Three", "Cyd", 300, 20.0));
  }

  @AfterEach
  void close() throws Exception {
    connection.close();
  }

  @Test
  void rows() throws Exception {
    for (int i = 0; i < 12; i++) { // the driver changes over to binary results on the way
      assertEquals(
          List.of(
              new PgResults.BooksRow(1, "One", "Ada", 100, 9.5),
              new PgResults.BooksRow(2, "Two", null, 200, null),
              new PgResults.BooksRow(3, "Three", "Cyd", 300, 20.0)),
          results.allBooks());
      assertEquals("Two", results.findBook(2).title());
      assertNull(results.findBook(9));
      assertEquals(1, results.firstBook().id());
      assertEquals(List.of("One", "Two", "Three"), results.titles());
      assertEquals(Arrays.asList("Ada", null, "Cyd"), results.authors());
      assertEquals("One", results.titleOf(1));
      assertNull(results.titleOf(9));
      assertNull(results.authorOf(2));
      assertNull(results.authorOf(9));
      assertEquals(3L, results.countBooks());
      assertEquals(600L, results.totalPages());
      assertNull(results.noRow());
      assertEquals(List.of(1, "one"), Db.values(results.valuesList().get(0)).subList(0, 2));
      assertEquals(1L, results.waitAMoment(0).calls());
    }
  }

  @Test
  void affectedRows() throws Exception {
    assertEquals(2, results.raisePrices(1.5, 0));
    assertEquals(0, results.removeBook(9));
    assertEquals(0, results.copyBooks());
    assertEquals(1, results.removeBook(3));
    assertEquals(1, results.removeShorterThan(150));
    assertEquals(1, results.removeAllBooks());
    assertEquals(0, results.shelveIndex());
    assertEquals(0, results.notifyReaders());
    assertEquals(0, results.tidy());
    assertNull(results.totalPages());
  }

  private void inAndOutsideOfATransaction(Executable work) throws Exception {
    for (boolean autoCommit : new boolean[] {true, false}) {
      connection.setAutoCommit(autoCommit);
      work.run();
      assertEquals(autoCommit, connection.getAutoCommit());
    }
    connection.setAutoCommit(true);
  }

  @FunctionalInterface
  private interface Executable {
    void run() throws Exception;
  }

  @Test
  void streams() throws Exception {
    inAndOutsideOfATransaction(() -> {
      for (int count : new int[] {0, 1, 999, 1000, 1001, 2000, 10_000}) {
        try (var numbers = results.numbersStream(count)) {
          assertEquals(count * (count + 1L) / 2, numbers.mapToLong(PgResults.NumbersRow::i).sum());
        }
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
      try (var first = results.numberValuesStream(3000);
          var second = results.numberValuesStream(3000)) {
        Iterator<Integer> a = first.iterator();
        Iterator<Integer> b = second.iterator();
        for (int i = 1; i <= 3000; i++) {
          assertEquals(i, a.next());
          assertEquals(i, b.next());
          if (i % 500 == 0) { // other statements in between
            assertEquals(3L, results.countBooks());
            assertEquals(1, results.raisePrices(1.0, 300));
          }
        }
        assertFalse(a.hasNext() || a.hasNext() || b.hasNext());
      }
    });
  }

  private String cursors() throws SQLException {
    return Db.text(connection, "SELECT count(*) FROM pg_cursors WHERE name LIKE 'sqg%'");
  }

  /** Whatever becomes of a stream, no transaction is open and the connection works. */
  @Test
  void anUnclosedStreamLeavesNoTransaction() throws Exception {
    Iterator<Integer> left = results.numberValuesStream(100_000).iterator();
    for (int i = 1; i <= 1500; i++) {
      assertEquals(i, left.next());
    }
    assertTrue(connection.getAutoCommit());
    results.addBook(new PgResults.AddBookParams(4, "Four", null, 1, null));
    String state =
        "SELECT state FROM pg_stat_activity WHERE pid = "
            + Db.text(connection, "SELECT pg_backend_pid()");
    try (Connection other = Pg.connect(connection.getCatalog(), "")) {
      assertEquals("4", Db.text(other, "SELECT count(*) FROM books"));
      assertEquals("idle", Db.text(other, state));
    }
    connection.setAutoCommit(false);
    connection.rollback();
    connection.setAutoCommit(true);
    assertEquals(1501, left.next());
    assertEquals("1", cursors());
  }

  @Test
  void streamsCloseTheirCursors() throws Exception {
    var few = results.numberValuesStream(1_000_000);
    assertEquals(List.of(1, 2, 3), few.limit(3).toList());
    assertEquals("1", cursors());
    few.close();
    few.close();
    assertEquals("0", cursors());
    assertEquals(2500, results.numberValuesStream(2500).toList().size()); // read to the end
    assertEquals("0", cursors());
  }

  /** A stream of what cannot be a cursor, too: the change is made once, and all of it. */
  @Test
  void streamsOfChanges() throws Exception {
    try (Connection own = Pg.open(PgReturning.getMigrations())) {
      PgReturning tasks = new PgReturning(own);
      for (boolean autoCommit : new boolean[] {true, false}) {
        own.setAutoCommit(autoCommit);
        tasks.addTwo("a" + autoCommit, null, "b" + autoCommit);
        try (var stream = tasks.finishAllStream()) {
          assertTrue(stream.findFirst().isPresent());
        }
        assertEquals("0", Db.text(own, "SELECT count(*) FROM task WHERE NOT done"));
      }
      own.commit();
    }
  }

  /** Millions of rows in a heap that could not hold them. */
  public static void main(String[] args) throws Exception {
    try (Connection connection = Pg.connect(args[0], "")) {
      PgResults results = new PgResults(connection);
      for (boolean autoCommit : new boolean[] {true, false}) {
        connection.setAutoCommit(autoCommit);
        try (var numbers = results.numbersStream(3_000_000)) {
          System.out.println(numbers.mapToLong(PgResults.NumbersRow::square).sum());
        }
      }
      connection.commit();
    }
  }

  @Test
  void memoryIsConstant() throws Exception {
    Process process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                PgResultsTest.class.getName(),
                connection.getCatalog())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes());
    assertEquals(0, process.waitFor(), output);
    assertEquals("9000004500000500000\n".repeat(2), output);
  }

  @Test
  void worksOnAfterAnError() throws Exception {
    for (int i = 0; i < 12; i++) {
      SQLException e = assertThrows(SQLException.class, () -> results.failsAtRunTime("{"));
      assertEquals("22P02", e.getSQLState());
      assertEquals("1", results.failsAtRunTime("{\"a\": 1}"));
      assertThrows(
          SQLException.class,
          () -> results.addBook(new PgResults.AddBookParams(1, "again", null, 1, null)));
      assertEquals(3L, results.countBooks());
      assertThrows(SQLException.class, () -> results.failsAfterRows(3));
      assertThrows(SQLException.class, () -> results.failsAfterRowsStream(3).toList());
    }
    assertEquals("0", cursors());
    connection.setAutoCommit(false);
    assertThrows(
        SQLException.class, // a fetch is more rows than come before the one that fails
        () -> results.failsAfterRowsStream(3).toList());
    connection.rollback();
    assertEquals(5, results.failsAfterRows(9).size());
  }

  /**
   * Somebody else's migration changes what a statement returns that the server has prepared: the
   * driver prepares it anew, but cannot repeat it inside a transaction.
   */
  @Test
  void aMigrationBesideAPreparedStatement() throws Exception {
    for (int i = 0; i < 12; i++) {
      assertEquals(3, results.allBooks().size());
    }
    try (Connection other = Pg.connect(connection.getCatalog(), "")) {
      Db.execute(other, "ALTER TABLE books ALTER COLUMN pages TYPE smallint");
      assertEquals(200, results.allBooks().get(1).pages());
      for (int i = 0; i < 12; i++) {
        assertEquals(3, results.allBooks().size());
      }
      Db.execute(other, "ALTER TABLE books ALTER COLUMN pages TYPE bigint");
      connection.setAutoCommit(false);
      SQLException e = assertThrows(SQLException.class, () -> results.allBooks());
      assertEquals("0A000", e.getSQLState());
      connection.rollback();
      assertEquals(3, results.allBooks().size());
      connection.commit();
      connection.setAutoCommit(true);
    }
  }

  @Test
  void theDriversExceptionIsTheStreamExceptionsCause() throws Exception {
    inAndOutsideOfATransaction(() -> {
      Connection own = Pg.connect(connection.getCatalog(), "");
      own.setAutoCommit(connection.getAutoCommit());
      try (var stream = new PgResults(own).numberValuesStream(10_000)) {
        own.close();
        var e = assertThrows(StreamException.class, stream::toList);
        assertInstanceOf(SQLException.class, e.getCause());
      }
    });
  }

  @Test
  void observed() throws Exception {
    List<String> log = new ArrayList<>();
    PgObserved books =
        new PgObserved(
            connection,
            query -> {
              log.add("> " + query);
              return (rows, error) ->
                  log.add(query + " " + rows + (error == null ? "" : " " + error.getMessage()));
            });
    books.removeBook(1);
    books.allBooks();
    books.findBook(9);
    books.tidy();
    try (var stream = books.numberValuesStream(10)) {
      assertEquals(2, stream.limit(2).count());
    }
    assertThrows(SQLException.class, () -> books.failsAfterRowsStream(1));
    assertEquals(
        List.of(
            "> remove_book",
            "remove_book 1",
            "> all_books",
            "all_books 2",
            "> find_book",
            "find_book 0",
            "> tidy",
            "tidy 0",
            "> number_values",
            "number_values 2",
            "> fails_after_rows",
            "fails_after_rows 0 ERROR: division by zero"),
        log);
  }
}
