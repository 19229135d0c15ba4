package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import gen.Changed;
import gen.Migrations;
import gen.Runner;
import gen.Runner.Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MigrationsTest {
  private static final String COUNT = "SELECT count(*) FROM _sqg_migrations";

  /** A second process: opens the database when it is told to, and applies the migrations. */
  public static void main(String[] args) throws Exception {
    System.in.read();
    try (Connection connection = Db.open(Path.of(args[0]))) {
      Migrations.applyMigrations(connection);
    }
  }

  @Test
  void scripts() throws Exception {
    assertEquals(5, Migrations.getMigrations().size());
    try (Connection connection = Db.open(Migrations.getMigrations())) {
      assertEquals("2", Db.text(connection, "SELECT count(*) FROM account"));
      for (String sql : Migrations.getMigrations()) {
        assertFalse(sql.contains("legacy_account") || sql.contains("test; data"));
      }
    }
  }

  @Test
  void appliedOnce() throws Exception {
    try (Connection connection = Db.open();
        Migrations queries = new Migrations(connection)) {
      assertEquals(
          Migrations.getMigrations().size(), Migrations.pendingMigrations(connection).size());
      Migrations.applyMigrations(connection);
      queries.setBalance(7, 1);
      Migrations.applyMigrations(connection);
      assertEquals("5", Db.text(connection, COUNT));
      assertEquals(
          "contract/migrations 001_tables",
          Db.text(
              connection, "SELECT project || ' ' || migration_id FROM _sqg_migrations ORDER BY 1"));
      assertEquals(
          "1",
          Db.text(
              connection,
              "SELECT min(applied_at IS datetime(applied_at) AND length(checksum) = 64)"
                  + " FROM _sqg_migrations"));
      assertTrue(connection.getAutoCommit());
      assertEquals(2, queries.accounts().size());
      assertFalse(queries.tables().contains("legacy_account"));
    }
  }

  @Test
  void eachProjectHasItsOwn() throws Exception {
    try (Connection connection = Db.open()) {
      Migrations.applyMigrations(connection, "a");
      SQLException e =
          assertThrows(SQLException.class, () -> Migrations.applyMigrations(connection, "b"));
      assertTrue(e.getMessage().startsWith("migration \"001_tables\": "), e.getMessage());
      Db.execute(connection, "DROP VIEW rich; DROP TABLE account; DROP TABLE audit");
      Migrations.applyMigrations(connection, "b");
      assertEquals("10", Db.text(connection, COUNT));
    }
  }

  @Test
  void theTableOfAnOlderSqgIsAdopted() throws Exception {
    try (Connection connection = Db.open()) {
      for (String sql : Migrations.getMigrations().subList(0, 2)) {
        Db.execute(connection, sql);
      }
      Db.execute(
          connection,
          """
          CREATE TABLE _sqg_migrations (
            project TEXT NOT NULL,
            migration_id TEXT NOT NULL,
            applied_at TEXT NOT NULL DEFAULT (datetime('now')),
            PRIMARY KEY (project, migration_id)
          )
          """);
      Db.execute(
          connection,
          "INSERT INTO _sqg_migrations (project, migration_id)"
              + " VALUES ('old', '001_tables'), ('old', '002_trigger')");
      List<String> pending = Migrations.pendingMigrations(connection, "old");
      assertEquals(pending, Migrations.applyMigrations(connection, "old"));
      assertEquals(List.of(), Migrations.applyMigrations(connection, "old"));
      assertEquals(List.of(), Migrations.pendingMigrations(connection, "old"));
      int known = Migrations.getMigrations().size() - 2;
      assertEquals(known, pending.size());
      assertEquals("" + known, Db.text(connection, "SELECT count(checksum) FROM _sqg_migrations"));
    }
  }

  @Test
  void aTableThatIsMadeAgainTakesNoRowsWithIt() throws Exception {
    try (Connection connection = Db.open()) {
      Db.execute(
          connection, "CREATE TABLE mine (account INTEGER REFERENCES account ON DELETE CASCADE)");
      Db.execute(connection, "INSERT INTO mine VALUES (1)");
      Db.execute(connection, "PRAGMA foreign_keys = ON");
      Migrations.applyMigrations(connection);
      assertEquals("1", Db.text(connection, "SELECT count(*) FROM mine"));
      assertEquals("1", Db.text(connection, "PRAGMA foreign_keys"));
      Entry broken = new Entry("006", "DELETE FROM account", List.of());
      SQLException e =
          assertThrows(SQLException.class, () -> Runner.SQLITE.apply(connection, List.of(broken)));
      String message = "migration \"006\": FOREIGN KEY constraint failed: mine refers to";
      assertTrue(e.getMessage().startsWith(message), e.getMessage());
      assertEquals("2", Db.text(connection, "SELECT count(*) FROM account"));
    }
  }

  @Test
  void aChangedMigrationIsNamed() throws Exception {
    try (Connection connection = Db.open()) {
      Migrations.applyMigrations(connection, "p");
      String meant = "checksum = '%s' WHERE migration_id = '005 view'".formatted("a".repeat(64));
      Db.execute(connection, "UPDATE _sqg_migrations SET " + meant);
      assertEquals(List.of(), Migrations.applyMigrations(connection, "p"));
      SQLException e =
          assertThrows(SQLException.class, () -> Changed.applyMigrations(connection, "p"));
      assertTrue(
          e.getMessage()
              .matches("migration \"001_tables\" of project \"p\" has changed.*:was\\(\\w{64}\\)"),
          e.getMessage());
      assertTrue(connection.getAutoCommit());
      assertThrows(SQLException.class, () -> Changed.pendingMigrations(connection, "p"));
      Migrations.applyMigrations(connection, "p");
    }
  }

  @Test
  void notInsideATransaction() throws Exception {
    try (Connection connection = Db.open()) {
      Db.execute(connection, "BEGIN");
      SQLException e =
          assertThrows(SQLException.class, () -> Migrations.applyMigrations(connection));
      assertTrue(e.getMessage().contains("transactions of their own"), e.getMessage());
      Db.execute(connection, "ROLLBACK");
      connection.setAutoCommit(false);
      e = assertThrows(SQLException.class, () -> Migrations.applyMigrations(connection));
      assertTrue(e.getMessage().contains("transactions of their own"), e.getMessage());
      assertFalse(connection.getAutoCommit());
      connection.setAutoCommit(true);
      Migrations.applyMigrations(connection);
    }
  }

  @Test
  void whatIsAppliedStays() throws Exception {
    try (Connection connection = Db.open()) {
      Db.execute(connection, "CREATE TABLE rich (a)");
      assertThrows(SQLException.class, () -> Migrations.applyMigrations(connection));
      assertEquals("4", Db.text(connection, COUNT));
      Db.execute(connection, "DROP TABLE rich");
      assertEquals(List.of("005 view"), Migrations.applyMigrations(connection));
      assertEquals(List.of(), Migrations.applyMigrations(connection));
      assertTrue(connection.getAutoCommit());
    }
  }

  @Test
  void processesThatStartAtOnce() throws Exception {
    Path file = Files.createTempDirectory("sqg").resolve("raced.db");
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      processes.add(
          new ProcessBuilder(
                  ProcessHandle.current().info().command().orElseThrow(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  MigrationsTest.class.getName(),
                  file.toString())
              .redirectErrorStream(true)
              .start());
    }
    try (Connection connection = Db.open(file)) {
      // They all wait for this lock, then for each other; longer than the driver's own three
      // seconds.
      Db.execute(connection, "BEGIN IMMEDIATE");
      for (Process p : processes) {
        p.getOutputStream().write('\n');
        p.getOutputStream().flush();
      }
      assertFalse(processes.get(0).waitFor(4, java.util.concurrent.TimeUnit.SECONDS));
      Db.execute(connection, "ROLLBACK");
      for (Process p : processes) {
        String output = new String(p.getInputStream().readAllBytes());
        assertEquals(0, p.waitFor(), output);
      }
      assertEquals("5", Db.text(connection, COUNT));
    }
  }
}
