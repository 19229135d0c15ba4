package contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import gen.DuckBoxed;
import gen.DuckTypes;
import gen.Interval;
import gen.RowTypes;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every value of corpus/types/duckdb.json is read, written and stored as DuckDB has it. */
class DuckTypesTest {
  private static final List<Connection> OPEN = new ArrayList<>();

  @AfterAll
  static void close() throws SQLException {
    for (Connection connection : OPEN) {
      connection.close();
    }
  }

  private static Connection open() throws SQLException {
    Connection connection = Duck.open(DuckTypes.getMigrations());
    OPEN.add(connection);
    Duck.execute(connection, "SET TimeZone = 'UTC'");
    return connection;
  }

  /** Makes a unit that is generated from corpus/types. */
  @FunctionalInterface
  interface Made {
    Object on(Connection connection);
  }

  @TestFactory
  Stream<DynamicTest> values() throws Exception {
    return values(DuckTypes::new, DuckBoxed::new, RowTypes::new);
  }

  /** Every value goes through units that differ in what they do with it. */
  static Stream<DynamicTest> values(Made... units) throws Exception {
    String sql =
        """
        SELECT t.value ->> 'table', t.value ->> 'column', v.value ->> 'value',
          coalesce(v.value ->> 'again', v.value ->> 'text', v.value ->> 'value'),
          coalesce(v.value -> 'unsupported' ->> 'java', v.value -> 'unsupported' ->> '*'), t.value ->> 'type'
        FROM json_each(?, '$.types') AS t, json_each(t.value, '$.values') AS v
        """;
    List<List<String>> rows = Db.json(Db.CORPUS.resolve("types/duckdb.json"), sql);
    Connection connection = open();
    List<DynamicTest> tests = new ArrayList<>();
    for (Made made : units) {
      Object unit = made.on(connection);
      for (List<String> row : rows) {
        String name = unit.getClass().getSimpleName() + " " + row.get(5) + " " + row.get(2);
        tests.add(DynamicTest.dynamicTest(name, () -> value(connection, unit, row)));
      }
    }
    return tests.stream();
  }

  /** A row with what the corpus stores, but for what Java cannot hold. */
  private static void store(Connection connection, Object unit, String table) throws Exception {
    Duck.execute(connection, "DELETE FROM " + table);
    Db.call(unit, "store" + PgTypesTest.pascal(table), 1);
    if (table.equals("times")) {
      Duck.execute(connection, "UPDATE times SET tss = '2024-01-01'");
    }
  }

  private static void value(Connection connection, Object unit, List<String> row) throws Exception {
    String table = row.get(0);
    String family = PgTypesTest.pascal(table);
    String column = row.get(1);
    store(connection, unit, table);
    for (String c : List.of(column, column + "_null")) {
      String sql = "UPDATE %s SET %s = CAST(? AS %s)".formatted(table, c, row.get(5));
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        statement.setString(1, row.get(2));
        assertEquals(1, statement.executeUpdate());
      }
    }
    if (row.get(4) != null) {
      SQLException e = assertThrows(SQLException.class, () -> Db.call(unit, "get" + family, 1));
      assertTrue(e.getMessage().startsWith("column " + column), e.getMessage());
      return;
    }
    Object read = Db.call(unit, "get" + family, 1);
    List<Object> values = new ArrayList<>(Db.values(read));
    values.set(0, 2);
    assertEquals(1L, Db.call(unit, "insert" + family, values.toArray()));
    values.set(0, 3);
    Constructor<?> record = read.getClass().getDeclaredConstructors()[0];
    assertEquals(
        1L,
        Db.call(
            unit, "bulkInsert" + family, List.of((Object) record.newInstance(values.toArray()))));
    String storage = "SELECT %s::VARCHAR FROM %s WHERE id = %d";
    for (int id = 1; id <= 3; id++) {
      for (String c : List.of(column, column + "_null")) {
        assertEquals(row.get(3), Db.text(connection, storage.formatted(c, table, id)), c);
      }
    }
    List<Object> stored = Db.values(Db.call(unit, table + "Storage", 1));
    for (int id = 2; id <= 3; id++) {
      assertEquals(stored, Db.values(Db.call(unit, table + "Storage", id)));
      List<Object> again = new ArrayList<>(Db.values(Db.call(unit, "get" + family, id)));
      again.set(0, 3);
      boolean same = Arrays.deepEquals(values.toArray(), again.toArray());
      assertTrue(same || table.equals("nested") || column.equals("s")); // byte[] inside
    }
    // A union's member that is NULL is, inside a list, for the driver the same as no union.
    List<Integer> same = table.equals("nested") ? List.of(2, 3) : List.of(1, 2, 3);
    assertEquals(same, Db.call(unit, "find" + family, compared(read)));
    if (!table.equals("nested")) {
      Class<?> params =
          Arrays.stream(unit.getClass().getDeclaredClasses())
              .filter(c -> c.getSimpleName().equals("Look" + family + "Params"))
              .findFirst()
              .orElseThrow();
      Object key = params.getDeclaredConstructors()[0].newInstance(keyed(params, read));
      for (int many : new int[] {1, 5}) { // each by itself, and all in one query
        List<List<Integer>> found = Collections.nCopies(many, same);
        assertEquals(
            found, Db.call(unit, "look" + family + "Bulk", Collections.nCopies(many, key)));
      }
    }
  }

  /** The values of a row that a record of parameters has. */
  private static Object[] keyed(Class<?> params, Object row) throws Exception {
    List<Object> values = new ArrayList<>();
    for (RecordComponent c : params.getRecordComponents()) {
      values.add(row.getClass().getMethod(c.getName()).invoke(row));
    }
    return values.toArray();
  }

  /** The values that a family's rows are found by: those of NOT NULL columns. */
  private static Object[] compared(Object read) throws Exception {
    List<Object> values = new ArrayList<>();
    for (RecordComponent c : read.getClass().getRecordComponents()) {
      if (!c.getName().equals("id") && !c.getName().endsWith("Null")) {
        values.add(c.getAccessor().invoke(read));
      }
    }
    return values.toArray();
  }

  /** The same values in Java's own terms: what is read, and what is written. */
  @TestFactory
  Stream<DynamicTest> literals() throws Exception {
    var happy = DuckTypes.Mood.HAPPY;
    List<List<Object>> cases =
        List.of(
            List.of("numbers", "i1", "-128", -128),
            List.of("numbers", "u1", "255", 255),
            List.of("numbers", "u2", "65535", 65535),
            List.of("numbers", "u4", "4294967295", 4294967295L),
            List.of(
                "numbers", "u8", "18446744073709551615", new BigInteger("18446744073709551615")),
            List.of("numbers", "h", "-1", BigInteger.ONE.negate()),
            List.of("numbers", "f4", "nan", Float.NaN),
            List.of("numbers", "f8", "-0", -0.0),
            List.of("numbers", "d12", "-1.05", new BigDecimal("-1.05")),
            List.of("numbers", "bn", "-12", "-12"),
            List.of("texts", "bits", "00101", "00101"),
            List.of("texts", "j", "null", "null"),
            List.of(
                "texts",
                "u",
                "80000000-0000-0000-0000-0000000000aa",
                UUID.fromString("80000000-0000-0000-0000-0000000000aa")),
            List.of("times", "d", "infinity", LocalDate.MAX),
            List.of("times", "d", "-infinity", LocalDate.MIN),
            List.of("times", "d", "0044-03-15 (BC)", LocalDate.of(-43, 3, 15)),
            List.of("times", "tm", "24:00:00", LocalTime.MAX),
            List.of("times", "tm", "12:34:56.000001", LocalTime.of(12, 34, 56, 1000)),
            List.of("times", "tns", "23:59:59.999999999", LocalTime.MAX),
            List.of("times", "tmtz", "12:00:00+05:30", OffsetTime.parse("12:00:00+05:30")),
            List.of("times", "ts", "infinity", LocalDateTime.MAX),
            List.of("times", "ts", "-infinity", LocalDateTime.MIN),
            List.of("times", "tsms", "-infinity", LocalDateTime.MIN),
            List.of("times", "tsns", "-infinity", LocalDateTime.MIN),
            List.of("times", "ts", "0044-03-15 (BC) 12:00:00", LocalDateTime.of(-43, 3, 15, 12, 0)),
            List.of(
                "times",
                "tsns",
                "2024-02-29 12:00:00.123456789",
                LocalDateTime.parse("2024-02-29T12:00:00.123456789")),
            List.of("times", "tz", "infinity", OffsetDateTime.MAX),
            List.of("times", "tz", "-infinity", OffsetDateTime.MIN),
            List.of(
                "times",
                "tz",
                "0044-03-15 (BC) 12:00:00+00",
                OffsetDateTime.parse("-0043-03-15T12:00:00Z")),
            List.of(
                "times",
                "iv",
                "-14 months 3 days -04:05:06.7",
                new Interval(-14, 3, -14706700000L)),
            List.of("named", "e", "it's", DuckTypes.Mood.fromValue("it's")),
            List.of(
                "named",
                "a",
                "{'street': 'a \"b\"', 'house no': NULL, 'tags': [NULL, x], 'mood': happy, 'at':"
                    + " {'x': 1, 'y': NULL}}",
                new DuckTypes.Address(
                    "a \"b\"",
                    null,
                    Arrays.asList(null, "x"),
                    happy,
                    new DuckTypes.Point(1.0, null))),
            List.of("named", "un", "1", new DuckTypes.NumberOrText.Text("1")),
            List.of("nested", "li", "[1, NULL]", Arrays.asList(1, null)),
            List.of(
                "nested",
                "lu",
                "[18446744073709551615]",
                List.of(new BigInteger("18446744073709551615"))),
            List.of("nested", "lday", "[infinity]", List.of(LocalDate.MAX)),
            List.of(
                "nested",
                "lts",
                "[infinity, '2024-03-31 02:30:00']",
                List.of(LocalDateTime.MAX, LocalDateTime.of(2024, 3, 31, 2, 30))),
            List.of(
                "nested",
                "ltz",
                "[infinity, -infinity, '2024-03-31 00:30:00+00']",
                List.of(
                    OffsetDateTime.MAX,
                    OffsetDateTime.MIN,
                    OffsetDateTime.parse("2024-03-31T00:30:00Z"))),
            List.of("nested", "liv", "['1 month']", List.of(new Interval(1, 0, 0))),
            List.of("nested", "lm", "[happy, NULL]", Arrays.asList(happy, null)),
            List.of("nested", "ll", "[[1], NULL]", Arrays.asList(List.of(1), null)),
            List.of(
                "nested",
                "lst",
                "[{'n': 1, 's': x}, NULL]",
                Arrays.asList(new DuckTypes.NestedLst(1, "x"), null)),
            List.of(
                "nested",
                "mm",
                "{happy={2024-01-01=1.5}}",
                Map.of(happy, Map.of(LocalDate.of(2024, 1, 1), new BigDecimal("1.5")))),
            List.of("nested", "m", "{b=2, a=NULL}", ordered("b", 2, "a", null)));
    Connection connection = open();
    DuckTypes types = new DuckTypes(connection);
    return cases.stream()
        .map(c ->
            DynamicTest.dynamicTest(
                c.get(1) + " " + c.get(2), () -> literal(connection, types, c)));
  }

  private static Map<String, Integer> ordered(String a, Integer x, String b, Integer y) {
    Map<String, Integer> map = new LinkedHashMap<>();
    map.put(a, x);
    map.put(b, y);
    return Collections.unmodifiableMap(map);
  }

  private static void literal(Connection connection, DuckTypes types, List<Object> c)
      throws Exception {
    String table = (String) c.get(0);
    String family = PgTypesTest.pascal(table);
    store(connection, types, table);
    String value = ((String) c.get(2)).replace("'", "''");
    Duck.execute(connection, "UPDATE %s SET %s = '%s'".formatted(table, c.get(1), value));
    Object read = Db.call(types, "get" + family, 1);
    int column = position(connection, table, (String) c.get(1));
    assertEquals(c.get(3), Db.values(read).get(column));
    List<Object> values = new ArrayList<>(Db.values(read));
    values.set(0, 2);
    values.set(column, c.get(3));
    assertEquals(1L, Db.call(types, "insert" + family, values.toArray()));
    String same = "SELECT count(DISTINCT %s::VARCHAR)::VARCHAR FROM %s".formatted(c.get(1), table);
    assertEquals("1", Db.text(connection, same));
  }

  /** Whatever the JVM's time zone: the right time, or inside other values an error that says so. */
  @Test
  void timeZones() throws Exception {
    Connection connection = open();
    DuckTypes types = new DuckTypes(connection);
    TimeZone before = TimeZone.getDefault();
    TimeZone.setDefault(TimeZone.getTimeZone("Europe/Berlin"));
    try {
      // The hour that does not exist, the ones around it, and the hour that is there twice.
      for (String at :
          List.of(
              "2024-03-31T00:30",
              "2024-03-31T01:30",
              "2024-03-31T02:30",
              "2024-03-31T03:30",
              "2024-03-31T04:30",
              "2024-10-27T00:30",
              "2024-10-27T01:30",
              "1500-01-01T00:00",
              "1900-01-01T00:00")) {
        LocalDateTime local = LocalDateTime.parse(at);
        OffsetDateTime instant = local.atOffset(ZoneOffset.UTC);
        store(connection, types, "times");
        Duck.execute(
            connection, "UPDATE times SET ts = '%s:00', tz = '%s:00+00'".formatted(at, at));
        assertEquals(local, types.getTimes(1).ts());
        assertEquals(instant, types.getTimes(1).tz());
        store(connection, types, "nested");
        Duck.execute(connection, "UPDATE nested SET lts = ['%s:00']".formatted(at));
        rightOrRefused(List.of(local), "lts", () -> types.getNested(1).lts());
        store(connection, types, "nested");
        Duck.execute(connection, "UPDATE nested SET ltz = ['%s:00+00']".formatted(at));
        rightOrRefused(List.of(instant), "ltz", () -> types.getNested(1).ltz());
      }
      store(connection, types, "nested");
      Duck.execute(connection, "UPDATE nested SET lts = ['2024-03-31 02:30:00']");
      assertThrows(SQLException.class, () -> types.getNested(1));
      Duck.execute(connection, "UPDATE nested SET lts = ['2024-03-31 04:30:00']");
      types.getNested(1);
      Duck.execute(connection, "UPDATE nested SET ltz = ['2024-03-31 00:30:00+00']");
      types.getNested(1);
      Duck.execute(connection, "UPDATE nested SET ltz = ['2024-10-27 00:30:00+00']");
      assertThrows(SQLException.class, () -> types.getNested(1));
    } finally {
      TimeZone.setDefault(before);
    }
  }

  private static void rightOrRefused(Object want, String column, Callable<?> read)
      throws Exception {
    Object got;
    try {
      got = read.call();
    } catch (SQLException e) {
      assertTrue(e.getMessage().startsWith("column " + column + ": inside another value"));
      return;
    }
    assertEquals(want, got);
  }

  /** What cannot be held is an error that says where. */
  @TestFactory
  Stream<DynamicTest> refused() throws Exception {
    Connection connection = open();
    DuckTypes types = new DuckTypes(connection);
    List<List<Object>> cases =
        List.of(
            List.of("numbers", "i1", 128, "i1 is 128, which is not between -128 and 127"),
            List.of("numbers", "i2", 32768, "i2 is 32768"),
            List.of("numbers", "u1", -1, "u1 is -1"),
            List.of(
                "numbers",
                "u8",
                BigInteger.ONE.shiftLeft(64),
                "u8 is 18446744073709551616, which an unsigned integer of 64 bits cannot hold"),
            List.of("numbers", "h", BigInteger.ONE.shiftLeft(127), "h is 1701411834604692"),
            List.of("numbers", "uh", BigInteger.ONE.negate(), "uh is -1"),
            List.of(
                "numbers",
                "d12",
                new BigDecimal("10000000000.00"),
                "d12 is 10000000000.00, which DECIMAL(12,2) cannot hold"),
            List.of(
                "numbers",
                "d12",
                new BigDecimal("-10000000000.00"),
                "d12 is -10000000000.00, which DECIMAL(12,2) cannot hold"),
            List.of("nested", "a3", List.of(1, 2), "Conversion Error: Cannot cast list"));
    return cases.stream()
        .map(c ->
            DynamicTest.dynamicTest(
                c.get(1) + " " + c.get(2),
                () -> {
                  String table = (String) c.get(0);
                  String family = PgTypesTest.pascal(table);
                  store(connection, types, table);
                  Object row = Db.call(types, "get" + family, 1);
                  List<Object> values = new ArrayList<>(Db.values(row));
                  values.set(0, 2);
                  values.set(position(connection, table, (String) c.get(1)), c.get(2));
                  SQLException e =
                      assertThrows(
                          SQLException.class,
                          () -> Db.call(types, "insert" + family, values.toArray()));
                  assertTrue(e.getMessage().startsWith((String) c.get(3)), e.getMessage());
                  Object record =
                      row.getClass().getDeclaredConstructors()[0].newInstance(values.toArray());
                  e =
                      assertThrows(
                          SQLException.class,
                          () -> Db.call(types, "bulkInsert" + family, List.of(record)));
                  assertTrue(e.getMessage().startsWith("row 1: "), e.getMessage());
                  assertEquals("1", Db.text(connection, "SELECT count(*)::VARCHAR FROM " + table));
                }));
  }

  private static int position(Connection connection, String table, String column)
      throws SQLException {
    String sql =
        "SELECT list_position(list(column_name ORDER BY column_index), '%s')::VARCHAR"
            + " FROM duckdb_columns() WHERE table_name = '%s'";
    return Integer.parseInt(Db.text(connection, sql.formatted(column, table))) - 1;
  }

  /** Every member of a union goes in and comes out as that member, its NULL among them. */
  @Test
  void unions() throws Exception {
    Connection connection = open();
    DuckTypes types = new DuckTypes(connection);
    List<DuckTypes.NumberOrText> all =
        List.of(
            new DuckTypes.NumberOrText.Number(1),
            new DuckTypes.NumberOrText.Text("1"),
            new DuckTypes.NumberOrText.Number(null),
            new DuckTypes.NumberOrText.Text(null));
    for (DuckTypes.NumberOrText value : all) {
      store(connection, types, "named");
      List<Object> values = new ArrayList<>(Db.values(types.getNamed(1)));
      values.set(0, 2);
      values.set(9, value);
      values.set(10, value);
      Db.call(types, "insertNamed", values.toArray());
      assertEquals(value, types.getNamed(2).un());
      assertEquals(value, types.getNamed(2).unNull());
      String tag = value instanceof DuckTypes.NumberOrText.Number ? "number" : "text";
      assertEquals(
          tag, Db.text(connection, "SELECT union_tag(un)::VARCHAR FROM named WHERE id = 2"));
    }
    store(connection, types, "nested");
    List<Object> values = new ArrayList<>(Db.values(types.getNested(1)));
    List<DuckTypes.NestedLun> list =
        Arrays.asList(new DuckTypes.NestedLun.S("1"), null, new DuckTypes.NestedLun.N(1));
    values.set(0, 2);
    values.set(values.size() - 2, list);
    Db.call(types, "insertNested", values.toArray());
    assertEquals(list, types.getNested(2).lun());
    assertEquals(
        "[s, NULL, n]",
        Db.text(
            connection,
            "SELECT list_apply(lun, lambda u: union_tag(u))::VARCHAR FROM nested WHERE id = 2"));
  }
}
