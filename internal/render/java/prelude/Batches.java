// How many rows are written with drivers that execute batches; Common.java says how this file is
// read.
package prelude;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

final class Batches {
  private static final int BATCH = 1000; // rows of a batch

  /** Executes a statement for each row, in the driver's batches; all of them or none. */
  private static <R> long batch(
      Connection connection, String sql, Iterable<? extends R> rows, RowBinder<R> binder)
      throws SQLException {
    return batchChosen(
        connection, rows, row -> new ChosenRow(sql, statement -> binder.bind(statement, 1, row)));
  }

  /** Executes for each row the text that is chosen for it. Rows of one text are a batch. */
  private static <R> long batchChosen(
      Connection connection, Iterable<? extends R> rows, RowChooser<R> chooser)
      throws SQLException {
    return atomically(
        connection,
        () -> {
          try (PreparedTexts texts = new PreparedTexts(connection)) {
            long affected = 0;
            long total = 0;
            int pending = 0;
            String last = "";
            for (R row : rows) {
              ChosenRow chosen = chosen(chooser, row, total + pending + 1);
              if (pending == BATCH || pending > 0 && !chosen.sql.equals(last)) {
                affected = added(affected, executeBatch(texts.of(last), total, pending));
                total += pending;
                pending = 0;
              }
              last = chosen.sql;
              PreparedStatement statement = texts.of(last);
              try {
                chosen.binder.bind(statement);
              } catch (SQLException e) {
                throw inRows(total + pending + 1, 1, e);
              }
              statement.addBatch();
              pending++;
            }
            if (pending > 0) {
              affected = added(affected, executeBatch(texts.of(last), total, pending));
            }
            return affected;
          }
        });
  }

  /** A sum of counts; where the driver does not know one, it is not known either. */
  private static long added(long sum, long[] counts) {
    for (long count : counts) {
      if (count < 0 || sum < 0) {
        return Statement.SUCCESS_NO_INFO;
      }
      sum += count;
    }
    return sum;
  }

  private static long[] executeBatch(PreparedStatement statement, long before, int pending)
      throws SQLException {
    try {
      return statement.executeLargeBatch();
    } catch (SQLException e) {
      throw failedBatch(before, pending, e);
    }
  }

  /** Collects rows, and writes them together. */
  private abstract static class CollectingInserter<R> implements RowInserter<R> {
    final Connection connection;
    private final int room;
    final List<R> buffer = new ArrayList<>();
    long written;
    /*? @Nullable */ Throwable failure;
    private boolean closed;

    CollectingInserter(Connection connection, int room) {
      this.connection = connection;
      this.room = room;
    }

    /** Writes the collected rows, all or none, and returns their number; triggers may lower it. */
    abstract long write() throws SQLException;

    public void append(R row) throws SQLException {
      checkOpen(closed, failure);
      buffer.add(row);
      if (buffer.size() == room) {
        flush();
      }
    }

    @Override
    public long addAll(Iterable<? extends R> rows) throws SQLException {
      checkOpen(closed, failure);
      try {
        return writeAll(rows);
      } catch (Throwable e) {
        failure = e;
        written = 0;
        throw e;
      }
    }

    /** Writes rows, all or none; returns the number of rows written so far. */
    long writeAll(Iterable<? extends R> rows) throws SQLException {
      return atomically(
          connection,
          () -> {
            for (R row : rows) {
              append(row);
            }
            return flush();
          });
    }

    /** Writes buffered rows, all or none; returns the number of rows written so far. */
    public long flush() throws SQLException {
      checkOpen(closed, failure);
      if (buffer.isEmpty()) {
        return written;
      }
      try {
        written += write();
      } catch (Throwable e) {
        failure = e;
        throw e;
      }
      buffer.clear();
      return written;
    }

    @Override
    public void close() throws SQLException {
      try {
        if (!closed && failure == null) {
          flush();
        }
      } finally {
        closed = true;
      }
    }
  }

  /** Inserts rows into a table, several with one statement. */
  private static class Inserter<R> extends CollectingInserter<R> {
    private static final int BUFFERED = 1024;

    private final int columns;
    private final int chunk;
    private final RowBinder<R> binder;
    private final PreparedStatement one;
    private final String manySql;
    private /*? @Nullable */ PreparedStatement many; // prepared for the first full chunk

    Inserter(
        Connection connection,
        String rowSql,
        String nextRow,
        int chunk,
        int columns,
        RowBinder<R> binder)
        throws SQLException {
      super(connection, BUFFERED);
      this.columns = columns;
      this.chunk = chunk;
      this.binder = binder;
      this.one = connection.prepareStatement(rowSql);
      this.manySql = rowSql + nextRow.repeat(chunk - 1);
    }

    @Override
    long write() throws SQLException {
      return atomically(connection, this::insert);
    }

    private long insert() throws SQLException {
      int next = 0;
      while (chunk > 1 && buffer.size() - next >= chunk) {
        PreparedStatement statement = many;
        if (statement == null) {
          statement = connection.prepareStatement(manySql);
          many = statement;
        }
        for (int i = 0; i < chunk; i++) {
          bind(statement, i * columns + 1, next + i);
        }
        try {
          statement.executeUpdate();
        } catch (SQLException e) {
          throw inRows(written + next + 1, chunk, e);
        }
        next += chunk;
      }
      for (int i = next; i < buffer.size(); i++) {
        bind(one, 1, i);
        one.addBatch();
      }
      try {
        one.executeBatch();
      } catch (SQLException e) {
        throw inRows(written + next + 1, buffer.size() - next, e);
      }
      return buffer.size();
    }

    private void bind(PreparedStatement statement, int index, int buffered) throws SQLException {
      try {
        binder.bind(statement, index, buffer.get(buffered));
      } catch (SQLException e) {
        throw inRows(written + buffered + 1, 1, e);
      }
    }

    @Override
    public void close() throws SQLException {
      try {
        super.close();
      } finally {
        one.close();
        if (many != null) {
          many.close();
        }
      }
    }
  }
}
