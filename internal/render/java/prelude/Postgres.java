// How pgjdbc works with statements, transactions and migrations; Common.java says how this file is
// read.
package prelude;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

  /** Runs all of a script as the server reads it: the driver would take it apart. */
  private static void runScript(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      runSimple(statement, sql);
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

  /** The SQL that applies migrations, and the messages of its errors. */
  private record Tracking(
      String lock,
      String unlock,
      String settings,
      String create,
      String table,
      String applied,
      String record,
      String again,
      String changed,
      String late,
      String ended) {}

  /** Applies what is missing, behind a lock that other starters wait for. */
  private static List<String> migrate(
      Connection connection, String project, List<Migration> migrations) throws SQLException {
    if (!noTransaction(connection)) {
      throw new SQLException(
          "migrations need transactions of their own: end the open one, and turn auto-commit on");
    }
    runScript(connection, TRACKING.lock());
    try (Statement statement = connection.createStatement()) {
      String settings = text(statement, TRACKING.settings());
      return applyEach(
          () -> patiently(connection, () -> applyNext(connection, project, migrations, settings)));
    } finally {
      if (!connection.isClosed()) {
        runScript(connection, TRACKING.unlock());
      }
    }
  }

  /** Applies a migration again, after a pause, where it has waited too long for a lock. */
  private static Optional<Migration> patiently(Connection connection, NextMigration next)
      throws SQLException {
    for (int tries = 1; ; tries++) {
      try {
        return next.apply();
      } catch (SQLException e) {
        if (!"55P03".equals(e.getSQLState()) || !mayTryAgain(connection, tries)) {
          throw e;
        }
      }
    }
  }

  private static boolean mayTryAgain(Connection connection, int tries) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(TRACKING.again())) {
      statement.setInt(1, tries);
      try (ResultSet rs = statement.executeQuery()) {
        return rs.next() && rs.getString(1) != null;
      }
    }
  }

  private static Optional<Migration> applyNext(
      Connection connection, String project, List<Migration> migrations, String settings)
      throws SQLException {
    Optional<Missing> next =
        inTransaction(
            connection, () -> applyInTransaction(connection, project, migrations, settings));
    if (next.isPresent() && !next.get().migration().steps().isEmpty()) {
      try {
        runSteps(connection, next.get().migration());
      } finally {
        if (!connection.isClosed()) {
          runScript(connection, settings);
        }
      }
      recordMigration(connection, project, next.get());
    }
    return next.map(Missing::migration);
  }

  private static Optional<Missing> applyInTransaction(
      Connection connection, String project, List<Migration> migrations, String settings)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(TRACKING.create());
      String table = text(statement, TRACKING.table());
      Optional<Missing> next = nextMigration(connection, table, project, migrations);
      if (next.isPresent() && next.get().migration().steps().isEmpty()) {
        Migration migration = next.get().migration();
        runMigration(connection, migration, migration.sql());
        if (connection.unwrap(BaseConnection.class).getTransactionState()
            != TransactionState.OPEN) {
          throw new SQLException(ofMigration(migration) + TRACKING.ended());
        }
        runScript(connection, settings);
        recordMigration(connection, project, next.get());
      }
      return next;
    }
  }

  private static void runSteps(Connection connection, Migration migration) throws SQLException {
    for (Step step : migration.steps()) {
      List<String> statements = new ArrayList<>();
      if (!step.undo().isEmpty()) {
        try (Statement statement = connection.createStatement();
            ResultSet rs = statement.executeQuery(step.undo())) {
          while (rs.next()) {
            statements.add(rs.getString(1));
          }
        }
      }
      statements.add(step.sql());
      for (String sql : statements) {
        runMigration(connection, migration, sql);
      }
    }
  }
}
