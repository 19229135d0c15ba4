// How sqlite-jdbc works with statements, transactions and migrations; Common.java says how this
// file is read.
package prelude;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

final class Sqlite {
  private Sqlite() {}

  @FunctionalInterface
  private interface Work<T> {
    T run() throws SQLException;
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

  // section atomically: Work

  /** Does all of the work or nothing, inside the caller's transaction or in one of its own. */
  private static <T> T atomically(Connection connection, Work<T> work) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("SAVEPOINT sqg");
      try {
        T result = work.run();
        statement.executeUpdate("RELEASE sqg");
        return result;
      } catch (Throwable failure) {
        try {
          statement.executeUpdate("ROLLBACK TO sqg");
          statement.executeUpdate("RELEASE sqg");
        } catch (SQLException e) {
          failure.addSuppressed(e); // the engine has rolled back by itself
        }
        throw failure;
      }
    }
  }

  // section migrate:

  /** A change of the schema; the checksum is the SHA-256 of its SQL. */
  private record Migration(String id, String checksum, String sql) {}

  /** Applies what is missing, in one transaction that other starters wait for. */
  private static void migrate(Connection connection, String project, List<Migration> migrations)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      beginMigrations(connection);
      try {
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
        Map<String, String> applied = appliedMigrations(connection, project);
        for (Migration migration : migrations) {
          String checksum = applied.get(migration.id());
          if (checksum == null) {
            applyMigration(connection, project, migration);
          } else if (!checksum.equals(migration.checksum())) {
            throw new SQLException(
                "migration "
                    + migration.id()
                    + " of project "
                    + project
                    + " has changed since it was applied; add a new migration instead");
          }
        }
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

  private static Map<String, String> appliedMigrations(Connection connection, String project)
      throws SQLException {
    String sql = "SELECT migration_id, checksum FROM _sqg_migrations WHERE project = ?";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, project);
      Map<String, String> applied = new HashMap<>();
      try (ResultSet rs = statement.executeQuery()) {
        while (rs.next()) {
          applied.put(rs.getString(1), rs.getString(2));
        }
      }
      return applied;
    }
  }

  private static void applyMigration(Connection connection, String project, Migration migration)
      throws SQLException {
    String sql =
        """
        INSERT INTO _sqg_migrations (project, migration_id, checksum) VALUES (?, ?, ?)
        """;
    try (Statement script = connection.createStatement();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      script.executeUpdate(migration.sql()); // runs every statement of a script
      statement.setString(1, project);
      statement.setString(2, migration.id());
      statement.setString(3, migration.checksum());
      statement.executeUpdate();
    } catch (SQLException e) {
      throw new SQLException(
          "migration " + migration.id() + ": " + e.getMessage(),
          e.getSQLState(),
          e.getErrorCode(),
          e);
    }
  }
}
