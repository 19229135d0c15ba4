// How one query is asked for many rows; Common.java says how this file is read.
package prelude;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

final class Lookups {
  private static <R> List<R> taken(Iterator<? extends R> source, int count) {
    List<R> rows = new ArrayList<>();
    while (rows.size() < count && source.hasNext()) {
      rows.add(source.next());
    }
    return rows;
  }

  /** Binds rows to a query for all of them: each parameter as a list. */
  @FunctionalInterface
  private interface RowsBinder<R> {
    void bind(PreparedStatement statement, List<R> rows) throws SQLException;
  }

  /**
   * The rows of parameters that a row is found for: the last of them, by what stands behind its
   * columns, and for each the one before it, -1 for none.
   */
  private record Owners(RowReader</*? @Nullable */ Integer> last, int[] before) {}

  /** By the number of a row, which is in a column. */
  private static <R> Function<List<R>, Owners> byNumber(int column) {
    return rows -> {
      int[] before = new int[rows.size()];
      Arrays.fill(before, -1);
      return new Owners(rs -> rs.getInt(column) - 1, before);
    };
  }

  /** By the key of a row; several may have the same. */
  private static <R, K> Function<List<R>, Owners> byKey(Function<R, K> key, RowReader<K> reader) {
    return rows -> {
      Map<K, Integer> last = new HashMap<>(2 * rows.size());
      int[] before = new int[rows.size()];
      for (int i = 0; i < before.length; i++) {
        Integer same = last.put(key.apply(rows.get(i)), i);
        before[i] = same == null ? -1 : same;
      }
      return new Owners(rs -> last.get(reader.read(rs)), before);
    };
  }

  /**
   * How a query is asked for many rows: for each of a few, for up to atOnce by one query. If it has
   * to have them apart, it changes and returns nothing where two of them have one key.
   */
  private record Lookup<R>(
      String sql,
      RowBinder<R> binder,
      int few,
      String manySql,
      RowsBinder<R> lists,
      int atOnce,
      Function<List<R>, Owners> owners,
      boolean changes,
      boolean apart) {}

  /** One row is the owner of all that is found. */
  private static final Owners ALONE = new Owners(rs -> 0, new int[] {-1});

  /** Takes the current row of a result, which is found for a row of parameters. */
  @FunctionalInterface
  private interface Finder {
    void found(int index, ResultSet rs) throws SQLException;
  }

  /** Asks a query for many rows; returns what it finds for each, in their order. */
  private static <R, T /*? extends @Nullable Object */> List<List<T>> lookUp(
      Connection connection, Lookup<R> lookup, RowReader<T> reader, Iterable<? extends R> rows)
      throws SQLException {
    List<List<T>> all = new ArrayList<>();
    lookUpAll(
        connection,
        lookup,
        rows,
        () -> all.add(new ArrayList<>(0)), // most have few
        (index, rs) -> all.get(index).add(readRow(rs, reader, 0)));
    return all;
  }

  /** The same of a query for one row: the first that it finds, null for none. */
  private static <R, T /*? extends @Nullable Object */> List</*? @Nullable */ T> lookUpOne(
      Connection connection, Lookup<R> lookup, RowReader<T> reader, Iterable<? extends R> rows)
      throws SQLException {
    List</*? @Nullable */ T> all = new ArrayList<>();
    BitSet known = new BitSet();
    lookUpAll(
        connection,
        lookup,
        rows,
        () -> all.add(null),
        (index, rs) -> {
          if (!known.get(index)) {
            known.set(index);
            all.set(index, readRow(rs, reader, 0));
          }
        });
    return all;
  }

  /** Asks a query for many rows. What is found for several of them is read for each. */
  private static <R> void lookUpAll(
      Connection connection,
      Lookup<R> lookup,
      Iterable<? extends R> rows,
      Runnable expect,
      Finder finder)
      throws SQLException {
    Iterator<? extends R> source = rows.iterator();
    List<R> first = taken(source, lookup.atOnce);
    Work<Integer> work =
        () -> {
          int before = 0;
          for (List<R> some = first; !some.isEmpty(); some = taken(source, lookup.atOnce)) {
            some.forEach(row -> expect.run());
            findSome(connection, lookup, some, before, finder);
            before += some.size();
          }
          return before;
        };
    if (lookup.changes && first.size() == lookup.atOnce) {
      atomically(connection, work);
    } else {
      work.run(); // one statement is all or none
    }
  }

  private static <R> void findSome(
      Connection connection, Lookup<R> lookup, List<R> rows, int before, Finder finder)
      throws SQLException {
    if (rows.size() < lookup.few) {
      findEach(connection, lookup, rows, before, finder);
    } else if (!lookup.changes) {
      findOnce(connection, lookup, rows, before, finder);
    } else {
      findOrEach(connection, lookup, rows, before, finder);
    }
  }

  /**
   * Asks one query; where it fails because of a row, or may return nothing as two have one key,
   * that for each: so an error says of which.
   */
  private static <R> void findOrEach(
      Connection connection, Lookup<R> lookup, List<R> rows, int before, Finder finder)
      throws SQLException {
    Work<Integer> once = () -> findOnce(connection, lookup, rows, before, finder);
    try {
      int found = connection.getAutoCommit() ? once.run() : inSavepoint(connection, once);
      if (found > 0 || !lookup.apart) {
        return;
      }
    } catch (SQLException e) {
      if (!isOfRow(e)) {
        throw e;
      }
    }
    atomically(connection, () -> findEach(connection, lookup, rows, before, finder));
  }

  /** Says whether a value is wrong or breaks a constraint; 42601 is of a type of an extension. */
  private static boolean isOfRow(SQLException e) {
    String state = e.getSQLState(); // null where a value cannot be bound
    return state == null || state.matches("2[23]...|42601");
  }

  /** Runs the query for each row; an error names the row. Returns their number. */
  private static <R> int findEach(
      Connection connection, Lookup<R> lookup, List<R> rows, int before, Finder finder)
      throws SQLException {
    for (int i = 0; i < rows.size(); i++) {
      try (PreparedStatement statement = connection.prepareStatement(lookup.sql)) {
        lookup.binder.bind(statement, 1, rows.get(i));
        readFound(statement, ALONE, before + i, finder);
      } catch (SQLException e) {
        throw inRows(before + i + 1, 1, e);
      }
    }
    return rows.size();
  }

  /** Looks up rows by one query; returns the number of found rows. */
  private static <R> int findOnce(
      Connection connection, Lookup<R> lookup, List<R> rows, int before, Finder finder)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(lookup.manySql)) {
      lookup.lists.bind(statement, rows);
      Finder placed =
          (index, rs) -> {
            try {
              finder.found(index, rs);
            } catch (SQLException e) {
              throw inRows(index + 1, 1, e);
            }
          };
      return readFound(statement, lookup.owners.apply(rows), before, placed);
    }
  }

  private static int readFound(PreparedStatement statement, Owners owners, int first, Finder finder)
      throws SQLException {
    int found = 0;
    try (ResultSet rs = statement.executeQuery()) {
      for (; rs.next(); found++) {
        Integer last = owners.last.read(rs);
        if (last == null) {
          throw new SQLException("a row is found for a value that was not asked for");
        }
        for (int i = last; i >= 0; i = owners.before[i]) {
          finder.found(first + i, rs);
        }
      }
    }
    return found;
  }
}
