package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import gen.DuckChanged;
import gen.DuckMigrations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class DuckMigrationsTest {
  private static final String COUNT = "SELECT count(*)::VARCHAR FROM main._sqg_migrations";

  @Test
  void appliedOnce() throws Exception {
    try (Connection connection = Duck.open()) {
      DuckMigrations queries = new DuckMigrations(connection);
      assertEquals(
          DuckMigrations.getMigrations().size(),
          DuckMigrations.pendingMigrations(connection).size());
      DuckMigrations.applyMigrations(connection);
      queries.setBalance(1, 7);
      DuckMigrations.applyMigrations(connection);
      assertEquals("5", Db.text(connection, COUNT));
      assertEquals(
          "contract/duck_migrations 001_tables",
          Db.text(
              connection, "SELECT project || ' ' || migration_id FROM _sqg_migrations ORDER BY 1"));
      assertEquals(
          "true",
          Db.text(
              connection,
              "SELECT bool_and(applied_at <= now() AND length(checksum) = 64)::VARCHAR FROM"
                  + " _sqg_migrations"));
      assertTrue(connection.getAutoCommit());
      assertEquals(2, queries.accounts().size());
      assertEquals("down; -- no comment", queries.byMacro().get(0).direction());
      assertFalse(queries.tables().contains("legacy_account"));
      for (String sql : DuckMigrations.getMigrations()) {
        assertFalse(sql.contains("legacy_account") || sql.contains("test; data"));
      }
    }
  }

  @Test
  void eachProjectHasItsOwn() throws Exception {
    try (Connection connection = Duck.open()) {
      DuckMigrations.applyMigrations(connection, "a");
      SQLException e =
          assertThrows(SQLException.class, () -> DuckMigrations.applyMigrations(connection, "b"));
      assertTrue(
          e.getMessage().startsWith("migration \"001_tables\": ")
              && e.getMessage().contains("already exists"),
          e.getMessage());
      assertTrue(connection.getAutoCommit());
      Duck.execute(connection, "CREATE SCHEMA b; SET search_path = 'b'");
      DuckChanged.applyMigrations(connection, "b");
      assertEquals("6", Db.text(connection, COUNT));
    }
  }

  @Test
  void theTableOfAnOlderSqgIsAdopted() throws Exception {
    try (Connection connection = Duck.open()) {
      for (String sql : DuckMigrations.getMigrations().subList(0, 2)) {
        Duck.execute(connection, sql);
      }
      Duck.execute(
          connection,
          """
          CREATE TABLE _sqg_migrations (
            project TEXT NOT NULL,
            migration_id TEXT NOT NULL,
            applied_at TIMESTAMP NOT NULL DEFAULT now(),
            PRIMARY KEY (project, migration_id)
          )
          """);
      Duck.execute(
          connection,
          "INSERT INTO _sqg_migrations (project, migration_id)"
              + " VALUES ('old', '001_tables'), ('old', '002_macro')");
      List<String> pending = DuckMigrations.pendingMigrations(connection, "old");
      assertEquals(pending, DuckMigrations.applyMigrations(connection, "old"));
      assertEquals(List.of(), DuckMigrations.applyMigrations(connection, "old"));
      assertEquals(List.of(), DuckMigrations.pendingMigrations(connection, "old"));
      int known = DuckMigrations.getMigrations().size() - 2;
      assertEquals(known, pending.size());
      assertEquals(
          "" + known,
          Db.text(connection, "SELECT count(checksum)::VARCHAR FROM main._sqg_migrations"));
    }
  }

  @Test
  void aChangedMigrationIsNamed() throws Exception {
    try (Connection connection = Duck.open()) {
      DuckMigrations.applyMigrations(connection, "p");
      String meant = "checksum = '%s' WHERE migration_id = '005 view'".formatted("a".repeat(64));
      Db.execute(connection, "UPDATE main._sqg_migrations SET " + meant);
      assertEquals(List.of(), DuckMigrations.applyMigrations(connection, "p"));
      SQLException e =
          assertThrows(SQLException.class, () -> DuckChanged.applyMigrations(connection, "p"));
      assertTrue(
          e.getMessage()
              .matches("migration \"001_tables\" of project \"p\" has changed.*:was\\(\\w{64}\\)"),
          e.getMessage());
      assertThrows(SQLException.class, () -> DuckChanged.pendingMigrations(connection, "p"));
      DuckMigrations.applyMigrations(connection, "p");
    }
  }

  @Test
  void notInsideATransaction() throws Exception {
    try (Connection connection = Duck.open()) {
      connection.setAutoCommit(false);
      SQLException e =
          assertThrows(SQLException.class, () -> DuckMigrations.applyMigrations(connection));
      assertTrue(e.getMessage().contains("transactions of their own"), e.getMessage());
      connection.setAutoCommit(true);
      Duck.execute(connection, "BEGIN; CREATE TABLE mine (a INTEGER)");
      e = assertThrows(SQLException.class, () -> DuckMigrations.applyMigrations(connection));
      assertTrue(e.getMessage().contains("transactions of their own"), e.getMessage());
      Duck.execute(connection, "COMMIT"); // the caller's is as it was
      assertEquals("0", Db.text(connection, "SELECT count(*)::VARCHAR FROM mine"));
      DuckMigrations.applyMigrations(connection);
    }
  }

  @Test
  void whatIsAppliedStays() throws Exception {
    try (Connection connection = Duck.open()) {
      Duck.execute(connection, "CREATE TABLE rich (a INTEGER)");
      assertThrows(SQLException.class, () -> DuckMigrations.applyMigrations(connection));
      assertEquals("4", Db.text(connection, COUNT));
      Duck.execute(connection, "DROP TABLE rich");
      assertEquals(List.of("005 view"), DuckMigrations.applyMigrations(connection));
    }
  }

  /** Only one process can open a database; its threads start at once. */
  @Test
  void threadsThatStartAtOnce() throws Exception {
    Path file = Files.createTempDirectory("sqg").resolve("migrations.duckdb");
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Void>> starts = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        starts.add(() -> {
          try (Connection connection = Duck.open(file)) {
            DuckMigrations.applyMigrations(connection);
          }
          return null;
        });
      }
      for (Future<Void> started : threads.invokeAll(starts)) {
        started.get();
      }
    } finally {
      threads.shutdown();
    }
    try (Connection connection = Duck.open(file)) {
      assertEquals("5", Db.text(connection, COUNT));
    }
  }
}
