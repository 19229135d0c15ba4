// How rows are written with pgjdbc by COPY in binary format; Common.java says how this file is
// read.
package prelude;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteOrder;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;
import org.postgresql.util.PSQLException;

final class PostgresCopy {
  private PostgresCopy() {}

  @FunctionalInterface
  private interface RowBinder<R> {
    void bind(PreparedStatement statement, int index, R row) throws SQLException;
  }

  private record Interval(int months, int days, long microseconds) {}

  private record Range<T>(
      /*? @Nullable */ T lower,
      /*? @Nullable */ T upper,
      boolean lowerInclusive,
      boolean upperInclusive,
      boolean empty) {}

  private static SQLException inRows(long first, int count, SQLException failure) {
    throw new UnsupportedOperationException("defined in Common.java");
  }

  // section CopyBuffer:

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

    private byte[] bytes = new byte[PIECE + 4096];
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

  // section putBoolean: CopyBuffer

  private static void putBoolean(CopyBuffer out, boolean value) throws SQLException {
    int at = out.fixed(1);
    out.bytes[at] = (byte) (value ? 1 : 0);
  }

  // section putBooleanOrNull: putBoolean

  private static void putBooleanOrNull(CopyBuffer out, /*? @Nullable */ Boolean value)
      throws SQLException {
    if (value == null) {
      out.missing();
    } else {
      putBoolean(out, value);
    }
  }

  // section putSmallint: CopyBuffer

  private static void putSmallint(CopyBuffer out, int value, String name) throws SQLException {
    if (value != (short) value) {
      throw new SQLException(name + " is " + value + ", which smallint cannot hold");
    }
    int at = out.fixed(2);
    CopyBuffer.SHORT.set(out.bytes, at, (short) value);
  }

  // section putSmallintOrNull: putSmallint

  private static void putSmallintOrNull(CopyBuffer out, /*? @Nullable */ Integer value, String name)
      throws SQLException {
    if (value == null) {
      out.missing();
    } else {
      putSmallint(out, value, name);
    }
  }

  // section putInteger: CopyBuffer

  private static void putInteger(CopyBuffer out, int value) throws SQLException {
    int at = out.fixed(4);
    CopyBuffer.INT.set(out.bytes, at, value);
  }

  // section putIntegerOrNull: putInteger

  private static void putIntegerOrNull(CopyBuffer out, /*? @Nullable */ Integer value)
      throws SQLException {
    if (value == null) {
      out.missing();
    } else {
      putInteger(out, value);
    }
  }

  // section putBigint: CopyBuffer

  private static void putBigint(CopyBuffer out, long value) throws SQLException {
    int at = out.fixed(8);
    CopyBuffer.LONG.set(out.bytes, at, value);
  }

  // section putBigintOrNull: putBigint

  private static void putBigintOrNull(CopyBuffer out, /*? @Nullable */ Long value)
      throws SQLException {
    if (value == null) {
      out.missing();
    } else {
      putBigint(out, value);
    }
  }

  // section putOid: CopyBuffer

  private static void putOid(CopyBuffer out, long value, String name) throws SQLException {
    if (value >>> 32 != 0) {
      throw new SQLException(name + " is " + value + ", which oid cannot hold");
    }
    int at = out.fixed(4);
    CopyBuffer.INT.set(out.bytes, at, (int) value);
  }

  // section putOidOrNull: putOid

  private static void putOidOrNull(CopyBuffer out, /*? @Nullable */ Long value, String name)
      throws SQLException {
    if (value == null) {
      out.missing();
    } else {
      putOid(out, value, name);
    }
  }

  // section putReal: CopyBuffer

  private static void putReal(CopyBuffer out, float value) throws SQLException {
    int at = out.fixed(4);
    CopyBuffer.INT.set(out.bytes, at, Float.floatToRawIntBits(value));
  }

  // section putRealOrNull: putReal

  private static void putRealOrNull(CopyBuffer out, /*? @Nullable */ Float value)
      throws SQLException {
    if (value == null) {
      out.missing();
    } else {
      putReal(out, value);
    }
  }

  // section putDouble: CopyBuffer

  private static void putDouble(CopyBuffer out, double value) throws SQLException {
    int at = out.fixed(8);
    CopyBuffer.LONG.set(out.bytes, at, Double.doubleToRawLongBits(value));
  }

  // section putDoubleOrNull: putDouble

  private static void putDoubleOrNull(CopyBuffer out, /*? @Nullable */ Double value)
      throws SQLException {
    if (value == null) {
      out.missing();
    } else {
      putDouble(out, value);
    }
  }

  // section putNumeric: CopyBuffer

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

  // section putUtf8: CopyBuffer

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
        throw new SQLException(name + " has a NUL character, which text cannot hold");
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

  // section putText: putUtf8

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

  // section putXml: putText

  private static final Pattern XML_ENCODING =
      Pattern.compile("\\A(<\\?xml[^>]*?)\\s+encoding\\s*=\\s*(?:\"[^\"]*\"|'[^']*')");

  /** Puts a document in UTF-8, whatever encoding it says itself that it is in. */
  private static void putXml(CopyBuffer out, /*? @Nullable */ String value, String name)
      throws SQLException {
    putText(out, value == null ? null : XML_ENCODING.matcher(value).replaceFirst("$1"), name);
  }

  // section putJsonb: putUtf8

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

  // section putBytes: CopyBuffer

  private static void putBytes(CopyBuffer out, byte /*? @Nullable */[] value) throws SQLException {
    if (value == null) {
      out.missing();
      return;
    }
    int at = out.fixed(value.length);
    System.arraycopy(value, 0, out.bytes, at, value.length);
  }

  // section putBits: CopyBuffer

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

  // section putUuid: CopyBuffer

  private static void putUuid(CopyBuffer out, /*? @Nullable */ UUID value) throws SQLException {
    if (value == null) {
      out.missing();
      return;
    }
    int at = out.fixed(16);
    CopyBuffer.LONG.set(out.bytes, at, value.getMostSignificantBits());
    CopyBuffer.LONG.set(out.bytes, at + 8, value.getLeastSignificantBits());
  }

  // section putDate: CopyBuffer

  /** Puts the days from 2000-01-01 on; MAX and MIN are the infinities, as for the driver. */
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
    } else if (days < -2_451_545 || days >= 2_145_031_949) {
      throw new SQLException(name + " is " + value + ", which date cannot hold");
    }
    int at = out.fixed(4);
    CopyBuffer.INT.set(out.bytes, at, (int) days);
  }

  // section copyMicros:

  /** Microseconds from 2000-01-01 on, rounded as the driver does. */
  private static long copyMicros(long epochSecond, int nanos, String name) throws SQLException {
    long micros = (epochSecond - 946_684_800) * 1_000_000 + (nanos + 500) / 1000;
    if (micros < -211_813_488_000_000_000L
        || micros >= 9_223_371_331_200_000_000L
        || Math.abs(epochSecond) > 10_000_000_000_000L) {
      throw new SQLException(
          name + " is " + Instant.ofEpochSecond(epochSecond) + ", which timestamp cannot hold");
    }
    return micros;
  }

  // section putTimestamp: CopyBuffer copyMicros

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

  // section putInstant: CopyBuffer copyMicros

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

  // section putTime: CopyBuffer

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

  // section putTimeTz: CopyBuffer

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

  // section putInterval: CopyBuffer Interval

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

  // section putAddress: CopyBuffer

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

  // section putMac: CopyBuffer

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

  // section putChar: CopyBuffer

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

  // section putTsvector: putUtf8

  private static final Pattern LEXEME =
      Pattern.compile(
          "\\s*+(?:'((?:''|\\\\.|[^'\\\\])*+)'|((?:\\\\.|[^\\s:'\\\\])++))"
              + "(?::([0-9]{1,9}[A-Da-d]?(?:,[0-9]{1,9}[A-Da-d]?)*+))?(?=\\s|$)\\s*+",
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
      String listed = Objects.requireNonNullElse(part.group(3), "");
      for (String place : listed.isEmpty() ? new String[0] : listed.split(",")) {
        int weight = Math.max(0, 'D' - Character.toUpperCase(place.charAt(place.length() - 1)));
        // A digit is far below D: a place without a letter has the weight of one.
        int number = Integer.parseInt(place.replaceAll("\\D", ""));
        places.merge(Math.min(number, 0x3fff), weight > 3 ? 0 : weight, Math::max);
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

  // section beginArray: CopyBuffer

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

  // section beginFields: CopyBuffer

  /** Starts a composite value or a multirange. */
  private static int beginFields(CopyBuffer out, int count) throws SQLException {
    int start = out.open();
    out.put(count);
    return start;
  }

  // section beginRange: CopyBuffer Range

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

  // section CopyInserter: RowBinder CopyBuffer

  /** Puts a row behind those in a buffer. */
  @FunctionalInterface
  private interface RowEncoder<R> {
    void encode(R row, CopyBuffer out) throws SQLException;
  }

  /** How a table takes rows: few of them by INSERT, from copyFrom on by COPY. */
  private record CopyTarget(String table, String insert, int columns, String copy, int copyFrom) {}

  /** Inserts rows into a table: few of them by INSERT, more by COPY. */
  private static final class CopyInserter<R> implements AutoCloseable {
    /** What an appender collects before it writes; between its calls, the connection is free. */
    private static final int COLLECTED = 1024 * 1024;

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
    private long written; // which triggers may make fewer
    private /*? @Nullable */ CopyIn copy; // under way
    private boolean committing; // the server may have what it needs to make the rows permanent
    private /*? @Nullable */ Throwable failure;

    CopyInserter(
        Connection connection, CopyTarget target, RowBinder<R> binder, RowEncoder<R> encoder) {
      this.connection = connection;
      this.target = target;
      this.binder = binder;
      this.encoder = encoder;
    }

    void add(R row) throws SQLException {
      if (failure != null) {
        throw new SQLException("this appender has failed and takes no more rows", failure);
      }
      try {
        take(row);
        if (buffer.end >= COLLECTED) {
          write();
        }
      } catch (Throwable e) {
        throw failed(e);
      }
    }

    /** Writes all rows, or none. */
    long addAll(Iterable<? extends R> rows) throws SQLException {
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

    /** Writes the rows that are pending, all or none; returns how many have been written. */
    long flush() throws SQLException {
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
      String row = "(" + String.join(", ", Collections.nCopies(target.columns, "?")) + ")";
      String sql = target.insert + String.join(", ", Collections.nCopies(count, row));
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
        sending.writeToCopy(buffer.bytes, 0, buffer.end);
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
      try {
        if (copy != null && copy.isActive()) {
          copy.cancelCopy();
        }
      } catch (SQLException cancelled) {
        if (cancelled != e) {
          e.addSuppressed(cancelled);
        }
      }
      try {
        if (connection.isValid(5)) {
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
          ? "the connection was lost before the server said whether the rows were written"
          : "the connection is lost; what was not committed before was not written";
    }

    @Override
    public void close() throws SQLException {
      if (failure == null) {
        flush();
      }
    }
  }
}
