// How values are read and bound with sqlite-jdbc; Common.java says how this file is read.
package prelude;

import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;

final class SqliteValues {
  /** The error for a stored value that is not of its column's declared type. */
  private static SQLException mismatch(ResultSet rs, int column, String type) throws SQLException {
    String name = rs.getMetaData().getColumnLabel(column);
    return new SQLException("column " + name + misfit(rs.getObject(column), type));
  }

  private static String misfit(/*? @Nullable */ Object value, String type) {
    String stored =
        value == null
            ? "NULL"
            : value instanceof String text
                ? "TEXT" + beginning(text, type)
                : value instanceof byte[] ? "BLOB" : value instanceof Double ? "REAL" : "INTEGER";
    return " should hold "
        + type
        + ", but this row holds "
        + stored
        + (stored.equals("REAL") && type.equals("an integer")
            ? ", as where arithmetic overflows: CAST it AS REAL to read that"
            : " that is not");
  }

  /**
   * A text in quotes, cut after 40 characters; nothing for bytes and UUIDs, which may be secrets.
   */
  private static String beginning(String text, String type) {
    if (type.equals("a blob") || type.equals("a UUID")) {
      return "";
    }
    int end = text.offsetByCodePoints(0, Math.min(40, text.codePointCount(0, text.length())));
    String more = end < text.length() ? "..." : "";
    return " \"" + text.substring(0, end).replaceAll("\\p{Cntrl}", "?") + more + "\"";
  }

  private static boolean readBoolean(ResultSet rs, int column) throws SQLException {
    if (rs.getObject(column) instanceof Integer value && (value == 0 || value == 1)) {
      return value == 1;
    }
    throw mismatch(rs, column, "a boolean");
  }

  private static /*? @Nullable */ Boolean readBooleanOrNull(ResultSet rs, int column)
      throws SQLException {
    Object value = rs.getObject(column);
    return value == null ? null : readBoolean(rs, column);
  }

  private static long readLong(ResultSet rs, int column) throws SQLException {
    Object value = rs.getObject(column);
    if (value instanceof Integer small) {
      return small;
    }
    if (value instanceof Long large) {
      return large;
    }
    throw mismatch(rs, column, "an integer");
  }

  private static /*? @Nullable */ Long readLongOrNull(ResultSet rs, int column)
      throws SQLException {
    Object value = rs.getObject(column);
    if (value instanceof Integer small) {
      return small.longValue();
    }
    if (value == null || value instanceof Long) {
      return (Long) value;
    }
    throw mismatch(rs, column, "an integer");
  }

  private static double readDouble(ResultSet rs, int column) throws SQLException {
    Object value = rs.getObject(column);
    if (value instanceof Double number) {
      return number;
    }
    if (value instanceof Integer whole) {
      return whole;
    }
    throw mismatch(rs, column, "a number");
  }

  private static /*? @Nullable */ Double readDoubleOrNull(ResultSet rs, int column)
      throws SQLException {
    Object value = rs.getObject(column);
    if (value == null || value instanceof Double) {
      return (Double) value;
    }
    if (value instanceof Integer whole) {
      return whole.doubleValue();
    }
    throw mismatch(rs, column, "a number");
  }

  /** Reads a decimal from whatever SQLite made of it: an integer, a double or text. */
  private static /*? @Nullable */ BigDecimal readDecimalOrNull(ResultSet rs, int column)
      throws SQLException {
    Object value = rs.getObject(column);
    BigDecimal decimal = value == null ? null : decimalOf(value);
    if (value != null && decimal == null) {
      throw mismatch(rs, column, "a decimal");
    }
    return decimal;
  }

  /** The decimal that a value is, if it is one. */
  private static /*? @Nullable */ BigDecimal decimalOf(Object value) {
    if (value instanceof Integer || value instanceof Long) {
      return BigDecimal.valueOf(((Number) value).longValue());
    }
    if (value instanceof Double number && !number.isInfinite()) {
      return shortest(number);
    }
    try {
      return value instanceof String text ? new BigDecimal(text) : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** The shortest decimal that is this double, as SQLite prints it. */
  private static BigDecimal shortest(double number) {
    for (int digits = 15; ; digits++) {
      BigDecimal decimal = new BigDecimal(number, new MathContext(digits)).stripTrailingZeros();
      if (digits == 17 || decimal.doubleValue() == number) {
        return decimal.scale() < 0 ? decimal.setScale(0) : decimal;
      }
    }
  }

  private static BigDecimal readDecimal(ResultSet rs, int column) throws SQLException {
    BigDecimal value = readDecimalOrNull(rs, column);
    if (value == null) {
      throw mismatch(rs, column, "a decimal");
    }
    return value;
  }

  /** The encoding of the database's text; asked for when text is first read. */
  private /*? @Nullable */ Charset encoding;

  /**
   * Reads text. getString() of sqlite-jdbc takes twice as long as its getBytes(), which are in the
   * database's encoding.
   */
  private /*? @Nullable */ String text(ResultSet rs, int column) throws SQLException {
    byte[] bytes = rs.getBytes(column);
    return bytes == null ? null : new String(bytes, encoding());
  }

  private Charset encoding() throws SQLException {
    Charset known = encoding;
    if (known == null) {
      try (Statement statement = connection.createStatement();
          ResultSet rs = statement.executeQuery("PRAGMA encoding")) {
        rs.next();
        known = Charset.forName(rs.getString(1));
      }
      encoding = known;
    }
    return known;
  }

  private /*? @Nullable */ String readTextOrNull(ResultSet rs, int column) throws SQLException {
    // The class of the value in this row: a stored blob would otherwise pass for text.
    if (rs.getMetaData().getColumnClassName(column).equals("java.lang.String")) {
      return text(rs, column);
    }
    if (rs.getObject(column) == null) {
      return null;
    }
    throw mismatch(rs, column, "text");
  }

  private String readText(ResultSet rs, int column) throws SQLException {
    String value = readTextOrNull(rs, column);
    if (value == null) {
      throw mismatch(rs, column, "text");
    }
    return value;
  }

  private static byte /*? @Nullable */[] readBytesOrNull(ResultSet rs, int column)
      throws SQLException {
    Object value = rs.getObject(column);
    if (value == null || value instanceof byte[]) {
      return (byte[]) value;
    }
    throw mismatch(rs, column, "a blob");
  }

  private static byte[] readBytes(ResultSet rs, int column) throws SQLException {
    byte[] value = readBytesOrNull(rs, column);
    if (value == null) {
      throw mismatch(rs, column, "a blob");
    }
    return value;
  }

  // SQLite's dates and times have their digits in fixed places; reading those is several times
  // faster than a formatter.
  private static LocalDate parseDate(String text) {
    if (text.length() != 10 || text.charAt(4) != '-' || text.charAt(7) != '-') {
      throw new DateTimeException("not YYYY-MM-DD");
    }
    return LocalDate.of(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10));
  }

  /** Parses HH:MM, HH:MM:SS or HH:MM:SS with one to nine digits of a second. */
  private static LocalTime parseTime(String text) {
    int length = text.length();
    boolean seconds = length >= 8 && text.charAt(5) == ':';
    boolean fraction = length > 9 && length <= 18 && text.charAt(8) == '.';
    if (length < 5 || text.charAt(2) != ':' || length != (fraction ? length : seconds ? 8 : 5)) {
      throw new DateTimeException("not HH:MM:SS");
    }
    int nano = fraction ? digits(text, 9, length) : 0;
    for (int i = length; fraction && i < 18; i++) {
      nano *= 10;
    }
    int second = seconds ? digits(text, 6, 8) : 0;
    return LocalTime.of(digits(text, 0, 2), digits(text, 3, 5), second, nano);
  }

  private static LocalDateTime parseTimestamp(String text) {
    if (text.length() < 16 || text.charAt(10) != ' ' && text.charAt(10) != 'T') {
      throw new DateTimeException("not a date and a time");
    }
    return LocalDateTime.of(parseDate(text.substring(0, 10)), parseTime(text.substring(11)));
  }

  private static int digits(String text, int from, int to) {
    int value = 0;
    for (int i = from; i < to; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        throw new DateTimeException("not a number");
      }
      value = 10 * value + digit;
    }
    return value;
  }

  private /*? @Nullable */ LocalDate readDateOrNull(ResultSet rs, int column) throws SQLException {
    String text = readTextOrNull(rs, column);
    try {
      return text == null ? null : parseDate(text);
    } catch (DateTimeException e) {
      throw mismatch(rs, column, "a date");
    }
  }

  private LocalDate readDate(ResultSet rs, int column) throws SQLException {
    LocalDate value = readDateOrNull(rs, column);
    if (value == null) {
      throw mismatch(rs, column, "a date");
    }
    return value;
  }

  private /*? @Nullable */ LocalTime readTimeOrNull(ResultSet rs, int column) throws SQLException {
    String text = readTextOrNull(rs, column);
    try {
      return text == null ? null : parseTime(text);
    } catch (DateTimeException e) {
      throw mismatch(rs, column, "a time");
    }
  }

  private LocalTime readTime(ResultSet rs, int column) throws SQLException {
    LocalTime value = readTimeOrNull(rs, column);
    if (value == null) {
      throw mismatch(rs, column, "a time");
    }
    return value;
  }

  private /*? @Nullable */ LocalDateTime readTimestampOrNull(ResultSet rs, int column)
      throws SQLException {
    String text = readTextOrNull(rs, column);
    try {
      return text == null ? null : parseTimestamp(text);
    } catch (DateTimeException e) {
      throw mismatch(rs, column, "a timestamp");
    }
  }

  private LocalDateTime readTimestamp(ResultSet rs, int column) throws SQLException {
    LocalDateTime value = readTimestampOrNull(rs, column);
    if (value == null) {
      throw mismatch(rs, column, "a timestamp");
    }
    return value;
  }

  private static OffsetDateTime parseInstant(String text) {
    int offset = text.endsWith("Z") ? text.length() - 1 : text.length() - 6;
    // Without an offset it is UTC, as SQLite's CURRENT_TIMESTAMP and date functions have it.
    boolean zoned = offset >= 16 && "Z+-".indexOf(text.charAt(offset)) >= 0;
    LocalDateTime local = parseTimestamp(zoned ? text.substring(0, offset) : text);
    ZoneOffset zone = zoned ? ZoneOffset.of(text.substring(offset)) : ZoneOffset.UTC;
    return OffsetDateTime.of(local, zone).withOffsetSameInstant(ZoneOffset.UTC);
  }

  private /*? @Nullable */ OffsetDateTime readInstantOrNull(ResultSet rs, int column)
      throws SQLException {
    String text = readTextOrNull(rs, column);
    try {
      return text == null ? null : parseInstant(text);
    } catch (DateTimeException e) {
      throw mismatch(rs, column, "an instant");
    }
  }

  private OffsetDateTime readInstant(ResultSet rs, int column) throws SQLException {
    OffsetDateTime value = readInstantOrNull(rs, column);
    if (value == null) {
      throw mismatch(rs, column, "an instant");
    }
    return value;
  }

  /** Reads a UUID from its text or its sixteen bytes. */
  private static /*? @Nullable */ UUID readUuidOrNull(ResultSet rs, int column)
      throws SQLException {
    Object value = rs.getObject(column);
    if (value == null) {
      return null;
    }
    if (value instanceof byte[] bytes && bytes.length == 16) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      return new UUID(buffer.getLong(), buffer.getLong());
    }
    UUID uuid = value instanceof String text ? uuidOf(text) : null;
    if (uuid == null) {
      throw mismatch(rs, column, "a UUID");
    }
    return uuid;
  }

  /** The UUID that a text is, if it is one. */
  private static /*? @Nullable */ UUID uuidOf(String text) {
    // UUID.fromString() takes less than the canonical form, such as "1-1-1-1-1".
    try {
      UUID uuid = text.length() == 36 ? UUID.fromString(text) : null;
      return uuid != null && uuid.toString().equalsIgnoreCase(text) ? uuid : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static UUID readUuid(ResultSet rs, int column) throws SQLException {
    UUID value = readUuidOrNull(rs, column);
    if (value == null) {
      throw mismatch(rs, column, "a UUID");
    }
    return value;
  }

  /** Reads JSON text; SQLite may have stored a bare number as that number. */
  private /*? @Nullable */ String readJsonOrNull(ResultSet rs, int column) throws SQLException {
    if (rs.getMetaData().getColumnClassName(column).equals("java.lang.String")) {
      return text(rs, column);
    }
    Object value = rs.getObject(column);
    if (value instanceof byte[]) {
      throw mismatch(rs, column, "JSON text");
    }
    return value == null ? null : rs.getString(column);
  }

  private String readJson(ResultSet rs, int column) throws SQLException {
    String value = readJsonOrNull(rs, column);
    if (value == null) {
      throw mismatch(rs, column, "JSON text");
    }
    return value;
  }

  /** Reads a value as it is stored: Long, Double, String or byte[]. */
  private static /*? @Nullable */ Object readAnyOrNull(ResultSet rs, int column)
      throws SQLException {
    Object value = rs.getObject(column);
    return value instanceof Integer small ? Long.valueOf(small) : value;
  }

  private static Object readAny(ResultSet rs, int column) throws SQLException {
    Object value = readAnyOrNull(rs, column);
    if (value == null) {
      throw mismatch(rs, column, "a value");
    }
    return value;
  }

  /** SQLite would store NaN as NULL. */
  private static /*? @Nullable */ Double real(
      /*? @Nullable */ Double value, String name) throws SQLException {
    if (value != null && value.isNaN()) {
      throw new SQLException(name + " is NaN, which SQLite cannot store");
    }
    return value;
  }

  private static /*? @Nullable */ String decimalText(/*? @Nullable */ BigDecimal value) {
    return value == null ? null : value.toPlainString();
  }

  private static /*? @Nullable */ String uuidText(/*? @Nullable */ UUID value) {
    return value == null ? null : value.toString();
  }

  private static /*? @Nullable */ String dateText(
      /*? @Nullable */ LocalDate value, String name) throws SQLException {
    if (value == null) {
      return null;
    }
    if (value.getYear() < 0 || value.getYear() > 9999) {
      throw new SQLException(name + ": the year " + value.getYear() + " does not have four digits");
    }
    return value.toString();
  }

  /**
   * HH:MM:SS, with six digits of a second where there is a fraction, nine where six are not enough.
   */
  private static /*? @Nullable */ String timeText(/*? @Nullable */ LocalTime value) {
    if (value == null) {
      return null;
    }
    String text = value.toString();
    return switch (text.length()) {
      case 5 -> text + ":00";
      case 12 -> text + "000";
      default -> text;
    };
  }

  private static /*? @Nullable */ String timestampText(
      /*? @Nullable */ LocalDateTime value, String name) throws SQLException {
    if (value == null) {
      return null;
    }
    return dateText(value.toLocalDate(), name) + " " + timeText(value.toLocalTime());
  }

  private static /*? @Nullable */ String instantText(
      /*? @Nullable */ OffsetDateTime value, String name) throws SQLException {
    if (value == null) {
      return null;
    }
    LocalDateTime utc = value.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime();
    return timestampText(utc, name) + "+00:00";
  }

  /** What SQLite stores for a value of any type. */
  private static /*? @Nullable */ Object storable(
      /*? @Nullable */ Object value, String name) throws SQLException {
    if (value == null
        || value instanceof String
        || value instanceof Boolean
        || value instanceof byte[]
        || value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte) {
      return value instanceof Byte small ? Integer.valueOf(small) : value;
    }
    if (value instanceof Double || value instanceof Float) {
      return real(((Number) value).doubleValue(), name);
    }
    if (value instanceof BigDecimal decimal) {
      return decimalText(decimal);
    }
    if (value instanceof UUID uuid) {
      return uuidText(uuid);
    }
    if (value instanceof LocalDate date) {
      return dateText(date, name);
    }
    if (value instanceof LocalTime time) {
      return timeText(time);
    }
    if (value instanceof LocalDateTime timestamp) {
      return timestampText(timestamp, name);
    }
    if (value instanceof OffsetDateTime instant) {
      return instantText(instant, name);
    }
    throw new SQLException(
        name + " is a " + value.getClass().getName() + ", which SQLite cannot store");
  }

  /** A list as JSON, whose values the statement reads. */
  private static /*? @Nullable */ String listText(
      /*? @Nullable */ List<?> values, String name) throws SQLException {
    if (values == null) {
      return null;
    }
    StringBuilder text = new StringBuilder("[");
    for (Object value : values) {
      if (text.length() > 1) {
        text.append(',');
      }
      Object stored = storable(value, name);
      if (stored instanceof byte[] bytes) {
        text.append('"').append(HexFormat.of().formatHex(bytes)).append('"');
      } else if (stored instanceof String string) {
        text.append(quoteJson(string));
      } else if (stored instanceof Double number && number.isInfinite()) {
        text.append(number > 0 ? "9e999" : "-9e999"); // JSON has none, but for what is too large
      } else {
        text.append(stored);
      }
    }
    return text.append(']').toString();
  }
}
