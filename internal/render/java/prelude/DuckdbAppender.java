// How an appender's rows are written with duckdb_jdbc; Common.java says how this file is read.
package prelude;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

final class DuckdbAppender {
  private DuckdbAppender() {}

  @FunctionalInterface
  private interface Work<T> {
    T run() throws SQLException;
  }

  @FunctionalInterface
  private interface RowBinder<R> {
    void bind(PreparedStatement statement, int index, R row) throws SQLException;
  }

  private static <T> T atomically(Connection connection, Work<T> work) throws SQLException {
    throw new UnsupportedOperationException("in Duckdb.java");
  }

  private static SQLException inRows(long first, int count, SQLException failure) {
    throw new UnsupportedOperationException("in Common.java");
  }

  // section RowInserter: atomically RowBinder

  /** Inserts rows into a table, one by one. */
  private static final class RowInserter<R> implements AutoCloseable {
    private static final int BUFFERED = 1024;

    private final Connection connection;
    private final String sql;
    private final RowBinder<R> binder;
    private final List<R> buffer = new ArrayList<>();
    private long written;
    private /*? @Nullable */ Throwable failure;

    RowInserter(Connection connection, String sql, RowBinder<R> binder) {
      this.connection = connection;
      this.sql = sql;
      this.binder = binder;
    }

    void add(R row) throws SQLException {
      if (failure != null) {
        throw new SQLException("this appender has failed and takes no more rows", failure);
      }
      buffer.add(row);
      if (buffer.size() == BUFFERED) {
        flush();
      }
    }

    /** Adds and writes all rows, or none. */
    long addAll(Iterable<? extends R> rows) throws SQLException {
      try {
        return atomically(
            connection,
            () -> {
              for (R row : rows) {
                add(row);
              }
              return flush();
            });
      } catch (Throwable e) {
        failure = e;
        written = 0;
        throw e;
      }
    }

    /**
     * Writes the rows in the buffer, all or none; returns how many rows have been written since the
     * start.
     */
    long flush() throws SQLException {
      if (buffer.isEmpty()) {
        return written;
      }
      try {
        atomically(connection, this::write);
      } catch (Throwable e) {
        failure = e;
        throw e;
      }
      written += buffer.size();
      buffer.clear();
      return written;
    }

    private int write() throws SQLException {
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        for (int i = 0; i < buffer.size(); i++) {
          try {
            binder.bind(statement, 1, buffer.get(i));
            statement.executeUpdate();
          } catch (SQLException e) {
            throw inRows(written + i + 1, 1, e);
          }
        }
      }
      return buffer.size();
    }

    @Override
    public void close() throws SQLException {
      if (failure == null) {
        flush();
      }
    }
  }
}
