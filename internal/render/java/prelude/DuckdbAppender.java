// How an appender's rows are written with duckdb_jdbc; Common.java says how this file is read.
package prelude;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.function.Supplier;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

final class DuckdbAppender {
  /** Rows that are collected, and written together. */
  private interface RowBuffer<R> extends AutoCloseable {
    /** Takes a row; one that cannot be written is refused here, or by write. */
    void add(R row) throws SQLException;

    /** Takes all rows where there is room and that is a mere copy; tells whether it has. */
    default boolean addAll(Collection<? extends R> all) {
      return false;
    }

    int rows();

    boolean isFull();

    /** Makes this full with so many rows, where it can have them all in one statement. */
    default void hold(int rows) {}

    /**
     * Writes all rows by one statement, and forgets them. The first of them has a number. Returns
     * how many rows of the table were affected.
     */
    long write(Connection connection, long first) throws SQLException;

    @Override
    void close();
  }

  /** Rows in pieces: the garbage collector has to do for each row that one long array gets. */
  private static final class RowList<R> extends AbstractList<R> {
    private static final int PIECE = 4096;

    private final List<List<R>> pieces = new ArrayList<>();
    private int size;

    @Override
    public boolean add(R row) {
      if (size % PIECE == 0) {
        pieces.add(new ArrayList<>(size == 0 ? 16 : PIECE));
      }
      pieces.get(size / PIECE).add(row);
      size++;
      return true;
    }

    @Override
    public R get(int index) {
      return pieces.get(index / PIECE).get(index % PIECE);
    }

    @Override
    public int size() {
      return size;
    }

    @Override
    public void clear() {
      pieces.clear();
      size = 0;
    }
  }

  /** Inserts rows into a table, many at a time. */
  private static class BufferInserter<R> implements RowInserter<R> {
    private final Connection connection;
    private final RowBuffer<R> buffer;
    long written;
    /*? @Nullable */ Throwable failure;
    private boolean closed;

    BufferInserter(Connection connection, RowBuffer<R> buffer) {
      this.connection = connection;
      this.buffer = buffer;
    }

    public void append(R row) throws SQLException {
      checkOpen(closed, failure);
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

    @Override
    public long addAll(Iterable<? extends R> rows) throws SQLException {
      try {
        if (rows instanceof Collection<? extends R> all && buffer.addAll(all)) {
          return write();
        }
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

    /** Writes buffered rows, all or none; returns the number of rows written so far. */
    public long flush() throws SQLException {
      checkOpen(closed, failure);
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
        if (!closed && failure == null) {
          flush();
        }
      } finally {
        closed = true;
      }
    }
  }

  /** Rows that are kept as they are until they are written. */
  private abstract static class KeptRows<R> implements RowBuffer<R> {
    final List<R> rows = new ArrayList<>();
    private final int most;

    KeptRows(int most) {
      this.most = most;
    }

    /** Inserts the rows, of which the first has a number. */
    abstract long insert(Connection connection, long first) throws SQLException;

    boolean isOneStatement() {
      return false;
    }

    @Override
    public void add(R row) {
      rows.add(row);
    }

    @Override
    public boolean addAll(Collection<? extends R> all) {
      return rows.size() + all.size() <= most && rows.addAll(all);
    }

    @Override
    public int rows() {
      return rows.size();
    }

    @Override
    public boolean isFull() {
      return rows.size() == most;
    }

    @Override
    public long write(Connection connection, long first) throws SQLException {
      long affected =
          isOneStatement()
              ? insert(connection, first)
              : atomically(connection, () -> insert(connection, first));
      rows.clear();
      return affected;
    }

    @Override
    public void close() {
      rows.clear();
    }
  }

  /** Rows that are written one by one. */
  private static final class SingleRows<R> extends KeptRows<R> {
    private static final int BUFFERED = 1024;

    private final String sql;
    private final RowBinder<R> binder;

    SingleRows(String sql, RowBinder<R> binder) {
      super(BUFFERED);
      this.sql = sql;
      this.binder = binder;
    }

    @Override
    long insert(Connection connection, long first) throws SQLException {
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
  }

  /** Appends the columns of a row to a table. */
  @FunctionalInterface
  private interface RowSender<R> {
    void send(R row, DuckDBAppender out) throws SQLException;
  }

  /** Rows that the driver's appender takes, one by one. */
  private static class AppendedRows<R> extends KeptRows<R> {
    static final int CHUNK = 2048; // rows that the appender writes together
    static final int SAMPLE = CHUNK / 10; // of which DuckDB counts how many values differ
    private static final int BUFFERED = 60 * CHUNK;

    private final /*? @Nullable */ String schema;
    private final String table;
    private final int read; // rows of a chunk that DuckDB looks into before it stores them
    private final RowSender<R> writer;

    AppendedRows(/*? @Nullable */ String schema, String table, int read, RowSender<R> writer) {
      super(BUFFERED);
      this.schema = schema;
      this.table = table;
      this.read = read;
      this.writer = writer;
    }

    @Override
    public long write(Connection connection, long first) throws SQLException {
      begun(connection);
      return super.write(connection, first);
    }

    @Override
    boolean isOneStatement() {
      return rows.size() <= CHUNK;
    }

    @Override
    long insert(Connection connection, long first) throws SQLException {
      DuckDBConnection own = connection.unwrap(DuckDBConnection.class);
      try (DuckDBAppender out = own.createAppender(schema, table)) {
        for (int from = 0; from < rows.size(); from += CHUNK) {
          int to = Math.min(from + CHUNK, rows.size());
          append(rows.subList(from, to), out, first + from);
        }
      }
      return rows.size();
    }

    private void append(List<R> chunk, DuckDBAppender out, long first) throws SQLException {
      int sent = 0;
      try {
        for (R row : chunk) {
          // The driver leaves what was behind a short text that it writes in its place, and DuckDB
          // 1.5.5 takes texts for different ones that differ there, until they are stored.
          out.setWriteInlinedStrings(sent >= read);
          out.beginRow();
          writer.send(row, out);
          sent++;
          out.endRow(); // which writes a full chunk
        }
        out.flush();
      } catch (SQLException e) {
        throw sent < chunk.size() ? inRows(first + sent, 1, e) : inRows(first, sent, e);
      }
    }
  }

  /** Rows that go to the driver's appender while they are few: the way for many takes longer. */
  private static final class SmallFirst<R> implements RowBuffer<R> {
    private final AppendedRows<R> few;
    private final Supplier<RowBuffer<R>> way;
    private /*? @Nullable */ RowBuffer<R> many;
    private RowBuffer<R> buffer; // few, or many

    SmallFirst(AppendedRows<R> few, Supplier<RowBuffer<R>> way) {
      this.few = few;
      this.way = way;
      this.buffer = few;
    }

    @Override
    public void add(R row) throws SQLException {
      if (buffer == few && few.rows() == AppendedRows.CHUNK) {
        buffer = many();
        for (R earlier : few.rows) {
          buffer.add(earlier);
        }
        few.close();
      }
      buffer.add(row);
    }

    private RowBuffer<R> many() {
      if (many == null) {
        many = way.get();
      }
      return many;
    }

    @Override
    public boolean addAll(Collection<? extends R> all) {
      if (buffer == few && few.rows() + all.size() > AppendedRows.CHUNK) {
        if (few.rows() > 0) {
          return false;
        }
        buffer = many();
      }
      return buffer.addAll(all);
    }

    @Override
    public int rows() {
      return buffer.rows();
    }

    @Override
    public boolean isFull() {
      return buffer.isFull();
    }

    @Override
    public long write(Connection connection, long first) throws SQLException {
      long affected = buffer.write(connection, first);
      buffer = few;
      return affected;
    }

    @Override
    public void close() {
      if (many != null) {
        many.close();
      }
    }
  }

  /** The same for a table that the appender cannot fill itself: by way of a temporary one. */
  private static final class StagedRows<R> extends AppendedRows<R> {
    private static final String NAME = "_sqg_rows";

    private final String columns;
    private final String before;
    private final String after;

    StagedRows(String columns, String insert, RowSender<R> writer) {
      this(columns, insert, "", writer);
    }

    StagedRows(String columns, String before, String after, RowSender<R> writer) {
      super(null, NAME, AppendedRows.SAMPLE, writer);
      this.columns = columns;
      this.before = before;
      this.after = after;
    }

    @Override
    boolean isOneStatement() {
      return false;
    }

    @Override
    long insert(Connection connection, long first) throws SQLException {
      runSql(connection, "CREATE TEMP TABLE " + NAME + " (" + columns + ")");
      super.insert(connection, first);
      long affected;
      try (PreparedStatement statement =
          connection.prepareStatement(before + "temp." + NAME + after)) {
        affected = statement.executeLargeUpdate();
      } catch (SQLException e) {
        throw inRows(first, rows(), e);
      }
      runSql(connection, "DROP TABLE temp." + NAME);
      return affected;
    }
  }

  private static long limited(long value, long least, long greatest, String name)
      throws SQLException {
    if (value < least || value > greatest) {
      throw new SQLException(
          name + " is " + value + ", which is not between " + least + " and " + greatest);
    }
    return value;
  }

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

  /** Half of a surrogate pair would be stored as a question mark. */
  private static void checkText(String value, String name) throws SQLException {
    for (int i = 0; i < value.length(); i++) {
      if (Character.isSurrogate(value.charAt(i))
          && Character.charCount(value.codePointAt(i++)) < 2) {
        throw new SQLException(name + " has half of a surrogate pair, which is no character");
      }
    }
  }

  private static /*? @Nullable */ String checkedText(
      /*? @Nullable */ String value, String name) throws SQLException {
    if (value != null) {
      checkText(value, name);
    }
    return value;
  }

  private static /*? @Nullable */ Collection</*? @Nullable */ String> checkedTexts(
      /*? @Nullable */ List</*? @Nullable */ String> value, String name) throws SQLException {
    if (value != null) {
      for (String element : value) {
        checkedText(element, name);
      }
    }
    return value;
  }

  /** What stands above the lowest 64 bits. */
  private static long highBits(BigInteger value) {
    return value.shiftRight(64).longValue();
  }

  /** A decimal as DuckDB rounds it. */
  private static /*? @Nullable */ BigDecimal rounded(
      /*? @Nullable */ BigDecimal value, int precision, int scale, String name)
      throws SQLException {
    BigDecimal rounded =
        value == null || value.scale() == scale
            ? value
            : value.setScale(scale, RoundingMode.HALF_UP);
    if (rounded != null && rounded.precision() > precision) {
      throw new SQLException(
          name + " is " + value + ", which DECIMAL(" + precision + "," + scale + ") cannot hold");
    }
    return rounded;
  }

  /** A date as DuckDB has it; the last day and the first are infinity. */
  private static int epochDay(LocalDate value, String name) throws SQLException {
    long day = value.toEpochDay();
    if (value.equals(LocalDate.MAX)) {
      day = Integer.MAX_VALUE;
    } else if (value.equals(LocalDate.MIN)) {
      day = -Integer.MAX_VALUE;
    } else if (Math.abs(day) >= Integer.MAX_VALUE) {
      throw new SQLException(name + " is " + value + ", which DATE cannot hold");
    }
    return (int) day;
  }

  private static long microseconds(long second, int nano, String name) throws SQLException {
    int micro = nano / 1000;
    if (second < -9_223_372_022_400L
        || second > 9_223_372_036_854L
        || second == 9_223_372_036_854L && micro > 775_806) {
      throw new SQLException(
          name + " is " + Instant.ofEpochSecond(second, nano) + ", which TIMESTAMP cannot hold");
    }
    return second * 1_000_000 + micro;
  }

  /** A date and time as DuckDB has it; the last moment and the first are infinity. */
  private static long microseconds(LocalDateTime value, String name) throws SQLException {
    if (value.equals(LocalDateTime.MAX)) {
      return Long.MAX_VALUE;
    }
    return value.equals(LocalDateTime.MIN)
        ? -Long.MAX_VALUE
        : microseconds(value.toEpochSecond(ZoneOffset.UTC), value.getNano(), name);
  }

  /** An instant as DuckDB has it; the last one and the first are infinity. */
  private static long microseconds(OffsetDateTime value, String name) throws SQLException {
    if (value.equals(OffsetDateTime.MAX)) {
      return Long.MAX_VALUE;
    }
    return value.equals(OffsetDateTime.MIN)
        ? -Long.MAX_VALUE
        : microseconds(value.toEpochSecond(), value.getNano(), name);
  }

  /** What makes a text of JSON of a value. */
  private static <T> Function<T, String> jsonText(Function<? super T, ?> print) {
    return value -> quoteJson(print.apply(value).toString());
  }

  /** What makes a list of JSON. */
  private static <T /*? extends @Nullable Object */> Function<List<T>, String> jsonList(
      Function<? super T, String> element) {
    return list -> {
      StringJoiner text = new StringJoiner(",", "[", "]");
      for (T value : list) {
        text.add(value == null ? "null" : element.apply(value));
      }
      return text.toString();
    };
  }

  /** What makes an object of JSON of a map. */
  private static <K, V /*? extends @Nullable Object */> Function<Map<K, V>, String> jsonMap(
      Function<? super K, String> key, Function<? super V, String> value) {
    return map -> {
      StringJoiner text = new StringJoiner(",", "{", "}");
      map.forEach((k, v) -> {
        String name = key.apply(k);
        text.add(
            (name.startsWith("\"") ? name : quoteJson(name))
                + ":"
                + (v == null ? "null" : value.apply(v)));
      });
      return text.toString();
    };
  }

  /** What makes a list of JSON of a map's entries. */
  private static <K, V /*? extends @Nullable Object */> Function<Map<K, V>, String> jsonEntries(
      Function<? super K, String> key, Function<? super V, String> value) {
    return map -> {
      StringJoiner text = new StringJoiner(",", "[", "]");
      map.forEach((k, v) ->
          text.add(
              "{\"key\":"
                  + key.apply(k)
                  + ",\"value\":"
                  + (v == null ? "null" : value.apply(v))
                  + "}"));
      return text.toString();
    };
  }

  /** An object of JSON: names, each with what JSON its value is. */
  private static String jsonStruct(/*? @Nullable */ String... members) {
    StringJoiner text = new StringJoiner(",", "{", "}");
    for (int i = 0; i < members.length; i += 2) {
      text.add(quoteJson(members[i]) + ":" + members[i + 1]);
    }
    return text.toString();
  }

  /** JSON of a union: the number of its member, and that member's JSON. */
  private static String jsonUnion(int number, /*? @Nullable */ String json, String... names) {
    String[] members = new String[2 * names.length];
    for (int i = 0; i < names.length; i++) {
      members[2 * i] = names[i];
    }
    members[1] = Integer.toString(number);
    members[2 * number + 3] = json;
    return jsonStruct(members);
  }

  /** Bytes as DuckDB reads them. */
  private static String blobText(byte[] value) {
    StringBuilder text = new StringBuilder(4 * value.length);
    for (byte b : value) {
      text.append("\\x").append(Character.forDigit(b >> 4 & 15, 16));
      text.append(Character.forDigit(b & 15, 16));
    }
    return text.toString();
  }
}
