// How values are put into a COPY in PostgreSQL's binary format; Common.java says how this file is
// read.
package prelude;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

final class PostgresCopyValues {
  private static void putBoolean(CopyBuffer out, boolean value) throws SQLException {
    int at = out.fixed(1);
    out.bytes[at] = (byte) (value ? 1 : 0);
  }

  private static void putBooleanOrNull(CopyBuffer out, /*? @Nullable */ Boolean value)
      throws SQLException {
    if (value == null) {
      out.missing();
    } else {
      putBoolean(out, value);
    }
  }

  private static void putSmallint(CopyBuffer out, int value, String name) throws SQLException {
    if (value != (short) value) {
      throw new SQLException(name + " is " + value + ", which smallint cannot hold");
    }
    int at = out.fixed(2);
    CopyBuffer.SHORT.set(out.bytes, at, (short) value);
  }

  private static void putSmallintOrNull(CopyBuffer out, /*? @Nullable */ Integer value, String name)
      throws SQLException {
    if (value == null) {
      out.missing();
    } else {
      putSmallint(out, value, name);
    }
  }

  private static void putInteger(CopyBuffer out, int value) throws SQLException {
    int at = out.fixed(4);
    CopyBuffer.INT.set(out.bytes, at, value);
  }

  private static void putIntegerOrNull(CopyBuffer out, /*? @Nullable */ Integer value)
      throws SQLException {
    if (value == null) {
      out.missing();
    } else {
      putInteger(out, value);
    }
  }

  private static void putBigint(CopyBuffer out, long value) throws SQLException {
    int at = out.fixed(8);
    CopyBuffer.LONG.set(out.bytes, at, value);
  }

  private static void putBigintOrNull(CopyBuffer out, /*? @Nullable */ Long value)
      throws SQLException {
    if (value == null) {
      out.missing();
    } else {
      putBigint(out, value);
    }
  }

  private static void putOid(CopyBuffer out, long value, String name) throws SQLException {
    if (value >>> 32 != 0) {
      throw new SQLException(name + " is " + value + ", which oid cannot hold");
    }
    int at = out.fixed(4);
    CopyBuffer.INT.set(out.bytes, at, (int) value);
  }

  private static void putOidOrNull(CopyBuffer out, /*? @Nullable */ Long value, String name)
      throws SQLException {
    if (value == null) {
      out.missing();
    } else {
      putOid(out, value, name);
    }
  }

  private static void putReal(CopyBuffer out, float value) throws SQLException {
    int at = out.fixed(4);
    CopyBuffer.INT.set(out.bytes, at, Float.floatToRawIntBits(value));
  }

  private static void putRealOrNull(CopyBuffer out, /*? @Nullable */ Float value)
      throws SQLException {
    if (value == null) {
      out.missing();
    } else {
      putReal(out, value);
    }
  }

  private static void putDouble(CopyBuffer out, double value) throws SQLException {
    int at = out.fixed(8);
    CopyBuffer.LONG.set(out.bytes, at, Double.doubleToRawLongBits(value));
  }

  private static void putDoubleOrNull(CopyBuffer out, /*? @Nullable */ Double value)
      throws SQLException {
    if (value == null) {
      out.missing();
    } else {
      putDouble(out, value);
    }
  }

  private static final int MAX_SCALE = 0x3fff; // of PostgreSQL's numeric

  private static final int[] TENS = {1, 10, 100, 1000};

  /** Puts a number as a numeric column of this precision and scale holds it. */
  private static void putNumeric(
      CopyBuffer out, /*? @Nullable */ BigDecimal value, int precision, int scale, String name)
      throws SQLException {
    BigDecimal rounded = value;
    if (value != null) {
      if (value.scale() > scale && value.scale() <= MAX_SCALE) {
        rounded = value.setScale(scale, RoundingMode.HALF_UP);
      }
      long whole = (long) rounded.precision() - rounded.scale(); // digits before the point
      if (whole > precision - scale && rounded.signum() != 0) {
        throw new SQLException(
            name + " has more digits than numeric(" + precision + ", " + scale + ") can hold");
      }
    }
    putNumeric(out, rounded, name);
  }

  /** Puts a number as groups of four decimal digits, which the point stands between. */
  private static void putNumeric(CopyBuffer out, /*? @Nullable */ BigDecimal value, String name)
      throws SQLException {
    if (value == null) {
      out.missing();
      return;
    }
    int scale = value.scale();
    if (scale > MAX_SCALE || scale < -4 * Short.MAX_VALUE) {
      throw new SQLException(name + " has more digits than numeric can hold");
    }
    int weight = Math.floorDiv(-scale, 4); // of the last group
    int pad = Math.floorMod(-scale, 4);
    if (value.precision() > 15) {
      putDigits(out, value, weight, pad, name);
      return;
    }
    long signed = value.scaleByPowerOfTen(scale).longValue();
    long digits = Math.abs(signed) * TENS[pad];
    int groups = 0;
    while (digits >= 10_000 && digits % 10_000 == 0) {
      digits /= 10_000;
      weight++;
    }
    for (long rest = digits; rest > 0; rest /= 10_000) {
      groups++;
    }
    int at = putNumericHead(out, groups, weight, signed < 0, scale, name);
    for (int i = groups - 1; i >= 0; i--) {
      CopyBuffer.SHORT.set(out.bytes, at + 2 * i, (short) (digits % 10_000));
      digits /= 10_000;
    }
  }

  /** Puts a number of many digits. */
  private static void putDigits(CopyBuffer out, BigDecimal value, int weight, int pad, String name)
      throws SQLException {
    String digits = value.unscaledValue().abs() + "0".repeat(pad);
    int groups = (digits.length() + 3) / 4;
    int at = putNumericHead(out, groups, weight, value.signum() < 0, value.scale(), name);
    int from = 0;
    for (int to = digits.length() - 4 * (groups - 1); to <= digits.length(); to += 4) {
      CopyBuffer.SHORT.set(out.bytes, at, (short) Integer.parseInt(digits, from, to, 10));
      from = to;
      at += 2;
    }
  }

  private static int putNumericHead(
      CopyBuffer out, int groups, int weight, boolean negative, int scale, String name)
      throws SQLException {
    int first = groups == 0 ? 0 : weight + groups - 1;
    if (first > Short.MAX_VALUE) {
      throw new SQLException(name + " has more digits than numeric can hold");
    }
    int at = out.fixed(8 + 2 * groups);
    CopyBuffer.SHORT.set(out.bytes, at, (short) groups);
    CopyBuffer.SHORT.set(out.bytes, at + 2, (short) first);
    CopyBuffer.SHORT.set(out.bytes, at + 4, (short) (negative ? 0x4000 : 0));
    CopyBuffer.SHORT.set(out.bytes, at + 6, (short) Math.max(scale, 0));
    return at + 8;
  }

  /** Puts the bytes of a text. */
  private static void putUtf8(CopyBuffer out, String value, String name) throws SQLException {
    int length = value.length();
    out.reserve(length);
    byte[] bytes = out.bytes;
    int at = out.end;
    for (int i = 0; i < length; i++) {
      char c = value.charAt(i);
      if (c == 0 || c >= 0x80) {
        out.end = at;
        putUnicode(out, value, i, name);
        return;
      }
      bytes[at++] = (byte) c;
    }
    out.end = at;
  }

  /** Puts the rest of a text, where it is no longer ASCII. */
  private static void putUnicode(CopyBuffer out, String value, int from, String name)
      throws SQLException {
    out.reserve((int) Math.min(Integer.MAX_VALUE, 3L * (value.length() - from)));
    byte[] bytes = out.bytes;
    int at = out.end;
    for (int i = from; i < value.length(); i++) {
      int c = value.codePointAt(i);
      if (c == 0) {
        throw new SQLException(name + ": text cannot hold a NUL character");
      } else if (c < 0x80) {
        bytes[at++] = (byte) c;
      } else if (c < 0x800) {
        bytes[at++] = (byte) (0xc0 | c >> 6);
        bytes[at++] = (byte) (0x80 | c & 0x3f);
      } else if (c < 0x10000) {
        if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
          throw new SQLException(name + " has half of a surrogate pair, which is no character");
        }
        bytes[at++] = (byte) (0xe0 | c >> 12);
        bytes[at++] = (byte) (0x80 | c >> 6 & 0x3f);
        bytes[at++] = (byte) (0x80 | c & 0x3f);
      } else {
        i++;
        bytes[at++] = (byte) (0xf0 | c >> 18);
        bytes[at++] = (byte) (0x80 | c >> 12 & 0x3f);
        bytes[at++] = (byte) (0x80 | c >> 6 & 0x3f);
        bytes[at++] = (byte) (0x80 | c & 0x3f);
      }
    }
    out.end = at;
  }

  private static void putText(CopyBuffer out, /*? @Nullable */ String value, String name)
      throws SQLException {
    if (value == null) {
      out.missing();
      return;
    }
    int start = out.open();
    putUtf8(out, value, name);
    out.close(start);
  }

  private static final Pattern XML_ENCODING =
      Pattern.compile("\\A(<\\?xml[^>]*?)\\s+encoding\\s*=\\s*(?:\"[^\"]*\"|'[^']*')");

  /** Puts a document in UTF-8, whatever encoding it says itself that it is in. */
  private static void putXml(CopyBuffer out, /*? @Nullable */ String value, String name)
      throws SQLException {
    putText(out, value == null ? null : XML_ENCODING.matcher(value).replaceFirst("$1"), name);
  }

  private static void putJsonb(CopyBuffer out, /*? @Nullable */ String value, String name)
      throws SQLException {
    if (value == null) {
      out.missing();
      return;
    }
    int start = out.open();
    out.reserve(1);
    out.bytes[out.end++] = 1; // the version of the format
    putUtf8(out, value, name);
    out.close(start);
  }

  private static void putBytes(CopyBuffer out, byte /*? @Nullable */[] value) throws SQLException {
    if (value == null) {
      out.missing();
      return;
    }
    int at = out.fixed(value.length);
    System.arraycopy(value, 0, out.bytes, at, value.length);
  }

  private static void putBits(CopyBuffer out, /*? @Nullable */ String value, String name)
      throws SQLException {
    if (value == null) {
      out.missing();
      return;
    }
    int length = value.length();
    int at = out.fixed(4 + (length + 7) / 8);
    CopyBuffer.INT.set(out.bytes, at, length);
    Arrays.fill(out.bytes, at + 4, out.end, (byte) 0);
    for (int i = 0; i < length; i++) {
      int bit = value.charAt(i) - '0';
      if (bit >>> 1 != 0) {
        throw new SQLException(name + " is not made of 0 and 1 only, as bits are");
      }
      out.bytes[at + 4 + i / 8] |= (byte) (bit << 7 - i % 8);
    }
  }

  private static void putUuid(CopyBuffer out, /*? @Nullable */ UUID value) throws SQLException {
    if (value == null) {
      out.missing();
      return;
    }
    int at = out.fixed(16);
    CopyBuffer.LONG.set(out.bytes, at, value.getMostSignificantBits());
    CopyBuffer.LONG.set(out.bytes, at + 8, value.getLeastSignificantBits());
  }

  /**
   * Puts the days from 2000-01-01 on; MAX and MIN are the infinities, as for the driver, which
   * writes -infinity in place of all days before -4712-01-01, too: those are refused.
   */
  private static void putDate(CopyBuffer out, /*? @Nullable */ LocalDate value, String name)
      throws SQLException {
    if (value == null) {
      out.missing();
      return;
    }
    long days = value.toEpochDay() - 10_957;
    if (value.equals(LocalDate.MAX)) {
      days = Integer.MAX_VALUE;
    } else if (value.equals(LocalDate.MIN)) {
      days = Integer.MIN_VALUE;
    } else if (days < -2_451_507 || days >= 2_145_031_949) {
      throw new SQLException(name + " is " + value + ", beyond what pgjdbc writes as date");
    }
    int at = out.fixed(4);
    CopyBuffer.INT.set(out.bytes, at, (int) days);
  }

  /** Microseconds from 2000-01-01 on, rounded and limited as the driver does. */
  private static long copyMicros(long epochSecond, int nanos, String name) throws SQLException {
    long micros = (epochSecond - 946_684_800) * 1_000_000 + (nanos + 500) / 1000;
    if (micros < -211_810_204_800_000_000L
        || micros >= 9_223_371_331_200_000_000L
        || Math.abs(epochSecond) > 10_000_000_000_000L) {
      throw new SQLException(
          name
              + " is "
              + Instant.ofEpochSecond(epochSecond)
              + ", beyond what pgjdbc writes as timestamp");
    }
    return micros;
  }

  /** Puts a date and time; MAX and MIN are the infinities, as for the driver. */
  private static void putTimestamp(
      CopyBuffer out, /*? @Nullable */ LocalDateTime value, String name) throws SQLException {
    if (value == null) {
      out.missing();
      return;
    }
    long micros;
    if (value.equals(LocalDateTime.MAX)) {
      micros = Long.MAX_VALUE;
    } else if (value.equals(LocalDateTime.MIN)) {
      micros = Long.MIN_VALUE;
    } else {
      micros = copyMicros(value.toEpochSecond(ZoneOffset.UTC), value.getNano(), name);
    }
    int at = out.fixed(8);
    CopyBuffer.LONG.set(out.bytes, at, micros);
  }

  /** Puts an instant; MAX and MIN are the infinities, as for the driver. */
  private static void putInstant(CopyBuffer out, /*? @Nullable */ OffsetDateTime value, String name)
      throws SQLException {
    if (value == null) {
      out.missing();
      return;
    }
    long micros;
    if (value.equals(OffsetDateTime.MAX)) {
      micros = Long.MAX_VALUE;
    } else if (value.equals(OffsetDateTime.MIN)) {
      micros = Long.MIN_VALUE;
    } else {
      micros = copyMicros(value.toEpochSecond(), value.getNano(), name);
    }
    int at = out.fixed(8);
    CopyBuffer.LONG.set(out.bytes, at, micros);
  }

  /** Puts microseconds; LocalTime.MAX is 24:00:00, as for the driver. */
  private static void putTime(CopyBuffer out, /*? @Nullable */ LocalTime value)
      throws SQLException {
    if (value == null) {
      out.missing();
      return;
    }
    int at = out.fixed(8);
    CopyBuffer.LONG.set(out.bytes, at, (value.toNanoOfDay() + 500) / 1000);
  }

  private static void putTimeTz(CopyBuffer out, /*? @Nullable */ OffsetTime value)
      throws SQLException {
    if (value == null) {
      out.missing();
      return;
    }
    int at = out.fixed(12);
    CopyBuffer.LONG.set(out.bytes, at, (value.toLocalTime().toNanoOfDay() + 500) / 1000);
    CopyBuffer.INT.set(out.bytes, at + 8, -value.getOffset().getTotalSeconds());
  }

  private static void putInterval(CopyBuffer out, /*? @Nullable */ Interval value)
      throws SQLException {
    if (value == null) {
      out.missing();
      return;
    }
    int at = out.fixed(16);
    CopyBuffer.LONG.set(out.bytes, at, value.microseconds());
    CopyBuffer.INT.set(out.bytes, at + 8, value.days());
    CopyBuffer.INT.set(out.bytes, at + 12, value.months());
  }

  private static final Pattern ADDRESS =
      Pattern.compile("([0-9]+(?:\\.[0-9]+){3}|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)(?:/([0-9]{1,3}))?");

  /** Puts the address of a host or a network. */
  private static void putAddress(CopyBuffer out, /*? @Nullable */ String value, String name)
      throws SQLException {
    if (value == null) {
      out.missing();
      return;
    }
    Matcher parts = ADDRESS.matcher(value);
    try {
      if (!parts.matches()) {
        throw new UnknownHostException();
      }
      String host = parts.group(1);
      boolean six = host.indexOf(':') >= 0;
      int size = six ? 16 : 4;
      int bits = parts.group(2) == null ? 8 * size : Integer.parseInt(parts.group(2));
      // With a colon in it, nothing is taken for a name to look up.
      byte[] address = InetAddress.getByName(six ? host : "::ffff:" + host).getAddress();
      if (bits > 8 * size) {
        throw new UnknownHostException();
      }
      int at = out.fixed(4 + size);
      Arrays.fill(out.bytes, at, out.end, (byte) 0);
      out.bytes[at] = (byte) (six ? 3 : 2);
      out.bytes[at + 1] = (byte) bits;
      out.bytes[at + 3] = (byte) size;
      if (address.length < size) { // Java takes ::ffff:1.2.3.4 for 1.2.3.4
        out.bytes[out.end - 5] = out.bytes[out.end - 6] = (byte) 0xff;
      }
      System.arraycopy(address, 0, out.bytes, out.end - address.length, address.length);
    } catch (UnknownHostException e) {
      throw new SQLException(name + " is " + value + ", which is no network address", e);
    }
  }

  private static void putMac(CopyBuffer out, /*? @Nullable */ String value, String name)
      throws SQLException {
    if (value == null) {
      out.missing();
      return;
    }
    try {
      byte[] address = HexFormat.of().parseHex(value.replaceAll("[-:.]", ""));
      int at = out.fixed(address.length);
      System.arraycopy(address, 0, out.bytes, at, address.length);
    } catch (IllegalArgumentException e) {
      throw new SQLException(name + " is " + value + ", which is no hardware address", e);
    }
  }

  private static final Pattern OCTAL = Pattern.compile("\\\\[0-3][0-7][0-7]");

  /** Puts the byte of a "char"; what is not ASCII is written with a backslash and three digits. */
  private static void putChar(CopyBuffer out, /*? @Nullable */ String value, String name)
      throws SQLException {
    if (value == null) {
      out.missing();
      return;
    }
    int code = value.isEmpty() ? 0 : value.charAt(0);
    if (OCTAL.matcher(value).matches()) {
      code = Integer.parseInt(value, 1, 4, 8);
    } else if (value.length() > 1 || code >= 0x80 || value.equals("\0")) {
      throw new SQLException(name + " is " + value + ", which \"char\" cannot hold");
    }
    int at = out.fixed(1);
    out.bytes[at] = (byte) code;
  }

  private static final Pattern LEXEME =
      Pattern.compile(
          "\\s*+(?:'((?:''|\\\\.|[^'\\\\])++)'|((?:\\\\.|[^\\s:'\\\\])++))"
              + "(?::([1-9][0-9]{0,8}[A-Da-d]?(?:,[1-9][0-9]{0,8}[A-Da-d]?)*+))?(?=\\s|$)\\s*+",
          Pattern.DOTALL);

  /** Puts words with the places that each stands at; a place has a weight. */
  private static void putTsvector(CopyBuffer out, /*? @Nullable */ String value, String name)
      throws SQLException {
    if (value == null) {
      out.missing();
      return;
    }
    Map<String, TreeMap<Integer, Integer>> words = new HashMap<>();
    Matcher part = LEXEME.matcher(value);
    for (int at = 0; at < value.length(); at = part.end()) {
      if (!part.region(at, value.length()).lookingAt()) {
        throw new SQLException(name + " is no tsvector where it goes on " + value.substring(at));
      }
      String word = part.group(1) == null ? part.group(2) : part.group(1).replace("''", "'");
      TreeMap<Integer, Integer> places =
          words.computeIfAbsent(word.replaceAll("(?s)\\\\(.)", "$1"), w -> new TreeMap<>());
      if (part.group(3) != null) {
        for (String place : part.group(3).split(",")) {
          char last = Character.toUpperCase(place.charAt(place.length() - 1));
          boolean letter = last >= 'A';
          int number = Integer.parseInt(place, 0, place.length() - (letter ? 1 : 0), 10);
          places.merge(Math.min(number, 0x3fff), letter ? 'D' - last : 0, Math::max);
        }
      }
    }
    int start = out.open();
    out.put(words.size());
    for (Map.Entry<String, TreeMap<Integer, Integer>> word : words.entrySet()) {
      putUtf8(out, word.getKey(), name);
      out.reserve(1);
      out.bytes[out.end++] = 0;
      out.count(word.getValue().size());
      for (Map.Entry<Integer, Integer> place : word.getValue().entrySet()) {
        out.count(place.getValue() << 14 | place.getKey());
      }
    }
    out.close(start);
  }

  private static void putVector(CopyBuffer out, float /*? @Nullable */[] value)
      throws SQLException {
    if (value == null) {
      out.missing();
      return;
    }
    int at = putDimension(out, value.length, Float.BYTES);
    for (float number : value) {
      CopyBuffer.INT.set(out.bytes, at, Float.floatToRawIntBits(number));
      at += Float.BYTES;
    }
  }

  private static void putHalfvec(CopyBuffer out, float /*? @Nullable */[] value)
      throws SQLException {
    if (value == null) {
      out.missing();
      return;
    }
    int at = putDimension(out, value.length, Short.BYTES);
    for (float number : value) {
      CopyBuffer.SHORT.set(out.bytes, at, half(number));
      at += Short.BYTES;
    }
  }

  /** Starts a vector whose numbers have so many bytes, and gives where they start. */
  private static int putDimension(CopyBuffer out, int count, int size) throws SQLException {
    int at = out.fixed(4 + size * count);
    CopyBuffer.SHORT.set(out.bytes, at, (short) count);
    CopyBuffer.SHORT.set(out.bytes, at + 2, (short) 0);
    return at + 4;
  }

  /**
   * A number in 16 bits, rounded to the nearest, of two the even one. What is too large for them is
   * infinite, which the server refuses.
   */
  private static short half(float number) {
    int bits = Float.floatToRawIntBits(number);
    int sign = bits >>> 16 & 0x8000;
    float size = Math.abs(number);
    if (Float.isNaN(size)) {
      return (short) (sign | 0x7e00);
    }
    if (size >= 65520) {
      return (short) (sign | 0x7c00);
    }
    if (size < 0x1p-14f) { // in units of the smallest number
      return (short) (sign | (int) Math.rint(size * 0x1p24f));
    }
    int rest = (bits & 0x7fffffff) - (112 << 23);
    return (short) (sign | (rest + 0xfff + (rest >>> 13 & 1)) >>> 13);
  }

  private static void putHstore(
      CopyBuffer out, /*? @Nullable */ Map<String, /*? @Nullable */ String> value, String name)
      throws SQLException {
    if (value == null) {
      out.missing();
      return;
    }
    int start = out.open();
    out.put(value.size());
    for (Map.Entry<String, /*? @Nullable */ String> pair : value.entrySet()) {
      putText(out, pair.getKey(), name);
      putText(out, pair.getValue(), name);
    }
    out.close(start);
  }

  /** Starts an array; its elements follow. The type is 0 for one that a schema makes. */
  private static int beginArray(CopyBuffer out, int size, int type) throws SQLException {
    int start = out.open();
    out.reserve(20);
    byte[] bytes = out.bytes;
    CopyBuffer.INT.set(bytes, start, size > 0 ? 1 : 0); // dimensions
    CopyBuffer.INT.set(bytes, start + 4, 0); // whether there are NULLs, the server sees itself
    CopyBuffer.INT.set(bytes, start + 8, type);
    out.end = start + 12;
    if (size > 0) {
      CopyBuffer.INT.set(bytes, start + 12, size);
      CopyBuffer.INT.set(bytes, start + 16, 1); // the first subscript
      out.end = start + 20;
    }
    return start;
  }

  /** Starts an array of several dimensions; the elements of the innermost lists follow. */
  private static int beginLists(CopyBuffer out, int[] lengths, int type) throws SQLException {
    int start = out.open();
    out.put(lengths.length);
    out.put(0); // whether there are NULLs, the server sees itself
    out.put(type);
    for (int length : lengths) {
      out.put(length);
      out.put(1); // the first subscript
    }
    return start;
  }

  /** Starts a composite value or a multirange. */
  private static int beginFields(CopyBuffer out, int count) throws SQLException {
    int start = out.open();
    out.put(count);
    return start;
  }

  /** Starts a range; the bounds that it has follow. */
  private static int beginRange(CopyBuffer out, Range<?> range) throws SQLException {
    int flags =
        range.empty()
            ? 1
            : (range.lowerInclusive() ? 2 : 0)
                | (range.upperInclusive() ? 4 : 0)
                | (range.lower() == null ? 8 : 0)
                | (range.upper() == null ? 16 : 0);
    int start = out.open();
    out.reserve(1);
    out.bytes[out.end++] = (byte) flags;
    return start;
  }
}
