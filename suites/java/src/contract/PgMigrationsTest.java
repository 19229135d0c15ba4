package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import gen.PgChanged;
import gen.PgDumped;
import gen.PgMigrations;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class PgMigrationsTest {
  private static final String COUNT = "SELECT count(*) FROM _sqg_migrations";

  /** A second process: opens the database when it is told to, and applies the migrations. */
  public static void main(String[] args) throws Exception {
    System.in.read();
    try (Connection connection = Pg.connect(args[0], "")) {
      PgMigrations.applyMigrations(connection);
    }
  }

  private static Connection open() throws SQLException {
    return Pg.open(List.of());
  }

  @Test
  void appliedOnce() throws Exception {
    int scripts = PgMigrations.getMigrations().size();
    for (String sql : PgMigrations.getMigrations()) {
      assertFalse(sql.contains("legacy_account") || sql.contains("test; data"));
    }
    try (Connection connection = open()) {
      PgMigrations queries = new PgMigrations(connection);
      assertEquals(
          PgMigrations.getMigrations().size(), PgMigrations.pendingMigrations(connection).size());
      PgMigrations.applyMigrations(connection);
      queries.setBalance(1, 7);
      PgMigrations.applyMigrations(connection);
      assertEquals("" + scripts, Db.text(connection, COUNT));
      assertEquals(
          "contract/pg_migrations 001_tables",
          Db.text(
              connection,
              "SELECT project || ' ' || migration_id FROM _sqg_migrations ORDER BY 1 LIMIT 1"));
      assertEquals(
          "t",
          Db.text(
              connection,
              "SELECT bool_and(applied_at <= now() AND length(checksum) = 64) FROM"
                  + " _sqg_migrations"));
      assertTrue(connection.getAutoCommit());
      assertEquals(2, queries.accounts().size());
      assertEquals(7, queries.balance(1));
      assertEquals(0, queries.pay(1, 3));
      assertEquals(10, queries.balance(1));
      assertFalse(queries.tables().contains("legacy_account"));
      assertEquals("touched; 2", queries.accountComment());
      assertEquals("t", Db.text(connection, "SELECT count(*) > 0 FROM audit"));
    }
  }

  @Test
  void eachProjectHasItsOwn() throws Exception {
    try (Connection connection = open()) {
      PgMigrations.applyMigrations(connection, "a");
      SQLException e =
          assertThrows(SQLException.class, () -> PgMigrations.applyMigrations(connection, "b"));
      assertTrue(e.getMessage().startsWith("migration \"001_tables\": "), e.getMessage());
      assertEquals("42P07", e.getSQLState());
      assertTrue(connection.getAutoCommit());
      Db.execute(connection, "CREATE SCHEMA b; SET search_path = b");
      PgChanged.applyMigrations(connection, "b");
      assertEquals("1", Db.text(connection, COUNT));
    }
  }

  @Test
  void theTableOfAnOlderSqgIsAdopted() throws Exception {
    try (Connection connection = open()) {
      for (String sql : PgMigrations.getMigrations().subList(0, 2)) {
        Db.execute(connection, sql);
      }
      Db.execute(
          connection,
          """
          CREATE TABLE _sqg_migrations (
            project TEXT NOT NULL,
            migration_id TEXT NOT NULL,
            applied_at TIMESTAMP NOT NULL DEFAULT now(),
            PRIMARY KEY (project, migration_id)
          )
          """);
      Db.execute(
          connection,
          "INSERT INTO _sqg_migrations (project, migration_id)"
              + " VALUES ('old', '001_tables'), ('old', '002_trigger')");
      List<String> pending = PgMigrations.pendingMigrations(connection, "old");
      assertEquals(pending, PgMigrations.applyMigrations(connection, "old"));
      assertEquals(List.of(), PgMigrations.applyMigrations(connection, "old"));
      assertEquals(List.of(), PgMigrations.pendingMigrations(connection, "old"));
      int known = PgMigrations.getMigrations().size() - 2;
      assertEquals(known, pending.size());
      assertEquals("" + known, Db.text(connection, "SELECT count(checksum) FROM _sqg_migrations"));
    }
  }

  @Test
  void aChangedMigrationIsNamed() throws Exception {
    try (Connection connection = open()) {
      PgMigrations.applyMigrations(connection, "p");
      String meant = "checksum = '%s' WHERE migration_id = '005 view'".formatted("a".repeat(64));
      Db.execute(connection, "UPDATE _sqg_migrations SET " + meant);
      assertEquals(List.of(), PgMigrations.applyMigrations(connection, "p"));
      SQLException e =
          assertThrows(SQLException.class, () -> PgChanged.applyMigrations(connection, "p"));
      assertTrue(
          e.getMessage()
              .matches("migration \"001_tables\" of project \"p\" has changed.*:was\\(\\w{64}\\)"),
          e.getMessage());
      assertTrue(connection.getAutoCommit());
      assertThrows(SQLException.class, () -> PgChanged.pendingMigrations(connection, "p"));
      PgMigrations.applyMigrations(connection, "p");
    }
  }

  /** Applies migrations while another connection does something that concerns them. */
  private static List<String> during(Connection connection, Disturbance disturbance)
      throws Exception {
    try (Connection other = Pg.connect(connection.getCatalog(), "");
        Connection third = Pg.connect(connection.getCatalog(), "")) {
      var done =
          CompletableFuture.runAsync(() -> {
            try {
              disturbance.run(new PgMigrations(other));
            } catch (SQLException e) {
              throw new CompletionException(e);
            }
          });
      var watching = new PgMigrations(third);
      while (!Boolean.TRUE.equals(watching.keptOut())) {
        assertFalse(done.isDone());
      }
      try {
        return PgMigrations.applyMigrations(connection);
      } finally {
        done.get();
      }
    }
  }

  private interface Disturbance {
    void run(PgMigrations queries) throws SQLException;
  }

  @Test
  void aMigrationWaitsForALockAgain() throws Exception {
    try (Connection connection = open()) {
      PgMigrations.applyMigrations(connection);
      Db.execute(connection, "DELETE FROM _sqg_migrations WHERE migration_id = '014_lock'");
      assertEquals(List.of("014_lock"), during(connection, PgMigrations::keepOut));
    }
  }

  @Test
  void aSessionEndsWithoutATransaction() throws Exception {
    try (Connection connection = open();
        Connection next = Pg.connect(connection.getCatalog(), "")) {
      PgMigrations.applyMigrations(connection);
      List<String> last = List.of("013_unique", "014_lock");
      Db.execute(connection, "DROP INDEX setting_once");
      Db.execute(
          connection,
          "DELETE FROM _sqg_migrations WHERE migration_id IN ('"
              + String.join("', '", last)
              + "')");
      assertThrows(SQLException.class, () -> during(connection, PgMigrations::interrupt));
      assertFalse(new PgMigrations(next).indexes().contains("setting_once"));
      assertEquals(last, PgMigrations.applyMigrations(next));
      assertTrue(new PgMigrations(next).indexes().contains("setting_once"));
    }
  }

  @Test
  void notInsideATransaction() throws Exception {
    try (Connection connection = open()) {
      connection.setAutoCommit(false);
      SQLException e =
          assertThrows(SQLException.class, () -> PgMigrations.applyMigrations(connection));
      assertTrue(e.getMessage().contains("transactions of their own"), e.getMessage());
      assertFalse(connection.getAutoCommit());
      connection.setAutoCommit(true);
      Db.execute(connection, "BEGIN");
      e = assertThrows(SQLException.class, () -> PgMigrations.applyMigrations(connection));
      assertTrue(e.getMessage().contains("transactions of their own"), e.getMessage());
      Db.execute(connection, "ROLLBACK");
      PgMigrations.applyMigrations(connection);
    }
  }

  @Test
  void whatIsAppliedStays() throws Exception {
    try (Connection connection = open()) {
      Db.execute(connection, "CREATE TABLE rich (a integer)");
      assertThrows(SQLException.class, () -> PgMigrations.applyMigrations(connection));
      assertEquals("4", Db.text(connection, COUNT));
      Db.execute(connection, "DROP TABLE rich");
      assertEquals("005 view", PgMigrations.applyMigrations(connection).get(0));
      String settings = new PgMigrations(connection).settings().toString();
      assertTrue(
          settings.contains("value=\"$user\", public") && settings.contains("value=0"), settings);
      assertTrue(connection.getAutoCommit());
    }
  }

  /** Scripts that change where names are found do not hide what was applied. */
  @Test
  void searchPaths() throws Exception {
    String database = Pg.database();
    for (int i = 0; i < 2; i++) {
      try (Connection connection = Pg.connect(database, "")) {
        PgDumped queries = new PgDumped(connection);
        PgDumped.applyMigrations(connection);
        PgDumped.applyMigrations(connection, "contract/pg_dumped");
        assertEquals(List.of(), queries.allHere());
        assertEquals("5", Db.text(connection, "SELECT count(*) FROM public._sqg_migrations"));
        assertEquals("t", Db.text(connection, "SELECT to_regclass('public.other') IS NOT NULL"));
      }
    }
  }

  @Test
  void processesThatStartAtOnce() throws Exception {
    String database = Pg.database();
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      processes.add(
          new ProcessBuilder(
                  ProcessHandle.current().info().command().orElseThrow(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  PgMigrationsTest.class.getName(),
                  database)
              .redirectErrorStream(true)
              .start());
    }
    try (Connection connection = Pg.connect(database, "")) {
      Db.text(connection, "SELECT pg_advisory_lock(hashtextextended('_sqg_migrations', 0))");
      for (Process p : processes) {
        p.getOutputStream().write('\n');
        p.getOutputStream().flush();
      }
      // They all wait for this lock, then for each other.
      String waiting =
          "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
              + " AND wait_event = 'PgSleep'";
      while (!Db.text(connection, waiting).equals("3")) {
        assertTrue(processes.stream().allMatch(Process::isAlive));
        Thread.onSpinWait();
      }
      Db.text(connection, "SELECT pg_advisory_unlock_all()");
      for (Process p : processes) {
        String output = new String(p.getInputStream().readAllBytes());
        assertEquals(0, p.waitFor(), output);
      }
      assertEquals("" + PgMigrations.getMigrations().size(), Db.text(connection, COUNT));
    }
  }
}
