package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.DriverManager;
import java.util.List;
import org.junit.jupiter.api.Test;
import queries.Queries;

/** Statements of a project that {@code sqg import sqldelight} has made. */
class ImportedTest {
  @Test
  void runs() throws Exception {
    try (var connection = DriverManager.getConnection("jdbc:sqlite::memory:");
        var statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE author (id INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, note TEXT,"
              + " sold BOOLEAN NOT NULL DEFAULT 0)");
      Queries q = new Queries(connection);
      assertEquals(1, q.add("Ada", null));
      assertEquals(1, q.rename("Bob", 1));
      assertEquals(List.of("Bob"), q.names());
      assertEquals("Bob", q.ofIds(List.of(1L, 2L)).get(0).name());
      assertEquals(List.of(), q.get(2));
      assertEquals(1, q.drop(1));
      assertEquals(List.of(), q.names());
    }
  }
}
