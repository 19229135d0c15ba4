// How one statement of PostgreSQL is executed for many rows; Common.java says how this file is
// read.
package prelude;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.postgresql.core.BaseConnection;

final class PostgresMany {
  /**
   * Binds rows to the one statement: each parameter as a list, and last the round if it has one.
   */
  @FunctionalInterface
  private interface ListBinder<R> {
    void bind(PreparedStatement statement, long round, List<R> rows) throws SQLException;
  }

  /**
   * How a statement is executed for many rows: a few in one batch, by one statement for up to
   * atOnce. Rows of one key take a round each, up to so many rounds.
   */
  private record Many<R>(
      String sql,
      RowBinder<R> binder,
      int few,
      String manySql,
      ListBinder<R> lists,
      int rounds,
      int atOnce,
      /*? @Nullable */ Staged<R> staged) {}

  /** How the one statement reads rows from a table that they are copied into, from so many on. */
  private record Staged<R>(
      int from, String create, String copy, String sql, String drop, RowEncoder<R> encoder) {}

  /** So few rows of which one fails are executed in one batch, more half by half. */
  private static final int HALVED = 64;

  /** Executes a statement for many rows, all or none; returns the number of affected rows. */
  private static <R> long many(Connection connection, Many<R> many, Iterable<? extends R> rows)
      throws SQLException {
    Iterator<? extends R> source = rows.iterator();
    List<R> first = taken(source, many.atOnce);
    if (first.size() < 2) { // one statement is all or none
      return each(connection, many.sql, many.binder, first, 0);
    }
    boolean whole = first.size() < many.atOnce && !isStaged(many, first);
    if (whole && first.size() >= many.few && connection.getAutoCommit()) {
      long affected = alone(connection, many, first); // a transaction has nothing to hold together
      if (affected >= 0) {
        return affected;
      }
    }
    return atomically(
        connection,
        () -> {
          long affected = 0;
          long before = 0;
          for (List<R> some = first; !some.isEmpty(); some = taken(source, many.atOnce)) {
            affected += some(connection, many, some, before);
            before += some.size();
          }
          return affected;
        });
  }

  private static <R> boolean isStaged(Many<R> many, List<R> rows) {
    return many.staged != null && rows.size() >= many.staged.from;
  }

  /**
   * Executes one statement for rows. Where that fails, or has too many rounds, it is tried with
   * each half, and in the end with a statement for each row: so an error is that of a row.
   */
  private static <R> long some(Connection connection, Many<R> many, List<R> rows, long before)
      throws SQLException {
    if (rows.size() < many.few) {
      return batched(connection, many, rows, before);
    }
    long affected = atOnce(connection, many, rows);
    if (affected >= 0) {
      return affected;
    }
    if (rows.size() <= HALVED) {
      return batched(connection, many, rows, before);
    }
    int half = rows.size() / 2;
    return some(connection, many, rows.subList(0, half), before)
        + some(connection, many, rows.subList(half, rows.size()), before + half);
  }

  /** Executes the statement for each row in one batch. */
  private static <R> long batched(Connection connection, Many<R> many, List<R> rows, long before)
      throws SQLException {
    if (connection
        .unwrap(BaseConnection.class)
        .getQueryExecutor()
        .isReWriteBatchedInsertsEnabled()) {
      return each(connection, many.sql, many.binder, rows, before); // a batch counts no rows
    }
    try (PreparedStatement statement = connection.prepareStatement(many.sql)) {
      long row = before;
      for (R values : rows) {
        row++;
        try {
          many.binder.bind(statement, 1, values);
        } catch (SQLException e) {
          throw inRows(row, 1, e);
        }
        statement.addBatch();
      }
      return Arrays.stream(executeBatch(statement, before, rows.size())).sum();
    }
  }

  /** Executes one statement for rows of which no two have one key; -1 where that cannot be. */
  private static <R> long alone(Connection connection, Many<R> many, List<R> rows)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(many.manySql)) {
      long[] all = round(statement, many.lists, 0, rows);
      return all[1] == 1 ? all[0] : -1;
    } catch (SQLException e) {
      return notAtOnce(e, false);
    }
  }

  /** Executes one statement for rows; -1 where that cannot be. */
  private static <R> long atOnce(Connection connection, Many<R> many, List<R> rows)
      throws SQLException {
    Staged<R> staged = isStaged(many, rows) ? many.staged : null;
    try {
      return inSavepoint(
          connection,
          () ->
              staged == null
                  ? rounds(connection, many.manySql, many.lists, many.rounds, rows)
                  : staged(connection, staged, many.rounds, rows));
    } catch (SQLException e) {
      return notAtOnce(e, staged != null);
    }
  }

  private static <R> long staged(Connection connection, Staged<R> staged, int rounds, List<R> rows)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(staged.create);
      CopyTarget target = new CopyTarget("sqg_rows", "", "", 0, staged.copy, 0);
      new CopyInserter<R>(connection, target, (to, index, row) -> {}, staged.encoder).addAll(rows);
      ListBinder<R> round = (to, number, list) -> to.setLong(1, number);
      long affected = rounds(connection, staged.sql, round, rounds, rows);
      statement.executeUpdate(staged.drop);
      return affected;
    }
  }

  private static <R> long rounds(
      Connection connection, String sql, ListBinder<R> binder, int rounds, List<R> rows)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      long[] all = round(statement, binder, 0, rows);
      if (all[1] == 1 || all[1] > rounds) {
        return all[1] == 1 ? all[0] : -1;
      }
      long affected = 0;
      for (long round = 1; round <= all[1]; round++) {
        affected += round(statement, binder, round, rows)[0];
      }
      return affected;
    }
  }

  /**
   * How many rows a round affected, and how many rounds there are. A statement that needs none
   * returns nothing but its own count.
   */
  private static <R> long[] round(
      PreparedStatement statement, ListBinder<R> binder, long round, List<R> rows)
      throws SQLException {
    binder.bind(statement, round, rows);
    if (!statement.execute()) {
      return new long[] {statement.getLargeUpdateCount(), 1};
    }
    try (ResultSet rs = statement.getResultSet()) {
      rs.next();
      return new long[] {rs.getLong(1), rs.getLong(2)};
    }
  }

  /** Passes over the failure of a value, and of a table that may not be made. */
  private static long notAtOnce(SQLException e, boolean staged) throws SQLException {
    if (isOfRow(e) || staged && "42501".equals(e.getSQLState())) {
      return -1;
    }
    throw e;
  }

  /** Inserts rows into a table as a statement for many is executed. */
  private static class ManyInserter<R> extends CollectingInserter<R> {
    private final Many<R> many;

    ManyInserter(Connection connection, Many<R> many) {
      super(connection, many.atOnce);
      this.many = many;
    }

    @Override
    long write() throws SQLException {
      return many(connection, many, buffer);
    }

    @Override
    long writeAll(Iterable<? extends R> rows) throws SQLException {
      written += many(connection, many, rows);
      return written;
    }
  }
}
