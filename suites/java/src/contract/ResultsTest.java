package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import gen.Results;
import gen.StreamException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ResultsTest {
  private Connection connection;
  private Results results;

  @BeforeEach
  void open() throws Exception {
    connection = Db.open(Results.getMigrations());
    results = new Results(connection);
    results.addBook(new Results.AddBookParams(1, "One", "Ada", 100, 9.5));
    results.addBook(new Results.AddBookParams(2, "Two", null, 200, null));
    results.addBook(new Results.AddBookParams(3, "Three", "Cyd", 300, 20.0));
  }

  @AfterEach
  void close() throws Exception {
    results.close();
    assertTrue(!connection.isClosed());
    connection.close();
  }

  @Test
  void streams() throws Exception {
    try (var numbers = results.numbersStream(10_000)) {
      assertEquals(10_000L * 10_001 / 2, numbers.mapToLong(Results.NumbersRow::i).sum());
    }
    try (var few = results.numberValuesStream(1_000_000_000)) {
      assertEquals(List.of(1L, 2L, 3L), few.limit(3).toList());
    }
    List<Long> pairs = new ArrayList<>();
    try (var outer = results.numberValuesStream(3)) {
      outer.forEach(a -> {
        try (var inner = results.numberValuesStream(a)) {
          inner.forEach(b -> pairs.add(10 * a + b));
        } catch (SQLException e) {
          throw new AssertionError(e);
        }
      });
    }
    assertEquals(List.of(11L, 21L, 22L, 31L, 32L, 33L), pairs);
    try (var first = results.titlesStream();
        var second = results.titlesStream()) {
      var a = first.iterator();
      var b = second.iterator();
      for (String title : results.titles()) {
        assertEquals(title, a.next());
        assertEquals(title, b.next());
      }
    }
  }

  /**
   * A closed stream has closed its statement: SQLite would not drop a table that one still reads.
   */
  @Test
  void aStreamClosesItsStatement() throws Exception {
    var left = results.titlesStream();
    left.iterator().next();
    SQLException locked =
        assertThrows(SQLException.class, () -> Db.execute(connection, "DROP TABLE books"));
    assertTrue(locked.getMessage().contains("locked"), locked.getMessage());
    left.close();
    Db.execute(connection, "DROP TABLE books");
  }

  @Test
  void worksOnAfterAnError() throws Exception {
    for (int i = 0; i < 3; i++) {
      assertThrows(SQLException.class, () -> results.failsAtRunTime("{"));
      assertEquals("1", results.failsAtRunTime("{\"a\": 1}").toString());
      assertThrows(
          SQLException.class,
          () -> results.addBook(new Results.AddBookParams(1, "again", null, 1, null)));
      assertEquals(3L, results.countBooks());
    }
  }

  @Test
  void worksOnAfterClose() throws Exception {
    results.close();
    assertEquals(3L, results.countBooks());
  }

  @Test
  void theDriversExceptionIsTheStreamExceptionsCause() throws Exception {
    try (var stream = results.titlesStream()) {
      connection.close();
      var e = assertThrows(StreamException.class, stream::toList);
      assertInstanceOf(SQLException.class, e.getCause());
    }
    connection = Db.open();
  }
}
