package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import gen.Observed;
import gen.ObservedAppender;
import gen.ObservedBulk;
import gen.ObservedSources;
import gen.Observer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObserverTest {
  private final List<String> log = new ArrayList<>();

  private void ended(String query, long rows, Throwable error) {
    log.add(query + " " + rows + (error == null ? "" : " " + error.getClass().getSimpleName()));
  }

  private List<String> heard() {
    List<String> heard = List.copyOf(log);
    log.clear();
    return heard;
  }

  @Test
  void tellsTheTextOfWhatIsAlwaysSentTheSame() throws Exception {
    try (Connection connection = Db.open(Observed.getMigrations());
        var statement = connection.createStatement();
        var rows = statement.executeQuery(Observed.textOf("count_books"))) {
      rows.next();
      assertEquals(0, rows.getInt(1));
    }
    assertNull(Observed.textOf("no_statement"));
  }

  @Test
  void hearsOfEveryOperation() throws Exception {
    try (Connection connection = Db.open(Observed.getMigrations());
        Observed books =
            new Observed(
                connection,
                query -> {
                  log.add("> " + query);
                  return (rows, error) -> ended(query, rows, error);
                })) {
      books.addBook(new Observed.AddBookParams(1, "One", null, 1, null));
      assertEquals(List.of("> add_book", "add_book 1"), heard());
      books.allBooks();
      books.findBook(9);
      books.authorOf(1);
      books.shelveIndex();
      assertEquals(
          List.of(
              "> all_books",
              "all_books 1",
              "> find_book",
              "find_book 0",
              "> author_of",
              "author_of 1",
              "> shelve_index",
              "shelve_index 0"),
          heard());
      assertThrows(SQLException.class, () -> books.failsAtRunTime("{"));
      assertEquals(List.of("> fails_at_run_time", "fails_at_run_time 0 SQLiteException"), heard());
      try (var stream = books.numberValuesStream(10)) {
        assertEquals(List.of("> number_values"), heard());
        assertEquals(2, stream.limit(2).count());
        assertEquals(List.of(), heard());
      }
      assertEquals(List.of("number_values 2"), heard());
      try (var stream = books.numberValuesStream(10)) {
        assertThrows(
            IllegalStateException.class,
            () ->
                stream.forEach(n -> {
                  throw new IllegalStateException();
                }));
      }
      assertEquals(List.of("> number_values", "number_values 1 IllegalStateException"), heard());
      new Observed(connection).allBooks();
      assertEquals(List.of(), heard());
    }
  }

  @Test
  void hearsOfBulkOperations() throws Exception {
    try (Connection connection = Db.open(ObservedBulk.getMigrations());
        ObservedBulk batch =
            new ObservedBulk(connection, query -> (rows, error) -> ended(query, rows, error))) {
      var row = new ObservedBulk.InsertReadingParams("a", 1, null);
      batch.insertReadingBatch(List.of(row, new ObservedBulk.InsertReadingParams("a", 2, null)));
      assertThrows(SQLException.class, () -> batch.insertReadingBatch(List.of(row)));
      assertEquals(List.of("insert_reading 2", "insert_reading 0 SQLException"), heard());
    }
    try (Connection connection = Db.open(ObservedAppender.getMigrations());
        ObservedAppender appender =
            new ObservedAppender(connection, query -> (rows, error) -> ended(query, rows, error))) {
      var row = new ObservedAppender.ParentInsert("p");
      appender.bulkInsertMainParent(List.of(row));
      assertThrows(SQLException.class, () -> appender.bulkInsertMainParent(List.of(row)));
      try (var rows = appender.createNarrowAppender()) {
        rows.append(1L, null);
        rows.append(2L, "x");
        rows.flush();
        assertEquals(List.of("main.parent 1", "main.parent 0 SQLException"), heard());
      }
      assertEquals(List.of("narrow 2"), heard());
    }
    try (Connection connection = Db.open(ObservedSources.getMigrations())) {
      new ObservedSources(connection, query -> (rows, error) -> ended(query, rows, error))
          .sourcePath("it's");
      assertEquals(List.of("source_path 1"), heard());
    }
  }

  /** Classes of one folder share the types that users name. */
  @Test
  void oneObserverServesSeveralClasses() throws Exception {
    Observer observer = query -> (rows, error) -> ended(query, rows, error);
    try (Connection connection = Db.open(Observed.getMigrations());
        Observed books = new Observed(connection, observer);
        ObservedSources sources = new ObservedSources(connection, observer)) {
      books.allBooks();
      sources.sourcePath("it's");
      assertEquals(List.of("all_books 0", "source_path 1"), heard());
    }
  }
}
