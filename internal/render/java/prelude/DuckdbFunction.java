// How an appender's rows are written with duckdb_jdbc by way of a table function, which needs no
// more than JDK 17; Common.java says how this file is read.
package prelude;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDataChunkWriter;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBLogicalType;
import org.duckdb.DuckDBTableFunction;
import org.duckdb.DuckDBTableFunctionBindInfo;
import org.duckdb.DuckDBTableFunctionCallInfo;
import org.duckdb.DuckDBTableFunctionInitInfo;
import org.duckdb.DuckDBWritableVector;

final class DuckdbFunction {
  /** Sets a row's columns in a chunk of DuckDB's. */
  @FunctionalInterface
  private interface RowWriter<R> {
    void write(R row, long at, DuckDBDataChunkWriter out) throws SQLException;
  }

  /** About how much memory the values of a row take that differ in size. */
  @FunctionalInterface
  private interface RowSize<R> {
    long of(R row);
  }

  /** The columns of the table function by their types, such as INTEGER and DECIMAL(18,3). */
  private static List<FunctionColumn> columns(String... types) {
    return Arrays.stream(types).map(FunctionColumn::of).toList();
  }

  /** A column of the table function; precision and scale are those of a decimal. */
  private record FunctionColumn(DuckDBColumnType type, int precision, int scale) {
    static FunctionColumn of(String type) {
      String[] parts = type.split("[(,)]");
      DuckDBColumnType column = DuckDBColumnType.valueOf(parts[0]);
      return parts.length == 1
          ? new FunctionColumn(column, 0, 0)
          : new FunctionColumn(column, Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
    }

    void declare(DuckDBTableFunctionBindInfo info, String name) throws SQLException {
      if (precision == 0) {
        info.addResultColumn(name, type);
        return;
      }
      try (DuckDBLogicalType decimal = DuckDBLogicalType.decimal(precision, scale)) {
        info.addResultColumn(name, decimal);
      }
    }
  }

  /** How a table takes rows from the table function; what sorts them holds them once more. */
  private record FunctionTarget<R>(
      String before,
      String after,
      boolean sorts,
      List<FunctionColumn> columns,
      RowWriter<R> writer,
      RowSize<R> size) {}

  /** A row that cannot be written, from 0. */
  private record Refusal(int row, SQLException reason) {}

  /** Rows that DuckDB takes from a table function. */
  private static final class FunctionRows<R> implements RowBuffer<R> {
    /** What two row groups hold; more at once is hardly faster. */
    private static final int ROWS = 2 * 122_880;

    private static final long BYTES = 64 * 1024 * 1024;

    private final FunctionTarget<R> target;
    private final List<R> rows = new RowList<>();
    private final AtomicInteger taken = new AtomicInteger(); // rows that DuckDB has asked for
    private int most = ROWS;
    private long room = BYTES;
    private long bytes;
    private volatile /*? @Nullable */ Refusal refusal; // which DuckDB reports as a text

    FunctionRows(FunctionTarget<R> target) {
      this.target = target;
    }

    @Override
    public void add(R row) {
      bytes += target.size.of(row);
      rows.add(row);
    }

    /** What is not sorted takes no memory besides. */
    @Override
    public boolean addAll(Collection<? extends R> all) {
      return !target.sorts && rows.addAll(all);
    }

    @Override
    public int rows() {
      return rows.size();
    }

    @Override
    public boolean isFull() {
      return rows.size() >= most || bytes >= room;
    }

    @Override
    public void hold(int count) {
      if (!target.sorts) {
        most = count;
        room = Long.MAX_VALUE;
      }
    }

    @Override
    public long write(Connection connection, long first) throws SQLException {
      long id = RowFunction.add(this);
      long affected;
      try (PreparedStatement statement =
          RowFunction.prepare(connection, target.before, id, target.after)) {
        affected = statement.executeLargeUpdate();
      } catch (SQLException e) {
        Refusal refused = refusal;
        throw refused == null
            ? inRows(first, rows.size(), e)
            : inRows(first + refused.row, 1, refused.reason);
      } finally {
        RowFunction.remove(id);
      }
      close();
      taken.set(0);
      return affected;
    }

    void declare(DuckDBTableFunctionBindInfo info) throws SQLException {
      int number = 0;
      for (FunctionColumn column : target.columns) {
        column.declare(info, "c" + ++number);
      }
      info.addResultColumn("n", DuckDBColumnType.INTEGER);
    }

    /** Fills a chunk; several threads may do so at once, and each takes other rows. */
    long fill(DuckDBDataChunkWriter out) throws SQLException {
      int capacity = (int) out.capacity();
      int from = taken.getAndAdd(capacity);
      int count = Math.max(0, Math.min(capacity, rows.size() - from));
      DuckDBWritableVector number = out.vector(target.columns.size());
      for (int i = 0; i < count; i++) {
        try {
          target.writer.write(rows.get(from + i), i, out);
        } catch (SQLException e) {
          refusal = new Refusal(from + i, e);
          throw e;
        }
        number.setInt(i, from + i);
      }
      return count;
    }

    @Override
    public void close() {
      rows.clear();
      bytes = 0;
    }
  }

  /** A table function for all rows that are written, each buffer by its number. */
  private static final class RowFunction
      implements DuckDBTableFunction<FunctionRows<?>, FunctionRows<?>, Object> {
    private static final AtomicLong NUMBERS = new AtomicLong();
    private static final Map<Long, FunctionRows<?>> BUFFERS = new ConcurrentHashMap<>();

    /** Other copies of this class may have a function in the same database. */
    private static final String NAME =
        "_sqg_rows_" + UUID.randomUUID().toString().replace('-', '_');

    /** Connections that see the function, which nothing drops. */
    private static final Set<Connection> SEEING =
        Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    static long add(FunctionRows<?> rows) {
      long id = NUMBERS.incrementAndGet();
      BUFFERS.put(id, rows);
      return id;
    }

    static void remove(long id) {
      BUFFERS.remove(id);
    }

    /** Prepares a statement that reads rows from the function. */
    static PreparedStatement prepare(Connection connection, String before, long id, String after)
        throws SQLException {
      DuckDBConnection own = connection.unwrap(DuckDBConnection.class);
      String name = NAME;
      if (!SEEING.contains(own)) {
        try (Connection other = own.duplicate()) {
          if (!sees(other)) {
            register(other, NAME);
          }
        } catch (SQLException e) {
          // Somebody else was faster, or the connection cannot register one either.
        }
        if (sees(own)) {
          SEEING.add(own);
        } else { // a transaction that was begun before
          name = NAME + "_" + id;
          register(own, name);
        }
      }
      return connection.prepareStatement(before + name + "(" + id + ")" + after);
    }

    /** Whether a connection sees the function. It is asked: an error would end its transaction. */
    private static boolean sees(Connection connection) throws SQLException {
      String query = "SELECT 1 FROM duckdb_functions() WHERE function_name = '" + NAME + "'";
      try (Statement statement = connection.createStatement();
          ResultSet found = statement.executeQuery(query)) {
        return found.next();
      }
    }

    private static void register(Connection connection, String name) throws SQLException {
      DuckDBFunctions.tableFunction()
          .withName(name)
          .withParameter(DuckDBColumnType.BIGINT)
          .withFunction(new RowFunction())
          .register(connection);
    }

    @Override
    public FunctionRows<?> bind(DuckDBTableFunctionBindInfo info) throws SQLException {
      FunctionRows<?> rows = BUFFERS.get(info.getParameter(0).getLong());
      if (rows == null) {
        throw new SQLException("these rows have been written already");
      }
      rows.declare(info);
      return rows;
    }

    @Override
    public FunctionRows<?> init(DuckDBTableFunctionInitInfo info) {
      FunctionRows<?> rows = info.getBindData();
      info.setMaxThreads(rows.rows());
      return rows;
    }

    @Override
    public long apply(DuckDBTableFunctionCallInfo info, DuckDBDataChunkWriter out)
        throws SQLException {
      FunctionRows<?> rows = info.getInitData();
      return rows.fill(out);
    }
  }

  private static int sizeOf(/*? @Nullable */ String value) {
    return value == null ? 0 : value.length();
  }

  private static int sizeOf(byte /*? @Nullable */[] value) {
    return value == null ? 0 : value.length;
  }

  private static int sizeOf(/*? @Nullable */ List</*? @Nullable */ String> value) {
    int size = 0;
    if (value != null) {
      for (String element : value) {
        size += sizeOf(element);
      }
    }
    return size;
  }

  private static void setDecimal(
      DuckDBWritableVector out,
      long at,
      /*? @Nullable */ BigDecimal value,
      int precision,
      int scale,
      String name)
      throws SQLException {
    out.setBigDecimal(at, rounded(value, precision, scale, name));
  }

  /** Sets a date; the last day and the first are infinity. */
  private static void setDate(
      DuckDBWritableVector out, long at, /*? @Nullable */ LocalDate value, String name)
      throws SQLException {
    LocalDate day = value;
    if (day != null && day.equals(LocalDate.MAX)) {
      day = LocalDate.ofEpochDay(Integer.MAX_VALUE);
    } else if (day != null && day.equals(LocalDate.MIN)) {
      day = LocalDate.ofEpochDay(-Integer.MAX_VALUE);
    } else if (day != null
        && (day.toEpochDay() < -2_147_483_646L || day.toEpochDay() > 2_147_483_646L)) {
      throw new SQLException(name + " is " + value + ", which DATE cannot hold");
    }
    out.setDate(at, day);
  }

  private static final OffsetDateTime LAST_INSTANT =
      OffsetDateTime.parse("+294247-01-10T04:00:54.775807Z");

  private static final OffsetDateTime FIRST_INSTANT =
      OffsetDateTime.parse("-290308-12-22T00:00:00Z");

  /** Sets an instant; the last one is infinity, and what is before DuckDB's first, too. */
  private static void setInstant(
      DuckDBWritableVector out, long at, /*? @Nullable */ OffsetDateTime value, String name)
      throws SQLException {
    OffsetDateTime instant = value;
    if (instant != null && instant.equals(OffsetDateTime.MAX)) {
      instant = LAST_INSTANT;
    } else if (instant != null && instant.equals(OffsetDateTime.MIN)) {
      instant = FIRST_INSTANT.minusHours(1);
    } else if (instant != null
        && (instant.isBefore(FIRST_INSTANT) || !instant.isBefore(LAST_INSTANT))) {
      throw new SQLException(name + " is " + value + ", which TIMESTAMPTZ cannot hold");
    }
    out.setOffsetDateTime(at, instant);
  }

  /** Sets bytes, as a text that DuckDB makes them of again. */
  private static void setBase64(DuckDBWritableVector out, long at, byte /*? @Nullable */[] value) {
    out.setString(at, value == null ? null : Base64.getEncoder().encodeToString(value));
  }

  private static final char[] DIGITS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".toCharArray();

  /** Sets a UUID as the base64 of its bytes, which DuckDB is six times faster with. */
  private static void setUuid(DuckDBWritableVector out, long at, /*? @Nullable */ UUID value) {
    if (value == null) {
      out.setNull(at);
      return;
    }
    long high = value.getMostSignificantBits();
    long low = value.getLeastSignificantBits();
    char[] text = new char[24];
    for (int i = 0; i < 10; i++) {
      text[i] = DIGITS[(int) (high >>> 58 - 6 * i) & 63];
      text[i + 11] = DIGITS[(int) (low >>> 56 - 6 * i) & 63];
    }
    text[10] = DIGITS[(int) (high << 2 | low >>> 62) & 63];
    text[21] = DIGITS[(int) (low << 4) & 63];
    text[22] = text[23] = '=';
    out.setString(at, new String(text));
  }

  /** Sets a list of texts as one text, as JSON where a separator would not do. */
  private static void setTexts(
      DuckDBWritableVector out,
      long at,
      /*? @Nullable */ List</*? @Nullable */ String> value,
      String name)
      throws SQLException {
    if (value == null) {
      out.setNull(at);
      return;
    }
    StringBuilder text = new StringBuilder();
    boolean first = true;
    for (String element : value) {
      if (element == null
          || element.indexOf('\u001f') >= 0
          || first && (element.isEmpty() || element.charAt(0) == '\u001e')) {
        setText(
            out, at, "\u001e" + jsonList(jsonText(Function.<String>identity())).apply(value), name);
        return;
      }
      if (!first) {
        text.append('\u001f');
      }
      first = false;
      text.append(element);
    }
    setText(out, at, text.toString(), name);
  }

  private static void setText(
      DuckDBWritableVector out, long at, /*? @Nullable */ String value, String name)
      throws SQLException {
    out.setString(at, checkedText(value, name));
  }

  private static final LocalDateTime LAST_MOMENT =
      LocalDateTime.parse("+294247-01-10T04:00:54.775807");

  private static final LocalDateTime FIRST_MOMENT = LocalDateTime.parse("-290308-12-22T00:00:00");

  /** Sets a date and time; the last moment is infinity, and what is before DuckDB's first, too. */
  private static void setTimestamp(
      DuckDBWritableVector out, long at, /*? @Nullable */ LocalDateTime value, String name)
      throws SQLException {
    LocalDateTime moment = value;
    if (moment != null && moment.equals(LocalDateTime.MAX)) {
      moment = LAST_MOMENT;
    } else if (moment != null && moment.equals(LocalDateTime.MIN)) {
      moment = FIRST_MOMENT.minusHours(1);
    } else if (moment != null && (moment.isBefore(FIRST_MOMENT) || !moment.isBefore(LAST_MOMENT))) {
      throw new SQLException(name + " is " + value + ", which TIMESTAMP cannot hold");
    }
    out.setTimestamp(at, moment);
  }
}
