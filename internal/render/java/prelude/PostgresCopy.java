// How rows are written with pgjdbc by COPY in binary format; Common.java says how this file is
// read.
package prelude;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;
import org.postgresql.util.PSQLException;

final class PostgresCopy {
  /** Rows as a binary COPY takes them, those that are not sent yet. */
  private static final class CopyBuffer {
    /** What is sent at once. Smaller pieces cost more calls, larger ones gain nothing. */
    private static final int PIECE = 64 * 1024;

    private static final VarHandle SHORT =
        MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT =
        MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final byte[] SIGNATURE = {
      'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0, 0, 0, 0, 0, 0, 0, 0, 0
    };

    private byte[] bytes = new byte[PIECE / 8]; // for few rows; it grows
    private int end;

    void start() throws SQLException {
      reserve(SIGNATURE.length);
      System.arraycopy(SIGNATURE, 0, bytes, end, SIGNATURE.length);
      end += SIGNATURE.length;
    }

    /** Makes room for so many bytes: a row may be larger than the buffer. */
    void reserve(int count) throws SQLException {
      if (bytes.length - end < count) {
        if (count < 0 || count > Integer.MAX_VALUE - 16 - end) {
          throw new SQLException("the row is larger than PostgreSQL takes");
        }
        int twice = Math.min(bytes.length, Integer.MAX_VALUE / 2 - 8) * 2;
        bytes = Arrays.copyOf(bytes, Math.max(twice, end + count));
      }
    }

    /** Starts a row, or a value that holds others. */
    void count(int fields) throws SQLException {
      reserve(2);
      SHORT.set(bytes, end, (short) fields);
      end += 2;
    }

    /** Starts a value of a fixed size. */
    int fixed(int size) throws SQLException {
      reserve(4 + size);
      int at = end + 4;
      INT.set(bytes, end, size);
      end = at + size;
      return at;
    }

    void missing() throws SQLException {
      put(-1);
    }

    void put(int value) throws SQLException {
      reserve(4);
      INT.set(bytes, end, value);
      end += 4;
    }

    /** Leaves room for the length of what follows, until it is known. */
    int open() throws SQLException {
      reserve(4);
      end += 4;
      return end;
    }

    void close(int start) {
      INT.set(bytes, start - 4, end - start);
    }
  }

  /** Puts a row behind those in a buffer. */
  @FunctionalInterface
  private interface RowEncoder<R> {
    void encode(R row, CopyBuffer out) throws SQLException;
  }

  /** How a table takes rows: few of them by INSERT, from copyFrom on by COPY. */
  private record CopyTarget(
      String table, String rowSql, String nextRow, int columns, String copy, int copyFrom) {}

  /** Inserts rows into a table: few of them by INSERT, more by COPY. */
  private static class CopyInserter<R> implements RowInserter<R> {
    /** What an appender collects before it writes; between its calls, the connection is free. */
    private static final int COLLECTED = 1024 * 1024;

    /**
     * What is sent with one message, if a row is long: the server refuses messages of a gigabyte.
     */
    private static final int LONGEST = 16 * 1024 * 1024;

    /** How the server's message goes on behind the table's name, in any of its languages. */
    private static final Pattern PLACE = Pattern.compile("\\S+ (\\d+)(?:, \\S+ (.+))?");

    private final Connection connection;
    private final CopyTarget target;
    private final RowBinder<R> binder;
    private final RowEncoder<R> encoder;
    private final CopyBuffer buffer = new CopyBuffer();
    private final List<R> few = new ArrayList<>(); // the first of the rows that are pending
    private long pending; // rows that were taken and are not written
    private long taken; // rows before those
    long written; // which triggers may make fewer
    private /*? @Nullable */ CopyIn copy; // under way
    private boolean committing; // the server may have what it needs to make the rows permanent
    /*? @Nullable */ Throwable failure;
    private boolean closed;

    CopyInserter(
        Connection connection, CopyTarget target, RowBinder<R> binder, RowEncoder<R> encoder) {
      this.connection = connection;
      this.target = target;
      this.binder = binder;
      this.encoder = encoder;
    }

    public void append(R row) throws SQLException {
      checkOpen(closed, failure);
      try {
        take(row);
        if (buffer.end >= COLLECTED) {
          write();
        }
      } catch (Throwable e) {
        throw failed(e);
      }
    }

    @Override
    public long addAll(Iterable<? extends R> rows) throws SQLException {
      try {
        for (R row : rows) {
          take(row);
          if (buffer.end >= CopyBuffer.PIECE) {
            send();
          }
        }
        return write();
      } catch (Throwable e) {
        throw failed(e);
      }
    }

    /** Writes buffered rows, all or none; returns the number of rows written so far. */
    public long flush() throws SQLException {
      checkOpen(closed, failure);
      try {
        return write();
      } catch (Throwable e) {
        throw failed(e);
      }
    }

    /** Encodes a row, which also tells whether the table can hold it. */
    private void take(R row) throws SQLException {
      if (++pending < target.copyFrom) {
        few.add(row);
      }
      if (buffer.end == 0 && copy == null) {
        buffer.start();
      }
      try {
        encoder.encode(row, buffer);
      } catch (SQLException e) {
        throw inRows(taken + pending, 1, e);
      }
    }

    private long write() throws SQLException {
      if (pending > 0) {
        written += copy == null && pending < target.copyFrom ? insert() : finishCopy();
        committing = false;
        taken += pending;
        pending = 0;
        few.clear();
      }
      return written;
    }

    private int insert() throws SQLException {
      int count = few.size();
      buffer.end = 0;
      String sql = target.rowSql + target.nextRow.repeat(count - 1);
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        for (int i = 0; i < count; i++) {
          binder.bind(statement, i * target.columns + 1, few.get(i));
        }
        committing = commitsItself();
        return statement.executeUpdate();
      } catch (SQLException e) {
        throw inRows(taken + 1, count, e);
      }
    }

    private long finishCopy() throws SQLException {
      buffer.count(-1);
      CopyIn sent = send();
      try {
        committing = commitsItself();
        long count = sent.endCopy();
        copy = null;
        return count;
      } catch (SQLException e) {
        throw located(e);
      }
    }

    private CopyIn send() throws SQLException {
      CopyIn sending = copy;
      try {
        if (sending == null) {
          sending = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(target.copy);
          copy = sending;
        }
        for (int at = 0; at < buffer.end; at += LONGEST) {
          sending.writeToCopy(buffer.bytes, at, Math.min(LONGEST, buffer.end - at));
        }
      } catch (SQLException e) {
        throw located(e);
      }
      buffer.end = 0;
      return sending;
    }

    private boolean commitsItself() throws SQLException {
      return connection.getAutoCommit() && transaction() != TransactionState.OPEN;
    }

    private TransactionState transaction() throws SQLException {
      return connection.unwrap(BaseConnection.class).getTransactionState();
    }

    /** An error of the server's, with the row and the column that it is about. */
    private SQLException located(SQLException e) {
      if (e instanceof PSQLException server && server.getServerErrorMessage() != null) {
        String where = Objects.requireNonNullElse(server.getServerErrorMessage().getWhere(), "");
        String start = "COPY " + target.table + ", ";
        int at = where.lastIndexOf(start); // behind what triggers have to say
        Matcher place = PLACE.matcher(at < 0 ? "" : where.substring(at + start.length()));
        if (place.lookingAt()) {
          String column = place.group(2) == null ? "" : ", column " + place.group(2);
          String row = "row " + (taken + Long.parseLong(place.group(1))) + column;
          return new SQLException(row + ": " + e.getMessage(), e.getSQLState(), e);
        }
      }
      return e;
    }

    /** Ends what is under way; the exception says what has become of the rows. */
    private SQLException failed(Throwable e) {
      String outcome = outcome(e);
      if (e instanceof SQLException s) {
        Throwable cause = s.getCause() == null ? s : s.getCause();
        SQLException told =
            new SQLException(s.getMessage() + "; " + outcome, s.getSQLState(), cause);
        failure = told;
        return told;
      }
      failure = e;
      SQLException consequence = new SQLException(outcome);
      e.addSuppressed(consequence);
      if (e instanceof RuntimeException unchecked) {
        throw unchecked;
      }
      if (e instanceof Error error) {
        throw error;
      }
      return consequence;
    }

    private String outcome(Throwable e) {
      boolean lost = isLost(e);
      try {
        if (copy != null && copy.isActive()) {
          copy.cancelCopy();
        }
      } catch (SQLException cancelled) {
        lost |= isLost(cancelled);
        e.addSuppressed(cancelled);
      }
      try {
        if (lost) {
          connection.abort(Runnable::run); // nobody knows what comes next on it
        } else if (connection.isValid(5)) {
          if (transaction() == TransactionState.FAILED) {
            return "the transaction is aborted and has to be rolled back";
          }
          return taken == 0
              ? "no row was written"
              : "no row from " + (taken + 1) + " on was written";
        }
      } catch (SQLException closed) {
        e.addSuppressed(closed);
      }
      return committing
          ? "the connection was lost before the server confirmed the write"
          : "the connection is lost; what was not committed before was not written";
    }

    /**
     * Tells an error of the connection from one that the server reports, whatever that is about.
     */
    private static boolean isLost(Throwable e) {
      if (e instanceof SQLException s
          && s.getSQLState() != null
          && s.getSQLState().startsWith("08")) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
          if (cause instanceof IOException) {
            return true;
          }
        }
      }
      return false;
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
}
