package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import gen.scratch.DuckdbNotes;
import gen.scratch.DuckdbNotesTestDatabase;
import gen.scratch.PostgresNotes;
import gen.scratch.PostgresNotesTestDatabase;
import gen.scratch.SqliteNotes;
import gen.scratch.SqliteNotesQuerier;
import gen.scratch.SqliteNotesTestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
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

  /** What has the statements: the database, or a fake. */
  private static String greet(SqliteNotesQuerier notes) throws SQLException {
    List<SqliteNotes.PeopleRow> people = notes.people();
    return "Hello, " + people.get(people.size() - 1).name();
  }

  private static final class Fake implements SqliteNotesQuerier {
    @Override
    public List<SqliteNotes.PeopleRow> people() {
      return List.of(new SqliteNotes.PeopleRow(1, "nobody"));
    }

    @Override
    public Stream<SqliteNotes.PeopleRow> peopleStream() {
      return people().stream();
    }

    @Override
    public long addNote(long id, long author, String body) {
      return 1;
    }

    @Override
    public long countNotes() {
      return 0;
    }

    @Override
    public List<String> oldNotes() {
      return OLD;
    }

    @Override
    public Stream<String> oldNotesStream() {
      return OLD.stream();
    }
  }

  /** With `interface: true`, a function takes the class or a fake. */
  @Test
  void fake() throws Exception {
    assertEquals("Hello, nobody", greet(new Fake()));
    try (SqliteNotesTestDatabase database = SqliteNotesTestDatabase.newTestDatabase();
        SqliteNotes notes = new SqliteNotes(database.connection())) {
      assertTrue(greet(notes).startsWith("Hello, Grace"));
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
