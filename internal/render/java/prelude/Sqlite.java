// How sqlite-jdbc works with statements, transactions and migrations; Common.java says how this
// file is read.
package prelude;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

final class Sqlite {
  private static RowSource openStatement(Connection connection, String sql, ParamBinder binder)
      throws SQLException {
    return new StatementRows(connection.prepareStatement(sql), binder);
  }

  private record Numbered<R>(long number, R row) {}

  /**
   * Executes a statement for each row, all or none; returns the number of affected rows. A window
   * of rows at a time is sorted by its key, as SQLite then goes through its table once; rows of one
   * key stay in their order.
   */
  private static <R> long eachSorted(
      Connection connection,
      String sql,
      RowBinder<R> binder,
      Comparator<R> key,
      int atLeast,
      int window,
      Iterable<? extends R> rows)
      throws SQLException {
    return atomically(
        connection,
        () -> {
          long affected = 0;
          long count = 0;
          List<Numbered<R>> some = new ArrayList<>();
          Iterator<? extends R> source = rows.iterator();
          try (PreparedStatement statement = connection.prepareStatement(sql)) {
            while (source.hasNext()) {
              some.clear();
              while (some.size() < window && source.hasNext()) {
                some.add(new Numbered<>(++count, source.next()));
              }
              if (some.size() >= atLeast) {
                some.sort(Comparator.comparing(Numbered::row, key));
              }
              affected += executeAll(statement, binder, some);
            }
          }
          return affected;
        });
  }

  private static <R> long executeAll(
      PreparedStatement statement, RowBinder<R> binder, List<Numbered<R>> rows)
      throws SQLException {
    long affected = 0;
    for (Numbered<R> next : rows) {
      try {
        binder.bind(statement, 1, next.row());
        affected += statement.executeUpdate();
      } catch (SQLException e) {
        throw inRows(next.number(), 1, e);
      }
    }
    return affected;
  }

  private static SQLException failedBatch(long before, int count, SQLException failure) {
    return inRows(before + 1, count, failure);
  }

  private static <T> T atomically(Connection connection, Work<T> work) throws SQLException {
    return inSavepoint(connection, work);
  }

  /** Runs all statements of a script. */
  private static void runScript(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }

  /** The SQL that applies migrations, and the messages of its errors. */
  private record Tracking(
      String settings,
      String relax,
      String dangling,
      String create,
      String adopt,
      String applied,
      String record,
      String changed,
      String late,
      String ended) {}

  /** Applies what is missing, each in a transaction that other starters wait for. */
  private static List<String> migrate(
      Connection connection, String project, List<Migration> migrations) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      String settings = texts(statement, TRACKING.settings()).get(0);
      String dangling = texts(statement, TRACKING.dangling()).get(0);
      statement.executeUpdate(TRACKING.relax());
      try {
        return applyEach(() -> applyNext(connection, project, migrations, dangling));
      } finally {
        statement.executeUpdate(settings);
      }
    }
  }

  private static Optional<Migration> applyNext(
      Connection connection, String project, List<Migration> migrations, String dangling)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      beginMigration(connection);
      try {
        statement.executeUpdate(TRACKING.create());
        adopt(statement);
        Optional<Missing> next = nextMigration(connection, "", project, migrations);
        if (next.isPresent()) {
          Migration migration = next.get().migration();
          boolean sound = problems(statement, dangling).isEmpty();
          runMigration(connection, migration, migration.sql());
          List<String> problems = problems(statement, dangling);
          if (sound && !problems.isEmpty()) {
            throw new SQLException(ofMigration(migration) + problems.get(0));
          }
          recordMigration(connection, project, next.get());
        }
        statement.executeUpdate("COMMIT");
        return next.map(Missing::migration);
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

  /** Brings the table of an older version up to date. */
  private static void adopt(Statement statement) throws SQLException {
    for (String sql : texts(statement, TRACKING.adopt())) {
      statement.executeUpdate(sql);
    }
  }

  /** What breaks foreign keys. SQLite does not check those that have no index yet. */
  private static List<String> problems(Statement statement, String dangling) {
    try {
      return texts(statement, dangling);
    } catch (SQLException e) {
      return List.of();
    }
  }

  private static List<String> texts(Statement statement, String sql) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (ResultSet rs = statement.executeQuery(sql)) {
      while (rs.next()) {
        texts.add(rs.getString(1));
      }
    }
    return texts;
  }

  private static void beginMigration(Connection connection) throws SQLException {
    String busy =
        "migrations need transactions of their own: end the open one, and turn auto-commit on";
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
