package contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import gen.Boxed;
import gen.StreamException;
import gen.Types;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every kind of value goes in, is stored, and comes out as corpus/types/values.json says. */
class TypesTest {
  private static final List<String> KINDS =
      List.of(
          "bool",
          "int64",
          "float64",
          "decimal",
          "text",
          "blob",
          "date",
          "time",
          "timestamp",
          "timestamptz",
          "uuid",
          "json");
  private static final List<String> COLUMNS =
      List.of("b", "i", "f", "dec", "t", "bin", "d", "tm", "ts", "tz", "u", "j");
  private static final List<String> PLAIN =
      List.of(
          "true",
          "1",
          "1.5",
          "1.5",
          "x",
          "00",
          "2024-02-29",
          "12:00:00",
          "2024-02-29T12:00:00",
          "2024-02-29T12:00:00Z",
          "00000000-0000-4000-8000-000000000000",
          "{}");

  static Object parse(String kind, String value) {
    return switch (kind) {
      case "bool" -> Boolean.valueOf(value);
      case "int64" -> Long.valueOf(value);
      case "float64" -> Double.valueOf(value);
      case "decimal", "decimal_text" -> new BigDecimal(value);
      case "text", "json" -> value;
      case "blob" -> HexFormat.of().parseHex(value.toLowerCase());
      case "date" -> LocalDate.parse(value);
      case "time" -> LocalTime.parse(value);
      case "timestamp" -> LocalDateTime.parse(value);
      case "timestamptz" -> OffsetDateTime.parse(value);
      case "uuid" -> UUID.fromString(value);
      default -> throw new IllegalArgumentException(kind);
    };
  }

  static void same(Object want, Object got) {
    if (want instanceof byte[] bytes) {
      assertArrayEquals(bytes, (byte[]) got);
    } else if (want instanceof BigDecimal decimal) {
      assertEquals(0, decimal.compareTo((BigDecimal) got), () -> want + " and " + got);
    } else if (want instanceof OffsetDateTime instant) {
      assertEquals(instant.withOffsetSameInstant(ZoneOffset.UTC), got);
    } else {
      assertEquals(want, got);
    }
  }

  /** Arguments of insert_plain: the id, then a value and its nullable twin of each kind. */
  private static Object[] arguments(long id, int kind, Object value, boolean nullable) {
    List<Object> args = new ArrayList<>(List.of(id));
    for (int k = 0; k < KINDS.size(); k++) {
      Object plain = parse(KINDS.get(k), PLAIN.get(k));
      args.add(k == kind ? value : plain);
      args.add(k == kind && !nullable ? value : null);
    }
    return args.toArray();
  }

  @TestFactory
  Stream<DynamicTest> valuesGoInAndComeOut() throws Exception {
    String sql =
        """
        SELECT k.value ->> 'kind', v.value ->> 'value', v.value ->> 'typeof', v.value ->> 'text'
        FROM json_each(?, '$.kinds') AS k, json_each(k.value, '$.values') AS v
        """;
    return Db.json(Db.CORPUS.resolve("types/values.json"), sql).stream()
        .filter(row -> !row.get(0).equals("decimal_text"))
        .flatMap(row ->
            Stream.of(
                DynamicTest.dynamicTest(row.get(0) + " " + row.get(1), () -> roundTrip(row)),
                DynamicTest.dynamicTest(
                    "boxed " + row.get(0) + " " + row.get(1), () -> boxedRoundTrip(row))));
  }

  private void roundTrip(List<String> row) throws Exception {
    try (Connection connection = Db.open(Types.getMigrations());
        Types types = new Types(connection)) {
      int k = KINDS.indexOf(row.get(0));
      Object value = parse(row.get(0), row.get(1));
      assertEquals(1L, Db.call(types, "insertPlain", arguments(1, k, value, false)));
      List<Object> stored = Db.values(types.plainStorage(1));
      List<Object> storedNull = Db.values(types.plainNullStorage(1));
      assertEquals(row.get(2), stored.get(2 * k));
      assertEquals(row.get(2), storedNull.get(2 * k));
      String text = row.get(3);
      if (row.get(0).equals("text")) {
        text = HexFormat.of().withUpperCase().formatHex(text.getBytes(StandardCharsets.UTF_8));
      }
      if (text != null) {
        assertEquals(text, stored.get(2 * k + 1));
        assertEquals(text, storedNull.get(2 * k + 1));
      }
      for (Object read : List.of(types.getPlain(1), types.allPlain().get(0))) {
        same(value, Db.values(read).get(1 + 2 * k));
        same(value, Db.values(read).get(2 + 2 * k));
      }
      try (var stream = types.allPlainStream()) {
        same(value, Db.values(stream.findFirst().orElseThrow()).get(1 + 2 * k));
      }
      Object[] args = arguments(1, k, value, false);
      Object[] wanted = new Object[KINDS.size()];
      for (int i = 0; i < wanted.length; i++) {
        wanted[i] = args[1 + 2 * i];
      }
      assertEquals(List.of(1L), Db.call(types, "findPlain", wanted));
    }
  }

  private void boxedRoundTrip(List<String> row) throws Exception {
    try (Connection connection = Db.open(Boxed.getMigrations());
        Boxed types = new Boxed(connection)) {
      int k = KINDS.indexOf(row.get(0));
      Object value = parse(row.get(0), row.get(1));
      Db.call(types, "insertPlain", arguments(1, k, value, true));
      List<Object> read = Db.values(types.getPlain(1L));
      same(value, read.get(1 + 2 * k));
      assertNull(read.get(2 + 2 * k));
      assertTrue(
          Arrays.stream(Boxed.PlainRow.class.getRecordComponents())
              .noneMatch(c -> c.getType().isPrimitive()));
    }
  }

  @TestFactory
  Stream<DynamicTest> exactDecimalsInText() throws Exception {
    String sql =
        """
        SELECT v.value ->> 'value', v.value ->> 'text'
        FROM json_each(?, '$.kinds') AS k, json_each(k.value, '$.values') AS v
        WHERE k.value ->> 'kind' = 'decimal_text'
        """;
    return Db.json(Db.CORPUS.resolve("types/values.json"), sql).stream()
        .map(row -> DynamicTest.dynamicTest(row.get(0), () -> exactDecimal(row)));
  }

  private void exactDecimal(List<String> row) throws Exception {
    try (Connection connection = Db.open(Types.getMigrations());
        Types types = new Types(connection)) {
      BigDecimal value = new BigDecimal(row.get(0));
      Object[] args = {
        1L,
        true,
        value,
        LocalDate.EPOCH,
        LocalTime.NOON,
        LocalDate.EPOCH.atStartOfDay(),
        OffsetDateTime.MIN.withYear(2000),
        new UUID(0, 0),
        "[]",
        null,
        value,
        null,
        null,
        null,
        null,
        null,
        null
      };
      Db.call(types, "insertMeant", args);
      assertEquals(row.get(1), types.meantStorage(1).decText());
      same(value, types.getMeant(1).dec());
      same(value, types.getMeant(1).decNull());
      assertNull(types.getMeant(1).bNull());
      assertEquals("NULL", types.meantStorage(1).jNullQuoted());
    }
  }

  @TestFactory
  Stream<DynamicTest> whatOthersStored() throws Exception {
    String sql =
        """
        SELECT v.value ->> 'kind', v.value ->> 'sql', v.value ->> 'reads', v.value ->> 'shows'
        FROM json_each(?, '$.stored_by_others') AS v
        """;
    return Db.json(Db.CORPUS.resolve("types/values.json"), sql).stream()
        .map(row -> DynamicTest.dynamicTest(row.get(0) + " " + row.get(1), () -> stored(row)));
  }

  private void stored(List<String> row) throws Exception {
    try (Connection connection = Db.open(Types.getMigrations());
        Types types = new Types(connection)) {
      int k = KINDS.indexOf(row.get(0));
      String column = COLUMNS.get(k);
      for (String target : List.of(column, column + "_null")) {
        Db.execute(connection, "DELETE FROM plain");
        types.storeRaw(1);
        Db.execute(connection, "UPDATE plain SET " + target + " = " + row.get(1));
        if (row.get(2) == null) {
          SQLException e = assertThrows(SQLException.class, () -> types.getPlain(1));
          assertTrue(e.getMessage().contains("column " + target + " "), e.getMessage());
          String shows = row.get(3);
          assertEquals(shows != null, e.getMessage().contains("\""), e.getMessage());
          assertTrue(shows == null || e.getMessage().contains(shows), e.getMessage());
          assertThrows(SQLException.class, types::allPlain);
          try (var stream = types.allPlainStream()) {
            assertThrows(StreamException.class, stream::toList);
          }
        } else {
          int at = 1 + 2 * k + (target.equals(column) ? 0 : 1);
          same(parse(row.get(0), row.get(2)), Db.values(types.getPlain(1)).get(at));
        }
      }
      assertEquals("1", Db.text(connection, "SELECT count(*) FROM plain"));
    }
  }

  /**
   * A REAL in a DECIMAL column is the shortest decimal that is the same double: 15 to 17 digits.
   */
  @Test
  void decimalsOfDoubles() throws Exception {
    try (Connection connection = Db.open(Types.getMigrations());
        Types types = new Types(connection)) {
      types.storeRaw(1);
      for (String digits : List.of("0.1", "5.000000000000001", "0.30000000000000004", "1E+20")) {
        Db.execute(connection, "UPDATE plain SET dec = " + digits);
        assertEquals(0, new BigDecimal(digits).compareTo(types.getPlain(1).dec()), digits);
      }
    }
  }

  @Test
  void textOfUtf16Databases() throws Exception {
    try (Connection connection = Db.open()) {
      Db.execute(connection, "PRAGMA encoding = 'UTF-16le'");
      for (String migration : Types.getMigrations()) {
        Db.execute(connection, migration);
      }
      try (Types types = new Types(connection)) {
        String text = "aé日本🎵\0z";
        Db.call(types, "insertPlain", arguments(1, 4, text, false));
        assertEquals("UTF-16le", Db.text(connection, "PRAGMA encoding"));
        assertEquals(text, types.getPlain(1).t());
        assertEquals(text, types.getPlain(1).tNull());
        types.insertStrict(
            new Types.InsertStrictParams(
                1, 1, null, 1, null, text, "", new byte[0], null, text, "12"));
        assertEquals(text, types.getStrict(1).t());
        assertEquals("", types.getStrict(1).tNull());
        assertEquals("{}", types.getPlain(1).j());
      }
    }
  }

  @Test
  void anyTakesWhatSqliteCanStoreAndReadsWhatItStored() throws Exception {
    try (Connection connection = Db.open(Types.getMigrations());
        Types types = new Types(connection)) {
      Object[][] cases = {
        {1L, 1L},
        {(short) 2, 2L},
        {(byte) 3, 3L},
        {Long.MIN_VALUE, Long.MIN_VALUE},
        {1.5f, 1.5},
        {true, 1L},
        {"x", "x"},
        {new BigDecimal("1E+2"), "100"},
        {LocalDate.EPOCH, "1970-01-01"},
        {LocalTime.MIDNIGHT, "00:00:00"},
        {LocalTime.of(1, 2, 3, 4), "01:02:03.000000004"},
        {LocalDate.EPOCH.atTime(1, 2), "1970-01-01 01:02:00"},
        {OffsetDateTime.parse("2024-01-01T00:00:00+01:00"), "2023-12-31 23:00:00+00:00"},
        {new UUID(0, 1), "00000000-0000-0000-0000-000000000001"},
      };
      long id = 0;
      for (Object[] c : cases) {
        id++;
        types.insertStrict(
            new Types.InsertStrictParams(
                id, 1, null, 1, null, "t", null, new byte[0], null, c[0], null));
        assertEquals(c[1], types.getStrict(id).a());
        assertNull(types.getStrict(id).aNull());
      }
      types.insertStrict(
          new Types.InsertStrictParams(
              99, 1, null, 1, null, "", null, new byte[0], null, new byte[] {1}, null));
      assertArrayEquals(new byte[] {1}, assertInstanceOf(byte[].class, types.getStrict(99).a()));
      SQLException e = assertThrows(SQLException.class, () -> types.spoilInt(new Object(), 1));
      assertTrue(e.getMessage().startsWith("value is a java.lang.Object"), e.getMessage());
    }
  }

  @Test
  void whatSqliteCannotStoreIsRefusedByName() throws Exception {
    try (Connection connection = Db.open(Types.getMigrations());
        Types types = new Types(connection)) {
      Object[][] cases = {
        {2, Double.NaN, "f "},
        {6, LocalDate.of(10000, 1, 1), "d: the year 10000 "},
        {6, LocalDate.of(-1, 1, 1), "d: the year -1 "},
        {8, LocalDateTime.of(10000, 1, 1, 0, 0), "ts: the year 10000 "},
        {9, OffsetDateTime.parse("9999-12-31T23:59:59-01:00"), "tz: the year 10000 "},
      };
      for (Object[] c : cases) {
        Object[] args = arguments(1, (int) c[0], c[1], true);
        SQLException e =
            assertThrows(SQLException.class, () -> Db.call(types, "insertPlain", args));
        assertTrue(e.getMessage().startsWith((String) c[2]), e.getMessage());
      }
      assertEquals("0", Db.text(connection, "SELECT count(*) FROM plain"));
    }
  }

  @Test
  void plucked() throws Exception {
    try (Connection connection = Db.open(Types.getMigrations());
        Types types = new Types(connection)) {
      types.storeRaw(1);
      types.storeRaw(2);
      Db.execute(
          connection, "UPDATE plain SET b_null = 0, d_null = d, bin_null = x'' WHERE id = 1");
      assertEquals(Arrays.asList(false, null), types.bools());
      assertEquals(List.of(new BigDecimal(1), new BigDecimal(1)), types.decimals());
      assertEquals(Arrays.asList(LocalDate.of(2024, 2, 29), null), types.dates());
      assertEquals(2, types.instants().size());
      assertEquals(0, types.blobs().get(0).length);
      assertNull(types.blobs().get(1));
    }
  }
}
