// How sqlite-jdbc works with statements, transactions and migrations; Common.java says how this
// file is read.
package prelude;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

final class Sqlite {
  private Sqlite() {}

  @FunctionalInterface
  private interface Work<T> {
    T run() throws SQLException;
  }

  private record Migration(String id, String checksum, String sql) {}

  private interface RowSource {}

  private interface ParamBinder {}

  private record StatementRows(PreparedStatement statement, ParamBinder binder)
      implements RowSource {}

  private static void applyMissing(
      Connection connection, String project, List<Migration> migrations) throws SQLException {
    throw new UnsupportedOperationException("in Common.java");
  }

  private static SQLException inRows(long first, int count, SQLException failure) {
    throw new UnsupportedOperationException("in Common.java");
  }

  private static <T> T inSavepoint(Connection connection, Work<T> work) throws SQLException {
    throw new UnsupportedOperationException("in Common.java");
  }

  // section openStatement: StatementRows

  private static RowSource openStatement(Connection connection, String sql, ParamBinder binder)
      throws SQLException {
    return new StatementRows(connection.prepareStatement(sql), binder);
  }

  // section failedBatch: RowBinder

  private static SQLException failedBatch(long before, int count, SQLException failure) {
    return inRows(before + 1, count, failure);
  }

  // section usable:

  /** sqlite-jdbc gives up a statement that has failed, and only says so when it is used again. */
  private static boolean usable(PreparedStatement statement) {
    try {
      statement.getParameterMetaData().getParameterCount();
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  // section atomically: inSavepoint

  private static <T> T atomically(Connection connection, Work<T> work) throws SQLException {
    return inSavepoint(connection, work);
  }

  // section runScript:

  /** Runs all statements of a script. */
  private static void runScript(Statement statement, String sql) throws SQLException {
    statement.executeUpdate(sql);
  }

  // section migrationsTable:

  /** The table that tells which migrations were applied. */
  private static String migrationsTable(Statement statement) throws SQLException {
    statement.executeUpdate(
        """
        CREATE TABLE IF NOT EXISTS _sqg_migrations (
          project TEXT NOT NULL,
          migration_id TEXT NOT NULL,
          checksum TEXT NOT NULL,
          applied_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
          PRIMARY KEY (project, migration_id)
        )
        """);
    return "_sqg_migrations";
  }

  // section migrate: Migration

  /** Applies what is missing, in one transaction that other starters wait for. */
  private static void migrate(Connection connection, String project, List<Migration> migrations)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      beginMigrations(connection);
      try {
        applyMissing(connection, project, migrations);
        statement.executeUpdate("COMMIT");
      } catch (Throwable failure) {
        try {
          statement.executeUpdate("ROLLBACK");
        } catch (SQLException e) {
          failure.addSuppressed(e);
        }
        throw failure;
      }
    }
  }

  private static void beginMigrations(Connection connection) throws SQLException {
    String busy =
        "applyMigrations runs in a transaction of its own: commit yours and turn auto-commit on";
    if (!connection.getAutoCommit()) {
      throw new SQLException(busy);
    }
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(60); // seconds to wait for another starter
      statement.executeUpdate("BEGIN IMMEDIATE");
    } catch (SQLException e) {
      throw e.getMessage().contains("within a transaction") ? new SQLException(busy, e) : e;
    }
  }
}
