// How duckdb_jdbc works with statements, transactions and migrations; Common.java says how this
// file is read.
package prelude;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.duckdb.DuckDBConnection;

final class Duckdb {
  /** Executes a statement or a script. Unprepared, some would not say what is wrong with them. */
  private static void runSql(Connection connection, String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.execute();
    }
  }

  /** The statement that loads an extension: one that is installed, or the file of a folder. */
  private static String loading(String name, String folder) {
    return "LOAD " + literal(folder.isEmpty() ? name : folder + "/" + name + ".duckdb_extension");
  }

  /** The value of a query that has one. */
  private static /*? @Nullable */ String text(Connection connection, String sql)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      return text(statement);
    }
  }

  private static /*? @Nullable */ String text(PreparedStatement statement) throws SQLException {
    try (ResultSet rs = statement.executeQuery()) {
      rs.next();
      return rs.getString(1);
    }
  }

  /**
   * Begins the transaction of a connection without auto-commit. The driver does so with the first
   * statement, and not for what is no statement; an empty batch is one that costs nothing.
   */
  private static void begun(Connection connection) throws SQLException {
    if (!connection.getAutoCommit()) {
      try (Statement statement = connection.createStatement()) {
        statement.executeBatch();
      }
    }
  }

  /**
   * Whether a statement is a transaction of its own: none is open, however it was begun. Only in
   * one do two statements have the same number.
   */
  private static boolean noTransaction(Connection connection) throws SQLException {
    if (!connection.getAutoCommit()) {
      return false;
    }
    // The number is that of the transaction in which the statement is prepared.
    String sql = "SELECT current_transaction_id()";
    try (PreparedStatement one = connection.prepareStatement(sql);
        PreparedStatement other = connection.prepareStatement(sql)) {
      return !text(one).equals(text(other));
    }
  }

  /** Does all of the work or nothing, in a transaction of its own. */
  private static <T> T inTransaction(Connection connection, Work<T> work) throws SQLException {
    runSql(connection, "BEGIN");
    try {
      T result = work.run();
      runSql(connection, "COMMIT");
      return result;
    } catch (Throwable failure) {
      try {
        runSql(connection, "ROLLBACK");
      } catch (SQLException e) {
        failure.addSuppressed(e); // a COMMIT that fails has rolled back by itself
      }
      throw failure;
    }
  }

  /**
   * Does all of the work or nothing, inside the caller's transaction or in one of its own. DuckDB
   * cannot take back a part of a transaction: that of the caller is spoilt by a failure, and can
   * only be rolled back.
   */
  private static <T> T atomically(Connection connection, Work<T> work) throws SQLException {
    if (noTransaction(connection)) {
      return inTransaction(connection, work);
    }
    try {
      return work.run();
    } catch (Throwable failure) {
      try {
        runSql(connection, "SELECT error('spoilt by the failure of many rows')");
      } catch (SQLException e) {
        failure.addSuppressed(e);
      }
      throw failure;
    }
  }

  /** Executes a statement for each row; all of them or none. */
  private static <R> long batch(
      Connection connection, String sql, Iterable<? extends R> rows, RowBinder<R> binder)
      throws SQLException {
    return batchChosen(
        connection, rows, row -> new ChosenRow(sql, statement -> binder.bind(statement, 1, row)));
  }

  /** Executes for each row the text that is chosen for it; all of them or none. */
  private static <R> long batchChosen(
      Connection connection, Iterable<? extends R> rows, RowChooser<R> chooser)
      throws SQLException {
    return atomically(
        connection,
        () -> {
          long affected = 0;
          long total = 0;
          try (PreparedTexts texts = new PreparedTexts(connection)) {
            for (R row : rows) {
              total++;
              ChosenRow chosen = chosen(chooser, row, total);
              PreparedStatement statement = texts.of(chosen.sql);
              try {
                chosen.binder.bind(statement);
                affected += statement.executeLargeUpdate();
              } catch (SQLException e) {
                throw inRows(total, 1, e);
              }
            }
          }
          return affected;
        });
  }

  /** Rows of a statement, which DuckDB holds in memory until they are closed. */
  private static RowSource openStatement(Connection connection, String sql, ParamBinder binder)
      throws SQLException {
    return new StatementRows(connection.prepareStatement(sql), binder);
  }

  // What a connection has for itself, as one text: one pass over each is what a stream waits for.
  private static final String SESSION_SQL =
      """
      SELECT string_agg(name || '=' || value, chr(10)) FROM (
        SELECT name, value FROM duckdb_settings() WHERE name <> 'jdbc_stream_results'
        UNION ALL SELECT name, value::VARCHAR FROM duckdb_variables()
        UNION ALL SELECT table_name, 'table' FROM duckdb_tables() WHERE temporary
        UNION ALL SELECT view_name, 'view' FROM duckdb_views() WHERE temporary AND NOT internal
      )
      """;

  /**
   * A second connection for rows that DuckDB makes while they are read: another statement on the
   * same one would end them. Null inside a transaction, and where the connection has temporary
   * tables, variables or settings of its own: then only that one will do.
   */
  private static /*? @Nullable */ Connection secondConnection(Connection connection)
      throws SQLException {
    if (!noTransaction(connection)) {
      return null;
    }
    Connection second = connection.unwrap(DuckDBConnection.class).duplicate();
    try {
      if (text(second, SESSION_SQL).equals(text(connection, SESSION_SQL))) {
        runSql(second, "SET SESSION jdbc_stream_results = true");
        return second;
      }
    } catch (Throwable failure) {
      second.close();
      throw failure;
    }
    second.close();
    return null;
  }

  private <T /*? extends @Nullable Object */> Stream<T> streamApart(
      String sql, ParamBinder binder, RowReader<T> reader) throws SQLException {
    return stream(openStream(connection, sql, binder), reader);
  }

  /** Rows on a second connection where there can be one. */
  private static RowSource openStream(Connection connection, String sql, ParamBinder binder)
      throws SQLException {
    Connection second = secondConnection(connection);
    if (second == null) {
      return openStatement(connection, sql, binder);
    }
    try {
      return new SecondConnection(second, openStatement(second, sql, binder));
    } catch (Throwable failure) {
      second.close();
      throw failure;
    }
  }

  /** Rows on a connection of their own. */
  private record SecondConnection(Connection connection, RowSource rows) implements RowSource {
    @Override
    public /*? @Nullable */ ResultSet next() throws SQLException {
      return rows.next();
    }

    @Override
    public void close() throws SQLException {
      try (connection) {
        rows.close();
      }
    }
  }

  private static void runScript(Connection connection, String sql) throws SQLException {
    runSql(connection, sql);
  }

  /** The SQL that applies migrations, and the messages of its errors. */
  private record Tracking(
      String lock,
      String settings,
      String create,
      String table,
      String applied,
      String record,
      String changed,
      String late,
      String ended) {}

  /** Applies what is missing, each in a transaction; other threads wait. */
  private static synchronized List<String> migrate(
      Connection connection, String project, List<Migration> migrations) throws SQLException {
    if (!noTransaction(connection)) {
      throw new SQLException(
          "migrations need transactions of their own: end the open one, and turn auto-commit on");
    }
    String settings = text(connection, TRACKING.settings());
    return applyEach(() -> {
      try {
        return inTransaction(connection, () -> applyNext(connection, project, migrations));
      } finally {
        runSql(connection, settings);
      }
    });
  }

  private static Optional<Migration> applyNext(
      Connection connection, String project, List<Migration> migrations) throws SQLException {
    String table = text(connection, TRACKING.table());
    runSql(connection, TRACKING.create().replace("{table}", table));
    Optional<Missing> next = nextMigration(connection, table, project, migrations);
    if (next.isPresent()) {
      Migration migration = next.get().migration();
      runSql(connection, TRACKING.lock().replace("{table}", table));
      runMigration(connection, migration, migration.sql());
      recordMigration(connection, project, next.get());
    }
    return next.map(Missing::migration);
  }
}
