// How one statement of PostgreSQL is executed for many rows; Common.java says how this file is
// read.
package prelude;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

final class PostgresMany {
  /** Binds rows to the one statement for them: each parameter as a list, and last the round. */
  @FunctionalInterface
  private interface ListBinder<R> {
    void bind(PreparedStatement statement, long round, List<R> rows) throws SQLException;
  }

  /**
   * Executes one statement for up to atOnce rows, all or none; returns how many rows were affected.
   * Rows of one key take a round each. With more rounds than are worth it, and where the statement
   * fails, each row is executed by itself: so an error is that of a row.
   */
  private static <R> long many(
      Connection connection,
      String sql,
      RowBinder<R> binder,
      String manySql,
      ListBinder<R> lists,
      int atOnce,
      int rounds,
      Iterable<? extends R> rows)
      throws SQLException {
    Iterator<? extends R> source = rows.iterator();
    List<R> first = next(source, atOnce);
    if (first.size() < 2) {
      return each(connection, sql, binder, first, 0);
    }
    return atomically(
        connection,
        () -> {
          long affected = 0;
          long before = 0;
          for (List<R> some = first; !some.isEmpty(); some = next(source, atOnce)) {
            long count = many(connection, manySql, lists, rounds, some);
            affected += count < 0 ? each(connection, sql, binder, some, before) : count;
            before += some.size();
          }
          return affected;
        });
  }

  private static <R> List<R> next(Iterator<? extends R> source, int count) {
    List<R> rows = new ArrayList<>();
    while (rows.size() < count && source.hasNext()) {
      rows.add(source.next());
    }
    return rows;
  }

  /** Executes one statement for rows; -1 where each is to be executed by itself. */
  private static <R> long many(
      Connection connection, String sql, ListBinder<R> lists, int rounds, List<R> rows)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      return inSavepoint(
          connection,
          () -> {
            long[] all = round(statement, lists, 0, rows);
            if (all[1] == 1 || all[1] > rounds) {
              return all[1] == 1 ? all[0] : -1;
            }
            long affected = 0;
            for (long round = 1; round <= all[1]; round++) {
              affected += round(statement, lists, round, rows)[0];
            }
            return affected;
          });
    } catch (SQLException e) {
      String state = e.getSQLState(); // null where a value cannot be bound
      if (state == null || state.startsWith("22") || state.startsWith("23")) {
        return -1;
      }
      throw e;
    }
  }

  /** How many rows a round affected, and how many rounds there are. */
  private static <R> long[] round(
      PreparedStatement statement, ListBinder<R> lists, long round, List<R> rows)
      throws SQLException {
    lists.bind(statement, round, rows);
    try (ResultSet rs = statement.executeQuery()) {
      rs.next();
      return new long[] {rs.getLong(1), rs.getLong(2)};
    }
  }
}
