// How an appender's rows are written with duckdb_jdbc; Common.java says how this file is read.
package prelude;

import java.math.BigInteger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
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

  // section RowBuffer:

  /** Rows that are collected, and written together. */
  private interface RowBuffer<R> extends AutoCloseable {
    /** Takes a row; one that cannot be written is refused here, or by write. */
    void add(R row) throws SQLException;

    int rows();

    boolean isFull();

    /** Writes all rows by one statement, and forgets them. The first of them has a number. */
    void write(Connection connection, long first) throws SQLException;

    @Override
    void close();
  }

  // section BufferInserter: RowBuffer atomically inRows

  /** Inserts rows into a table, many at a time. */
  private static final class BufferInserter<R> implements AutoCloseable {
    private final Connection connection;
    private final RowBuffer<R> buffer;
    private long written;
    private /*? @Nullable */ Throwable failure;

    BufferInserter(Connection connection, RowBuffer<R> buffer) {
      this.connection = connection;
      this.buffer = buffer;
    }

    void add(R row) throws SQLException {
      if (failure != null) {
        throw new SQLException("this appender has failed and takes no more rows", failure);
      }
      try {
        take(row);
        if (buffer.isFull()) {
          write();
        }
      } catch (Throwable e) {
        failure = e;
        throw e;
      }
    }

    /** Writes all rows, or none. */
    long addAll(Iterable<? extends R> rows) throws SQLException {
      try {
        Iterator<? extends R> rest = rows.iterator();
        fill(rest);
        return rest.hasNext() ? atomically(connection, () -> writeAll(rest)) : write();
      } catch (Throwable e) {
        failure = e;
        written = 0;
        throw e;
      }
    }

    private long writeAll(Iterator<? extends R> rest) throws SQLException {
      while (rest.hasNext()) {
        write();
        fill(rest);
      }
      return write();
    }

    private void fill(Iterator<? extends R> rest) throws SQLException {
      while (!buffer.isFull() && rest.hasNext()) {
        take(rest.next());
      }
    }

    private void take(R row) throws SQLException {
      try {
        buffer.add(row);
      } catch (SQLException e) {
        throw inRows(written + buffer.rows() + 1, 1, e);
      }
    }

    /** Writes the rows in the buffer, all or none; returns how many have been written. */
    long flush() throws SQLException {
      try {
        return write();
      } catch (Throwable e) {
        failure = e;
        throw e;
      }
    }

    private long write() throws SQLException {
      int count = buffer.rows();
      if (count > 0) {
        buffer.write(connection, written + 1);
        written += count;
      }
      return written;
    }

    @Override
    public void close() throws SQLException {
      try (buffer) {
        if (failure == null) {
          flush();
        }
      }
    }
  }

  // section SingleRows: BufferInserter RowBinder

  /** Rows that are written one by one. */
  private static final class SingleRows<R> implements RowBuffer<R> {
    private static final int BUFFERED = 1024;

    private final String sql;
    private final RowBinder<R> binder;
    private final List<R> rows = new ArrayList<>();

    SingleRows(String sql, RowBinder<R> binder) {
      this.sql = sql;
      this.binder = binder;
    }

    @Override
    public void add(R row) {
      rows.add(row);
    }

    @Override
    public int rows() {
      return rows.size();
    }

    @Override
    public boolean isFull() {
      return rows.size() == BUFFERED;
    }

    @Override
    public void write(Connection connection, long first) throws SQLException {
      atomically(connection, () -> insert(connection, first));
      rows.clear();
    }

    private int insert(Connection connection, long first) throws SQLException {
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        for (int i = 0; i < rows.size(); i++) {
          try {
            binder.bind(statement, 1, rows.get(i));
            statement.executeUpdate();
          } catch (SQLException e) {
            throw inRows(first + i, 1, e);
          }
        }
      }
      return rows.size();
    }

    @Override
    public void close() {
      rows.clear();
    }
  }

  // section limited:

  private static long limited(long value, long least, long greatest, String name)
      throws SQLException {
    if (value < least || value > greatest) {
      throw new SQLException(
          name + " is " + value + ", which is not between " + least + " and " + greatest);
    }
    return value;
  }

  // section limitedInteger:

  private static /*? @Nullable */ BigInteger limitedInteger(
      /*? @Nullable */ BigInteger value, boolean signed, int bits, String name)
      throws SQLException {
    if (value != null && (value.bitLength() > bits || !signed && value.signum() < 0)) {
      String type = (signed ? "a signed" : "an unsigned") + " integer of ";
      int width = signed ? bits + 1 : bits;
      throw new SQLException(
          name + " is " + value + ", which " + type + width + " bits cannot hold");
    }
    return value;
  }

  // section checkText:

  /** Half of a surrogate pair would be stored as a question mark. */
  private static void checkText(String value, String name) throws SQLException {
    for (int i = 0; i < value.length(); i++) {
      if (Character.isSurrogate(value.charAt(i))
          && Character.charCount(value.codePointAt(i++)) < 2) {
        throw new SQLException(name + " has half of a surrogate pair, which is no character");
      }
    }
  }
}
