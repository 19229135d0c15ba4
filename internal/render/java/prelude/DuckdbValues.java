// How values are read and bound with duckdb_jdbc; Common.java says how this file is read.
// Statements name the type of each parameter, so that what the driver has no exact type for is
// bound as text. Lists, structs, maps and unions are the driver's own objects.
package prelude;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.sql.Array;
import java.sql.Blob;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Struct;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.duckdb.DuckDBResultSet;
import org.duckdb.user.DuckDBMap;
import org.duckdb.user.DuckDBUserArray;

final class DuckdbValues {
  /** Makes a value of the driver's. */
  @SuppressWarnings("unchecked") // the column's type says what the driver has
  private static <S, T> /*? @Nullable */ T parsed(ResultSet rs, int column, Function<S, T> parser)
      throws SQLException {
    try {
      Object value = rs.getObject(column);
      return value == null ? null : parser.apply((S) value);
    } catch (RuntimeException e) {
      throw inColumn(rs, column, e);
    }
  }

  /** Reads a union, of which the driver's other methods do not tell which member it has. */
  private static <T> /*? @Nullable */ T readUnion(
      ResultSet rs, int column, Function<Struct, T> parser) throws SQLException {
    try {
      Struct struct = rs.unwrap(DuckDBResultSet.class).getStruct(column);
      return struct == null ? null : parser.apply(struct);
    } catch (RuntimeException e) {
      throw inColumn(rs, column, e);
    }
  }

  /**
   * Reads a time of day. The only one that the driver fails for is the end of the day, 24:00:00.
   */
  private static /*? @Nullable */ LocalTime readTime(ResultSet rs, int column) throws SQLException {
    try {
      return (LocalTime) rs.getObject(column);
    } catch (DateTimeException e) {
      return LocalTime.MAX;
    }
  }

  private static String timeText(LocalTime value) {
    return value.equals(LocalTime.MAX) ? "24:00:00" : value.toString();
  }

  private static String offsetTimeText(OffsetTime value) {
    String offset = value.getOffset().equals(ZoneOffset.UTC) ? "+00" : value.getOffset().getId();
    return DateTimeFormatter.ISO_LOCAL_TIME.format(value) + offset;
  }

  private static /*? @Nullable */ LocalDateTime readTimestamp(ResultSet rs, int column)
      throws SQLException {
    try {
      LocalDateTime value = rs.getObject(column, LocalDateTime.class);
      return value == null ? null : timestamp(value);
    } catch (RuntimeException e) {
      throw inColumn(rs, column, e);
    }
  }

  /** Reads an instant from its microseconds: the driver goes by way of the JVM's time zone. */
  private static /*? @Nullable */ OffsetDateTime readInstant(ResultSet rs, int column)
      throws SQLException {
    long microseconds = rs.getLong(column);
    return rs.wasNull() ? null : instant(Instant.EPOCH.plus(microseconds, ChronoUnit.MICROS));
  }

  // What the driver takes infinity for.
  private static final Instant LAST = Instant.EPOCH.plus(Long.MAX_VALUE, ChronoUnit.MICROS);

  private static final Instant FIRST = Instant.EPOCH.minus(Long.MAX_VALUE, ChronoUnit.MICROS);

  /** Infinity is the last instant or the first. */
  private static OffsetDateTime instant(Instant value) {
    if (value.equals(LAST)) {
      return OffsetDateTime.MAX;
    }
    return value.equals(FIRST) ? OffsetDateTime.MIN : value.atOffset(ZoneOffset.UTC);
  }

  /** Infinity is the last day or the first; the driver takes it for a day like others. */
  private static LocalDate date(LocalDate value) {
    long day = value.toEpochDay();
    if (day == Integer.MAX_VALUE) {
      return LocalDate.MAX;
    }
    return day == -Integer.MAX_VALUE ? LocalDate.MIN : value;
  }

  // What the driver takes infinity for, in microseconds, milliseconds and nanoseconds.
  private static final Set<LocalDateTime> INFINITY =
      Set.of(
          LocalDateTime.parse("+294247-01-10T04:00:54.775807"),
          LocalDateTime.parse("+292278994-08-17T07:12:55.807"),
          LocalDateTime.parse("2262-04-11T23:47:16.854775807"));

  private static final Set<LocalDateTime> MINUS_INFINITY =
      Set.of(
          LocalDateTime.parse("-290308-12-21T19:59:05.224193"),
          LocalDateTime.parse("-292275055-05-16T16:47:04.193"),
          LocalDateTime.parse("1677-09-21T00:12:43.145224193"));

  /** Infinity is the last moment or the first. */
  private static LocalDateTime timestamp(LocalDateTime value) {
    if (INFINITY.contains(value)) {
      return LocalDateTime.MAX;
    }
    return MINUS_INFINITY.contains(value) ? LocalDateTime.MIN : value;
  }

  private static final int GREGORIAN = 1583; // the first full year of the JVM's calendar

  /**
   * A timestamp inside another value, which the driver has taken for one of the JVM's time zone:
   * where that zone has no such moment, it is another one now.
   */
  private static LocalDateTime timestampInside(Timestamp given) {
    LocalDateTime value = timestamp(given.toLocalDateTime());
    if (value.equals(LocalDateTime.MAX) || value.equals(LocalDateTime.MIN)) {
      return value;
    }
    ZoneOffsetTransition before =
        ZoneId.systemDefault().getRules().previousTransition(given.toInstant().plusNanos(1));
    boolean moved =
        before != null
            && before.isGap()
            && value.isBefore(before.getDateTimeAfter().plus(before.getDuration()));
    if (moved || value.getYear() < GREGORIAN) {
      throw inZone(value);
    }
    return value;
  }

  /**
   * An instant inside another value. The driver gives its local time in the JVM's zone, and often
   * but not always the offset that belongs to it.
   */
  private static OffsetDateTime instantInside(OffsetDateTime given) {
    LocalDateTime local = given.toLocalDateTime();
    List<ZoneOffset> offsets = ZoneId.systemDefault().getRules().getValidOffsets(local);
    if (offsets.size() != 1) {
      throw inZone(local);
    }
    return instant(local.toInstant(offsets.get(0)));
  }

  private static IllegalArgumentException inZone(LocalDateTime value) {
    return new IllegalArgumentException(
        "inside another value the driver reads times in the JVM's time zone, where "
            + value
            + " may be another: run it with -Duser.timezone=UTC, or select the time by itself");
  }

  private static byte[] bytes(Blob value) {
    try {
      return value.getBytes(1, (int) value.length());
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The values that a struct holds. */
  private static Object[] attributes(Struct struct) {
    try {
      return struct.getAttributes();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A value that a struct holds. */
  @SuppressWarnings("unchecked") // the struct's type says what the driver has
  private static <S, T> /*? @Nullable */ T attribute(
      Object[] values, int index, Function<S, T> parser) {
    return values[index] == null ? null : parser.apply((S) values[index]);
  }

  /** Which member a union has. */
  private static int memberOf(Object[] values) {
    return ((Number) values[0]).intValue();
  }

  /** What makes a list of the driver's array. */
  @SuppressWarnings("unchecked") // the array's type says what the driver has
  private static <S, T /*? extends @Nullable Object */> Function<Array, List<T>> listOf(
      Function<S, ? extends T> element) {
    return array -> {
      try {
        Object[] values = (Object[]) array.getArray();
        List<T> list = new ArrayList<>(values.length);
        for (Object value : values) {
          list.add(value == null ? null : element.apply((S) value));
        }
        return Collections.unmodifiableList(list);
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    };
  }

  /** What makes a map of the driver's, in its order. */
  private static <S, T, K, V /*? extends @Nullable Object */> Function<Map<S, T>, Map<K, V>> mapOf(
      Function<S, ? extends K> key, Function<T, ? extends V> value) {
    return entries -> {
      Map<K, V> map = new LinkedHashMap<>();
      entries.forEach((k, v) -> map.put(key.apply(k), v == null ? null : value.apply(v)));
      return Collections.unmodifiableMap(map);
    };
  }

  /** What makes an array for the driver, of elements of a type. */
  private static <T /*? extends @Nullable Object */> Function<List<? extends T>, Array> arrayOf(
      String type, Function<? super T, ?> element) {
    return list -> {
      Object[] values = new Object[list.size()];
      int next = 0;
      for (T value : list) {
        values[next++] = value == null ? null : element.apply(value);
      }
      return new DuckDBUserArray(type, values);
    };
  }

  /** A map for the driver, in the order of the map that it is made of. */
  private static final class Entries extends DuckDBMap<Object, Object> {
    private static final long serialVersionUID = 1L;

    private final transient Map<Object, Object> entries;

    Entries(String type, Map<Object, Object> entries) {
      super(type, Map.of());
      this.entries = entries;
    }

    @Override
    public Set<Map.Entry<Object, Object>> entrySet() {
      return entries.entrySet();
    }
  }

  /** What makes a map of a type for the driver. */
  private static <K, V /*? extends @Nullable Object */> Function<Map<K, V>, Object> entriesOf(
      String type, Function<? super K, ?> key, Function<? super V, ?> value) {
    return map -> {
      Map<Object, Object> entries = new LinkedHashMap<>();
      map.forEach((k, v) -> entries.put(key.apply(k), v == null ? null : value.apply(v)));
      return new Entries(type, entries);
    };
  }

  private static <T extends Number> /*? @Nullable */ T inRange(
      /*? @Nullable */ T value, long least, long greatest, String name) throws SQLException {
    if (value != null && (value.longValue() < least || value.longValue() > greatest)) {
      throw new SQLException(
          name + " is " + value + ", which is not between " + least + " and " + greatest);
    }
    return value;
  }

  private static /*? @Nullable */ String integerText(
      /*? @Nullable */ BigInteger value, boolean signed, int bits, String name)
      throws SQLException {
    if (value == null) {
      return null;
    }
    if (value.bitLength() > bits || !signed && value.signum() < 0) {
      String type = (signed ? "a signed" : "an unsigned") + " integer of ";
      int width = signed ? bits + 1 : bits;
      throw new SQLException(
          name + " is " + value + ", which " + type + width + " bits cannot hold");
    }
    return value.toString();
  }

  /** A decimal's text, rounded as DuckDB does. */
  private static /*? @Nullable */ String decimalText(
      /*? @Nullable */ BigDecimal value, int precision, int scale, String name)
      throws SQLException {
    if (value == null) {
      return null;
    }
    BigDecimal rounded = value.setScale(scale, RoundingMode.HALF_UP);
    if (rounded.precision() > precision) {
      throw new SQLException(
          name + " is " + value + ", which DECIMAL(" + precision + "," + scale + ") cannot hold");
    }
    return rounded.toPlainString();
  }

  private static String dateText(LocalDate value) {
    if (value.equals(LocalDate.MAX)) {
      return "infinity";
    }
    if (value.equals(LocalDate.MIN)) {
      return "-infinity";
    }
    int year = value.getYear();
    String day = String.format("-%02d-%02d", value.getMonthValue(), value.getDayOfMonth());
    return year > 0
        ? String.format("%04d", year) + day
        : String.format("%04d", 1 - year) + day + " (BC)";
  }

  private static String timestampText(LocalDateTime value) {
    String day = dateText(value.toLocalDate());
    return day.endsWith("infinity")
        ? day
        : day + " " + DateTimeFormatter.ISO_LOCAL_TIME.format(value);
  }

  private static String instantText(OffsetDateTime value) {
    if (value.equals(OffsetDateTime.MAX)) {
      return "infinity";
    }
    if (value.equals(OffsetDateTime.MIN)) {
      return "-infinity";
    }
    return timestampText(value.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime()) + "+00";
  }
}
