// How values are read and bound with pgjdbc; Common.java says how this file is read. What the
// driver has no type for, and whatever stands inside an array, a composite or a range, goes through
// PostgreSQL's own text form: the server writes it exactly, and takes it without a cast, because a
// parameter of no stated type is whatever the statement needs there.
package prelude;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Function;
import org.postgresql.PGResultSetMetaData;

final class PostgresValues {
  /** Reads a value from PostgreSQL's text form of it. */
  private static <T> /*? @Nullable */ T parsed(ResultSet rs, int column, Function<String, T> parser)
      throws SQLException {
    String text = rs.getString(column);
    try {
      return text == null ? null : parser.apply(text);
    } catch (RuntimeException e) {
      throw inColumn(rs, column, e);
    }
  }

  /** Reads a numeric value. NaN and infinity, which BigDecimal does not have, are errors. */
  private static /*? @Nullable */ BigDecimal readDecimal(ResultSet rs, int column)
      throws SQLException {
    try {
      return rs.getBigDecimal(column);
    } catch (SQLException e) {
      throw inColumn(rs, column, e);
    }
  }

  /**
   * Reads a time with its offset. At 24:00:00 the driver would lose the offset, or say less of what
   * went wrong.
   */
  private static /*? @Nullable */ OffsetTime readTimeTz(ResultSet rs, int column)
      throws SQLException {
    try {
      OffsetTime time = rs.getObject(column, OffsetTime.class);
      if (!OffsetTime.MAX.equals(time)) {
        return time;
      }
    } catch (DateTimeException e) {
      // the same, read in the driver's binary form
    }
    throw inColumn(rs, column, new DateTimeException("OffsetTime cannot hold 24:00:00"));
  }

  /** The driver would cut off what a smallint cannot hold. */
  private static /*? @Nullable */ Short smallint(
      /*? @Nullable */ Integer value, String name) throws SQLException {
    if (value == null) {
      return null;
    }
    if (value != value.shortValue()) {
      throw new SQLException(name + " is " + value + ", which smallint cannot hold");
    }
    return value.shortValue();
  }

  private static Boolean parseBoolean(String text) {
    return text.equals("t");
  }

  private static BigDecimal parseDecimal(String text) {
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("BigDecimal cannot hold " + text, e);
    }
  }

  private static byte[] parseBytes(String text) {
    if (!text.startsWith("\\x")) {
      throw new IllegalArgumentException("bytea is readable here only with bytea_output = 'hex'");
    }
    return HexFormat.of().parseHex(text, 2, text.length());
  }

  private static String bytesText(byte[] value) {
    return "\\x" + HexFormat.of().formatHex(value);
  }

  /** Infinity is what the driver takes it for: the last day or the first. */
  private static LocalDate parseDate(String text) {
    if (text.endsWith("infinity")) {
      return text.startsWith("-") ? LocalDate.MIN : LocalDate.MAX;
    }
    boolean beforeChrist = text.endsWith(" BC");
    int end = beforeChrist ? text.length() - 3 : text.length();
    int year = Integer.parseInt(text, 0, end - 6, 10);
    int month = Integer.parseInt(text, end - 5, end - 3, 10);
    int day = Integer.parseInt(text, end - 2, end, 10);
    return LocalDate.of(beforeChrist ? 1 - year : year, month, day);
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
        : String.format("%04d", 1 - year) + day + " BC";
  }

  /** The end of the day, 24:00:00, is what the driver takes it for: LocalTime.MAX. */
  private static LocalTime parseTime(String text) {
    return text.startsWith("24:") ? LocalTime.MAX : LocalTime.parse(text);
  }

  private static OffsetTime parseTimeTz(String text) {
    if (text.startsWith("24:")) {
      throw new DateTimeException("OffsetTime cannot hold 24:00:00");
    }
    int zone = Math.max(text.lastIndexOf('+'), text.lastIndexOf('-'));
    LocalTime time = LocalTime.parse(text.substring(0, zone));
    return time.atOffset(ZoneOffset.of(text.substring(zone)));
  }

  private static LocalDateTime parseTimestamp(String text) {
    if (text.endsWith("infinity")) {
      return text.startsWith("-") ? LocalDateTime.MIN : LocalDateTime.MAX;
    }
    int blank = text.indexOf(' ');
    int era = text.endsWith(" BC") ? text.length() - 3 : text.length();
    LocalDate date = parseDate(text.substring(0, blank) + text.substring(era));
    return date.atTime(parseTime(text.substring(blank + 1, era)));
  }

  private static String timestampText(LocalDateTime value) {
    if (value.equals(LocalDateTime.MAX) || value.equals(LocalDateTime.MIN)) {
      return dateText(value.toLocalDate());
    }
    String date = dateText(value.toLocalDate());
    return date.endsWith(" BC")
        ? date.replace(" BC", " " + value.toLocalTime() + " BC")
        : date + " " + value.toLocalTime();
  }

  private static OffsetDateTime parseInstant(String text) {
    if (text.endsWith("infinity")) {
      return text.startsWith("-") ? OffsetDateTime.MIN : OffsetDateTime.MAX;
    }
    int zone = Math.max(text.lastIndexOf('+'), text.lastIndexOf('-'));
    int era = text.endsWith(" BC") ? text.length() - 3 : text.length();
    LocalDateTime local = parseTimestamp(text.substring(0, zone) + text.substring(era));
    ZoneOffset offset = ZoneOffset.of(text.substring(zone, era));
    return local.atOffset(offset).withOffsetSameInstant(ZoneOffset.UTC);
  }

  private static String instantText(OffsetDateTime value) {
    if (value.equals(OffsetDateTime.MAX)) {
      return "infinity";
    }
    if (value.equals(OffsetDateTime.MIN)) {
      return "-infinity";
    }
    String utc = timestampText(value.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime());
    return utc.endsWith(" BC") ? utc.replace(" BC", "+00 BC") : utc + "+00";
  }

  /** Reads the parts of an array, a composite value or a range from its text, one by one. */
  private static final class TextParts {
    private final String text;
    private final String ends;
    private int at;
    private boolean quoted; // the part that was read last

    /** Starts behind the opening bracket; unquoted parts end at any of some characters. */
    TextParts(String text, int start, String ends) {
      this.text = text;
      this.at = start;
      this.ends = ends;
    }

    /** The character that comes next. */
    char peek() {
      return text.charAt(at);
    }

    /** Goes on behind a comma; false where it is the closing bracket. */
    boolean more() {
      return text.charAt(at++) == ',';
    }

    String next() {
      quoted = text.charAt(at) == '"';
      if (quoted) {
        return unquote();
      }
      int start = at;
      while (ends.indexOf(text.charAt(at)) < 0) {
        at++;
      }
      return text.substring(start, at);
    }

    /** The next part, or null where it is empty and not quoted. */
    /*? @Nullable */ String nextOrNull() {
      String part = next();
      return part.isEmpty() && !quoted ? null : part;
    }

    /** An array within an array, brackets and all. */
    String inner() {
      int start = at;
      int open = 0;
      do {
        char c = peek();
        if (c == '"') {
          unquote();
        } else {
          at++;
          open += c == '{' ? 1 : c == '}' ? -1 : 0;
        }
      } while (open > 0);
      return text.substring(start, at);
    }

    private String unquote() {
      StringBuilder part = new StringBuilder();
      while (true) {
        char c = text.charAt(++at);
        if (c == '\\') {
          c = text.charAt(++at);
        } else if (c == '"' && text.charAt(++at) != '"') {
          return part.toString();
        }
        part.append(c);
      }
    }
  }

  /** A part of an array, a composite value or a range as text. */
  private static String quotedText(String part) {
    return '"' + part.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static final String MORE_DIMENSIONS =
      "an array of more dimensions than it is declared with";

  /** What parses an array. */
  private static <T /*? extends @Nullable Object */> Function<String, List<T>> listOf(
      Function<String, ? extends T> element) {
    return text -> {
      int start = text.indexOf('{') + 1; // bounds may come before: [0:1]={a,b}
      TextParts parts = new TextParts(text, start, ",}");
      List<T> list = new ArrayList<>();
      if (parts.peek() == '{') {
        throw new IllegalArgumentException(MORE_DIMENSIONS);
      }
      if (parts.peek() != '}') {
        do {
          String part = parts.next();
          list.add(part.equals("NULL") && !parts.quoted ? null : element.apply(part));
        } while (parts.more());
      }
      return Collections.unmodifiableList(list);
    };
  }

  /** What parses an array of several dimensions, given what parses those within it. */
  private static <T> Function<String, List<T>> listsOf(Function<String, T> inner) {
    return text -> {
      TextParts parts = new TextParts(text, text.indexOf('{') + 1, ",}");
      List<T> lists = new ArrayList<>();
      if (parts.peek() != '}') {
        do {
          if (parts.peek() != '{') {
            throw new IllegalArgumentException(
                "an array of fewer dimensions than it is declared with");
          }
          lists.add(inner.apply(parts.inner()));
        } while (parts.more());
      }
      return Collections.unmodifiableList(lists);
    };
  }

  /**
   * Reads an array that the driver may have in binary form, which it knows how to read. From text,
   * a parser of our own is faster.
   */
  private static <T /*? extends @Nullable Object */> /*? @Nullable */ List<T> readList(
      ResultSet rs, int column, Function<String, ? extends T> element, Class<T[]> type)
      throws SQLException {
    if (rs.getMetaData().unwrap(PGResultSetMetaData.class).getFormat(column) == 0) {
      return parsed(rs, column, listOf(element));
    }
    Array array = rs.getArray(column);
    if (array == null) {
      return null;
    }
    Object elements = array.getArray();
    if (!type.isInstance(elements)) {
      throw inColumn(rs, column, new SQLException(MORE_DIMENSIONS));
    }
    return Collections.unmodifiableList(Arrays.asList(type.cast(elements)));
  }

  /** The numbers of a vector, which the statement has made an array. */
  private static float /*? @Nullable */[] readVector(ResultSet rs, int column) throws SQLException {
    Array array = rs.getArray(column);
    if (array == null) {
      return null;
    }
    Float[] numbers = (Float[]) array.getArray();
    float[] vector = new float[numbers.length];
    for (int i = 0; i < vector.length; i++) {
      vector[i] = numbers[i];
    }
    return vector;
  }

  /** A vector of a list, as the server reads it. */
  private static String vectorText(float[] vector) {
    return Arrays.toString(vector);
  }

  /** An hstore, from an array of its keys, each with its value behind it. */
  private static /*? @Nullable */ Map<String, /*? @Nullable */ String> readHstore(
      ResultSet rs, int column) throws SQLException {
    Array array = rs.getArray(column);
    if (array == null) {
      return null;
    }
    /*? @Nullable */ String[] pairs = (/*? @Nullable */ String[]) array.getArray();
    Map<String, /*? @Nullable */ String> map = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put(pairs[i], pairs[i + 1]);
    }
    return Collections.unmodifiableMap(map);
  }

  private static /*? @Nullable */ Object hstorePairs(
      /*? @Nullable */ Map<String, /*? @Nullable */ String> map) {
    if (map == null) {
      return null;
    }
    /*? @Nullable */ String[] pairs = new /*? @Nullable */ String[2 * map.size()];
    int at = 0;
    for (Map.Entry<String, /*? @Nullable */ String> pair : map.entrySet()) {
      pairs[at++] = pair.getKey();
      pairs[at++] = pair.getValue();
    }
    return pairs;
  }

  /** An hstore of a list, as the server reads it. */
  private static String hstoreText(Map<String, /*? @Nullable */ String> map) {
    StringJoiner text = new StringJoiner(",");
    for (Map.Entry<String, /*? @Nullable */ String> pair : map.entrySet()) {
      String value = pair.getValue();
      text.add(quotedText(pair.getKey()) + "=>" + (value == null ? "NULL" : quotedText(value)));
    }
    return text.toString();
  }

  /** A text as the driver sends it, which has no half of a surrogate pair. */
  private static /*? @Nullable */ String sent(/*? @Nullable */ String text) {
    return text == null
        ? null
        : new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  /** What writes an array. */
  private static <T /*? extends @Nullable Object */> Function<List<? extends T>, String> listText(
      Function<T, String> element) {
    return list -> {
      StringBuilder text = new StringBuilder("{");
      for (T value : list) {
        text.append(text.length() > 1 ? "," : "");
        text.append(value == null ? "NULL" : quotedText(element.apply(value)));
      }
      return text.append('}').toString();
    };
  }

  /** How long the lists of an array of several dimensions are: none for one that is empty. */
  private static int[] dimensions(List<?> lists, int depth) {
    if (lists.isEmpty()) {
      return new int[0];
    }
    int[] lengths = null;
    for (Object list : lists) {
      if (!(list instanceof List<?> inner) || inner.isEmpty()) {
        throw new IllegalArgumentException(
            "an array of several dimensions cannot have empty lists");
      }
      int[] found = depth > 2 ? dimensions(inner, depth - 1) : new int[] {inner.size()};
      if (lengths != null && !Arrays.equals(lengths, found)) {
        throw new IllegalArgumentException("the lists of an array differ in length");
      }
      lengths = found;
    }
    int[] all = new int[depth];
    all[0] = lists.size();
    System.arraycopy(lengths, 0, all, 1, depth - 1);
    return all;
  }

  /** What writes an array of several dimensions, given what writes those within it. */
  private static <T> Function<List<? extends T>, String> listsText(Function<T, String> inner) {
    return lists -> {
      dimensions(lists, 2);
      List<String> texts = new ArrayList<>();
      lists.forEach(list -> texts.add(inner.apply(list)));
      return "{" + String.join(",", texts) + "}";
    };
  }

  /**
   * The values between two bounds, each of which may be part of it; null is no bound. The bounds of
   * an empty range mean nothing.
   */
  public record Range<T>(
      /*? @Nullable */ T lower,
      /*? @Nullable */ T upper,
      boolean lowerInclusive,
      boolean upperInclusive,
      boolean empty) {
    /** From a bound, which is part of the range, up to one that is not. */
    public static <T> Range<T> of(/*? @Nullable */ T lower, /*? @Nullable */ T upper) {
      return new Range<>(lower, upper, lower != null, false, false);
    }

    /** The range that holds nothing. */
    public static <T> Range<T> ofNothing() {
      return new Range<>(null, null, false, false, true);
    }
  }

  private static <T> Range<T> rangeFrom(
      TextParts parts, boolean lowerInclusive, Function<String, T> bound) {
    String lower = parts.nextOrNull();
    parts.more();
    String upper = parts.nextOrNull();
    boolean upperInclusive = parts.peek() == ']';
    return new Range<>(
        lower == null ? null : bound.apply(lower),
        upper == null ? null : bound.apply(upper),
        lowerInclusive,
        upperInclusive,
        false);
  }

  /** What parses a range. */
  private static <T> Function<String, Range<T>> rangeOf(Function<String, T> bound) {
    return text ->
        text.equals("empty")
            ? Range.ofNothing()
            : rangeFrom(new TextParts(text, 1, ",)]"), text.startsWith("["), bound);
  }

  /** What writes a range. */
  private static <T> Function<Range<T>, String> rangeText(Function<T, String> bound) {
    return range -> {
      if (range.empty()) {
        return "empty";
      }
      return (range.lowerInclusive() ? "[" : "(")
          + (range.lower() == null ? "" : quotedText(bound.apply(range.lower())))
          + ","
          + (range.upper() == null ? "" : quotedText(bound.apply(range.upper())))
          + (range.upperInclusive() ? "]" : ")");
    };
  }

  /** What parses a multirange. */
  private static <T> Function<String, List<Range<T>>> rangesOf(Function<String, T> bound) {
    return text -> {
      List<Range<T>> ranges = new ArrayList<>();
      TextParts parts = new TextParts(text, 1, ",)]");
      while (parts.peek() != '}') {
        boolean inclusive = parts.peek() == '[';
        parts.at++;
        ranges.add(rangeFrom(parts, inclusive, bound));
        parts.at++;
        if (parts.peek() == ',') {
          parts.at++;
        }
      }
      return Collections.unmodifiableList(ranges);
    };
  }

  /** What writes a multirange. */
  private static <T> Function<List<Range<T>>, String> rangesText(Function<T, String> bound) {
    return ranges -> {
      List<String> texts = ranges.stream().map(rangeText(bound)).toList();
      return "{" + String.join(",", texts) + "}";
    };
  }

  /** The values of a composite type's fields as text. */
  private static /*? @Nullable */ String[] compositeParts(String text, int count) {
    TextParts parts = new TextParts(text, 1, ",)");
    /*? @Nullable */ String[] fields = new String[count];
    int i = 0;
    do {
      String field = parts.nextOrNull();
      if (i < count) {
        fields[i] = field;
      }
      i++;
    } while (parts.more());
    if (i != count) {
      throw new IllegalArgumentException(
          "this composite value has "
              + i
              + " fields, but its type had "
              + count
              + " when this code was generated");
    }
    return fields;
  }

  /** A composite value as text. */
  private static String compositeText(/*? @Nullable */ String... fields) {
    List<String> texts = new ArrayList<>();
    for (String field : fields) {
      texts.add(field == null ? "" : quotedText(field));
    }
    return "(" + String.join(",", texts) + ")";
  }
}
