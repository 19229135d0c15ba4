package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import gen.scratch.DuckdbNotes;
import gen.scratch.DuckdbNotesTestDatabase;
import gen.scratch.PostgresNotes;
import gen.scratch.PostgresNotesTestDatabase;
import gen.scratch.SqliteNotes;
import gen.scratch.SqliteNotesTestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What `tests: true` generates: a database for each test, with the schema and TESTDATA. */
class ScratchTest {
  private static final List<String> OLD = List.of("from a migration");

  @Test
  void sqlite() throws Exception {
    try (SqliteNotesTestDatabase first = SqliteNotesTestDatabase.newTestDatabase();
        SqliteNotesTestDatabase second = SqliteNotesTestDatabase.newTestDatabase()) {
      for (Connection connection : List.of(first.connection(), second.connection())) {
        assertEquals(List.of(), SqliteNotes.applyMigrations(connection));
        try (SqliteNotes notes = new SqliteNotes(connection)) {
          assertEquals(2, notes.people().size());
          assertEquals(0, notes.countNotes());
          notes.addNote(1, 1, "mine");
          assertEquals(1, notes.countNotes());
          assertEquals(OLD, notes.oldNotes());
        }
      }
      try (Connection other = DriverManager.getConnection(first.url());
          SqliteNotes notes = new SqliteNotes(other)) {
        assertEquals(1, notes.countNotes());
      }
    }
  }

  @Test
  void duckdb() throws Exception {
    try (DuckdbNotesTestDatabase first = DuckdbNotesTestDatabase.newTestDatabase();
        DuckdbNotesTestDatabase second = DuckdbNotesTestDatabase.newTestDatabase()) {
      for (Connection connection : List.of(first.connection(), second.connection())) {
        assertEquals(List.of(), DuckdbNotes.applyMigrations(connection));
        DuckdbNotes notes = new DuckdbNotes(connection);
        assertEquals(2, notes.people().size());
        notes.addNote(1, 1, "mine");
        assertEquals(1, notes.countNotes());
        assertEquals(OLD, notes.oldNotes());
      }
    }
  }

  @Test
  void postgres() throws Exception {
    try (PostgresNotesTestDatabase first = PostgresNotesTestDatabase.newTestDatabase();
        PostgresNotesTestDatabase second = PostgresNotesTestDatabase.newTestDatabase()) {
      for (Connection connection : List.of(first.connection(), second.connection())) {
        assertEquals(List.of(), PostgresNotes.applyMigrations(connection));
        PostgresNotes notes = new PostgresNotes(connection);
        assertEquals(2, notes.people().size());
        notes.addNote(1, 1, "mine");
        assertEquals(1, notes.countNotes());
        assertEquals(OLD, notes.oldNotes());
      }
      try (Connection other = DriverManager.getConnection(first.url())) {
        assertEquals(1, new PostgresNotes(other).countNotes());
      }
    }
  }

  /**
   * The database is dropped where a test fails within a transaction, and leaves connections open.
   */
  @Test
  void dropped() throws Exception {
    String[] url = {""};
    assertThrows(
        ArithmeticException.class,
        () -> {
          try (PostgresNotesTestDatabase database = PostgresNotesTestDatabase.newTestDatabase()) {
            url[0] = database.url();
            Connection other = DriverManager.getConnection(url[0]);
            other.setAutoCommit(false);
            new PostgresNotes(other).addNote(1, 1, "lost");
            throw new ArithmeticException();
          }
        });
    SQLException gone =
        assertThrows(SQLException.class, () -> DriverManager.getConnection(url[0]).close());
    assertTrue(gone.getMessage().contains("does not exist"), gone.getMessage());
  }
}
