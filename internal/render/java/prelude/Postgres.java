// How pgjdbc works with statements, transactions and migrations; Common.java says how this file is
// read.
package prelude;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.QueryExecutor;
import org.postgresql.core.TransactionState;
import org.postgresql.jdbc.PreferQueryMode;

final class Postgres {
  private static final int FETCHED = 1000; // rows that are in memory at once

  /**
   * Rows of a statement. The driver reads them bit by bit inside a transaction, all at once
   * outside.
   */
  private static RowSource openStatement(Connection connection, String sql, ParamBinder binder)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    statement.setFetchSize(FETCHED);
    return new StatementRows(statement, binder);
  }

  private <T /*? extends @Nullable Object */> Stream<T> streamByCursor(
      String sql, ParamBinder binder, RowReader<T> reader) throws SQLException {
    return stream(openCursor(connection, sql, binder), reader);
  }

  /** Rows that are read bit by bit, also outside a transaction. */
  private static RowSource openCursor(Connection connection, String sql, ParamBinder binder)
      throws SQLException {
    return connection.getAutoCommit()
        ? new HeldCursor(connection, sql, binder)
        : openStatement(connection, sql, binder);
  }

  /**
   * A cursor outside a transaction: the server holds the result until the cursor or the connection
   * is closed. No transaction stays open for it, whatever becomes of the stream.
   */
  private static final class HeldCursor implements RowSource {
    private final Connection connection;
    private final String name = "\"sqg " + UUID.randomUUID() + '"';
    private final PreparedStatement fetch;
    private /*? @Nullable */ ResultSet rs;
    private int read; // rows of rs
    private boolean closed;

    HeldCursor(Connection connection, String sql, ParamBinder binder) throws SQLException {
      this.connection = connection;
      String declare = "DECLARE " + name + " NO SCROLL CURSOR WITH HOLD FOR " + sql;
      try (PreparedStatement statement = connection.prepareStatement(declare)) {
        binder.bind(statement);
        statement.execute();
      }
      this.fetch = connection.prepareStatement("FETCH " + FETCHED + " FROM " + name);
    }

    @Override
    public /*? @Nullable */ ResultSet next() throws SQLException {
      if (closed) {
        return null;
      }
      ResultSet rows = rs;
      if (rows == null || read == FETCHED) {
        rows = fetch.executeQuery();
        rs = rows;
        read = 0;
      }
      if (rows.next()) {
        read++;
        return rows;
      }
      close();
      return null;
    }

    @Override
    public void close() throws SQLException {
      if (!closed && !connection.isClosed()) {
        try (fetch;
            Statement statement = connection.createStatement()) {
          statement.execute("CLOSE " + name);
        }
      }
      closed = true;
    }
  }

  /** Whether a statement is a transaction of its own: none is open, however it was begun. */
  private static boolean noTransaction(Connection connection) throws SQLException {
    return connection.getAutoCommit()
        && connection.unwrap(BaseConnection.class).getTransactionState() == TransactionState.IDLE;
  }

  /** Does all of the work or nothing, inside the caller's transaction or in one of its own. */
  private static <T> T atomically(Connection connection, Work<T> work) throws SQLException {
    return noTransaction(connection)
        ? inTransaction(connection, work)
        : inSavepoint(connection, work);
  }

  private static <T> T inTransaction(Connection connection, Work<T> work) throws SQLException {
    connection.setAutoCommit(false);
    try {
      T result = work.run();
      connection.commit();
      connection.setAutoCommit(true);
      return result;
    } catch (Throwable failure) {
      try {
        connection.rollback();
        connection.setAutoCommit(true);
      } catch (SQLException e) {
        failure.addSuppressed(e); // the connection is lost, and with it the transaction
      }
      throw failure;
    }
  }

  private static final Pattern BATCH_ENTRY = Pattern.compile("\\d+");

  /**
   * The driver says which row of a batch failed in the first number of its message, and goes on
   * with the statement and its values; what the server said comes after.
   */
  private static SQLException failedBatch(long before, int count, SQLException failure) {
    SQLException cause = failure.getNextException();
    Matcher entry = BATCH_ENTRY.matcher(failure.getMessage());
    return cause == null || !entry.find()
        ? inRows(before + 1, count, failure)
        : inRows(before + 1 + Integer.parseInt(entry.group()), 1, cause);
  }

  /** The value of a query that has one. */
  private static /*? @Nullable */ String text(Statement statement, String sql) throws SQLException {
    try (ResultSet rs = statement.executeQuery(sql)) {
      rs.next();
      return rs.getString(1);
    }
  }

  /**
   * Runs all of a script as the server reads it: the driver would take it apart. Where a script
   * leaves no schema to find names in, as those of pg_dump do, the ones before are there again.
   */
  private static void runScript(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      String path = text(statement, TRACKING.path());
      runSimple(statement, sql);
      if (text(statement, TRACKING.path()).matches("|\"\"")) {
        text(statement, TRACKING.restore().replace("{path}", literal(path)));
      }
    }
  }

  private static void runSimple(Statement statement, String sql) throws SQLException {
    QueryExecutor executor =
        statement.getConnection().unwrap(BaseConnection.class).getQueryExecutor();
    PreferQueryMode mode = executor.getPreferQueryMode();
    executor.setPreferQueryMode(PreferQueryMode.SIMPLE);
    try {
      statement.execute(sql);
    } finally {
      executor.setPreferQueryMode(mode);
    }
  }

  /** The SQL of the table that says which migrations were applied. */
  private record Tracking(
      String create, String table, String path, String restore, String applied, String record) {}

  /** Applies what is missing, in one transaction that other starters wait for. */
  private static void migrate(Connection connection, String project, List<Migration> migrations)
      throws SQLException {
    if (!noTransaction(connection)) {
      throw new SQLException(
          "applyMigrations runs in a transaction of its own: commit yours and turn auto-commit on");
    }
    inTransaction(
        connection,
        () -> {
          try (Statement statement = connection.createStatement()) {
            statement.execute(TRACKING.create());
            String table = text(statement, TRACKING.table());
            String path = text(statement, TRACKING.path());
            applyMissing(connection, table, project, migrations);
            text(statement, TRACKING.restore().replace("{path}", literal(path)));
          }
          return migrations.size();
        });
  }
}
